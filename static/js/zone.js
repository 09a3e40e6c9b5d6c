// Tells the time zone of the device: hidden fields with data-zone hold it. Beside a field that shows another one it is
// proposed: <div data-proposal="Use {zone}"><select>…</select></div>

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

for (const field of document.querySelectorAll("input[data-zone]")) field.value = timeZone;

for (const holder of document.querySelectorAll("[data-proposal]")) {
  const field = holder.querySelector("select");
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
