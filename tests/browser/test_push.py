"""A browser is turned on for messages, shows what is pushed to it, and leads to the game.

The service of the browser's maker is the test: it gives the address, and hands over what arrives there.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import BrowserType, CDPSession, Page, expect

from notifications.models import Channel
from tests.factories import GameFactory, person_called
from tests.notifications.pushing import Browser
from tests.notifications.receiver import Receiver, receiving
from tests.services import parts

SUBSCRIBE = """
const unsubscribe = async () => { localStorage.removeItem("on"); };
const subscription = { ...SUBSCRIPTION, options: {}, unsubscribe, toJSON() { return this; } };
PushManager.prototype.getSubscription = async () => (localStorage.getItem("on") ? subscription : null);
PushManager.prototype.subscribe = async () => { localStorage.setItem("on", "yes"); return subscription; };
"""

# Notes what is shown: to ask the browser for it, as soon as that, has Chromium forget it.
NOTE = """() => {
  self.shown = [];
  registration.showNotification = async (title, options) => {
    await ServiceWorkerRegistration.prototype.showNotification.call(registration, title, options);
    shown.push({ title, ...options });
  };
}"""

WAIT = """async (count) => {
  for (let tries = 0; shown.length < count && tries < 500; tries++) await new Promise((go) => setTimeout(go, 20));
  return shown.map(({ title, body, tag }) => [title, body, tag]);
}"""

# Only a click on the message itself lets a program open or focus a page; the test can only tell it of one.
CLICK = """async () => {
  const led = [];
  clients.openWindow = async (url) => led.push(url);
  WindowClient.prototype.focus = async function () { led.push("the page that is open"); };
  const notification = { data: shown.at(-1).data, close: () => led.push("the message is gone") };
  let done;
  const waitUntil = (promise) => { done = promise; };
  dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil }));
  await done;
  return led;
}"""

MOVE = """async ([old, now]) => {
  const subscription = (given) => ({ ...given, options: {}, toJSON: () => given });
  let done;
  const waitUntil = (promise) => { done = promise; };
  const change = { oldSubscription: subscription(old), newSubscription: subscription(now), waitUntil };
  dispatchEvent(Object.assign(new Event("pushsubscriptionchange"), change));
  await done;
}"""


@pytest.fixture(scope="module")
def browser(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Chromium]:
    """The whole browser: without windows it knows no messages."""
    with browser_type.launch(**{**browser_type_launch_args, "executable_path": str(parts.chromium())}) as browser:
        yield browser


@pytest.fixture
def service(settings) -> Iterator[Receiver]:
    settings.MAY_CALL_ITSELF = True
    with receiving() as receiver:
        yield receiver


def turned_on(page: Page, browser: Browser) -> None:
    page.add_init_script(SUBSCRIBE.replace("SUBSCRIPTION", json.dumps(browser.as_scripts_know_it)))
    page.goto(reverse("notifications:alerts"))
    page.get_by_role("button", name="Turn on in this browser").click()
    expect(page.locator("#push")).to_contain_text("This browser shows your alerts.")
    expect(page.locator(".way").filter(has_text="this browser")).to_be_visible()


def hand_over(page: Page, message: Mapping[str, str]) -> None:
    """Do what the service does with what arrived there."""
    session = page.context.new_cdp_session(page)
    given = {"origin": page.evaluate("origin"), "registrationId": registration(page, session)}
    session.send("ServiceWorker.deliverPushMessage", given | {"data": json.dumps(message)})


def registration(page: Page, session: CDPSession) -> str:
    """The number under which the browser keeps the program."""
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(entry["registrationId"] for entry in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    while not found:
        page.evaluate("1")  # lets the browser say it
    return found[0]


def test_browser_shows_what_is_pushed_and_leads_to_the_game(page_of, service, db):
    ana, browser = person_called("Ana"), Browser(service.url)
    page = page_of(ana, permissions=["notifications"])
    turned_on(page, browser)
    game = GameFactory.create(name="Friday round")
    (posted,) = service.posted
    message = browser.read(posted)

    worker = page.context.service_workers[0]
    worker.evaluate(NOTE)
    hand_over(page, message)
    assert worker.evaluate(WAIT, 1) == [["Friday round: your turn", message["sentence"], f"game.{game.pk}"]]
    assert worker.evaluate(CLICK) == ["the message is gone", message["url"]]

    page.goto(game.get_absolute_url())
    assert worker.evaluate(CLICK) == ["the message is gone", "the page that is open"]


def test_browser_is_turned_off_again(page_of, db):
    ana = person_called("Ana")
    page = page_of(ana, permissions=["notifications"])
    turned_on(page, Browser())
    page.get_by_role("button", name="Turn off in this browser").click()
    expect(page.get_by_role("button", name="Turn on in this browser")).to_be_visible()
    assert not ana.destinations.filter(channel=Channel.PUSH).exists()


def test_browser_says_itself_where_it_is_reached_from_now_on(page_of, db):
    ana, old, new = person_called("Ana"), Browser(), Browser()
    page = page_of(ana, permissions=["notifications"])
    turned_on(page, old)
    page.context.clear_cookies()
    page.context.service_workers[0].evaluate(MOVE, [old.as_scripts_know_it, new.as_scripts_know_it])
    assert ana.destinations.get(channel=Channel.PUSH).address == new.endpoint


def test_browser_that_reaches_no_service_says_so_and_can_try_again(page_of, db):
    page = page_of(person_called("Ana"), permissions=["notifications"])
    page.add_init_script(
        "PushManager.prototype.subscribe = async () => { throw new DOMException('', 'AbortError'); }"
    )
    page.goto(reverse("notifications:alerts"))
    turn_on = page.get_by_role("button", name="Turn on in this browser")
    turn_on.click()
    expect(page.get_by_role("alert")).to_contain_text("Your browser could not reach the push service")
    expect(turn_on).to_be_enabled()


def test_browser_that_was_told_to_show_nothing_says_so(page_of, db):
    page = page_of(person_called("Ana"))
    page.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
    page.goto(reverse("notifications:alerts"))
    expect(page.locator("#push")).to_contain_text("This browser blocks messages from this site.")
