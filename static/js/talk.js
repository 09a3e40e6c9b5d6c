// Talking without reloads, in games and at tables. Everything works without this file, too.

import { isOfInputMethod } from "./keys.js";

// Enter sends, Shift+Enter begins a new line.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || isOfInputMethod(event) || !event.target.matches(".say textarea")) return;
  event.preventDefault();
  if (!event.repeat) event.target.form.requestSubmit();
});

// What is being written outlives a reload, and logging in again; but nobody else reads it who logs in on this tab.
const draftOf = ({ form }) => `draft of ${form.dataset.author} ${form.getAttribute("action")}`;

for (const field of document.querySelectorAll(".say textarea")) {
  field.value ||= sessionStorage.getItem(draftOf(field)) ?? "";
}

document.addEventListener("input", ({ target }) => {
  if (target.matches(".say textarea")) sessionStorage.setItem(draftOf(target), target.value);
});

document.addEventListener("htmx:beforeOnLoad", ({ target, detail }) => {
  if (target.matches(".say") && detail.xhr.status === 200) sessionStorage.removeItem(draftOf(target.elements.text));
});

// Its answer was lost, which would have brought an empty field.
document.addEventListener("sent-arrived", ({ target }) => {
  if (!target.matches?.(".say")) return;
  sessionStorage.removeItem(draftOf(target.elements.text));
  target.elements.text.value = "";
});

document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (!target.matches(".say") || target.querySelector(".errors")) return;
  const feed = document.getElementById("feed");
  const mine = feed && [...feed.querySelectorAll(".is-mine")].at(-1);
  if (!mine) return;
  feed.scrollTo(0, 0);
  feed.scrollTop += Math.min(0, mine.getBoundingClientRect().top - feed.getBoundingClientRect().top);
});

// Why something was not said is in sight, however far down their panel somebody is.
document.addEventListener("htmx:load", ({ target }) => {
  if (target.matches(".say")) target.querySelector(".errors")?.scrollIntoView({ block: "nearest" });
});

// What somebody wants to see of the feed.
const CHOICE = "feed-show";

document.getElementById(localStorage.getItem(CHOICE))?.click();
document.addEventListener("change", ({ target }) => {
  if (target.name === CHOICE) localStorage.setItem(CHOICE, target.id);
});

// The log of a game stays at its end by itself, as its style has it: the distance from there is how far it is scrolled. Who
// reads further up goes on reading there while news come, until they say something themselves.
const FAR = 4; // pixels
let reading = null;

document.addEventListener("htmx:oobBeforeSwap", ({ target }) => {
  if (target.id !== "feed" || target.scrollTop > -FAR) return;
  const edge = target.getBoundingClientRect().top;
  const link = [...target.querySelectorAll("a[id]")].find((link) => link.getBoundingClientRect().top >= edge);
  if (link) reading = { id: link.id, top: link.getBoundingClientRect().top };
});

function readOn() {
  const link = reading && document.getElementById(reading.id);
  if (link) link.closest("#feed").scrollTop += link.getBoundingClientRect().top - reading.top;
  reading = null;
}

// Messages that come while somebody looks are announced.
const LONGEST = 120;
const announcement = document.getElementById("heard");
const heard = new Set();

function messages() {
  return [...announcement.parentElement.querySelectorAll(".message")].sort((one, other) => numberOf(one) - numberOf(other));
}

const numberOf = ({ id }) => Number(id.replace("message-", ""));

function announce() {
  const news = messages().filter((message) => !heard.has(message.id));
  for (const message of news) heard.add(message.id);
  if (news.length) markHeard();
  const others = news.filter((message) => !message.matches(".is-mine"));
  if (others.length) announcement.textContent = others.map(inWords).join("\n");
}

// On a phone, the tab of the log says that there is something new until it is opened.
function markHeard() {
  document.querySelector(".game")?.toggleAttribute("data-heard", document.getElementById("tab-story").checked);
}

document.addEventListener("change", ({ target }) => target.id === "tab-story" && markHeard());

function inWords(message) {
  const said = message.querySelector(".words")?.textContent ?? "";
  return `${message.querySelector("bdi").textContent}: ${said.length > LONGEST ? `${said.slice(0, LONGEST)}…` : said}`;
}

function listen() {
  for (const message of messages()) heard.add(message.id);
  new MutationObserver(() => {
    readOn();
    announce();
  }).observe(announcement.parentElement, { childList: true, subtree: true });
}

if (announcement) listen(); // It is not there where nothing was said and nothing can be.
