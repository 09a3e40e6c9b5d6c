// Says so when something could not be sent: htmx itself stays silent.

const sentences = {
  403: "You may not do this, or this page is too old. Load it again, please.",
  404: "This is gone. Load the page again, please.",
  429: "That was a lot in a short time. Wait a minute, then try again.",
};

function say(text) {
  const notice = document.createElement("p");
  notice.className = "notice error";
  notice.textContent = text;
  document.getElementById("messages").replaceChildren(notice);
  notice.scrollIntoView({ block: "nearest" });
}

// A page that looks for news by itself keeps quiet; only what a person sent is worth a word.
const sentByPerson = (event) => event.detail.requestConfig?.verb !== "get";

document.addEventListener("htmx:responseError", (event) => {
  if (!sentByPerson(event)) return;
  say(sentences[event.detail.xhr.status] ?? "Something went wrong on our side. What you sent may not have arrived; load the page to see.");
});

document.addEventListener("htmx:sendError", (event) => {
  if (sentByPerson(event)) say("We could not be reached. Nothing was sent; check your connection, then try again.");
});
