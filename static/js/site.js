// Says so when something that a person sent got no answer that belongs into the page: htmx itself stays silent.
// The sentences come with the script's element, where they can be translated.

const sentences = document.currentScript.dataset;
const byStatus = { 403: sentences.refused, 404: sentences.gone, 429: sentences.tooMany };

function say(sentence) {
  const notice = document.createElement("p");
  notice.className = "notice error";
  notice.textContent = sentence;
  const messages = document.getElementById("messages");
  messages.replaceChildren(notice);
  messages.scrollIntoView({ block: "nearest" });
}

// A page that looks for news by itself keeps quiet, and tries again.
const isFromPerson = (event) => event.detail.requestConfig?.verb !== "get";

document.addEventListener("htmx:responseError", (event) => {
  if (isFromPerson(event)) say(byStatus[event.detail.xhr.status] ?? sentences.broken);
});

document.addEventListener("htmx:sendError", (event) => {
  if (isFromPerson(event)) say(sentences.unreachable);
});
