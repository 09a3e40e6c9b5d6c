// Keeps times up to date, in the words of accounts/times.py: <time datetime="…" data-span="{span} ago"
// data-now="just now"> for how long ago it was, data-left for how long until then, data-clock for when that is on the
// reader's own clock, data-full for that with its year, as for all titles of times. What has data-soon gets the class "soon" from that moment on, and what
// has data-until goes away with it.

const UNITS = [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]];
const DAYS_BY_NAME = 6;
const DAYS_ALONE = 7;
const JUST_NOW = 10000;
const language = document.documentElement.lang || undefined;

function inUnits(milliseconds, most) {
  let seconds = Math.max(1, Math.floor(milliseconds / 1000));
  const first = UNITS.findIndex(([, size]) => seconds >= size);
  const words = [];
  for (const [unit, size] of UNITS.slice(first, first + most)) {
    const count = Math.floor(seconds / size);
    seconds -= count * size;
    if (count || !words.length) words.push(`${count} ${unit}`);
  }
  return words.join(" ");
}

const ahead = (milliseconds) => inUnits(milliseconds, milliseconds >= DAYS_ALONE * 86400000 ? 1 : 2);

const part = (moment, options) => new Intl.DateTimeFormat(language, options).format(moment);
// What time it is by the clock of the site: that of the device may be days ahead. The page says when it was made, and each
// answer to htmx when that was, as devices that sleep stop the clock by which we count on.
const [loading] = performance.getEntriesByType("navigation");
let told = { at: Number(document.getElementById("site-script").dataset.now), then: loading?.responseStart ?? performance.now() };

document.addEventListener("htmx:beforeOnLoad", ({ detail: { xhr } }) => {
  const at = Number(xhr.getResponseHeader("Site-Now"));
  if (at) told = { at, then: performance.now() };
});

const now = () => told.at + performance.now() - told.then;

const midnight = (moment) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());

const inTwo = (number) => String(number).padStart(2, "0");
const hourOf = (moment) => `${inTwo(moment.getHours())}:${inTwo(moment.getMinutes())}`;
const dayOf = (moment) => `${moment.getDate()} ${part(moment, { month: "short" })}`;

function byTheClock(moment) {
  const days = Math.round((midnight(moment) - midnight(new Date(now()))) / 86400000);
  const time = hourOf(moment);
  if (days === 0) return time;
  if (days > 0 && days <= DAYS_BY_NAME) return `${part(moment, { weekday: "short" })} ${time}`;
  return `${dayOf(moment)} ${time}`;
}

function since(moment, { span, now: justNow }) {
  const passed = now() - moment;
  return passed < JUST_NOW ? justNow : span.replace("{span}", inUnits(passed, 1));
}

const WORDS = {
  span: since,
  left: (moment) => ahead(moment - now()),
  clock: byTheClock,
  full: (moment) => `${dayOf(moment)} ${moment.getFullYear()}, ${hourOf(moment)}`,
};

function tick() {
  for (const [kind, say] of Object.entries(WORDS)) {
    for (const time of document.querySelectorAll(`time[data-${kind}]`)) {
      const words = say(new Date(time.dateTime), time.dataset);
      if (time.textContent !== words) time.textContent = words;
    }
  }
  for (const time of document.querySelectorAll("time[title]")) {
    const title = part(new Date(time.dateTime), { dateStyle: "medium", timeStyle: "short" });
    if (time.title !== title) time.title = title;
  }
  for (const element of document.querySelectorAll("[data-soon]:not(.soon)")) {
    if (Date.parse(element.dataset.soon) <= now()) element.classList.add("soon");
  }
  for (const element of document.querySelectorAll("[data-until]:not([hidden])")) {
    element.hidden = Date.parse(element.dataset.until) <= now();
  }
}

tick();
setInterval(tick, 1000);
