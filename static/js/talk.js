// Talking without reloads, in games and at tables. Everything works without this file, too.

// Enter sends, Shift+Enter begins a new line.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing || !event.target.matches(".say textarea")) return;
  event.preventDefault();
  if (!event.repeat) event.target.form.requestSubmit();
});

// What is being written outlives reloads, and logging in again.
const draftOf = (field) => `draft ${field.form.getAttribute("action")}`;

document.addEventListener("input", ({ target }) => {
  if (target.matches(".say textarea")) sessionStorage.setItem(draftOf(target), target.value);
});

// After a refusal the field comes with what was written, else it comes empty.
document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  if (target.matches(".say") && detail.successful) sessionStorage.removeItem(draftOf(target.elements.text));
});

for (const field of document.querySelectorAll(".say textarea")) field.value ||= sessionStorage.getItem(draftOf(field)) ?? "";

// Which part of the feed somebody wants to see.
const CHOICE = "feed-show";

document.getElementById(localStorage.getItem(CHOICE))?.click();
document.addEventListener("change", ({ target }) => {
  if (target.name === CHOICE) localStorage.setItem(CHOICE, target.id);
});

// Messages that come while somebody looks are announced; what they were reading stays where it was.
const LONGEST = 120;
const heard = new Set(messages().map((message) => message.id));

function messages() {
  return [...document.querySelectorAll(".message")];
}

function announce() {
  const news = messages().filter((message) => !heard.has(message.id));
  for (const message of news) heard.add(message.id);
  const words = news
    .filter((message) => !message.matches(".is-mine"))
    .map((message) => {
      const said = message.querySelector(".words")?.textContent ?? "";
      return `${message.querySelector("bdi").textContent}: ${said.length > LONGEST ? `${said.slice(0, LONGEST)}…` : said}`;
    });
  if (words.length) document.getElementById("heard").textContent = words.reverse().join("\n");
}

new MutationObserver(announce).observe(document.getElementById("heard").parentElement, { childList: true, subtree: true });
