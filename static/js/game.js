// The game page without reloads. Everything on it works without this file, too.

const EVERY = 4000;
const PAUSE = 700;

// Look for news while somebody looks at the page, and at once when they come back to it.
function look() {
  const poll = document.getElementById("poll");
  if (!poll || document.visibilityState !== "visible") return;
  poll.addEventListener("htmx:beforeOnLoad", dropOutOfTurn);
  poll.dispatchEvent(new Event("game-due"));
}

// News must not come between what somebody sends and its answer, and after that answer they are old: it has replaced
// what asked for them.
function dropOutOfTurn(event) {
  if (!event.target.isConnected || document.querySelector(".htmx-request:not(#poll)")) event.preventDefault();
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);

// A price that comes while an action is under way must not replace the form that sent it: without its form, the answer
// would not find its place.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (event.target.matches("#action-panel form[hx-get]") && panel.querySelector("form[hx-post].htmx-request")) {
    event.preventDefault();
  }
});

// How long the game has been waiting.
const UNITS = [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]];

function tick() {
  for (const time of document.querySelectorAll("time[data-span]")) {
    const seconds = Math.max(0, Math.floor((Date.now() - Date.parse(time.dateTime)) / 1000));
    const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? UNITS.at(-1);
    time.textContent = `${Math.floor(seconds / size)} ${unit}`;
  }
}

setInterval(tick, 1000);

// A question comes up where the last one was answered: what is left of a double click, or of a key held down, must not
// answer it. So its buttons do nothing for a moment.
let panel = document.getElementById("action-panel");

function follow() {
  const before = panel;
  panel = document.getElementById("action-panel");
  if (panel.dataset.asked === before.dataset.asked) return;
  panel.toggleAttribute("data-fresh", true);
  setTimeout((asked) => asked.toggleAttribute("data-fresh", false), PAUSE, panel);
}

const SENDS = "#action-panel button:not([type='button'])";

document.addEventListener(
  "click",
  (event) => {
    if (event.target.closest(SENDS) && (event.detail > 1 || "fresh" in panel.dataset)) {
      event.preventDefault();
      event.stopPropagation();
    }
  },
  true,
);

document.addEventListener("keydown", (event) => {
  const sends = event.target.closest(`${SENDS}, #action-panel form[method='post'] input`);
  if (event.repeat && event.key === "Enter" && sends) event.preventDefault();
});

// The way back to the panel is offered while the panel is out of sight.
const sight = new IntersectionObserver(
  (entries) => document.body.classList.toggle("sees-panel", entries.at(-1).isIntersecting),
  { rootMargin: "-48px 0px" },
);

// What was opened or closed stays so when its part of the page is replaced.
const opened = new Map();

document.addEventListener("toggle", (event) => opened.set(event.target.id, event.target.open), true);

function reopen() {
  for (const details of document.querySelectorAll(".game details[id]")) {
    if (opened.has(details.id)) details.open = opened.get(details.id);
  }
}

new MutationObserver(() => {
  follow();
  sight.disconnect();
  sight.observe(panel);
  reopen();
}).observe(document.querySelector(".game"), { childList: true, subtree: true });
sight.observe(panel);

// The buttons beside a number.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const input = document.getElementById(button.getAttribute("aria-controls"));
  const before = input.value;
  if (button.dataset.step === "1") input.stepUp();
  else input.stepDown();
  if (input.value !== before) input.dispatchEvent(new Event("input", { bubbles: true }));
});
