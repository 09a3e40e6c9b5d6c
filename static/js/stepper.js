// The buttons beside a number: one less, one more.

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const input = document.getElementById(button.getAttribute("aria-controls"));
  const before = input.value;
  if (button.dataset.step === "1") input.stepUp();
  else input.stepDown();
  if (input.value !== before) input.dispatchEvent(new Event("input", { bubbles: true }));
});
