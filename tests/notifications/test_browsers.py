"""Browsers that people turn on: whose they are, how many, and how they are followed."""

from datetime import timedelta

import pytest
from django.utils import timezone

from notifications import browsers, outbox
from notifications.browsers import MOST, BrowserRefused, Panel
from notifications.models import Alert, Channel, Destination
from tests.factories import GuestFactory
from tests.notifications.pushing import Browser

pytestmark = pytest.mark.django_db

NOW = timezone.now()
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def turn_on(person, browser, user_agent=FIREFOX):
    browsers.turn_on(person, browser.subscription, user_agent, now=NOW)


def pushed(person):
    return list(person.destinations.filter(channel=Channel.PUSH).order_by("pk"))


def test_browser_that_is_turned_on_is_told_things(ana):
    browser = Browser()
    turn_on(ana, browser)
    outbox.tell([ana], "knock", 12, 1, now=NOW)
    (destination,) = pushed(ana)
    assert (destination.address, destination.label) == (browser.endpoint, "Firefox on Linux")
    assert Alert.objects.filter(destination=destination).exists()


def test_guest_without_an_address_can_be_told_in_a_browser():
    guest = GuestFactory()
    turn_on(guest, Browser())
    outbox.tell([guest], "knock", 12, 1, now=NOW)
    assert [alert.channel for alert in guest.alerts.all()] == [Channel.PUSH]


def test_turning_on_again_changes_nothing_but_mends_what_was_wrong(ana):
    browser = Browser()
    turn_on(ana, browser)
    Destination.objects.update(failing_since=NOW, rests_until=NOW + timedelta(hours=1), off_at=NOW)
    turn_on(ana, browser)
    (destination,) = pushed(ana)
    assert (destination.failing_since, destination.rests_until, destination.off_at) == (None, None, None)


def test_somebody_has_so_many_browsers_and_no_more(ana, bob):
    for _number in range(MOST):
        turn_on(ana, Browser())
    with pytest.raises(BrowserRefused):
        turn_on(ana, Browser())
    assert len(pushed(ana)) == MOST
    turn_on(bob, Browser())


def given_up(person, label):
    return Destination.objects.create(
        user=person, channel=Channel.PUSH, address=Browser().endpoint, label=label, off_at=NOW
    )


def test_browsers_that_were_given_up_make_room(ana):
    gone = given_up(ana, "Safari on iPhone")
    for _number in range(MOST - 1):
        turn_on(ana, Browser())
    assert gone in pushed(ana)
    turn_on(ana, Browser())
    assert gone not in pushed(ana)
    assert len(pushed(ana)) == MOST


def test_browser_that_has_another_address_since_it_was_given_up_is_there_once(ana, bob):
    gone, other, foreign = (
        given_up(ana, "Firefox on Linux"),
        given_up(ana, "Safari"),
        given_up(bob, "Firefox on Linux"),
    )
    turn_on(ana, Browser())
    assert gone not in pushed(ana)
    assert other in pushed(ana)
    assert foreign in pushed(bob)


def test_browser_goes_to_who_turns_it_on_and_tells_nothing_of_who_had_it(ana, bob):
    browser = Browser()
    turn_on(ana, browser)
    outbox.tell([ana], "knock", 12, 1, now=NOW + timedelta(days=1))
    turn_on(bob, browser)
    assert pushed(ana) == []
    assert [destination.address for destination in pushed(bob)] == [browser.endpoint]
    assert not Alert.objects.filter(recipient=ana, destination__in=pushed(bob)).exists()


def test_who_only_knows_the_address_of_a_browser_cannot_take_it_away(ana, bob):
    browser = Browser()
    turn_on(ana, browser)
    with pytest.raises(BrowserRefused):
        turn_on(bob, Browser(browser.endpoint))
    assert len(pushed(ana)) == 1
    assert pushed(bob) == []


def test_turning_off_ends_it_for_that_browser_alone(ana):
    first, second = Browser(), Browser()
    turn_on(ana, first)
    turn_on(ana, second)
    browsers.turn_off(ana, first.endpoint)
    assert [destination.address for destination in pushed(ana)] == [second.endpoint]


@pytest.mark.postgresql
def test_browser_of_somebody_else_is_not_turned_off(ana, bob):
    browser = Browser()
    turn_on(ana, browser)
    browsers.turn_off(bob, browser.endpoint)
    assert len(pushed(ana)) == 1


@pytest.mark.postgresql
def test_browser_is_followed_to_another_address_with_what_waits_for_it(ana):
    old, new = Browser(), Browser()
    turn_on(ana, old)
    outbox.tell([ana], "knock", 12, 1, now=NOW + timedelta(days=1))
    assert browsers.move(old.subscription, new.subscription)
    (destination,) = pushed(ana)
    assert (destination.address, destination.keys) == (new.endpoint, new.subscription.keys)
    assert destination.label == "Firefox on Linux"
    assert Alert.objects.filter(destination=destination).exists()


def test_browser_that_was_turned_on_anew_meanwhile_is_there_once(ana):
    old, new = Browser(), Browser()
    turn_on(ana, old)
    turn_on(ana, new)
    assert browsers.move(old.subscription, new.subscription)
    assert [destination.address for destination in pushed(ana)] == [new.endpoint]


def test_nobody_leads_a_browser_astray_by_its_address_alone(ana):
    browser, thief = Browser(), Browser()
    turn_on(ana, browser)
    assert not browsers.move(Browser(browser.endpoint).subscription, thief.subscription)
    assert not browsers.move(Browser().subscription, thief.subscription)
    assert [destination.address for destination in pushed(ana)] == [browser.endpoint]


def test_page_knows_the_browsers_that_are_on_without_naming_their_addresses(ana, bob):
    browser, off, other = Browser(), Browser(), Browser()
    turn_on(ana, browser)
    turn_on(ana, off)
    turn_on(bob, other)
    Destination.objects.filter(address=off.endpoint).update(off_at=NOW)
    panel = Panel.of(ana)
    assert panel.known == browsers.fingerprint(browser.endpoint)
    assert not panel.is_full


def test_page_offers_nothing_where_the_site_has_no_key(ana, settings):
    settings.VAPID_PRIVATE_KEY = ""
    assert Panel.of(ana) is None


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (FIREFOX, "Firefox on Linux"),
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile"
            " Safari/537.36",
            "Chrome on Android",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0"
            " Safari/537.36 Edg/140.0.0.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
            " Version/18.5 Mobile/15E148 Safari/604.1",
            "Safari on iPhone",
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)"
            " Version/18.5 Safari/605.1.15",
            "Safari on Mac",
        ),
        ("Lynx on Linux", "Linux"),
        ("<script>", ""),
        ("", ""),
    ],
)
def test_browser_is_called_by_what_it_says_it_is(user_agent, name):
    assert browsers.name_of(user_agent) == name
