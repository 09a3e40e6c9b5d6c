// Proposes the time zone of the device beside a field that shows another one: <div data-proposal="Use {zone}"><select>…</select></div>

for (const holder of document.querySelectorAll("[data-proposal]")) {
  const field = holder.querySelector("select");
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const its = [...field.options].find((option) => option.value === timeZone);
  if (!its || its.selected) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button quiet small";
  button.textContent = holder.dataset.proposal.replace("{zone}", its.textContent);
  button.addEventListener("click", () => {
    its.selected = true;
    field.focus();
    button.remove();
  });
  holder.append(button);
}
