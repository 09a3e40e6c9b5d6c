// The game page without reloads. Everything on it works without this file, too.

const OFTEN = 4000;
const SELDOM = 15000;
const IDLE = 300000;

// Look for news while somebody looks at the page, at once when they come back to it, and less often after a while in
// which they did nothing.
let touched = Date.now();
let looked = Date.now();

function look() {
  const poll = document.getElementById("poll");
  if (!poll || document.visibilityState !== "visible") return;
  looked = Date.now();
  poll.addEventListener("htmx:beforeOnLoad", dropOutOfTurn);
  poll.dispatchEvent(new Event("game-due"));
}

// News must not come between what somebody sends and its answer, and after that answer they are old: it has replaced
// what asked for them.
function dropOutOfTurn(event) {
  if (!event.target.isConnected || document.querySelector(".htmx-request:not(#poll)")) event.preventDefault();
}

setInterval(() => {
  if (Date.now() - looked >= (Date.now() - touched < IDLE ? OFTEN : SELDOM)) look();
}, OFTEN / 4);

for (const sign of ["pointerdown", "keydown", "scroll"]) {
  addEventListener(sign, () => (touched = Date.now()), { capture: true, passive: true });
}

document.addEventListener("visibilitychange", look);
// The browser's way back shows a page as it was left.
addEventListener("pageshow", (event) => event.persisted && look());

// What is composed stands at the foot of the screen while the panel is out of sight.
const sight = new IntersectionObserver(
  (entries) => document.body.classList.toggle("left-panel", !entries.at(-1).isIntersecting),
  { rootMargin: "-48px 0px -96px" },
);

// What was opened or closed stays so, and what was scrolled stays there, when its part of the page is replaced.
const opened = new Map();
const scrolled = new Map();

document.addEventListener("toggle", (event) => opened.set(event.target.id, event.target.open), true);
document.addEventListener("change", ({ target }) => target.id === "whole-recap" && opened.set(target.id, target.checked));
document.addEventListener("scroll", ({ target }) => target.id && scrolled.set(target.id, target.scrollTop), true);

document.addEventListener("asked-anew", () => scrolled.delete("city-choices"));

function restore(nodes) {
  for (const [id, top] of scrolled) {
    const box = document.getElementById(id);
    if (box && nodes.some((node) => node.contains(box))) box.scrollTop = top;
  }
  for (const details of document.querySelectorAll(".game details[id]")) {
    details.open = opened.get(details.id) ?? details.open;
  }
  const recap = document.getElementById("whole-recap");
  if (recap) recap.checked = opened.get("whole-recap") ?? false;
}

new MutationObserver((changes) => {
  sight.disconnect();
  sight.observe(document.getElementById("action-panel"));
  restore(changes.flatMap((change) => [...change.addedNodes]));
}).observe(document.querySelector(".game"), { childList: true, subtree: true });
sight.observe(document.getElementById("action-panel"));
