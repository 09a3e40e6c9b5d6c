// All that every page has: times on the reader's clock, words on what failed, and news of the site itself.

import "./times.js";

// Says so when something that a person sent got no answer that belongs into the page: htmx itself stays silent. What it
// says stays until it is closed, and takes the focus from nobody.
// The sentences come with the script's element, where they can be translated.

const sentences = document.getElementById("site-script").dataset;
const byStatus = { 403: sentences.refused, 404: sentences.gone, 429: sentences.tooMany, 503: sentences.away };
const toasts = document.getElementById("toasts");
const pattern = document.getElementById("toast").content.firstElementChild;

function say(...words) {
  const toast = pattern.cloneNode(true);
  toast.querySelector("p").append(...words);
  if ([...toasts.children].some((shown) => shown.isEqualNode(toast))) return;
  toast.querySelector("button").addEventListener("click", () => toast.remove());
  toasts.append(toast);
  return toast;
}

function sayLoggedOut() {
  const link = document.createElement("a");
  link.href = `${sentences.logInAt}?next=${encodeURIComponent(location.pathname + location.search)}`;
  link.textContent = sentences.logIn;
  say(sentences.loggedOut, " ", link);
}

// A page that refuses a form shows what it refused, wherever on the page that is.
const refused = document.querySelector("main form :is([aria-invalid='true'], [role='alert']:not([hidden], .problem))");
refused?.scrollIntoView({ block: "center" });
refused?.focus({ preventScroll: true });

// Each answer says which release gave it and what is announced. An open page follows, but never reloads by itself: that
// would take what is being written.
let { said } = sentences;
let isOld = false;

document.addEventListener("htmx:beforeOnLoad", ({ detail: { xhr } }) => {
  const [newRelease, newSaid] = ["Site-Release", "Site-Said"].map((name) => xhr.getResponseHeader(name));
  // Once: while one version takes the place of another, either may answer.
  if (newRelease && newRelease !== sentences.release && !isOld) {
    isOld = true;
    say(sentences.newer, " ", reloading())?.classList.remove("error");
  }
  if (newSaid && newSaid !== said) {
    said = newSaid;
    document.getElementById("announcements")?.dispatchEvent(new Event("announcements-due"));
  }
});

function reloading() {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button quiet small";
  button.textContent = sentences.reload;
  button.addEventListener("click", () => location.reload());
  return button;
}

// A page that looks for news by itself (at times without an event) keeps quiet, and tries again; but it tells those who
// were logged out. What a person picks while composing is asked for by GET, too: that must not fail in silence.
const isFromPerson = (event) => ![undefined, "game-due", "follow-due", "announcements-due"].includes(event.detail.requestConfig?.triggeringEvent?.type);

// What those who run the site have to say comes as plain text.
const sentenceIn = (xhr) => (xhr.getResponseHeader("Content-Type")?.startsWith("text/plain") && xhr.responseText) || null;

document.addEventListener("htmx:responseError", (event) => {
  const { xhr, requestConfig } = event.detail;
  if (xhr.status === 401) sayLoggedOut();
  else if (!isFromPerson(event)) return;
  else if (sentenceIn(xhr)) say(sentenceIn(xhr));
  else if (xhr.status >= 500 && requestConfig.verb === "post") findOut(requestConfig);
  else say(byStatus[xhr.status] ?? sentences.broken);
});

for (const loss of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(loss, (event) => {
    const { requestConfig } = event.detail;
    if (!isFromPerson(event)) return;
    if (requestConfig.verb === "post") findOut(requestConfig);
    else say(sentences.unreachable);
  });
}

// Something was sent, and no answer came: nobody knows whether it was done. The site does, and is asked until it answers.
const [SOON, SELDOM] = [500, 30000]; // milliseconds
let found; // what was said of the last one

async function findOut({ path, formData, elt }) {
  found?.remove();
  const unsure = say(sentences.unsure);
  for (let pause = SOON; ; pause = Math.min(2 * pause, SELDOM)) {
    await new Promise((done) => setTimeout(done, pause));
    const hasArrived = await ask(path, formData);
    if (hasArrived === undefined) continue;
    unsure?.remove();
    if (!hasArrived) return (found = say(sentences.notArrived));
    found = say(sentences.arrived, " ", reloading());
    found?.classList.remove("error");
    renew(elt);
    return (elt.isConnected ? elt : document).dispatchEvent(new Event("sent-arrived", { bubbles: true }));
  }
}

async function ask(path, formData) {
  const { pathname, search } = new URL(path, document.baseURI);
  const address = `${sentences.arrivedAt}?at=${encodeURIComponent(pathname + search)}`;
  try {
    const answer = await fetch(address, { method: "POST", body: new URLSearchParams(formData) });
    return answer.ok ? (await answer.json()).has_arrived : undefined;
  } catch {
    // Still out of reach.
  }
}

// A form that stays after it was answered sends something new the next time. Until then it is the same, however often it is
// sent: the site does it once. An answer also shows what became of the one before.
document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr, requestConfig } }) => {
  if (requestConfig.verb !== "post" || !xhr.status || xhr.status >= 500) return;
  found?.remove();
  renew(elt);
});

function renew(elt) {
  const field = (elt.form ?? elt.closest("form"))?.elements.once;
  if (field) field.value = crypto.getRandomValues(new Uint32Array(3)).join("-");
}
