// How pages look is chosen at the settings, and holds at once: the answer is the page anew, whose first element and head
// say how it looks.

const IN_HEAD = "meta[name='color-scheme'], meta[name='theme-color']";

document.addEventListener("htmx:beforeOnLoad", ({ target, detail }) => {
  if (!target.matches("[data-looks]") || detail.xhr.status !== 200) return;
  const page = new DOMParser().parseFromString(detail.xhr.responseText, "text/html");
  Object.assign(document.documentElement.dataset, page.documentElement.dataset);
  for (const old of document.head.querySelectorAll(IN_HEAD)) old.remove();
  document.head.append(...page.head.querySelectorAll(IN_HEAD));
});
