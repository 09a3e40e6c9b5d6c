// Keeps what is written on a map readable, however near one looks. Pieces keep their size while the map grows under them,
// and where they would lie on one another, the less important ones become small, go aside or give way.

import { meet, placeOf } from "./geometry.js";

const SMALLEST = 0.76; // pixels to a unit of a piece, of which costs are 13 high and names 12.5
const LARGEST = 1.15; // beyond it, pieces grow more slowly than the map
const ROOMY = 1.12; // how much larger than drawn pieces can be before they get into each other's way
const DENSE = 1.25; // and before cities show no more than who is there, and what the next house costs
const CAPSULE = { width: 52, height: 19 };
const CHIP = { width: 22, height: 15 };
const DISC = { width: 17, height: 17 };
const DOT = { width: 11, height: 11 };
const ASIDE = 3; // between a city and a name beside it
const CALM = 14; // round the name of a city that is out of play
const FIRST = [".planned", ".own", ".choice", ":has(.house, .mark)"]; // of the cities in play
const [NEAR_NAMES, NEAR_COSTS, NAMES, OTHER_COSTS, OPEN_COSTS, QUIET] = [2.5, 3, 5, 6, 8, 9];

const sizeAt = (scale) => Math.max(SMALLEST, scale < LARGEST ? scale : LARGEST * (scale / LARGEST) ** 0.4);

const boxRound = ({ x, y }, { width, height, left = -width / 2, top = -height / 2 }, size, margin = 0) => ({
  left: x + left * size - margin,
  right: x + (left + width) * size + margin,
  top: y + top * size - margin,
  bottom: y + (top + height) * size + margin,
});

const isWithin = (one, other) =>
  one.left >= other.left && one.right <= other.right && one.top >= other.top && one.bottom <= other.bottom;

const holder = document.getElementById("map");
let drawing, labels, dots, shown;

// The pieces of a drawing, the important ones first. Each has forms from large to small, of which the last takes no room
// and needs none.
function collect() {
  drawing = holder.querySelector(".pieces");
  shown = undefined;
  const cities = [...drawing.querySelectorAll(".city")].map(readCity);
  const near = new Set(cities.flatMap(({ element }) => element.dataset.way?.split(" ") ?? []));
  const costs = [...drawing.querySelectorAll(".cost")].map((cost, number) => readCost(cost, near.has(`${number}`)));
  const permits = [...drawing.querySelectorAll(".permit")].map((permit) => readCost(permit, true));
  dots = cities.filter(({ rank }) => rank < QUIET);
  labels = [...cities, ...costs, ...permits, ...cities.map(readName)].sort((one, other) => one.rank - other.rank);
}

function readCity(element) {
  const first = FIRST.findIndex((kind) => element.matches(kind));
  const rank = element.matches(".out, .open") ? QUIET : first < 0 ? FIRST.length : first;
  const forms = rank < QUIET ? formsOf(element) : [{ kind: "", room: CAPSULE }, { kind: "tight", small: 0.6 }];
  return { element, ...placeOf(element), rank, forms: (isDense) => forms.slice(isDense && rank < QUIET ? 1 : 0) };
}

// All slots of a city; those that are taken, and what the next costs; only that; a dot with the houses in it.
function formsOf(element) {
  const houses = [...element.querySelectorAll(".house, .mark")].map((piece) => placeOf(piece).x);
  const prices = [...element.querySelectorAll("text.price")].map((text) => text.x.baseVal[0].value);
  return [
    { kind: "", room: CAPSULE, capsule: { x: -CAPSULE.width / 2, width: CAPSULE.width } },
    { kind: "short", ...roundOf([...houses, ...prices]) },
    ...prices.map((price) => ({ kind: "chip", room: CHIP, shift: -price })),
    { kind: "tight", ...roundOf(houses), room: undefined, small: 0.7 },
  ];
}

// A capsule round some slots, or an empty one, with its middle where the city lies.
function roundOf(slots) {
  const [first, last] = slots.length ? [Math.min(...slots), Math.max(...slots)] : [0, 0];
  const width = last - first + CAPSULE.height;
  return {
    room: { width, height: CAPSULE.height },
    capsule: { x: first - CAPSULE.height / 2, width },
    shift: -(first + last) / 2,
  };
}

function readCost(element, isNear) {
  const rank = isNear || element.matches(".own, .planned") ? NEAR_COSTS : element.matches(".open") ? OPEN_COSTS : OTHER_COSTS;
  return { element, ...placeOf(element), rank, forms: () => [{ kind: "", room: DISC }, { kind: "crowded" }] };
}

function readName(city) {
  const text = city.element.querySelector(".name");
  const { x, y, width, height } = text.getBBox();
  const rank = city.rank < FIRST.length - 1 ? NEAR_NAMES : city.rank < QUIET ? NAMES : QUIET + 1;
  const drawn = { left: x, top: y + 1, width, height: height - 2 };
  return { ...city, rank, text, city, forms: () => placesOf(city, drawn) };
}

// Where a name can lie: as drawn, or at a side or a corner of its city, the nearest first.
function placesOf(city, drawn) {
  const asDrawn = { kind: "", room: drawn };
  const none = { kind: "unnamed" };
  if (city.rank === QUIET) return [{ ...asDrawn, margin: CALM }, none];
  const { room = DOT, small = 1 } = { ...city.form };
  const [half, height] = [(room.width / 2) * small, (room.height / 2) * small];
  const [centred, level] = [-drawn.width / 2, -drawn.height / 2];
  const [before, after] = [-half - ASIDE - drawn.width, half + ASIDE];
  const [above, below] = [-height - drawn.height, height];
  const sides = [
    ...[before, after].map((left) => ({ left, top: level })),
    ...[above, below].flatMap((top) => [centred, before + half, after - half].map((left) => ({ left, top }))),
  ];
  const away = ({ left, top }) => Math.hypot(left - drawn.left, top - drawn.top);
  const aside = sides
    .sort((one, other) => away(one) - away(other))
    .map((side) => ({ kind: "", room: { ...drawn, ...side }, right: side.left - drawn.left, down: side.top - drawn.top }));
  return city.form.kind ? [...aside, none] : [asDrawn, ...aside, none];
}

// All that can come into sight of a map, which may be smaller than its frame.
function reach(scale) {
  const { width, height } = holder.querySelector(".ground");
  const [right, down] = [width.baseVal.value * scale, height.baseVal.value * scale];
  const room = { width: Math.max(right, drawing.clientWidth), height: Math.max(down, drawing.clientHeight) };
  return boxRound({ x: right / 2, y: down / 2 }, room, 1);
}

// The tools lie over a corner of the map. Only what can be moved may be under them.
function underTools(scale) {
  if (holder.matches(".is-close")) return [];
  const [tools, frame] = [document.querySelector(".map-tools"), drawing].map((element) => element.getBoundingClientRect());
  const { x, y } = drawing.viewBox.baseVal;
  const corner = { x: tools.left - frame.left + x * scale, y: tools.top - frame.top + y * scale };
  return [boxRound(corner, { left: 0, top: 0, width: tools.width, height: tools.height }, 1)];
}

function arrange() {
  const scale = drawing.clientWidth / drawing.viewBox.baseVal.width;
  const state = `${scale} ${drawing.clientWidth} ${drawing.clientHeight}`;
  if (!scale || state === shown) return;
  shown = state;
  const size = sizeAt(scale);
  const [isCrowded, isDense] = [size > scale * ROOMY, size > scale * DENSE];
  const bounds = reach(scale);
  const at = ({ x, y }) => ({ x: x * scale, y: y * scale });
  const taken = [...dots.map((city) => ({ element: city.element, ...boxRound(at(city), DOT, 1) })), ...underTools(scale)];
  drawing.style.setProperty("--grow", size / scale);
  for (const label of labels) {
    const fits = ({ room, margin }) => {
      if (!isCrowded || !room) return true;
      const box = boxRound(at(label), room, size, margin);
      return isWithin(box, bounds) && isFree(label.element, box, taken);
    };
    label.form = label.forms(isDense).find(fits);
    const { room } = label.form;
    if (room) taken.push({ element: label.element, ...boxRound(at(label), room, size) });
    show(label, size / scale);
  }
}

// What belongs to a city, as its name does, is not in its way.
const isFree = (element, box, taken) => !taken.some((other) => other.element !== element && meet(box, other));

const KINDS = ["short", "chip", "tight", "crowded"];

function show({ element, x, y, text, city, form }, grow) {
  if (city) return showName(text, city, form);
  for (const kind of KINDS) element.classList.toggle(kind, kind === form.kind);
  const { capsule, shift = 0, small = 1 } = form;
  element.setAttribute("transform", `translate(${x} ${y}) scale(${grow * small}) translate(${shift} 0)`);
  for (const key in capsule) element.querySelector(".capsule").setAttribute(key, capsule[key]);
}

// A name keeps its size beside a city that is smaller than usual.
function showName(text, city, { kind, right = 0, down = 0 }) {
  const { shift = 0, small = 1 } = city.form;
  city.element.classList.toggle("unnamed", kind === "unnamed");
  text.setAttribute("transform", `translate(${-shift} 0) scale(${1 / small}) translate(${right} ${down})`);
}

function follow() {
  if (!drawing?.isConnected) collect();
  arrange();
}

holder.addEventListener("map-drawn", follow);
follow();

// Names have their true width once their typeface is there; what is hidden has none.
document.fonts.ready.then(() => {
  for (const { element } of labels ?? []) element.classList.remove("unnamed");
  drawing = undefined;
  follow();
});
