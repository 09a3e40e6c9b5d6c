// Recomputes what chance decided in a game, from its seed and nothing else, and compares it with the game as played.
// Nothing here asks the server for anything: the seed may be typed in, and a record is read where it is. The tables to draw
// from, by version and edition, are those of rules/chance_tables.py; docs/fair-deck.md says how to do the same by hand.

import { sha256 } from "./sha256.js";

export const STEP3 = "step3";

const range = (count) => [...Array(count).keys()];
const ascending = (numbers) => [...numbers].sort((one, other) => one - other);

// The order of everything random: items in the order of the SHA-256 of "seed:purpose:item".
export async function shuffled(seed, purpose, items) {
  const hashed = await Promise.all(items.map(async (item) => [await sha256(`${seed}:${purpose}:${item}`), item]));
  return hashed.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => item);
}

// A seed is the site's secret and, behind a "+" each, what players added, in hexadecimal digits.
export function takenApart(seed) {
  const whole = { secret: seed, shares: [] };
  if (!/^[0-9a-f]+(\+([0-9a-f]{2})+)+$/.test(seed)) return whole;
  const [secret, ...shares] = seed.split("+");
  const reader = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const bytesOf = (share) => Uint8Array.from(share.match(/../g), (digits) => parseInt(digits, 16));
  try {
    return { secret, shares: shares.map((share) => reader.decode(bytesOf(share))) };
  } catch {
    return whole; // no text of players: then all of it is the secret
  }
}

export const commitmentOf = (seed) => sha256(takenApart(seed).secret);

// The areas in play where chance draws them: each next one is the first that may follow.
async function drawnAreas({ areas, touching, islands, first, cutsOff }, players, seed) {
  const count = areas[players];
  const waiting = await shuffled(seed, "areas", Object.keys(touching));
  const taken = [];
  const mayFollow = (area) => {
    if (!taken.length) return !first || area === first;
    const all = [...taken, area];
    const near = taken.filter((other) => islands[other] === islands[area]); // the first on an island may be any
    return (!near.length || near.some((other) => touching[area].includes(other))) && !(all.length === count && cutsOff.includes(all.sort().join(" ")));
  };
  while (taken.length < count) taken.push(...waiting.splice(waiting.findIndex(mayFollow), 1));
  return taken;
}

// The cities in which nobody builds: of each price as many as are due, in the order of chance.
async function drawnBlocked({ blocked, prices }, players, seed) {
  const due = { ...blocked[players] };
  const cities = await shuffled(seed, "blocked", Object.keys(prices));
  return cities.filter((city) => due[prices[city]]-- > 0).sort();
}

// Market and deck, dealt step by step as rules/dealing.py says.
async function dealt(steps, seed) {
  const piles = {};
  const places = { market: [], deck: [], out: [] };
  const taken = (pile, count, but = []) => {
    const cards = piles[pile].filter((card) => !but.includes(card)).slice(0, count ?? undefined);
    piles[pile] = piles[pile].filter((card) => !cards.includes(card));
    return cards;
  };
  const follow = {
    lay: ({ cards, to }) => places[to].push(...cards),
    move: ({ pile, to, count, but }) => places[to].push(...taken(pile, count, but)),
    async shuffle({ pile, cards = [], piles: others = [] }) {
      const added = others.flatMap(([name, count]) => taken(name, count));
      piles[pile] = await shuffled(seed, pile, [...cards, ...added]);
    },
    exchange({ pile, cards }) {
      const other = Math.max(0, piles[pile].findIndex((card) => !cards.includes(card)));
      [piles[pile][0], piles[pile][other]] = [piles[pile][other], piles[pile][0]];
    },
    clear({ row, cards, out }) {
      const { market, deck } = places;
      const unwanted = () => ascending(market).slice(0, row).find((card) => cards.includes(card));
      for (let card = unwanted(); card !== undefined; card = unwanted()) {
        market.splice(market.indexOf(card), 1);
        (out.includes(card) ? places.out : deck).push(card);
        market.push(deck.shift());
      }
    },
  };
  for (const step of steps) await follow[step.do](step);
  return { market: ascending(places.market), deck: places.deck };
}

// All that chance fixes before the first action. Areas only where it draws them.
export async function fixed({ edition, map, players, version, seed, drawsAreas }, tables) {
  const board = tables[version][edition][map];
  return {
    areas: drawsAreas ? await drawnAreas(board, players, seed) : null,
    order: await shuffled(seed, "order", range(players)),
    blocked: await drawnBlocked(board, players, seed),
    ...(await dealt(board.deal[players], seed)),
  };
}

// Whether a game is one of those that this file knows how to compute.
export function isKnown({ edition, map, players, version }, tables) {
  if (!Object.hasOwn(tables, version) || !Object.hasOwn(tables[version], edition)) return false;
  const boards = tables[version][edition];
  return Object.hasOwn(boards, map) && Object.hasOwn(boards[map].areas, players);
}

// Each card as it had to come up, beside the one that did. Plants that are put under the deck come up again after a shuffle,
// and so do those that are piled beside it. A Step 3 card that goes back lies above the plants that were put under the deck
// since it was shuffled. The shuffles have names, in their order.
export async function compared(seed, deck, turned, shuffles) {
  const names = [...shuffles];
  const beside = [];
  let pile = [...deck];
  let buried = 0;
  const found = [];
  for (const { event, card, action } of turned) {
    if (event === "under") {
      const above = card === STEP3 ? Math.max(pile.length - buried, 0) : pile.length;
      pile.splice(above, 0, card);
      buried += card !== STEP3;
    }
    if (event === "over") pile.unshift(card);
    if (event === "beside") beside.push(card);
    if (event === "shuffled") pile = await shuffled(seed, names.shift(), beside.splice(0));
    if (event !== "drawn") continue;
    const expected = pile.shift();
    if (expected === STEP3 && names.length) {
      pile = await shuffled(seed, names.shift(), pile);
      buried = 0;
    }
    found.push({ expected, card, action, agrees: expected === card });
  }
  return { found, left: pile };
}

// What is claimed of a game, and whether it is so, in the order of the page; what was not stated is not claimed.
export async function checked(game, { seed, commitment }, tables) {
  const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const found = await fixed({ ...game, seed }, tables);
  const claims = {};
  if (commitment) claims.commitment = (await commitmentOf(seed)) === commitment;
  if (game.shares) claims.shares = isSame(takenApart(seed).shares, game.shares);
  if (found.areas && game.areas) claims.areas = isSame(found.areas, game.areas);
  for (const part of ["order", "blocked", "market", "deck"]) if (game[part] !== undefined) claims[part] = isSame(found[part], game[part]);
  const cards = [...found.market, ...found.deck];
  const { shuffles } = tables[game.version][game.edition][game.map];
  for (const [name, stated] of Object.entries(game.stated ?? {})) {
    const agrees = shuffles.includes(name) && Array.isArray(stated) && isSame(await shuffled(seed, name, stated), stated);
    claims.shuffle = agrees && claims.shuffle !== false;
  }
  if (game.opened) claims.opened = game.opened.every((plant) => cards.includes(plant));
  const turned = await compared(seed, found.deck, game.turned ?? [], shuffles);
  if (game.turned) claims.cards = turned.found.every((card) => card.agrees);
  return { claims, cards: turned.found, holds: Object.values(claims).every(Boolean) };
}

// What a record of the format powergrid-game/1 says of a game. Which cards came up only those know who play it by the rules.
// Without a version it is of the first one that has its board.
export function readRecord(text, tables) {
  const record = JSON.parse(text);
  if (record?.format !== "powergrid-game/1" || !Array.isArray(record.players) || !Array.isArray(record.actions)) throw new TypeError("no record");
  const { seed, areas, order, blocked, market, deck } = record.setup;
  const first = Object.keys(tables).find((version) => tables[version][record.edition]?.[record.map]);
  const orders = Object.entries(record.setup).filter(([key]) => key.endsWith("_deck"));
  return {
    edition: record.edition,
    map: record.map,
    players: record.players.length,
    version: record.rules ?? Number(first),
    drawsAreas: (record.options?.areas ?? "random") === "random",
    ...{ seed, areas, order, blocked, market, deck },
    stated: Object.fromEntries(orders.map(([key, order]) => [key.replace(/_deck$/, ""), order])),
    opened: record.actions.filter((action) => action.kind === "open_auction").map((action) => action.plant),
  };
}

// The page.

const form = document.getElementById("proof-check");

function showCards(cards) {
  const body = document.getElementById("proof-cards").tBodies[0];
  const row = document.getElementById("proof-card").content.firstElementChild;
  const nameOf = (card) => (card === STEP3 ? form.dataset.step3 : card === undefined ? "–" : String(card).padStart(2, "0"));
  const rows = cards.map(({ expected, card, action, agrees }, place) => {
    const shown = row.cloneNode(true);
    shown.classList.toggle("fails", !agrees);
    const [number, bySeed, inGame, link, outcome] = shown.children;
    number.textContent = place + 1;
    bySeed.textContent = nameOf(expected);
    inGame.textContent = nameOf(card);
    link.firstElementChild.textContent = action;
    link.firstElementChild.href = form.dataset.history.replace("/0/", `/${action}/`);
    outcome.textContent = agrees ? form.dataset.agrees : form.dataset.differs;
    return shown;
  });
  body.replaceChildren(...rows);
  document.getElementById("proof-turned").hidden = !cards.length;
}

function say(sentence, kind) {
  const notice = document.getElementById("proof-outcome");
  notice.className = `notice ${kind}`;
  notice.textContent = sentence;
  notice.hidden = false;
}

function show({ claims, cards, holds }) {
  for (const line of document.querySelectorAll("#proof-claims [data-claim]")) {
    const holdsHere = claims[line.dataset.claim];
    line.hidden = holdsHere === undefined;
    line.className = holdsHere ? "holds" : "fails";
    line.lastElementChild.textContent = holdsHere ? form.dataset.agrees : form.dataset.differs;
  }
  document.getElementById("proof-claims").hidden = false;
  showCards(cards);
  const allAgrees = claims.cards === undefined ? form.dataset.stated : form.dataset.all;
  say(holds ? allAgrees : form.dataset.some, holds ? "success" : "error");
}

function clear() {
  for (const id of ["proof-outcome", "proof-claims", "proof-turned"]) document.getElementById(id).hidden = true;
}

function prepare() {
  const [played, tables] = ["proof-played", "proof-tables"].map((id) => JSON.parse(document.getElementById(id).textContent));
  let reading = Promise.resolve(played); // a check waits for the file it is about
  document.getElementById("proof-without-script").hidden = true;
  if (!globalThis.crypto?.subtle) {
    document.getElementById("proof-insecure").hidden = false; // browsers hash for pages alone that came by a safe way
    return;
  }
  form.hidden = false;
  // The record in a field, or else the game of the page; null where it is no record.
  async function read(field) {
    const [file] = field.files;
    if (!file) return played;
    const game = await file.text().then((text) => readRecord(text, tables)).catch(() => null);
    if (field.files[0] !== file) return reading; // another one was chosen meanwhile
    if (!game) {
      field.value = "";
      reading = Promise.resolve(played);
      say(form.dataset.unreadable, "error");
    } else if (typeof game.seed === "string") form.elements.seed.value = game.seed;
    return game;
  }
  form.elements.record.addEventListener("change", ({ target }) => {
    clear();
    reading = read(target);
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const game = await reading;
    if (!game) return;
    clear();
    const seed = form.elements.seed.value.trim();
    const commitment = form.elements.commitment.value.trim().toLowerCase();
    if (isKnown(game, tables)) show(await checked(game, { seed, commitment }, tables));
    else say(form.dataset.unknown, "warning");
  });
}

if (form) prepare();
