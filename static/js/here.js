// Tells the site that somebody looks at this page, so that it sends them no alert about what they see here anyway: while
// the page is in view, and for as long as they have done something in the last two minutes.

const EVERY = 60000;
const IDLE = 120000;

const form = document.getElementById("here");
let touched = performance.now(); // nobody sets this clock
let told = -Infinity;
let isHeard = true;

async function tell() {
  const now = performance.now();
  if (!isHeard || document.visibilityState !== "visible" || now - touched > IDLE || now - told < EVERY) return;
  told = now;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
    isHeard = answer.ok || answer.status >= 500; // else they have logged out, or lost the seat
  } catch {
    // Out of reach: what is told in a minute counts as well.
  }
}

function touch() {
  touched = performance.now();
  tell();
}

function begin() {
  for (const sign of ["pointerdown", "pointermove", "keydown", "wheel", "scroll", "pageshow"]) {
    addEventListener(sign, touch, { capture: true, passive: true });
  }
  document.addEventListener("visibilitychange", touch);
  setInterval(tell, EVERY / 4);
  tell();
}

if (form) begin(); // It is there for those whose games these are.
