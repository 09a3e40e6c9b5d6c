// Gives a field that is there to be copied a button for it: <div data-copy="Copy" data-copied="Copied"><input readonly …></div>

for (const holder of document.querySelectorAll("[data-copy]")) {
  const field = holder.querySelector("input");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button quiet";
  button.textContent = holder.dataset.copy;
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    field.select();
    await navigator.clipboard.writeText(field.value);
    button.textContent = holder.dataset.copied;
    setTimeout(() => (button.textContent = holder.dataset.copy), 2000);
  });
  if (navigator.clipboard) holder.append(button); // Only pages from a safe origin may write to the clipboard.
}
