// A few soft sounds of the table, made as they are heard. Off until somebody switches them on; browsers let no page be
// heard before somebody has pressed something on it.

const MEMORY = "sounds";
const APART = 0.06; // seconds between two of the same kind
const LOUD = 0.12;

const field = document.getElementById("sounds");
let speakers;

const isOn = () => localStorage.getItem(MEMORY) === "on";

// Each note: its pitch and the one it glides to, when it begins, how long it takes, its shape.
const tone = (from, to, at, length, type = "sine", loud = 1) => ({ from, to, at, length, type, loud });
const wood = [tone(320, 160, 0, 0.08, "triangle"), tone(900, 500, 0, 0.03)];
const card = [tone(1400, 600, 0, 0.05, "triangle", 0.3), tone(500, 300, 0.03, 0.05, "triangle", 0.3)];
const coin = [tone(1900, 1900, 0, 0.06, "sine", 0.5), tone(2500, 2500, 0.05, 0.12, "sine", 0.5)];
const token = [tone(240, 140, 0, 0.06, "triangle")];
const thud = [tone(120, 60, 0, 0.15)];
const gavel = [tone(420, 180, 0, 0.07, "square", 0.4), tone(210, 110, 0, 0.16, "triangle")];
const hum = [tone(110, 220, 0, 0.25, "sawtooth", 0.25), tone(220, 440, 0, 0.25, "sine", 0.4)];
const pages = [tone(700, 1100, 0, 0.07, "triangle", 0.3), tone(900, 1400, 0.09, 0.07, "triangle", 0.3)];
const relay = [0, 0.08, 0.16].map((at) => tone(500, 250, at, 0.05, "square", 0.3));
const myTurn = [tone(523, 523, 0, 0.12), tone(784, 784, 0.12, 0.2)];
const night = [tone(196, 392, 0, 0.8), tone(294, 588, 0.3, 0.8), tone(392, 784, 0.6, 0.9)];

const SOUNDS = {
  city_built: wood,
  trust_house_placed: wood,
  start_city_marked: wood,
  resources_bought: token,
  trust_took_fuel: token,
  market_refilled: token,
  auction_opened: card,
  plant_drawn: card,
  bid_made: coin,
  bid_passed: thud,
  auction_declined: thud,
  plant_bought: gavel,
  cities_powered: hum,
  round_began: pages,
  step_began: relay,
  game_ended: night,
  my_turn: myTurn,
};

const heard = new Map(); // by sound, until when nothing of its kind is to be heard again

export function hear(kind) {
  const sound = SOUNDS[kind];
  if (!sound || !isOn() || !navigator.userActivation?.hasBeenActive) return;
  speakers ??= new AudioContext();
  const now = speakers.currentTime;
  if (now < (heard.get(sound) ?? 0)) return;
  heard.set(sound, now + APART);
  for (const note of sound) strike(note, now);
}

function strike({ from, to, at, length, type, loud }, now) {
  const [voice, volume] = [new OscillatorNode(speakers, { type, frequency: from }), new GainNode(speakers, { gain: 0 })];
  const [begin, end] = [now + at, now + at + length];
  voice.frequency.setValueAtTime(from, begin);
  voice.frequency.exponentialRampToValueAtTime(to, end);
  volume.gain.setValueAtTime(LOUD * loud, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  voice.connect(volume).connect(speakers.destination);
  voice.start(begin);
  voice.stop(end);
}

if (field) field.checked = isOn(); // it is on the page of a game alone
field?.addEventListener("change", () => {
  localStorage.setItem(MEMORY, field.checked ? "on" : "off");
  hear("my_turn");
});
document.addEventListener("asked-anew", () => {
  if (document.querySelector("#action-panel.is-mine")) hear("my_turn");
});
