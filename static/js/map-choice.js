// Lets people search the maps that they choose from, and says on a button which one they chose. Without this file all maps
// are there, in a list.

import { isOfInputMethod } from "./keys.js";

const menuOf = (target) => target.closest?.(".map-menu-list");
const buttonOf = (menu) => menu.previousElementSibling;
const plain = (words) => words.normalize("NFKD").replace(/\p{Diacritic}/gu, "").toLowerCase();

function search(choice) {
  const field = choice.querySelector("input[type=search]");
  const words = plain(field.value).split(/\s+/);
  const options = [...choice.querySelectorAll(".map-option")];
  for (const option of options) {
    const text = plain(option.querySelector("label").textContent);
    option.hidden = !words.every((word) => text.includes(word));
  }
  const count = options.filter((option) => !option.hidden).length;
  const told = count ? field.dataset.found.replace("{count}", count) : field.dataset.none;
  choice.querySelector("[role=status]").textContent = field.value.trim() ? told : "";
}

// Arrow down leads to the maps that were found, Enter takes the first of them instead of sending the form.
function onKey(event, choice) {
  if (!["Enter", "ArrowDown"].includes(event.key) || isOfInputMethod(event)) return;
  event.preventDefault();
  const first = choice.querySelector(".map-option:not([hidden]) input");
  first?.focus();
  if (event.key !== "Enter") return;
  first?.click();
  menuOf(choice)?.hidePopover();
}

function prepare(choice) {
  const box = choice.querySelector(".map-search");
  box.hidden = false;
  box.addEventListener("input", () => search(choice));
  box.addEventListener("change", (event) => event.stopPropagation()); // What is typed is no answer.
  box.addEventListener("keydown", (event) => onKey(event, choice));
}

function prepareAll() {
  for (const choice of document.querySelectorAll(".map-choice:has(.map-search[hidden])")) prepare(choice);
}

// With a keyboard one can type at once, as in a list of the browser's own.
function onOpen({ target, newState }) {
  if (newState !== "open" || !menuOf(target)) return;
  target.querySelector(".map-option:has(:checked)")?.scrollIntoView({ block: "nearest" });
  if (matchMedia("(pointer: fine)").matches) (target.querySelector("input[type=search]") ?? target.querySelector(":checked"))?.focus();
}

document.addEventListener("toggle", onOpen, { capture: true });

document.addEventListener("change", ({ target }) => {
  const menu = menuOf(target);
  if (menu) buttonOf(menu).firstElementChild.textContent = target.labels[0].querySelector("b").textContent;
});

// A press with a finger or a mouse is a choice; arrow keys go through the answers until Enter ends it.
document.addEventListener("click", ({ target, detail }) => {
  const label = target.closest("label");
  if (label && detail) menuOf(label)?.hidePopover();
});

document.addEventListener("keydown", ({ key, target }) => {
  if (key === "Enter" && target.type === "radio") menuOf(target)?.hidePopover();
});

for (const swapped of ["htmx:afterSwap", "htmx:oobAfterSwap", "htmx:historyRestore"]) document.addEventListener(swapped, prepareAll);
prepareAll();
