// The past of a game without loading pages: by links, keys and pulling, and played like a film. What is on the page but
// not here works by links and forms without this file.

import "./board.js";
import { isStill } from "./motion.js";
import { play as moveAll, settle } from "./moves.js";

const slider = document.getElementById("to");
const base = new URL(slider.form.action).pathname.replace(/\d{1,9}\/$/, "");
const told = slider.form.querySelector("output");
const stretches = [...slider.form.querySelectorAll("rect")];
const replay = document.getElementById("replay");
const button = document.getElementById("play");
const speed = document.getElementById("speed");
const options = document.getElementById("replay-options");
const { turns, since } = options.elements;

const MOST_KEPT = 40; // positions, which never change

let at = slider.valueAsNumber; // where one is, or will be once the answer is there
const isPosition = (url) => url.origin === location.origin && url.pathname.startsWith(base) && /^\d+\/$/.test(url.pathname.slice(base.length));
let shown = isPosition(location) ? location.href : slider.form.action; // after a note was refused, the address is another one
const numberIn = (url) => Number.parseInt(url.pathname.slice(base.length), 10);
const addressOf = (number, fields = location.search) => `${location.origin}${base}${number}/${fields}`;
const within = (number) => Math.min(Math.max(number, 0), Number(slider.max));

// What was asked for, and is asked for ahead, by address.
const answers = new Map();

function read(address) {
  if (!answers.has(address)) {
    answers.set(address, request(address));
    answers.get(address).catch(() => answers.delete(address));
    if (answers.size > MOST_KEPT) answers.delete(answers.keys().next().value);
  }
  return answers.get(address);
}

async function request(address, headers = { "HX-Request": "true" }) {
  const response = await fetch(address, { headers });
  if (!response.ok || response.redirected) throw new Elsewhere();
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

class Elsewhere extends Error {}

// One request at a time: while it is under way, only the last wish counts.
let wish, isAsking;

async function go(address, how = "push") {
  at = numberIn(new URL(address));
  wish = { address, how: wish?.how === "push" ? "push" : how };
  if (isAsking) return;
  isAsking = true;
  try {
    while (wish) {
      const { address, how } = wish;
      wish = undefined;
      await show(await read(address), address, how);
    }
  } catch (error) {
    pause();
    if (error instanceof Elsewhere) location.assign(address);
    else document.dispatchEvent(new CustomEvent("htmx:sendError", { detail: { requestConfig: { triggeringEvent: { type: "click" } } } }));
    at = numberIn(new URL(shown));
  } finally {
    isAsking = false;
    wish = undefined;
  }
}

async function show(answer, address, how) {
  const isNext = numberIn(new URL(address)) === numberIn(new URL(shown)) + 1;
  const parts = [...answer.body.cloneNode(true).children].filter(({ id }) => id);
  const focused = document.activeElement?.id;
  for (const part of parts) put(part);
  if (focused && document.activeElement?.id !== focused) (document.getElementById(focused) ?? slider).focus({ preventScroll: true });
  document.title = answer.title;
  if (how === "push" && address !== shown) history.pushState(null, "", address);
  if (how === "replace") history.replaceState(null, "", address);
  shown = address;
  follow(new URL(address));
  takeUp();
  movePieces(isNext);
  document.dispatchEvent(new Event("parts-swapped"));
  if (!isPlaying()) announce();
}

// On the way to the next position, what it brought about moves into place.
let settling;

function movePieces(isNext) {
  clearTimeout(settling);
  settle();
  const items = JSON.parse(document.getElementById("course").dataset.course);
  if (isNext && items.length && !isStill()) settling = setTimeout(settle, moveAll(items));
}

// In place of what it was before; what was open stays so.
function put(part) {
  const before = document.getElementById(part.id);
  part.removeAttribute("hx-swap-oob");
  if (!before || before.isEqualNode(part)) return;
  const open = [...before.querySelectorAll("details[open][id]")].map(({ id }) => id);
  for (const fold of part.querySelectorAll("details[id]")) fold.open = open.includes(fold.id);
  const scrolled = before.scrollTop;
  before.replaceWith(part);
  part.scrollTop = scrolled;
}

// What stays on the page says where one is now.
function follow(url) {
  const number = numberIn(url);
  if (!isPulling) slider.value = number;
  slider.setAttribute("aria-valuetext", named(number));
  turns.value = url.searchParams.get("turns") ?? "";
  since.value = url.searchParams.get("since") ?? "";
}

function named(number) {
  const stretch = stretches.findLast((stretch) => Number(stretch.dataset.start) <= number);
  return `${number} · ${stretch.dataset.name}`;
}

// What somebody has begun to write on a position is there again when they come back to it.
const draftOf = (address) => `note ${new URL(address).pathname}`;
const note = () => document.getElementById("position-note-text");

document.addEventListener("input", ({ target }) => {
  if (target === note()) sessionStorage.setItem(draftOf(shown), target.value);
});
document.addEventListener("submit", ({ target }) => {
  if (target.contains(note())) sessionStorage.removeItem(draftOf(shown));
});

function takeUp() {
  const draft = note() && sessionStorage.getItem(draftOf(shown));
  if (draft !== null && draft !== undefined) note().value = draft;
}

const announcement = document.getElementById("announcement");

function announce() {
  const parts = document.querySelectorAll("#past-heading, .past-story li, .past-story .tag");
  announcement.textContent = [...parts].map(({ textContent }) => textContent.trim()).join(" ");
}

// Links to positions, by mouse or by keys.
document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest("a[href]");
  if (!link || link.target || link.hash || !isPosition(link)) return;
  event.preventDefault();
  pause();
  go(link.href);
});

const STEPS = { ArrowLeft: -1, ArrowRight: 1 };
const LARGER = { ArrowLeft: "round-back", ArrowRight: "round-on" };

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === " " && !event.target.closest("input:not([type='range']), select, textarea, button, summary")) {
    event.preventDefault();
    return isPlaying() ? pause() : play();
  }
  if (!(event.key in STEPS) || event.target.closest("input, select, textarea, .map-panel, [tabindex='0']")) return;
  pause();
  if (event.shiftKey) document.getElementById(LARGER[event.key])?.click();
  else if (within(at + STEPS[event.key]) !== at) go(addressOf(at + STEPS[event.key]));
});

addEventListener("popstate", () => {
  if (location.href === shown || !isPosition(location)) return;
  pause();
  go(location.href, "none");
});

// While the slider is pulled, the page follows as fast as answers come. All of it is one step of the browser's history.
let isPulling = false;

slider.addEventListener("input", () => {
  pause();
  told.value = named(slider.valueAsNumber);
  told.style.setProperty("--share", slider.valueAsNumber / Math.max(Number(slider.max), 1));
  told.hidden = false;
  slider.setAttribute("aria-valuetext", told.value);
  go(addressOf(slider.value), isPulling ? "replace" : "push");
  isPulling = true;
});

slider.addEventListener("change", () => {
  isPulling = false;
  told.hidden = true;
  if (at !== slider.valueAsNumber) go(addressOf(slider.value));
});

slider.form.addEventListener("submit", (event) => {
  event.preventDefault();
  go(addressOf(slider.value));
});

// Whose turns, and what to compare with.
function choose() {
  const fields = new URLSearchParams([...new FormData(options)].filter(([, value]) => value));
  go(addressOf(at, fields.size ? `?${fields}` : ""));
}

turns.addEventListener("change", choose);
options.addEventListener("submit", (event) => {
  event.preventDefault();
  if (options.reportValidity()) choose();
});

// The replay: each position stays for a while, and the next one is asked for meanwhile.
let timer;

const isPlaying = () => timer !== undefined;
const following = () => document.getElementById(turns.value ? "own-on" : "next")?.href;

function play() {
  if (isPlaying() || replay.hidden) return;
  document.body.classList.add("is-playing");
  button.replaceChildren(sign("❚❚"), ` ${replay.dataset.pause}`);
  // At its end it begins anew.
  const first = following() ?? (turns.value ? undefined : addressOf(0));
  first ? turn(first, "push") : pause();
}

async function turn(address, how) {
  timer = setTimeout(() => {}); // It plays while the answer is on its way.
  await go(address, how);
  if (!isPlaying()) return;
  const next = following();
  if (!next) return pause(replay.dataset.over);
  read(next).catch(() => {});
  timer = setTimeout(() => turn(next, "replace"), Number(speed.value));
}

function pause(words) {
  if (!isPlaying()) return;
  clearTimeout(timer);
  timer = undefined;
  document.body.classList.remove("is-playing");
  button.replaceChildren(sign("▶"), ` ${replay.dataset.play}`);
  announce();
  if (words) announcement.textContent += ` ${words}`;
}

function sign(words) {
  const element = document.createElement("span");
  element.ariaHidden = "true";
  element.textContent = words;
  return element;
}

button.addEventListener("click", () => (isPlaying() ? pause() : play()));
document.addEventListener("visibilitychange", () => document.hidden && pause());
replay.hidden = !Number(slider.max); // without any action there is nothing to play
takeUp();
