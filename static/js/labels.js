// Keeps a map readable, however near one looks. Near by, all lies as it was drawn, and grows more slowly than the map.
// From afar there is no room for that: cities are only who is there and what the next house costs, and names and costs
// stand where they cover nothing, the important ones first.

import { gapBetween, meet, placeOf } from "./geometry.js";

const FAR = 0.85; // pixels to a unit: from less, one looks from afar
const SMALLEST = 0.92; // pixels to a unit of a piece, of which houses are 17.4 wide and names 13 high
const LARGEST = 1.15; // beyond it, pieces grow more slowly than the map
const HOUSE = { width: 18, height: 20 };
const TAG = { width: 26, height: 16 };
const DOT = { width: 12, height: 10 };
const DISC = { width: 20, height: 20 };
const GAP = 2; // between the pieces of a city
const ASIDE = 3; // between a city and a name beside it
const QUIET = ".open"; // cities that are not in play yet
const RANKS = [".planned", ".own", ".choice", ":has(.house, .mark)"]; // of the cities in play
const [NAMES, COSTS, OTHER_NAMES, OTHER_COSTS] = [10, 20, 30, 40]; // what comes first, after all cities

const sizeAt = (scale) => Math.max(SMALLEST, scale < LARGEST ? scale : LARGEST * (scale / LARGEST) ** 0.4);

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
  costs.push(...[...drawing.querySelectorAll(".permit")].map((permit) => readCost(permit, true)));
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
  const left = row ? first - HOUSE.width / 2 : -TAG.width / 2;
  return { width, height: row ? HOUSE.height : TAG.height, shift: -(left + width / 2), tagAt: left + width - TAG.width / 2 };
}

function readCost(element, isNear) {
  const rank = isNear || element.matches(".planned") ? COSTS : OTHER_COSTS;
  return { element, ...placeOf(element), rank, room: DISC };
}

function readName(city) {
  const text = city.element.querySelector(".name");
  const { x, y, width, height } = text.getBBox();
  const drawn = { left: x, top: y + 1, width, height: height - 2 };
  const rank = city.rank < RANKS.length - 1 ? NAMES + city.rank : OTHER_NAMES + city.rank;
  return { ...city, rank, text, drawn, sides: sidesOf(city.marker, drawn) };
}

// Where a name can stand: at a side or a corner of its city, the nearest to where it was drawn first.
function sidesOf({ width, height }, drawn) {
  const [half, high] = [width / 2, height / 2];
  const [centred, level] = [-drawn.width / 2, -drawn.height / 2];
  const [before, after, above, below] = [-half - ASIDE - drawn.width, half + ASIDE, -high - drawn.height, high];
  const flush = [-half, half - drawn.width];
  const sides = [
    ...[before, after].flatMap((left) => [level, above + 6, below - 6].map((top) => ({ left, top }))),
    ...[above, below].flatMap((top) => [centred, ...flush, before + half, after - half].map((left) => ({ left, top }))),
  ];
  const away = ({ left, top }) => Math.hypot(left - drawn.left, top - drawn.top);
  return sides.sort((one, other) => away(one) - away(other)).map((side) => ({ ...drawn, ...side }));
}

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
  const size = sizeAt(scale);
  drawing.style.setProperty("--grow", size / scale);
  const isFar = scale < FAR;
  drawing.classList.toggle("is-far", isFar);
  for (const piece of [...cities, ...costs]) grow(piece, size / scale, isFar);
  if (isFar) spread(scale, size);
}

function grow({ element, x, y, marker, tag, tagged }, factor, isFar) {
  element.classList.remove("crowded");
  const shift = isFar && marker ? ` translate(${marker.shift} 0)` : "";
  element.setAttribute("transform", `translate(${x} ${y}) scale(${factor})${shift}`);
  element.querySelector(".name")?.removeAttribute("transform");
  element.classList.remove("unnamed");
  tag?.setAttribute("transform", isFar ? `translate(${marker.tagAt} -2)` : tagged);
}

// Names and costs where they cover nothing; those that find no room are not shown.
function spread(scale, size) {
  const at = ({ x, y }) => ({ x: x * scale, y: y * scale });
  const markers = cities.map((city) => ({ element: city.element, ...boxRound(at(city), city.marker, size) }));
  const taken = [...markers, ...underTools(scale)];
  const edge = bounds(scale);
  for (const label of [...names, ...costs].sort(byRank)) {
    const boxes = (label.sides ?? [label.room]).map((room) => ({ element: label.element, room, ...boxRound(at(label), room, size) }));
    const fits = (box) => isWithin(box, edge) && !taken.some((other) => meet(box, other)) && (!label.sides || isNearest(box, markers));
    const box = boxes.find(fits);
    if (box) taken.push(box);
    label.sides ? showName(label, box) : label.element.classList.toggle("crowded", !box);
  }
}

// Whether a name is nearer to its own city than to any other.
function isNearest(box, markers) {
  const own = gapBetween(box, markers.find(({ element }) => element === box.element));
  return markers.every((marker) => marker.element === box.element || gapBetween(box, marker) > own);
}

function showName({ element, text, drawn, marker }, box) {
  element.classList.toggle("unnamed", !box);
  const { left, top } = box?.room ?? drawn;
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
