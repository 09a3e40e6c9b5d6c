// The past of a game by keys and by pulling, without losing one's place. The links on the page do the same without this.

const LINKS = { ArrowLeft: "previous", ArrowRight: "next" };
const LARGER = { ArrowLeft: "round-back", ArrowRight: "round-on" };

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest("input, .map-panel")) return;
  document.getElementById((event.shiftKey ? LARGER : LINKS)[event.key])?.click();
});

// While the slider is pulled, it says where it would lead; let go, it leads there.
const slider = document.getElementById("to");
const told = slider.form.querySelector("output");
const stretches = [...slider.form.querySelectorAll("rect")];

slider.addEventListener("input", () => {
  const stretch = stretches.findLast((stretch) => Number(stretch.dataset.start) <= slider.valueAsNumber);
  told.value = `${slider.value} · ${stretch.dataset.name}`;
  told.hidden = false;
  slider.setAttribute("aria-valuetext", told.value);
});
slider.addEventListener("change", () => slider.form.requestSubmit());

// Each position is a page of its own. One step leads to the same place of it, with the focus on what was pressed.
const PLACE = "place-in-the-past";

addEventListener("pagehide", () => {
  const place = { path: location.pathname.replace(/\d+\/$/, ""), top: scrollY, focus: document.activeElement?.id };
  sessionStorage.setItem(PLACE, JSON.stringify(place));
});

const place = JSON.parse(sessionStorage.getItem(PLACE) ?? "{}");
if (location.pathname.startsWith(place.path) && document.referrer.includes(place.path)) {
  scrollTo({ top: place.top, behavior: "instant" });
  if (place.focus) document.getElementById(place.focus)?.focus({ preventScroll: true });
}
