{% load static %}// Runs in the background of a browser that was turned on for alerts: shows what is pushed to it, and leads there.

const icon = "{% static 'icons/icon-192.png' %}";
const badge = "{% static 'icons/badge-96.png' %}";

// A new version has nothing to wait for: it keeps nothing, and no page goes through it.
addEventListener("install", () => skipWaiting());

addEventListener("push", (event) => event.waitUntil(show(event.data.json())));

// There is one message for each game. A newer one takes its place, and makes itself heard; the same one again does not.
async function show({ title, sentence, url, tag, key }) {
  const shown = await registration.getNotifications({ tag });
  const renotify = !shown.some((earlier) => earlier.data.key === key);
  await registration.showNotification(title, { body: sentence, tag, renotify, icon, badge, data: { url, key } });
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data.url));
});

// A page that is open looks for news by itself, and somebody may be composing there: it is not loaded again.
async function goTo(url) {
  const tabs = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = tabs.find((tab) => pageOf(tab.url) === pageOf(url));
  await (open ? open.focus() : clients.openWindow(url));
}

function pageOf(url) {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

// The push service of the browser has given it another address.
addEventListener("pushsubscriptionchange", (event) => event.waitUntil(move(event.oldSubscription, event.newSubscription)));

async function move(old, given) {
  if (!old) return; // Nobody can say which one it was. The page of alerts offers to turn this browser on again.
  const now = given ?? (await registration.pushManager.subscribe(old.options));
  const form = new URLSearchParams();
  for (const [prefix, { endpoint, keys }] of [["old-", old.toJSON()], ["", now.toJSON()]]) {
    for (const [name, value] of Object.entries({ endpoint, ...keys })) form.set(prefix + name, value);
  }
  await fetch("{% url 'notifications:push_move' %}", { method: "POST", body: form });
}
