// Keeps up to date how long something has been waiting: <time datetime="…" data-span>3 h</time>, as the page said it.

const UNITS = [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]];

function tick() {
  for (const time of document.querySelectorAll("time[data-span]")) {
    const seconds = Math.max(0, Math.floor((Date.now() - Date.parse(time.dateTime)) / 1000));
    const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? UNITS.at(-1);
    const span = `${Math.floor(seconds / size)} ${unit}`;
    if (time.textContent !== span) time.textContent = span;
  }
}

setInterval(tick, 1000);
