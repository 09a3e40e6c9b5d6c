// Composing an answer in the action panel and on the board: in order, without loss, and without answering by accident.

const DOUBLE = 250; // milliseconds within which a second press is the other half of a double click
const NEAR = 24; // pixels between its halves, at most
const SENDS = "#action-panel button:not([type='button'])";
const COMPOSES = ":is(#action-panel, #board, #plant-market, #fuel-market, #cities) [hx-get]:not(form)";

// A question comes up where the last one was answered: what is left of a double click must not answer it. So its buttons
// do nothing until that would be over: reckoned from the press that brought it, or if that was longer ago, from now.
let panel = document.getElementById("action-panel");
let pressedAt = -Infinity;
let pressedIn = { x: 0, y: 0 };

function follow() {
  const before = panel;
  panel = document.getElementById("action-panel");
  if (panel === before) return;
  typing = false; // What was typed went with its field, and will not be asked for any more.
  const isSame = panel.dataset.asked === before.dataset.asked && panel.dataset.part === before.dataset.part;
  if (isSame) return;
  const passed = performance.now() - pressedAt;
  panel.toggleAttribute("data-fresh", true);
  setTimeout((asked) => asked.toggleAttribute("data-fresh", false), passed < DOUBLE ? DOUBLE - passed : DOUBLE, panel);
  awaited = undefined;
  document.dispatchEvent(new Event("asked-anew"));
}

new MutationObserver(follow).observe(document.querySelector(".game"), { childList: true, subtree: true });

// While a price is being worked out, the next thing that is pressed waits for it: it belongs to what was composed before
// it. What is pressed is remembered by its id, which each button and link has, as the answer brings another element for it.
let awaited;
let typing = false;

const PARTS = ["#action-panel", "#board", "#plant-market", "#fuel-market"];
const UNDER_WAY = PARTS.map((part) => `${part}.htmx-request, ${part} [hx-get].htmx-request`).join();

const isWorkingOut = () => typing || document.querySelector(UNDER_WAY);
const isSent = () => document.querySelector("#action-panel form[hx-post].htmx-request");

// A plant that is dragged from the market to the panel is chosen, as if it was pressed.
let carried;

document.addEventListener("dragstart", ({ target }) => {
  carried = target.closest?.("#plant-market .offer");
});

document.addEventListener("dragover", (event) => {
  if (carried && event.target.closest("#action-panel")) event.preventDefault();
});

document.addEventListener("drop", (event) => {
  if (!carried || !event.target.closest("#action-panel")) return;
  event.preventDefault();
  carried.click();
});

function drop(event) {
  event.preventDefault();
  event.stopPropagation();
}

function awaitPrice(pressed) {
  awaited = pressed.id;
  panel.setAttribute("aria-busy", "true");
}

document.addEventListener(
  "click",
  (event) => {
    const sends = event.target.closest(SENDS);
    const composes = event.target.closest(COMPOSES);
    if (!sends && !composes) return;
    const isNear = Math.hypot(event.clientX - pressedIn.x, event.clientY - pressedIn.y) < NEAR;
    const isSecondHalf = event.detail > 1 && isNear && performance.now() - pressedAt < DOUBLE;
    pressedAt = performance.now();
    pressedIn = { x: event.clientX, y: event.clientY };
    if (isSecondHalf || isSent() || (sends && "fresh" in panel.dataset)) drop(event);
    else if (isWorkingOut()) {
      drop(event);
      awaitPrice(sends ?? composes);
    }
  },
  true,
);

document.addEventListener("keydown", (event) => {
  const acts = event.target.closest(`${SENDS}, ${COMPOSES}, #action-panel form[method='post'] input`);
  if (event.repeat && event.key === "Enter" && acts) event.preventDefault();
});

const isComposing = (element) => element.matches("#action-panel form[hx-get]");

document.addEventListener("input", (event) => {
  if (event.target.form && isComposing(event.target.form)) typing = true;
});

document.addEventListener("htmx:beforeRequest", (event) => {
  if (isComposing(event.target)) typing = false;
});

document.addEventListener("htmx:afterSettle", () => {
  if (!awaited || isWorkingOut()) return;
  const pressed = document.getElementById(awaited);
  awaited = undefined;
  panel.removeAttribute("aria-busy");
  pressed?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })); // Links on the map have no click().
});

// A link holds what was filled in when it was drawn. Of the fields that are sent along, what they say now counts, and where a
// box is ticked no more, that is nothing.
document.addEventListener("htmx:configRequest", ({ target, detail }) => {
  const beside = target.closest("[hx-include]")?.getAttribute("hx-include");
  const [path, query] = detail.path.split("?");
  if (detail.verb !== "get" || !beside || !query) return;
  const fields = new URLSearchParams(query);
  for (const { name } of document.querySelectorAll(beside)) fields.delete(name);
  detail.path = fields.size ? `${path}?${fields}` : path;
});

for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, () => {
    awaited = undefined;
    panel.removeAttribute("aria-busy");
  });
}

// A price that comes while an action is under way must not replace the form that sent it: without its form, the answer
// would not find its place.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (isComposing(event.target) && isSent()) event.preventDefault();
});

// Why something was refused, or else the button that sends what was composed, is in sight, however much there is to read
// above it.
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (!target.matches("#action-panel")) return;
  const problem = target.querySelector(".problem, .lesson-wish");
  const confirm = target.querySelector("#confirm");
  if (problem) bringIntoSight(problem, FOOT);
  else if (confirm) bringIntoSight(document.querySelector(".guide, .lesson") ? panel : confirm, 0);
});

const FOOT = 72; // pixels at the end of the panel that its buttons take

function bringIntoSight(part, covered) {
  const room = document.getElementById("decision");
  const [seen, box] = [room.getBoundingClientRect(), part.getBoundingClientRect()];
  const isAbove = box.top < seen.top && part !== panel;
  room.scrollTop += isAbove ? box.top - seen.top : Math.max(0, box.bottom - seen.bottom + covered);
}
