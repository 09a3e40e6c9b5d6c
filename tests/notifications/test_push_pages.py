"""What browsers send to have messages pushed to them, and what they are given for it."""

import pytest
from django.test import Client
from django.urls import reverse

from notifications import browsers
from notifications.browsers import MOST
from notifications.models import Channel, Destination
from tests.notifications.pushing import Browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def as_ana(client, ana):
    client.force_login(ana)
    return client


def turn_on(client, browser, **changed):
    return client.post(reverse("notifications:push_on"), browser.form | changed)


def endpoints():
    return list(Destination.objects.filter(channel=Channel.PUSH).values_list("address", flat=True))


def test_browser_is_turned_on_and_off(as_ana):
    browser = Browser()
    assert turn_on(as_ana, browser).url == reverse("notifications:alerts")
    assert endpoints() == [browser.endpoint]
    answer = as_ana.post(reverse("notifications:push_off"), {"endpoint": browser.endpoint}, follow=True)
    assert "This browser no longer shows your alerts." in answer.content.decode()
    assert endpoints() == []


@pytest.mark.parametrize("sent", ["", "nonsense", "https://push.example/\0"])
def test_what_names_no_browser_turns_none_off(as_ana, sent):
    turn_on(as_ana, Browser())
    answer = as_ana.post(reverse("notifications:push_off"), {"endpoint": sent})
    assert answer.status_code == 400
    assert "Your browser did not say how it can be reached." in answer.content.decode()
    assert len(endpoints()) == 1


def test_page_tells_its_script_what_it_has_to_know(as_ana, ana, settings):
    browser = Browser()
    turn_on(as_ana, browser)
    page = as_ana.get(reverse("notifications:alerts")).content.decode()
    assert browsers.Panel.of(ana).key in page
    assert browsers.fingerprint(browser.endpoint) in page
    assert browser.endpoint not in page


P256DH, AUTH = Browser().p256dh, Browser().auth
NO_POINT = "BAAA" + P256DH[4:]


@pytest.mark.parametrize(
    "changed",
    [
        {"endpoint": ""},
        {"endpoint": "nonsense"},
        {"endpoint": "http://push.example/ana"},
        {"endpoint": "https://ana:secret@push.example/"},
        {"endpoint": "https://push.example:22/"},
        {"endpoint": "https://127.0.0.1/"},
        {"endpoint": "https://[::1]/"},
        {"endpoint": "https://169.254.169.254/"},
        {"endpoint": "https://push.example/" + "a" * 1000},
        {"endpoint": "https://push.example/\0"},
        {"p256dh": ""},
        {"p256dh": NO_POINT},
        {"p256dh": P256DH + "AA"},
        {"p256dh": "é" * 87},
        {"auth": ""},
        {"auth": AUTH + "AA"},
        {"auth": "<script>alert(1)</sc"},
    ],
)
def test_what_says_of_no_browser_how_it_is_reached_is_refused(as_ana, changed):
    answer = turn_on(as_ana, Browser(), **changed)
    assert answer.status_code == 400
    assert "Your browser did not say how it can be reached." in answer.content.decode()
    assert endpoints() == []


def test_one_browser_too_many_is_refused_in_words(as_ana):
    for _number in range(MOST):
        turn_on(as_ana, Browser())
    answer = turn_on(as_ana, Browser())
    assert answer.status_code == 409
    assert "You have turned on 10 browsers." in answer.content.decode()
    assert len(endpoints()) == MOST


def test_other_sites_cannot_turn_on_a_browser_in_somebodys_name(ana):
    client = Client(enforce_csrf_checks=True)
    client.force_login(ana)
    assert turn_on(client, Browser()).status_code == 403


def test_browser_is_followed_without_session_and_page(as_ana):
    old, new = Browser(), Browser()
    turn_on(as_ana, old)
    sent = new.form | {f"old-{name}": value for name, value in old.form.items()}
    answer = Client(enforce_csrf_checks=True).post(reverse("notifications:push_move"), sent)
    assert answer.status_code == 204
    assert endpoints() == [new.endpoint]


def test_browser_that_nobody_turned_on_is_not_followed(as_ana):
    old = Browser()
    turn_on(as_ana, old)
    sent = Browser().form | {f"old-{name}": value for name, value in Browser(old.endpoint).form.items()}
    assert as_ana.post(reverse("notifications:push_move"), sent).status_code == 404
    assert as_ana.post(reverse("notifications:push_move"), {}).status_code == 400
    assert endpoints() == [old.endpoint]


def test_site_without_a_key_offers_nothing(as_ana, settings):
    settings.VAPID_PRIVATE_KEY = ""
    assert turn_on(as_ana, Browser()).status_code == 404
    assert "push.js" not in as_ana.get(reverse("notifications:alerts")).content.decode()


def test_what_runs_in_the_background_may_lead_to_every_page(client):
    answer = client.get(reverse("notifications:service_worker"))
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.request["PATH_INFO"] == "/service-worker.js"
    assert reverse("notifications:push_move") in answer.content.decode()
