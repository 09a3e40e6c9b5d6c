// Keeps a map readable, however near one looks. Near by, all lies as it was drawn, and grows more slowly than the map.
// From afar there is no room for that: cities are only who is there and what the next house costs, and names and costs
// stand where they cover nothing, the important ones first.

import { distance, gapBetween, meet, placeOf } from "./geometry.js";

const FAR = 0.85; // pixels to a unit: from less, one looks from afar, and pieces grow no smaller: names are 11 pixels high
const LARGEST = 1.15; // beyond it, pieces grow more slowly than the map
const HOUSE = { left: -9.3, width: 20.3, height: 20.5, top: -14 }; // which stands on the middle of its city
const TAG = { width: 26, height: 16, top: -8 };
const DOT = { width: 12, height: 11, top: -6 };
const DISC = { width: 20, height: 20 };
const GAP = 2; // between the pieces of a city
const ASIDE = 3; // between a city and a name beside it
const STEPS = 9; // places of a name along each side of its city
const PUSHES = 2; // so far goes making way for a name
const CLEARLY = 0.3; // pixels that a name is nearer to its own city than to another
const QUIET = ".open"; // cities that are not in play yet
const RANKS = [".planned", ".own", ".choice", ":has(.house, .mark)"]; // of the cities in play
const [NAMES, COSTS, OTHER_NAMES, OTHER_COSTS] = [10, 20, 30, 40]; // what comes first, after all cities

const sizeAt = (scale) => Math.max(FAR, scale < LARGEST ? scale : LARGEST * (scale / LARGEST) ** 0.4);

const boxRound = ({ x, y }, { width, height, left = -width / 2, top = -height / 2 }, size) => ({
  left: x + left * size,
  right: x + (left + width) * size,
  top: y + top * size,
  bottom: y + (top + height) * size,
});

const isWithin = (one, other) =>
  one.left >= other.left && one.right <= other.right && one.top >= other.top && one.bottom <= other.bottom;

const holder = document.getElementById("map");
let drawing, cities, names, costs, shown;

// The pieces of a drawing, the important ones first.
function collect() {
  drawing = holder.querySelector(".pieces");
  shown = undefined;
  cities = [...drawing.querySelectorAll(".city")].map(readCity).sort(byRank);
  const near = new Set(cities.flatMap(({ element }) => element.dataset.way?.split(" ") ?? []));
  costs = [...drawing.querySelectorAll(".cost")].map((cost, place) => readCost(cost, near.has(`${place}`)));
  costs.push(...[...drawing.querySelectorAll(".permit, .toll")].map((disc) => readCost(disc, true)));
  names = cities.map(readName);
}

const byRank = (one, other) => one.rank - other.rank;

function readCity(element) {
  const first = RANKS.findIndex((kind) => element.matches(kind));
  const houses = [...element.querySelectorAll(".house, .mark")];
  const tag = element.querySelector(".tag");
  const rank = element.matches(QUIET) ? RANKS.length + 1 : first < 0 ? RANKS.length : first;
  return { element, ...placeOf(element), rank, tag, tagged: tag?.getAttribute("transform"), marker: markerOf(houses, tag) };
}

// What stands for a city from afar: its houses in their slots and the tag beside them, or a dot.
function markerOf(houses, tag) {
  if (!houses.length && !tag) return { ...DOT, shift: 0 };
  const slots = houses.map((house) => house.x?.baseVal.value ?? placeOf(house).x);
  const [first, last] = [Math.min(...slots), Math.max(...slots)];
  const row = houses.length ? last - first + HOUSE.width : 0;
  const width = row + (row && tag ? GAP : 0) + (tag ? TAG.width : 0);
  const left = row ? first + HOUSE.left : -TAG.width / 2;
  const { top, height } = row ? HOUSE : TAG;
  const tagAt = `translate(${left + width - TAG.width / 2} ${top + height / 2})`;
  return { width, height, top, shift: -(left + width / 2), tagAt };
}

function readCost(element, isNear) {
  const rank = isNear || element.matches(".planned") ? COSTS : OTHER_COSTS;
  return { element, ...placeOf(element), rank };
}

function readName(city) {
  const text = city.element.querySelector(".name");
  const { x, y, width, height } = text.getBBox();
  const drawn = { left: x, top: y + 1.3, width, height: height - 2.6 };
  const rank = city.rank < RANKS.length - 1 ? NAMES + city.rank : OTHER_NAMES + city.rank;
  return { ...city, rank, text, drawn, rooms: roomsOf(city.marker, drawn) };
}

// Where a name can stand: all round its city, the nearest to where it was drawn first.
function roomsOf(marker, { left, top, width, height }) {
  const [before, after] = [-marker.width / 2 - ASIDE - width, marker.width / 2 + ASIDE];
  const [above, below] = [marker.top - height, marker.top + marker.height];
  const places = [
    ...[before, after].flatMap((x) => steps(above, below).map((y) => ({ x, y }))),
    ...[above, below].flatMap((y) => steps(before, after).map((x) => ({ x, y }))),
  ];
  const drawn = { x: left, y: top };
  const byWay = (one, other) => distance(one, drawn) - distance(other, drawn);
  return places.sort(byWay).map(({ x, y }) => ({ left: x, top: y, width, height }));
}

const steps = (from, to) => Array.from({ length: STEPS }, (_, step) => from + (step / (STEPS - 1)) * (to - from));

// All that can come into sight of a map, which may be smaller than its frame. The pieces know the whole of it.
function bounds(scale) {
  const { x, y, width, height } = JSON.parse(holder.dataset.whole);
  const middle = { x: (x + width / 2) * scale, y: (y + height / 2) * scale };
  const room = { width: Math.max(width * scale, drawing.clientWidth), height: Math.max(height * scale, drawing.clientHeight) };
  return boxRound(middle, room, 1);
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
  const [size, edge, kept] = [sizeAt(scale), bounds(scale), underTools(scale)]; // measured before anything changes
  drawing.style.setProperty("--grow", size / scale);
  const isFar = scale < FAR;
  drawing.classList.toggle("is-far", isFar);
  for (const piece of [...cities, ...costs]) grow(piece, size / scale, isFar);
  if (isFar) spread(scale, size, edge, kept);
}

function grow({ element, x, y, marker, tag, tagged }, factor, isFar) {
  element.classList.remove("crowded");
  const shift = isFar && marker ? ` translate(${marker.shift} 0)` : "";
  element.setAttribute("transform", `translate(${x} ${y}) scale(${factor})${shift}`);
  element.querySelector(".name")?.removeAttribute("transform");
  element.classList.remove("unnamed");
  tag?.setAttribute("transform", isFar ? marker.tagAt : tagged);
}

// Names and costs where they cover nothing; those that find no room are not shown.
function spread(scale, size, edge, kept) {
  const at = ({ x, y }) => ({ x: x * scale, y: y * scale });
  const markers = cities.map((city) => ({ element: city.element, ...boxRound(at(city), city.marker, size) }));
  const taken = [...markers, ...kept];
  const isFree = (box) => isWithin(box, edge) && !taken.some((other) => meet(box, other));
  const found = new Map();
  for (const name of names) {
    const boxes = name.rooms.map((room) => ({ element: name.element, room, ...boxRound(at(name), room, size) }));
    name.boxes = boxes.filter((box) => isFree(box) && isNearest(box, markers));
  }
  const byChoice = (one, other) => one.boxes.length - other.boxes.length;
  for (const label of [...names.sort(byChoice), ...costs].sort(byRank)) {
    if (label.rooms) settle(label, found, label.rank < COSTS ? PUSHES : 0);
    else {
      const box = boxRound(at(label), DISC, size);
      const isCrowded = !isFree(box) || [...found.values()].some((other) => meet(box, other));
      label.element.classList.toggle("crowded", isCrowded);
      if (!isCrowded) found.set(label, box);
    }
  }
  for (const name of names) showName(name, found.get(name));
}

// Finds room for a name, if need be by having one or two others make way, which may do the same in turn.
function settle(name, found, pushes) {
  const ways = name.boxes.map((box) => ({ box, others: [...found].filter(([, other]) => meet(box, other)) }));
  const free = ways.find(({ others }) => !others.length);
  if (free) return found.set(name, free.box);
  const canPush = ({ others }) => others.length <= 2 && others.every(([other]) => other.boxes);
  for (const { box, others } of pushes ? ways.filter(canPush) : []) {
    const tried = new Map(found).set(name, box);
    for (const [other] of others) tried.delete(other);
    if (others.every(([other]) => settle(other, tried, pushes - 1))) return replace(found, tried);
  }
  return null;
}

function replace(found, tried) {
  found.clear();
  for (const entry of tried) found.set(...entry);
  return found;
}

// Whether a name is nearer to its own city than to any other.
function isNearest(box, markers) {
  const own = gapBetween(box, markers.find(({ element }) => element === box.element));
  return markers.every((marker) => marker.element === box.element || gapBetween(box, marker) > own + CLEARLY);
}

function showName({ element, text, drawn, marker }, box) {
  element.classList.toggle("unnamed", !box);
  if (!box) return;
  const { left, top } = box.room;
  text.setAttribute("transform", `translate(${left - drawn.left - marker.shift} ${top - drawn.top})`);
}

function follow() {
  if (!drawing?.isConnected) collect();
  arrange();
}

holder.addEventListener("map-drawn", follow);
follow();

// Names have their true width once their typeface is there; what is hidden has none.
document.fonts.ready.then(() => {
  for (const { element } of cities ?? []) element.classList.remove("unnamed");
  drawing = undefined;
  follow();
});
