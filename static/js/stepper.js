// The buttons beside a number, one less and one more, and the words that repeat it.

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-step]");
  if (button) step(document.getElementById(button.getAttribute("aria-controls")), Number(button.dataset.step));
});

document.addEventListener("keydown", (event) => {
  const up = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  if (!up || !event.target.matches(".stepper input")) return;
  event.preventDefault();
  step(event.target, up);
});

function step(input, by) {
  const { least, most } = input.dataset;
  const wanted = String(Math.min(Math.max((Number(input.value) || 0) + by, least), most));
  if (input.value === wanted) return;
  input.value = wanted;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

const isPossible = ({ value, dataset: { least, most } }) => /^\d+$/.test(value) && value >= Number(least) && value <= Number(most);

// What sends a number says it, as it is typed; without this file it names none. A hidden field of another form has it, too.
function repeat() {
  for (const beside of document.querySelectorAll("[data-repeats]")) {
    const input = document.getElementById(beside.dataset.repeats);
    if (beside.matches("input")) beside.value = input.value;
    else beside.textContent = isPossible(input) ? input.value : "";
  }
}

repeat();
addEventListener("pageshow", repeat); // The browser's way back brings what was typed.
document.addEventListener("input", repeat);
document.addEventListener("htmx:afterSettle", repeat);
