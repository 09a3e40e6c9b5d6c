// Plays on the board what happened since its viewer last looked, and what happens while they look. The page is as it is now
// all the while: whatever is pressed counts, and ends the playing.

import { isStill } from "./motion.js";
import { play, settle } from "./moves.js";

const PAUSE = 120; // milliseconds between two beats
const MOST = 6; // beats of what came at once
const CROWD = 5; // waiting beats that become one
const SENTENCES = 2; // that are told of a beat
const LINGER = 1600; // milliseconds for which the last is told
const JOINING = ["plant_drawn", "phase_began"]; // follow on what was done, and are seen with it

const course = () => document.getElementById("course");
const told = document.getElementById("beats");
const memory = `course ${document.getElementById("map").dataset.map}`;

let taken = Number(sessionStorage.getItem(memory) ?? -1); // the last action whose course is known
let known = []; // since the last turn of the viewer
let waiting = [];
let [isReady, isPlaying] = [false, false];
let timer;

// Of each player in a row one beat, of an auction that is over one, and of the markets and of a new round.
function beatsOf(items) {
  const sold = new Set(items.flatMap(({ events }) => events.filter(({ kind }) => kind === "plant_bought").map(({ plant }) => plant)));
  const beats = [];
  for (const item of items) {
    const [{ plant }] = item.events;
    const subject = Number.isInteger(item.by) && sold.has(plant) ? `plant ${plant}` : `${item.by}`;
    const last = beats.at(-1);
    const joins = last && item.events.every(({ kind }) => JOINING.includes(kind));
    if (joins || last?.subject === subject) {
      last.items.push(item);
      if (joins) last.subject = "";
    } else beats.push({ subject, items: [item] });
  }
  return beats.map(({ items }) => ({ items, words: items.slice(-SENTENCES).map(({ words }) => words) }));
}

// The oldest of too many are played at once.
function crowd(beats, most) {
  if (beats.length <= most) return beats;
  const first = beats.splice(0, beats.length - most + 1);
  return [{ items: first.flatMap(({ items }) => items), words: [course().dataset.earlier], isInBrief: true }, ...beats];
}

function take() {
  const { course: json, since } = course().dataset;
  const items = JSON.parse(json);
  const first = items[0]?.at ?? Infinity;
  known = [...known.filter(({ at }) => at < first), ...items].filter(({ at }) => at >= since);
  document.documentElement.toggleAttribute("data-plays", known.length > 0 && !isStill());
  const news = items.filter(({ at }) => at > taken);
  if (!news.length) return;
  taken = news.at(-1).at;
  line(news);
}

function line(items) {
  if (isStill()) return remember(taken);
  const isCrowded = waiting.length > 0;
  waiting = [...waiting, ...crowd(beatsOf(items), MOST)];
  if (isCrowded && waiting.length >= CROWD) waiting = crowd(waiting, 1);
  if (!isPlaying) next();
}

function next() {
  clearTimeout(timer);
  isPlaying = isReady && waiting.length > 0 && !document.hidden;
  if (!isPlaying) return (timer = setTimeout(hush, LINGER));
  const { items, words, isInBrief } = waiting.shift();
  remember(items.at(-1).at);
  tell(words);
  timer = setTimeout(pause, play(items, isInBrief));
}

function pause() {
  settle();
  timer = setTimeout(next, PAUSE);
}

// What happens now, below what happened before it: so each can be read while the next one plays.
function tell(words) {
  const [before, now] = told.children;
  before.textContent = told.hidden ? "" : now.textContent;
  now.textContent = words.join(" ");
  told.hidden = false;
}

const hush = () => (told.hidden = true);

// Everything is as it is now.
function stop() {
  if (told.hidden && !waiting.length) return;
  clearTimeout(timer);
  waiting = [];
  isPlaying = false;
  remember(taken);
  settle();
  hush();
}

const remember = (at) => sessionStorage.setItem(memory, Math.max(at, Number(sessionStorage.getItem(memory) ?? -1)));

for (const sign of ["pointerdown", "keydown", "wheel", "touchstart"]) {
  addEventListener(sign, stop, { capture: true, passive: true });
}

document.addEventListener("visibilitychange", () => document.hidden || isPlaying || !waiting.length || next());
document.addEventListener("click", ({ target }) => {
  if (target.closest("#watch-again")) line(known);
});

// News come with a new element, together with the parts of the page that they are about.
let shown = course();

new MutationObserver(() => {
  if (course() === shown) return;
  shown = course();
  take();
}).observe(shown.parentElement, { childList: true });

take();

// The page itself comes first: what makes it would hold up the first beats.
const loaded = new Promise((done) => (document.readyState === "complete" ? done() : addEventListener("load", done)));

const whenIdle = globalThis.requestIdleCallback ?? setTimeout;

Promise.all([document.fonts.ready, loaded]).then(() => whenIdle(begin));

function begin() {
  isReady = true;
  if (waiting.length) next();
}
