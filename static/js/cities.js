// Tells of a city on the map what the table below says of it, on a card beside it, and shows the way there. Touch presses
// twice: once for the card, once for what is on it. The arrow keys and the first letters of names go from city to city.

import { clamp, distance, meet, placeOf } from "./geometry.js";

const GAP = 8; // pixels between a city and its card
const EDGE = 6; // and between the card and the edge of the frame
const NEAR = 24; // pixels that a finger may miss a city by
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The next place in a direction, rather straight ahead than aside.
function ahead(from, places, [right, down]) {
  const effort = ({ x, y }) => {
    const [along, aside] = [(x - from.x) * right + (y - from.y) * down, (x - from.x) * down - (y - from.y) * right];
    return along > Math.abs(aside) / 2 ? along + 2 * Math.abs(aside) : Infinity;
  };
  const [next] = places.toSorted((one, other) => effort(one) - effort(other));
  return next && effort(next) < Infinity ? next : null;
}

// Where a card goes: as near to its city as it can without hiding that, another one that can be chosen, the way to those
// next to it, the costs that lead here, or the tools. What matters more has the higher price, in pixels of distance.
const PRICES = { choices: 4000, tools: 1000, costs: 150, ways: 100, names: 60 };
const STEPS = 16; // places across the frame that are tried besides those at the city
const NEXT = 3; // so many cities are next to another
const BESIDE = [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => [right, down])).filter(([right, down]) => right || down);

const centreOf = ({ left, right, top, bottom }) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

function places(target, size, frame) {
  const [room, centre] = [{ x: frame.width - size.width, y: frame.height - size.height }, centreOf(target)];
  const reach = { x: (target.right - target.left + size.width) / 2 + GAP, y: (target.bottom - target.top + size.height) / 2 + GAP };
  const beside = BESIDE.map(([right, down]) => ({ x: centre.x + right * reach.x, y: centre.y + down * reach.y }));
  const steps = Array.from({ length: STEPS }, (_, step) => step / (STEPS - 1));
  const all = steps.flatMap((right) => steps.map((down) => ({ x: right * room.x, y: down * room.y })));
  return [...beside.map(({ x, y }) => ({ x: x - size.width / 2, y: y - size.height / 2 })), ...all].map(({ x, y }) => ({
    x: clamp(x, EDGE, Math.max(room.x - EDGE, EDGE)),
    y: clamp(y, EDGE, Math.max(room.y - EDGE, EDGE)),
  }));
}

// Boxes along the ways from a city to the nearest ones.
function waysTo(target, choices) {
  const from = centreOf(target);
  const nearest = choices.map(centreOf).toSorted((one, other) => distance(from, one) - distance(from, other));
  const along = ({ x, y }, part) => new DOMRect(from.x + part * (x - from.x) - 2, from.y + part * (y - from.y) - 2, 4, 4);
  return nearest.slice(0, NEXT).flatMap((to) => [0.3, 0.5, 0.7].map((part) => along(to, part)));
}

function besides(target, size, frame, hidden) {
  const costOf = ({ x, y }) => {
    const box = new DOMRect(x, y, size.width, size.height);
    const covered = Object.entries(PRICES).map(([kind, price]) => price * hidden[kind].filter((each) => meet(box, each)).length);
    return covered.reduce((sum, price) => sum + price, distance(centreOf(box), centreOf(target)));
  };
  const [best] = places(target, size, frame)
    .map((place) => ({ ...place, cost: costOf(place) }))
    .toSorted((one, other) => one.cost - other.cost);
  return best;
}

const holder = document.getElementById("map");
const card = document.getElementById("city-card").content.firstElementChild.cloneNode(true);
let drawing, cities, told, stop;

const find = (id) => cities.find((city) => city.id === id);
const rowOf = (id) => document.getElementById(`row-${id}`);

// A new drawing: one of its cities can be reached by Tab, and none has a tooltip beside its card.
function collect() {
  drawing = holder.querySelector(".pieces");
  cities = [...drawing.querySelectorAll(".city")].map((element) => {
    const title = element.querySelector("title");
    element.setAttribute("aria-label", title.textContent);
    element.setAttribute("tabindex", -1);
    title.remove();
    return { element, id: element.dataset.city, ...placeOf(element) };
  });
  if (!find(stop)) stop = (drawing.querySelector(".city:is(.choice, .own)") ?? cities[0].element).dataset.city;
  find(stop).element.setAttribute("tabindex", 0);
  if (!told) return;
  const hadFocus = card.contains(document.activeElement);
  tell(told, { isPinned: isPinned() });
  if (hadFocus) card.querySelector("a")?.focus({ preventScroll: true });
}

// In pixels of the frame: the tools and what they say, the plate of a city, and the disc of a cost.
function toolBoxes() {
  const frame = holder.getBoundingClientRect();
  return [...document.querySelectorAll(".map-tools, .wheel-hint")].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return new DOMRect(x - frame.x, y - frame.y, width, height);
  });
}

const boxOf = (element) => {
  const frame = holder.getBoundingClientRect();
  const shapes = [...element.querySelectorAll(".plate, .tag rect, .house, circle")].map((shape) => shape.getBoundingClientRect());
  const { left, right, top, bottom } = shapes.find(({ width }) => width) ?? shapes[0];
  return { left: left - frame.left, right: right - frame.left, top: top - frame.top, bottom: bottom - frame.top };
};

// The same of a city with its name.
const wholeOf = ({ element }) => {
  const frame = holder.getBoundingClientRect();
  const { x, y, width, height } = element.getBoundingClientRect();
  return new DOMRect(x - frame.x, y - frame.y, width, height);
};

// The card says what the row of the city does: its cells, but for the ids of what is in them.
function write(city) {
  const name = document.createElement("div");
  name.className = "name";
  const row = rowOf(city.id);
  name.textContent = row?.cells[0].textContent ?? city.element.getAttribute("aria-label");
  const parts = [...(row?.cells ?? [])].slice(1).map((cell) => {
    const part = document.createElement("div");
    part.className = cell.className;
    for (const key of ["label", "unit"]) if (key in cell.dataset) part.dataset[key] = cell.dataset[key];
    part.append(...cell.cloneNode(true).childNodes);
    for (const link of part.querySelectorAll("[id]")) link.removeAttribute("id");
    return part;
  });
  card.replaceChildren(name, ...parts);
}

function tell(id, { isPinned = false } = {}) {
  hush();
  const city = find(id);
  told = id;
  write(city);
  card.classList.toggle("is-pinned", isPinned);
  card.setAttribute("aria-hidden", !isPinned);
  city.element.classList.add("is-met");
  const [links, costs] = [".link", ".cost"].map((kind) => drawing.querySelectorAll(kind));
  for (const place of city.element.dataset.way?.split(" ") ?? []) {
    links[place].classList.add("lit");
    costs[place]?.classList.add("lit"); // cities on the way may have the costs
  }
  place();
}

// The card goes where its city goes, and is out of sight with it.
function place() {
  if (!told) return;
  const target = boxOf(find(told).element);
  const frame = { width: holder.clientWidth, height: holder.clientHeight };
  const isInSight = target.right > 0 && target.left < frame.width && target.bottom > 0 && target.top < frame.height;
  if (!isInSight && card.contains(document.activeElement)) holder.focus({ preventScroll: true });
  card.hidden = !isInSight;
  const others = cities.filter(({ id, element }) => id !== told && element.matches(".choice"));
  const choices = others.map(({ element }) => boxOf(element));
  const { x, y } = besides(target, { width: card.offsetWidth, height: card.offsetHeight }, frame, {
    choices: [target, ...choices],
    tools: toolBoxes(),
    costs: [...drawing.querySelectorAll(".cost.lit")].map(boxOf),
    ways: waysTo(target, choices),
    names: others.map(wholeOf),
  });
  card.style.translate = `${x}px ${y}px`;
}

function hush() {
  told = undefined;
  card.hidden = true;
  for (const element of drawing.querySelectorAll(".lit, .is-met")) element.classList.remove("lit", "is-met");
}

const cityOf = (event) => event.target.closest?.(".city")?.dataset.city;
const isPinned = () => Boolean(told) && card.classList.contains("is-pinned");

// The mouse and the focus only look; the press of a finger stays.
holder.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse" || isPinned()) return;
  const id = cityOf(event);
  if (id && id !== told) tell(id);
  else if (!id && told && document.activeElement?.dataset.city !== told) hush();
});
holder.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && !isPinned() && told && hush());

let pressed = "mouse";
holder.addEventListener("pointerdown", (event) => (pressed = event.pointerType), true);

holder.addEventListener(
  "click",
  (event) => {
    if (event.defaultPrevented) return;
    if (card.contains(event.target)) return choose(event);
    if (pressed === "mouse" || !event.detail) return;
    event.preventDefault();
    event.stopPropagation();
    const city = nearest(event);
    if (city) pin(city);
    else if (told) hush();
  },
  true,
);

function pin(city) {
  tell(city.id, { isPinned: true });
  card.querySelector("a")?.focus({ preventScroll: true });
}

function nearest({ clientX, clientY }) {
  const frame = holder.getBoundingClientRect();
  const finger = { x: clientX - frame.left, y: clientY - frame.top };
  const away = (city) => {
    const { left, right, top, bottom } = boxOf(city.element);
    return distance(finger, { x: clamp(finger.x, left, right), y: clamp(finger.y, top, bottom) });
  };
  const [city] = cities.toSorted((one, other) => away(one) - away(other));
  return away(city) < NEAR ? city : null;
}

document.addEventListener("pointerdown", (event) => isPinned() && !holder.contains(event.target) && hush());

// What is on the card is done by what it was copied from, if that is still there.
function choose(event) {
  event.preventDefault();
  event.stopPropagation();
  const anchor = event.target.closest("a");
  if (!anchor) return;
  const place = [...card.querySelectorAll("a")].indexOf(anchor);
  const link = rowOf(told)?.querySelectorAll("a")[place];
  hush();
  link?.click();
}

holder.addEventListener("focusin", (event) => {
  const id = cityOf(event);
  if (!id) return;
  find(stop).element.setAttribute("tabindex", -1);
  stop = id;
  event.target.setAttribute("tabindex", 0);
  if (!event.target.matches(":focus-visible")) return;
  tell(id);
  holder.dispatchEvent(new CustomEvent("city-met", { detail: find(id) }));
});
holder.addEventListener("focusout", () => !isPinned() && told && hush());

holder.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && told) return hush();
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const from = find(cityOf(event));
  const next = from && event.key in WAYS ? ahead(from, cities, WAYS[event.key]) : called(event.key, from);
  if (!next && !(from && event.key in WAYS)) return;
  event.preventDefault();
  event.stopPropagation();
  next?.element.focus({ preventScroll: true });
});

// The city in play after this one, by name, that begins with a letter.
function called(letter, from) {
  if (!/^\p{L}$/u.test(letter)) return null;
  const nameOf = ({ element }) => element.getAttribute("aria-label");
  const names = cities
    .filter((city) => isSame(nameOf(city)[0], letter))
    .sort((one, other) => nameOf(one).localeCompare(nameOf(other)));
  return names[(names.indexOf(from) + 1) % names.length];
}

const isSame = (one, other) => one.localeCompare(other, undefined, { sensitivity: "base" }) === 0;

holder.append(card);
holder.addEventListener("map-drawn", () => {
  if (!drawing?.isConnected) collect();
  place();
});
collect();
