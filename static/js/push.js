// Turns messages on and off in the browser that shows the page: <section id="push" data-key data-known data-worker>. It
// gets an address from the service of the browser's maker, and sends that with an ordinary form.

import "./copy.js";
import { sha256 } from "./sha256.js";

const section = document.getElementById("push");
const { key, known, worker } = section.dataset;
const turnOn = section.querySelector("[data-when=off] form");
const turnOff = section.querySelector("[data-when=on] form");

function show(...states) {
  for (const part of section.querySelectorAll("[data-when]")) part.hidden = !states.includes(part.dataset.when);
}

const isByApple = /iPhone|iPad/.test(navigator.userAgent) || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);

function obstacle() {
  if (!isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return isByApple ? "apple" : "unknown";
  return Notification.permission === "denied" ? "denied" : null;
}

async function subscribed() {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

// The list of ways says which of them is this browser: <… data-browser="fingerprint" hidden>.
function markThisOne(print) {
  for (const mark of document.querySelectorAll(`[data-browser="${print}"]`)) mark.hidden = false;
}

async function look() {
  const hindrance = obstacle();
  if (hindrance) return show(hindrance);
  const subscription = await subscribed();
  const print = subscription && (await sha256(subscription.endpoint));
  if (!known.split(" ").includes(print)) return show("off");
  turnOff.elements.endpoint.value = subscription.endpoint;
  markThisOne(print);
  show("on");
}

const inText = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

// A subscription under another key is of no use: the site has been given a new one since.
async function subscribe() {
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  const old = await pushManager.getSubscription();
  if (old && inText(old.options.applicationServerKey) !== key) await old.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

turnOn.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = turnOn.querySelector("button");
  button.disabled = true;
  try {
    if ((await Notification.requestPermission()) !== "granted") return await look();
    const { endpoint, keys } = (await subscribe()).toJSON();
    for (const [name, value] of Object.entries({ endpoint, ...keys })) turnOn.elements[name].value = value;
    turnOn.submit();
  } catch {
    show("off", "failed");
  } finally {
    button.disabled = false;
  }
});

turnOff.addEventListener("submit", async (event) => {
  event.preventDefault();
  await (await subscribed())?.unsubscribe();
  turnOff.submit();
});

await look();
