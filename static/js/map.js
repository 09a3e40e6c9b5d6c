// Lets people move about on a map: by wheel, mouse, fingers, keys and buttons. Without this file a checkbox makes it large.
// A view is a point of the map, in its own units, that lies in the middle of the frame, and how many pixels a unit has.

import { clamp, distance, placeOf } from "./geometry.js";
import { isStill } from "./motion.js";

const FARTHEST = 0.5; // pixels to a unit: from farther away, cities lie too close to one another for all to have their names
const CLOSEST = 3; // pixels to a unit, and nearer there is nothing more to see
const STEP = 1.6; // of a button or a key
const NEAR = 1; // pixels to a unit, at which everything is easy to read
const READABLE = 0.85; // and at which it still is; a map that would be smaller opens at one's own network
const MARGIN = 64; // units round the network that is looked at
const AROUND = 16; // pixels from the middle of a city that the tools leave free
const PLATE = 32; // units from the middle of a city that they leave free, too, where they can: its slots and its price
const SLACK = 5; // pixels that a finger may slip while it presses
const REST = 150; // milliseconds without a movement
const GROWTH = 1.5; // how much larger or smaller a picture may be shown than it was drawn
const DOUBLE = 320; // milliseconds between two taps that are one
const WHOLE = { scale: 0 }; // as much of a map as there can be in sight, in any frame

const fitting = (box, frame) => Math.min(frame.width / box.width, frame.height / box.height);
const middle = (first, size, half, at) => (2 * half >= size ? first + size / 2 : clamp(at, first + half, first + size - half));

const farthest = (map, frame) => Math.max(fitting(map, frame), FARTHEST);

// How many pixels of the frame lie under what a phone asks.
function covered() {
  const sheet = document.getElementById("decision")?.getBoundingClientRect();
  const { left, right, bottom } = holder.getBoundingClientRect();
  return sheet && sheet.left < right && sheet.right > left ? Math.max(0, bottom - sheet.top) : 0;
}

// The nearest view that does not leave the map.
function within(map, frame, { x, y, scale }) {
  const least = farthest(map, frame);
  scale = clamp(scale, least, Math.max(CLOSEST, least));
  const [right, down] = [frame.width / 2 / scale, frame.height / 2 / scale];
  return { x: middle(map.x, map.width, right, x), y: middle(map.y, map.height + covered() / scale, down, y), scale };
}

// Nearer by a factor, with a point of the frame staying where it is; at = its pixels from the middle.
function nearer(map, frame, view, factor, at = { x: 0, y: 0 }) {
  const { scale } = within(map, frame, { ...view, scale: view.scale * factor });
  const shift = 1 / view.scale - 1 / scale;
  return within(map, frame, { x: view.x + at.x * shift, y: view.y + at.y * shift, scale });
}

const panned = (map, frame, view, right, down) =>
  within(map, frame, { ...view, x: view.x - right / view.scale, y: view.y - down / view.scale });

const between = (one, other, part) =>
  Object.fromEntries(Object.keys(one).map((key) => [key, one[key] + (other[key] - one[key]) * part]));

function boxRound(points) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  return { x, y, width: Math.max(...xs) + MARGIN - x, height: Math.max(...ys) + MARGIN - y };
}

// The page: the frame with the ground and the pieces in it, which always show the same view.

const holder = document.getElementById("map");
const memory = `map ${holder.dataset.map}`;
let drawn, map, frame, view, wished, seen, rest;

// A drawing comes with all that is in play in sight.
function measure() {
  const { x, y, width, height } = holder.querySelector(".pieces").viewBox.baseVal;
  drawn = { x, y, width, height };
}

// No city lies under the tools where all of the map is in sight: they stand in another corner, or the map goes on below.
function makeRoom() {
  map = { ...drawn };
  const isFree = [Math.max(AROUND, PLATE * farthest(map, frame)), AROUND].some((across) =>
    [false, true].some((isLeft) => {
      tools.classList.toggle("is-left", isLeft);
      return !coverSome(across);
    }),
  );
  if (!isFree) map.height *= frame.height / (frame.height - tools.offsetHeight);
  holder.dataset.whole = JSON.stringify(map);
}

function coverSome(across) {
  const [{ left, right, top, bottom }, edge] = [tools.getBoundingClientRect(), holder.getBoundingClientRect()];
  const scale = farthest(map, frame);
  const at = ({ x, y }) => ({
    x: edge.left + frame.width / 2 + (x - map.x - map.width / 2) * scale,
    y: edge.top + frame.height / 2 + (y - map.y - map.height / 2) * scale,
  });
  const isUnder = ({ x, y }) => x > left - across && x < right + across && y > top - AROUND && y < bottom + AROUND;
  return [...holder.querySelectorAll(".city")].some((city) => isUnder(at(placeOf(city))));
}

const isWhole = () => view.scale <= fitting(map, frame) * 1.001;
const isFarthest = () => view.scale <= farthest(map, frame) * 1.001;

function draw() {
  seen = view;
  const [width, height] = [frame.width / view.scale, frame.height / view.scale];
  const box = `${view.x - width / 2} ${view.y - height / 2} ${width} ${height}`;
  for (const drawing of layers()) {
    drawing.setAttribute("viewBox", box);
    drawing.style.transform = "";
  }
  holder.classList.toggle("is-close", !isWhole());
  tools.querySelector("[data-zoom='whole']").disabled = isFarthest();
  tools.querySelector("[data-zoom='mine']").hidden = !network().length;
  holder.dispatchEvent(new Event("map-drawn"));
}

const layers = () => holder.querySelectorAll(".board");

// What was looked at last is wished for in a frame of any size.
function show(next) {
  clearTimeout(rest);
  holder.classList.remove("is-moving");
  view = next;
  wished = isWhole() ? WHOLE : view;
  sessionStorage.setItem(memory, JSON.stringify(wished));
  draw();
}

// To draw a map takes a while. As long as it moves, its picture does, and is drawn anew where that comes to rest, or has
// grown or shrunk so much that one would see it.
function move(next) {
  view = next;
  clearTimeout(rest);
  rest = setTimeout(() => show(view), REST);
  holder.classList.add("is-moving");
  const growth = view.scale / seen.scale;
  if (growth > GROWTH || growth < 1 / GROWTH) return draw();
  const [right, down] = [(seen.x - view.x) * view.scale, (seen.y - view.y) * view.scale];
  for (const drawing of layers()) drawing.style.transform = `translate(${right}px, ${down}px) scale(${growth})`;
  holder.dispatchEvent(new Event("map-drawn"));
}

// A glide shows where one gets to; whoever wants less motion is there at once.
let glide;

function goTo(target) {
  cancelAnimationFrame(glide);
  if (isStill()) return show(target);
  const [from, begin] = [view, performance.now()];
  const step = (now) => {
    const part = clamp((now - begin) / 220, 0, 1);
    if (part === 1) return show(target);
    move(between(from, target, 1 - (1 - part) ** 3));
    glide = requestAnimationFrame(step);
  };
  glide = requestAnimationFrame(step);
}

const whole = () => within(map, frame, { x: map.x + map.width / 2, y: map.y + map.height / 2, ...WHOLE });

function network() {
  const own = [...holder.querySelectorAll(".city:is(.own, .planned)")];
  const cities = own.length ? own : [...holder.querySelectorAll(".city.choice")];
  return cities.map(placeOf);
}

function mine() {
  const cities = network();
  if (!cities.length) return whole();
  const box = boxRound(cities);
  const scale = Math.min(fitting(box, frame), Math.max(NEAR, fitting(map, frame)));
  return within(map, frame, { x: box.x + box.width / 2, y: box.y + box.height / 2, scale });
}

const zoom = (factor, at) => nearer(map, frame, view, factor, at);
const pan = (right, down) => panned(map, frame, view, right, down);

// Buttons, in place of the checkbox.
const tools = document.getElementById("map-tools").content.firstElementChild.cloneNode(true);
const moves = { in: () => zoom(STEP), out: () => zoom(1 / STEP), whole, mine };

tools.addEventListener("click", (event) => {
  const button = event.target.closest("[data-zoom]");
  if (button) goTo(moves[button.dataset.zoom]());
});
document.querySelector(".map-zoom").before(tools);

// Keys, while the map or something on it has the focus. The arrows belong to the cities where one of these has it.
const reach = () => 0.2 * Math.min(frame.width, frame.height);
const keys = {
  "+": moves.in,
  "=": moves.in,
  "-": moves.out,
  0: whole,
  ArrowLeft: () => pan(reach(), 0),
  ArrowRight: () => pan(-reach(), 0),
  ArrowUp: () => pan(0, reach()),
  ArrowDown: () => pan(0, -reach()),
};

holder.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.key in keys)) return;
  if (event.key.startsWith("Arrow") && event.target !== holder) return;
  event.preventDefault();
  event.stopPropagation(); // The arrow keys would lead on through the past of the game.
  goTo(keys[event.key]());
});

// From the middle of the frame.
function placeIn(event) {
  const { left, top, width, height } = holder.getBoundingClientRect();
  return { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 };
}

// The wheel belongs to the page until the map was pressed, so that nobody who scrolls past is caught in it.
let isPressed = false;
let told = 0;

function tellOfWheel(tells) {
  clearTimeout(told);
  tools.classList.toggle("tells-of-wheel", tells);
  // On a high map the page scrolls under the mouse all the time, and the hint lies over cities.
  if (tells) told = setTimeout(tellOfWheel, 2500, false);
}

holder.addEventListener("pointerleave", () => {
  isPressed = false;
  tellOfWheel(false);
});

holder.addEventListener(
  "wheel",
  (event) => {
    const isMeant = event.ctrlKey || event.metaKey;
    tellOfWheel(!isMeant && !isPressed);
    if (!isMeant && !isPressed) return;
    event.preventDefault();
    const turned = event.deltaY * (event.deltaMode ? 16 : 1);
    move(zoom(Math.exp(-clamp(turned, -120, 120) * (isMeant ? 0.008 : 0.003)), placeIn(event)));
  },
  { passive: false },
);

// One finger, or the mouse, pans; two zoom. A finger that gets to the edge of the map moves the page.
const fingers = new Map();
let hasMoved = false;
let tapped = { time: -DOUBLE };

const centre = (places) => between(places[0], places.at(-1), 0.5);

holder.addEventListener("pointerdown", (event) => {
  isPressed = true;
  if (event.button) return;
  if (!fingers.size) hasMoved = false;
  fingers.set(event.pointerId, placeIn(event));
  cancelAnimationFrame(glide);
});

holder.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const place = placeIn(event);
  if (!hasMoved && distance(before, place) < SLACK) return;
  if (!hasMoved && event.pointerType === "mouse") holder.setPointerCapture(event.pointerId);
  hasMoved = true;
  const then = [...fingers.values()];
  fingers.set(event.pointerId, place);
  const now = [...fingers.values()];
  const [from, to] = [centre(then), centre(now)];
  const closer = now.length > 1 ? zoom(distance(...now) / distance(...then), from) : view;
  const next = panned(map, frame, closer, to.x - from.x, to.y - from.y);
  if (event.pointerType !== "mouse" && now.length === 1 && next.y === view.y) scrollBy(0, from.y - to.y);
  move(next);
});

// A finger may be lifted beside the map where it was put down.
for (const kind of ["pointerup", "pointercancel"]) {
  document.addEventListener(kind, (event) => {
    if (!fingers.delete(event.pointerId) || fingers.size) return;
    if (hasMoved) show(view);
    else if (kind === "pointerup") tap(event);
  });
}

function tap(event) {
  const place = { ...placeIn(event), time: event.timeStamp };
  const isSecond = place.time - tapped.time < DOUBLE && distance(place, tapped) < 24;
  if (isSecond && !event.target.closest(".choice, .city-card")) goTo(zoom(2, place));
  tapped = place;
}

holder.addEventListener(
  "click",
  (event) => {
    if (!hasMoved || !event.detail) return;
    event.preventDefault(); // What ends a movement presses nothing.
    event.stopPropagation();
  },
  true,
);
holder.addEventListener("dragstart", (event) => event.preventDefault());

// A city that gets the focus comes into sight.
holder.addEventListener("city-met", ({ detail: { x, y } }) => {
  const [right, down] = [frame.width / 2 / view.scale, frame.height / 2 / view.scale];
  const [edge, below] = [40 / view.scale, (40 + covered()) / view.scale];
  const at = { x: clamp(view.x, x - right + edge, x + right - edge), y: clamp(view.y, y - down + below, y + down - edge) };
  if (at.x !== view.x || at.y !== view.y) goTo(within(map, frame, { ...view, ...at }));
});

// The frame takes its size from the page. New pieces are shown as the old ones were.
function open() {
  const remembered = sessionStorage.getItem(memory);
  if (remembered) return JSON.parse(remembered);
  return fitting(map, frame) < READABLE ? mine() : WHOLE;
}

function fit() {
  frame = { width: holder.clientWidth, height: holder.clientHeight };
  if (!frame.width || !frame.height) return; // It is not shown at present.
  makeRoom();
  wished ??= open();
  view = wished.scale ? within(map, frame, wished) : whole();
  draw();
}

function redraw(changes) {
  const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
  if (added.some((node) => node.querySelector?.(".pieces"))) measure();
  if (view) fit();
}

measure();
new ResizeObserver(fit).observe(holder);
new MutationObserver(redraw).observe(holder, { childList: true });
holder.tabIndex = 0;
holder.role = "group";
holder.ariaLabel = tools.dataset.help;
holder.classList.add("is-live");
fit();
