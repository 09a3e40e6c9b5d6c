// Whose network or curve somebody points at: only a pointer that moves there means it. One at rest lies where the page has
// put something below it.

const ROWS = "[data-seat], .curve";

let place;

document.addEventListener("pointermove", ({ target, clientX, clientY }) => {
  const before = place;
  place = `${clientX} ${clientY}`;
  if (before && before !== place) target.closest(ROWS)?.classList.add("is-pointed");
});

document.addEventListener("pointerout", ({ target, relatedTarget }) => {
  const row = target.closest(ROWS);
  if (!row?.contains(relatedTarget)) row?.classList.remove("is-pointed");
});
