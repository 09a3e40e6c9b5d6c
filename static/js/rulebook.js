// Marks in the contents which chapter of the rules is being read, and on a phone offers the way back to them.

import "./map-choice.js"; // for the rules of another map

const links = new Map([...document.querySelectorAll("nav.contents a")].map((link) => [link.hash.slice(1), link]));
const inSight = new Set();

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) inSight[isIntersecting ? "add" : "delete"](target.id);
    const read = [...links.keys()].find((id) => inSight.has(id));
    if (!read) return;
    for (const [id, link] of links) link.ariaCurrent = id === read ? "true" : null;
  },
  { rootMargin: "-25% 0% -70% 0%" }, // a band in the upper part of the window, where people read
);

for (const id of links.keys()) observer.observe(document.getElementById(id));

// It floats above the text, so it is there only where the contents themselves are out of sight.
const contents = document.querySelector("details.contents");
const wayBack = document.querySelector(".to-contents");
new IntersectionObserver(([{ isIntersecting }]) => (wayBack.hidden = isIntersecting)).observe(contents);
