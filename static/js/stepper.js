// The buttons beside a number, one less and one more, and the words that repeat it.

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const input = document.getElementById(button.getAttribute("aria-controls"));
  const before = input.value;
  if (button.dataset.step === "1") input.stepUp();
  else input.stepDown();
  if (input.value !== before) input.dispatchEvent(new Event("input", { bubbles: true }));
});

// What sends a number says it, as it is typed; without this file it names none.
function repeat() {
  for (const words of document.querySelectorAll("[data-repeats]")) {
    const input = document.getElementById(words.dataset.repeats);
    words.textContent = input.validity.valid ? input.value : "";
  }
}

repeat();
addEventListener("pageshow", repeat); // The browser's way back brings what was typed.
document.addEventListener("input", repeat);
document.addEventListener("htmx:afterSettle", repeat);
