// Lists and pictures that follow what others do: each element with hx-trigger="follow-due" looks for news while somebody
// looks at the page, and at once when they come back to it. Without news the answer is a 204, and nothing changes.

const EVERY = 5000;

function follow() {
  if (document.visibilityState !== "visible") return;
  for (const element of document.querySelectorAll("[hx-trigger~='follow-due']")) {
    element.dispatchEvent(new Event("follow-due"));
  }
}

setInterval(follow, EVERY);
document.addEventListener("visibilitychange", follow);
document.addEventListener("sent-arrived", follow);
