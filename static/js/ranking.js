// A list that is put in order by numbers can be put in order by buttons and by dragging, too: <ol data-ranking>, a number in
// each <li>.

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-ranking] [data-move]");
  if (!button) return;
  const item = button.closest("li");
  if (button.dataset.move < 0) item.previousElementSibling?.before(item);
  else item.nextElementSibling?.after(item);
  putInOrder(item.parentElement);
  // At the end of the list its button is no more use, and so the other one is.
  if (button.disabled) item.querySelector("[data-move]:not(:disabled)")?.focus();
  else button.focus();
});

document.addEventListener("change", ({ target }) => {
  const list = target.closest("[data-ranking]");
  const item = target.closest("li");
  if (!list || target !== item.querySelector("input")) return; // The first field of each is its number.
  const wanted = Math.min(Math.max(Number(target.value) || 1, 1), list.children.length) - 1;
  const others = [...list.children].filter((other) => other !== item);
  list.insertBefore(item, others[wanted] ?? null);
  putInOrder(list);
  target.focus();
});

let dragged;

document.addEventListener("dragstart", ({ target }) => {
  dragged = target.closest?.("[data-ranking] > li");
});

document.addEventListener("dragover", (event) => {
  const over = event.target.closest("[data-ranking] > li");
  if (!dragged || over?.parentElement !== dragged.parentElement) return;
  event.preventDefault();
  const { top, height } = over.getBoundingClientRect();
  if (event.clientY < top + height / 2) over.before(dragged);
  else over.after(dragged);
});

document.addEventListener("dragend", () => {
  if (dragged) putInOrder(dragged.parentElement);
  dragged = undefined;
});

function number(list) {
  [...list.children].forEach((item, place) => {
    item.querySelector("input").value = place + 1;
    const [up, down] = item.querySelectorAll("[data-move]");
    up.disabled = place === 0;
    down.disabled = place === list.children.length - 1;
  });
}

// Number a list anew, and say so to whatever follows what is filled in.
function putInOrder(list) {
  number(list);
  list.querySelector("input").dispatchEvent(new Event("input", { bubbles: true }));
}

function prepare() {
  for (const list of document.querySelectorAll("[data-ranking]:not(.has-moves)")) {
    list.classList.add("has-moves");
    for (const moves of list.querySelectorAll(".rank-moves")) moves.hidden = false;
    for (const item of list.children) item.draggable = true;
    number(list);
  }
}

prepare();
new MutationObserver(prepare).observe(document.body, { childList: true, subtree: true });
