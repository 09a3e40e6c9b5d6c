// Runs in the background of a browser that was turned on for alerts: shows what is pushed to it, and leads there.

const icon = "{{ static('icons/icon-192.png') }}";
const badge = "{{ static('icons/badge-96.png') }}";

// A new version has nothing to wait for: it keeps nothing, and no page goes through it.
addEventListener("install", () => skipWaiting());

// There is one message for each game: a newer one takes the place of the one before, and makes itself heard. What is on
// the screen is not asked for: Chromium forgets what it is just about to show when it is.
addEventListener("push", (event) => {
  const { title, sentence, url, tag } = event.data.json();
  const message = { body: sentence, tag, renotify: true, icon, badge, data: { url } };
  event.waitUntil(registration.showNotification(title, message));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data.url));
});

// A page that is open looks for news by itself, and you may be writing there: it is not loaded again.
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
  await fetch("{{ url('notifications:push_move') }}", { method: "POST", body: form });
}
