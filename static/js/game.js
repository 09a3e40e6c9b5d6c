// The game page without reloads. Everything on it works without this file, too.

const EVERY = 4000;

// Look for news while somebody looks at the page, and at once when they come back to it.
function look() {
  const poll = document.getElementById("poll");
  if (poll && document.visibilityState === "visible") poll.dispatchEvent(new Event("game-due"));
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);

// The buttons beside a number.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const input = document.getElementById(button.getAttribute("aria-controls"));
  const before = input.value;
  if (button.dataset.step === "1") input.stepUp();
  else input.stepDown();
  if (input.value !== before) input.dispatchEvent(new Event("input", { bubbles: true }));
});
