// Keeps what is written on a map readable, however near one looks. Pieces keep their size while the map grows under them,
// and where they would lie on one another, the less important ones become small or give way.

const SMALLEST = 0.76; // pixels to a unit of a piece, of which costs are 13 high and names 12.5
const LARGEST = 1.15; // beyond it, pieces grow more slowly than the map
const ROOMY = 1.12; // how much larger than drawn pieces can be before they get into each other's way
const CAPSULE = { width: 52, height: 19 };
const CHIP = { width: 22, height: 15 };
const DISC = { width: 17, height: 17 };
const DOT = { width: 9, height: 9 };
const FIRST = [".planned", ".own", ".choice", ":has(.house, .mark)"]; // of the cities in play
const [NEAR_COSTS, OTHER_COSTS, OPEN_COSTS, NEAR_NAMES, NAMES, QUIET] = [3, 6, 8, 2.5, 7, 9];

const sizeAt = (scale) => Math.max(SMALLEST, scale < LARGEST ? scale : LARGEST * (scale / LARGEST) ** 0.4);

const boxRound = ({ x, y }, { width, height, left = -width / 2, top = -height / 2 }, size) => ({
  left: x + left * size,
  right: x + (left + width) * size,
  top: y + top * size,
  bottom: y + (top + height) * size,
});

const meet = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const holder = document.getElementById("map");
let drawing, labels, dots, shown;

// The pieces of a drawing, the important ones first. Each has forms from large to small; the last takes no room.
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

const placeOf = (element) => ({ x: element.transform.baseVal[0].matrix.e, y: element.transform.baseVal[0].matrix.f });

function readCity(element) {
  const first = FIRST.findIndex((kind) => element.matches(kind));
  const rank = element.matches(".out, .open") ? QUIET : first < 0 ? FIRST.length : first;
  const price = element.querySelector("text.price");
  const chip = price ? [{ kind: "chip", room: CHIP, shift: -price.x.baseVal[0].value }] : [];
  const forms = [{ kind: "", room: CAPSULE }, ...chip, { kind: "tight", small: 0.6 }];
  return { element, ...placeOf(element), rank, forms };
}

function readCost(element, isNear) {
  const rank = isNear || element.matches(".own, .planned") ? NEAR_COSTS : element.matches(".open") ? OPEN_COSTS : OTHER_COSTS;
  return { element, ...placeOf(element), rank, forms: [{ kind: "", room: DISC }, { kind: "crowded" }] };
}

function readName(city) {
  const { x, y, width, height } = city.element.querySelector(".name").getBBox();
  const room = { left: x, top: y + 1, width, height: height - 2 };
  const rank = city.rank < FIRST.length - 1 ? NEAR_NAMES : city.rank < QUIET ? NAMES : QUIET + 1;
  return { ...city, city, rank, forms: [{ kind: "", room }, { kind: "unnamed" }] };
}

function arrange() {
  const scale = drawing.clientWidth / drawing.viewBox.baseVal.width;
  if (!scale || scale === shown) return;
  shown = scale;
  const size = sizeAt(scale);
  const isCrowded = size > scale * ROOMY;
  const at = ({ x, y }) => ({ x: x * scale, y: y * scale });
  const taken = dots.map((city) => ({ element: city.element, ...boxRound(at(city), DOT, 1) }));
  drawing.style.setProperty("--grow", size / scale);
  for (const label of labels) {
    const fits = ({ room }) => !isCrowded || !room || isFree(label.element, boxRound(at(label), room, size), taken);
    const form = label.city?.form.kind ? label.forms.at(-1) : label.forms.find(fits);
    if (form.room) taken.push({ element: label.element, ...boxRound(at(label), form.room, size) });
    for (const { kind } of label.forms) if (kind) label.element.classList.toggle(kind, kind === form.kind);
    if (!label.city) put(label, (size / scale) * (form.small ?? 1), form.shift ?? 0);
    label.form = form;
  }
}

const isFree = (element, box, taken) => !taken.some((other) => other.element !== element && meet(box, other));

function put({ element, x, y }, grow, shift) {
  element.setAttribute("transform", `translate(${x} ${y}) scale(${grow}) translate(${shift} 0)`);
}

function follow() {
  if (!drawing?.isConnected) collect();
  arrange();
}

holder.addEventListener("map-drawn", follow);

// Names have their true width once their typeface is there; what is hidden has none.
document.fonts.ready.then(() => {
  for (const { element, forms } of labels ?? []) {
    element.classList.remove(...forms.map(({ kind }) => kind).filter(Boolean));
  }
  drawing = undefined;
  follow();
});
