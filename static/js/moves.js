// How each kind of event moves the pieces on the page of a game, which lie as they lie after it: from where they came to
// where they are. What is only there to be seen meanwhile is taken away again when all is over.

import { placeOf } from "./geometry.js";
import { hear } from "./sounds.js";

const CURVE = "cubic-bezier(.2, 0, 0, 1)";
const LANDS = "cubic-bezier(.3, 1.4, .5, 1)";
const BEAT = 360; // milliseconds
const SPREAD = 160; // within which all events of a beat begin
const APART = 40; // from one event to the next, and from one token to the next
const MOST = 6; // tokens that fly
const LASTING = ["city_built", "trust_house_placed", "plant_bought", "trust_took_plant", "game_ended"];
const [MATS, MARKETS, BOARD] = ["tab-players", "tab-markets", "tab-board"]; // what a phone shows in place of these

const moving = new Set();
const passing = new Set();
const timers = new Set();
let kind; // of what begins to move
let over; // when the last of it will have come to rest

function move(element, frames, duration, { delay = 0, easing = CURVE } = {}) {
  if (!element) return;
  moving.add(element.animate(frames, { id: kind, duration, delay, easing, fill: "both" }));
  over = Math.max(over, performance.now() + delay + duration);
}

// All of a beat, event by event, or only what is still there to be seen. It lasts so many milliseconds.
export function play(items, isInBrief) {
  const all = items.flatMap(({ events, was, standing }) => events.map((event) => ({ ...event, was, standing })));
  const happened = isInBrief ? all.filter(({ kind }) => LASTING.includes(kind)) : all;
  const apart = Math.min(APART, SPREAD / happened.length);
  const begin = performance.now();
  over = begin + BEAT;
  for (const [place, event] of happened.entries()) {
    if (!place) start(event);
    else timers.add(setTimeout(start, place * apart, event));
  }
  return Math.max(over - begin, BEAT + SPREAD * (happened.length > 1));
}

function start(event) {
  ({ kind } = event);
  MOVES[kind](event);
  hear(kind);
}

// Everything is where it belongs, at once.
export function settle() {
  for (const timer of timers) clearTimeout(timer);
  for (const animation of moving) animation.cancel();
  for (const element of passing) element.remove();
  for (const all of [timers, moving, passing]) all.clear();
}

// Where things are ---------------------------------------------------------------------------------------------------

const find = (selector) => document.querySelector(selector);
const matOf = (seat) => document.getElementById(`mat-${seat}`);
const pieces = () => find("#board .pieces");
const cityOf = (city) => document.getElementById(`city-${city}`);
const inMarket = (plant) => find(`#plant-market [data-plant="${plant}"]`);
const market = () => find("#plant-market .market-row");

// The middle of what is shown of these, the first first.
function middleOf(...elements) {
  const box = elements.map((element) => element?.getBoundingClientRect()).find((box) => box?.width);
  return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const tab = (id) => document.getElementById(id)?.parentElement;

// What flies ---------------------------------------------------------------------------------------------------------

// A piece from one place of the window to another.
function fly(piece, from, to, duration, { delay = 0, sizes = [1, 1] } = {}) {
  if (!piece || !from || !to) return;
  const at = ({ x, y }, size) => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${size})`;
  const flight = document.createElement("div");
  flight.className = "in-flight";
  flight.ariaHidden = "true";
  flight.append(...piece);
  passing.add(flight);
  document.documentElement.append(flight); // Outside the body, where no rule asks what it :has().
  const way = [from, to].map((place, end) => ({ transform: at(place, sizes[end]), opacity: 1 }));
  move(flight, [{ ...way[0], opacity: 0 }, { ...way[0], offset: 0.01 }, { ...way[1], offset: 0.9 }, { ...way[1], opacity: 0 }], duration, { delay });
}

// The sign of money, and how much of it.
function coin(seat, amount) {
  const sign = matOf(seat)?.querySelector(".money svg")?.cloneNode(true);
  return sign && [sign, `${amount}`];
}

const KINDS = ["coal", "oil", "garbage", "uranium"];
// Of a kind, in the market that is named, or else in the only one.
const trackOf = (kind, market) => find(`#fuel-market ${market ? `[data-market="${market}"] ` : ""}.track.${kind}`);

// From the hollows that it left, the last of them first, to the mat.
function takeFuel(seat, fuel, market) {
  const mat = middleOf(matOf(seat), tab(MATS));
  const taken = KINDS.flatMap((kind) => Array(fuel[kind]).fill(kind)).slice(0, MOST);
  for (const [place, kind] of taken.entries()) {
    const track = trackOf(kind, market);
    const hollows = [...(track?.querySelectorAll(".spaces s") ?? [])];
    const icon = track?.querySelector("h3 svg")?.cloneNode(true);
    fly(icon && [icon], middleOf(hollows.at(-1 - place), track, tab(MARKETS)), mat, 240, { delay: place * 30 });
  }
}

// The tokens that lie in front are those that came last.
function putFuel(fuel, market) {
  for (const kind of KINDS) {
    const tokens = [...(trackOf(kind, market)?.querySelectorAll(".token") ?? [])].slice(0, fuel[kind]);
    for (const [place, token] of tokens.reverse().entries()) {
      const delay = Math.min(place, 8) * 20;
      move(token, [{ translate: "0 -12px", opacity: 0 }, { translate: "0 0", opacity: 1 }], 240, { delay, easing: LANDS });
    }
  }
}

function bid(seat, plant, amount) {
  const auction = middleOf(find("#decision .auction"), inMarket(plant), market(), tab(MARKETS));
  fly(coin(seat, amount), middleOf(matOf(seat), tab(MATS)), auction, 300);
}

function takePlant(seat, plant) {
  const strip = matOf(seat)?.querySelector(`[data-plant="${plant}"]`);
  const from = middleOf(find(`#decision [data-plant="${plant}"]`), market(), tab(MARKETS));
  const face = strip?.firstElementChild.cloneNode(true);
  fly(face && [face], from, middleOf(strip, tab(MATS)), 400, { sizes: [1.7, 1] });
  move(strip, [{ opacity: 0 }, { opacity: 0, offset: 0.85 }, { opacity: 1 }], 400);
}

function dim(seat) {
  move(matOf(seat), [{ opacity: 1 }, { opacity: 0.4, offset: 0.4 }, { opacity: 1 }], BEAT);
}

// On the map -----------------------------------------------------------------------------------------------------------

const SVG = "http://www.w3.org/2000/svg";

function draw(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

// Above all networks, and below the cities and what connections cost, where they cost anything.
function addToMap(group) {
  passing.add(group);
  const above = [...pieces().children].find((child) => child.matches(":has(> .cost), .city, :has(.city)"));
  above.before(group);
}

// A wire draws itself along a path of cities.
function wire(cities, seat) {
  const places = cities.map(cityOf).filter(Boolean).map(placeOf);
  if (places.length < 2) return;
  const d = places.map(({ x, y }, place) => `${place ? "L" : "M"}${x} ${y}`).join("");
  const group = draw("g", { class: `new-wire seat-${seat}` });
  for (const look of ["wire-light", "strand"]) group.append(draw("path", { class: look, d, pathLength: 1 }));
  addToMap(group);
  for (const path of group.children) move(path, [{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], 240);
}

function land(city, owner, delay = 0) {
  const piece = cityOf(city)?.querySelector(`.house.seat-${owner}, .mark`);
  const frames = [
    { translate: "0 -16px", scale: 1.5, opacity: 0 },
    { translate: "0 -12px", scale: 1.5, opacity: 1, offset: 0.3 },
    { translate: "0 0", scale: 1, opacity: 1 },
  ];
  move(piece, frames, BEAT - delay, { delay, easing: LANDS });
}

// The network of a player glows, and so do the plates of its cities, which hide all of their light but its edge.
function light(seat, duration, delay = 0) {
  const map = pieces();
  const group = draw("g", { class: "lights" });
  const strand = map.querySelector(`.strands.seat-${seat} .strand`);
  if (strand) group.append(draw("path", { class: "lit-strand", d: strand.getAttribute("d") }));
  const grow = Number(map.style.getPropertyValue("--grow") || 1);
  const half = (map.matches(".is-far") ? 9 : 26) * grow;
  const places = [...map.querySelectorAll(`.house.seat-${seat}`)].map((house) => placeOf(house.closest(".city")));
  const plates = places.map(({ x, y }) => `M${x - half} ${y - 7 * grow}h${2 * half}v${14 * grow}h${-2 * half}z`);
  group.append(draw("path", { class: "lit-plate", d: plates.join("") }));
  addToMap(group);
  move(group, [{ opacity: 0 }, { opacity: 1, offset: 0.35 }, { opacity: 0 }], duration, { delay });
}

function power({ seat, income }) {
  light(seat, 400);
  const mat = matOf(seat);
  fly(coin(seat, `+${income}`), middleOf(find("#track"), tab(BOARD)), middleOf(mat?.querySelector(".money"), tab(MATS)), 400);
}

// The places of a Step open, from the middle of the map outwards.
function openSlots(step) {
  const place = step - 1; // of each plate's three
  const slots = [...document.querySelectorAll("#board .city:not(.open)")].flatMap((city) => {
    const slot = city.querySelectorAll(".slot, .house, .mark")[place];
    return slot?.matches(".slot") ? [{ slot, ...placeOf(city) }] : [];
  });
  const { x, y, width, height } = pieces().viewBox.baseVal;
  const away = (city) => Math.hypot(city.x - x - width / 2, city.y - y - height / 2) / Math.hypot(width, height);
  for (const city of slots) {
    move(city.slot, [{ scale: 0 }, { scale: 1 }], 200, { delay: Math.min(1, away(city) * 2) * 200, easing: LANDS });
  }
}

// Day turns to night, and the networks light up from the last to the winner.
const EACH = 300;

function end({ standing }) {
  const { x, y, width, height } = pieces().viewBox.baseVal;
  const night = draw("rect", { class: "night", x: x - width, y: y - height, width: 3 * width, height: 3 * height });
  passing.add(night);
  pieces().prepend(night);
  const all = EACH * (standing.length + 1);
  move(night, [{ opacity: 0 }, { opacity: 0.8, offset: EACH / all }, { opacity: 0.8, offset: 0.9 }, { opacity: 0 }], all + EACH);
  for (const [place, seat] of standing.entries()) light(seat, all - place * EACH, (place + 1) * EACH);
}

// In the bar and on the mats -------------------------------------------------------------------------------------------

const turnOver = (element, axis) => move(element, [{ rotate: `${axis} 90deg` }, { rotate: `${axis} 0deg` }], 320);

function beginPhase(phase) {
  const chip = find(`.phases .now[data-phase="${phase}"]`);
  const before = chip?.previousElementSibling;
  if (before) move(chip, [{ translate: `${before.offsetLeft - chip.offsetLeft}px 0` }, { translate: "0 0" }], 240);
}

// From the places in the order before to those in the order now.
function reorder(order, was) {
  const mats = [...document.querySelectorAll(".mat[data-seat]:not(.seat-trust)")];
  const tops = mats.map((mat) => mat.offsetTop);
  for (const [place, mat] of mats.entries()) {
    const before = was?.indexOf(Number(mat.dataset.seat)) ?? place;
    if (before >= 0 && before !== place) move(mat, [{ translate: `0 ${tops[before] - tops[place]}px` }, { translate: "0 0" }], 320);
  }
}

const lift = [{ translate: "0 0" }, { translate: "0 -10px", offset: 0.5 }, { translate: "0 0" }];
const appear = [{ opacity: 0, scale: 0.92 }, { opacity: 1, scale: 1 }];

const MOVES = {
  auction_opened: (opened) => {
    const { seat, plant } = opened;
    bid(seat, plant, opened.bid);
    move(inMarket(plant), lift, BEAT);
    move(find(`#decision .auction [data-plant="${plant}"]`), appear, 240);
  },
  bid_made: ({ seat, plant, amount }) => bid(seat, plant, amount),
  bid_passed: ({ seat }) => dim(seat),
  auction_declined: ({ seat }) => dim(seat),
  built_nothing: ({ seat }) => dim(seat),
  plant_bought: ({ seat, plant }) => takePlant(seat, plant),
  trust_took_plant: ({ plant }) => takePlant("trust", plant),
  plant_drawn: ({ plant }) => turnOver(inMarket(plant), "y"),
  resources_bought: ({ seat, fuel, market }) => takeFuel(seat, fuel, market),
  trust_took_fuel: ({ fuel }) => takeFuel("trust", fuel),
  market_refilled: ({ fuel, markets }) => {
    const boards = document.querySelectorAll("#fuel-market [data-market]");
    if (!markets) putFuel(fuel);
    else for (const [place, { dataset }] of boards.entries()) putFuel(markets[place], dataset.market);
  },
  city_built: ({ seat, city, path }) => {
    wire(path, seat);
    land(city, seat, 120);
  },
  trust_house_placed: ({ city }) => land(city, "trust"),
  start_city_marked: ({ city }) => land(city, "none"),
  cities_powered: power,
  round_began: ({ order, was }) => {
    turnOver(find(".round b"), "x");
    reorder(order, was);
  },
  order_changed: ({ order, was }) => reorder(order, was),
  phase_began: ({ phase }) => beginPhase(phase),
  step_began: ({ step }) => {
    turnOver(find(".round em"), "x");
    openSlots(step);
  },
  game_ended: end,
};
