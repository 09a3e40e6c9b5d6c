// The game page without reloads. Everything on it works without this file, too.

const OFTEN = 4000;
const SELDOM = 15000;
const IDLE = 300000;

// Look for news while somebody looks at the page, at once when they come back to it, and less often after a while in
// which they did nothing. All by a clock that nobody sets: that of the device may go back by days.
let touched = performance.now();
let looked = performance.now();

function look() {
  const poll = document.getElementById("poll");
  if (!poll || document.visibilityState !== "visible") return;
  looked = performance.now();
  poll.addEventListener("htmx:beforeOnLoad", dropOutOfTurn);
  poll.dispatchEvent(new Event("game-due"));
}

// News must not come between what somebody sends and its answer, and after that answer they are old: it has replaced
// what asked for them.
function dropOutOfTurn(event) {
  if (!event.target.isConnected || document.querySelector(".htmx-request:not(#poll)")) event.preventDefault();
}

setInterval(() => {
  if (performance.now() - looked >= (performance.now() - touched < IDLE ? OFTEN : SELDOM)) look();
}, OFTEN / 4);

for (const sign of ["pointerdown", "keydown", "scroll"]) {
  addEventListener(sign, () => (touched = performance.now()), { capture: true, passive: true });
}

document.addEventListener("visibilitychange", look);
document.addEventListener("sent-arrived", look);
// The browser's way back shows a page as it was left.
addEventListener("pageshow", (event) => event.persisted && look());

// What was opened, closed, scrolled or ticked stays so when its part of the page is replaced.
const kept = new Map(); // by id: what the element that takes its place gets
const keep = ({ id }, state) => kept.set(id, { ...kept.get(id), ...state });

document.addEventListener(
  "toggle",
  ({ target }) => target.matches("main details[id]") && keep(target, { open: target.open }),
  true,
);
document.addEventListener(
  "scroll",
  ({ target }) => target.id && keep(target, { scrollTop: target.scrollTop, scrollLeft: target.scrollLeft }),
  true,
);

// On a phone, what is asked next is chosen on the board or in the markets.
document.addEventListener("asked-anew", () => {
  document.getElementById(`tab-${document.getElementById("action-panel").dataset.part}`).checked = true;
  kept.delete("decision");
  document.getElementById("decision").scrollTop = 0;
});

// A link to a part of the page shows it, on a phone in place of the part that is there. It is no step to go back from.
const TABS = { board: ".stage", markets: ".margin", players: ".players", story: "#story" };

document.addEventListener("click", (event) => {
  const link = event.target.closest(".game a[href^='#']");
  const part = link && document.getElementById(link.hash.slice(1));
  if (!part) return;
  event.preventDefault();
  const tab = Object.keys(TABS).find((name) => part.closest(TABS[name]));
  if (tab) document.getElementById(`tab-${tab}`).checked = true;
  part.scrollIntoView({ block: "nearest" });
  if (!part.hasAttribute("tabindex")) part.tabIndex = -1;
  part.focus({ preventScroll: true }); // as browsers do it that follow the link
});

// Plans fold out at the end of the panel, and come into sight.
document.addEventListener(
  "toggle",
  ({ target }) => target.id === "plans-fold" && target.open && target.scrollIntoView({ block: "nearest" }),
  true,
);

// Whoever is led out of the drawer, by what they sent there, sees where.
document.addEventListener("focusin", ({ target }) => {
  const drawer = document.getElementById("more");
  if (drawer.matches(":popover-open") && !drawer.contains(target)) drawer.hidePopover();
});

// Browsers tell of folds that come open only a while later, and by then the next answer may have replaced them.
function keepOpen() {
  for (const fold of document.querySelectorAll("main details[id][open]")) keep(fold, { open: true });
}

function restore(parts) {
  const known = [...kept].map(([id, state]) => [document.getElementById(id), state]).filter(([element]) => element);
  for (const [element, state] of known) {
    if (parts.some((part) => part.contains(element))) Object.assign(element, state);
  }
  // What scrolls around a part was shorter for a moment.
  for (const [element, { scrollTop }] of known) {
    if (scrollTop && parts.some((part) => element.contains(part))) Object.assign(element, { scrollTop });
  }
}

// In a fold that is closed nothing can have the focus: it comes open already. What has it in the list of cities stays where
// it is on the screen, though other prices put it into another place of the list.
let pressed; // its id, and how far down it is
const topOf = (id) => document.getElementById(id)?.getBoundingClientRect().top;

document.addEventListener("htmx:oobBeforeSwap", ({ target, detail }) => {
  for (const [id, { open }] of kept) {
    const fold = open && detail.fragment.querySelector(`details[id="${id}"]`);
    if (fold) fold.open = true;
  }
  const { id } = document.activeElement;
  if (target.id !== "cities" || !id || !target.contains(document.activeElement)) return;
  const top = topOf(id);
  if (top >= 0 && top < innerHeight) pressed = { id, top };
});

function stay() {
  if (pressed && document.getElementById(pressed.id)) document.getElementById("more").scrollBy(0, topOf(pressed.id) - pressed.top);
  pressed = undefined;
}

// Only whole elements are parts: what is written anew, such as a time, is text.
new MutationObserver((changes) => {
  const parts = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
  if (!parts.length) return;
  restore(parts);
  stay();
  keepOpen();
}).observe(document.querySelector("main"), { childList: true, subtree: true });
keepOpen();
