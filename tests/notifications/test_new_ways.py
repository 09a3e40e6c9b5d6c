"""A new way for alerts is told by mail, like any other change of an account that others could misuse."""

from collections.abc import Callable

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from notifications import feeds
from notifications.models import Channel
from tests.factories import PASSWORD, GuestFactory
from tests.notifications.messages import way
from tests.notifications.pushing import Browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mails_go_out")]

HOOK = {"channel": Channel.WEBHOOK, "address": "https://hooks.example/1", "label": "Call me at evil.example"}


def add_hook(client: Client) -> None:
    client.post(reverse("notifications:add_hook"), HOOK)


def turn_on_browser(client: Client) -> None:
    client.post(reverse("notifications:push_on"), Browser().form, headers={"User-Agent": "Firefox/1 Linux"})


def make_feed(client: Client) -> None:
    client.post(reverse("notifications:make_feeds"))


def renew_feed(client: Client) -> None:
    feeds.make(User.objects.get(name="Ana"))
    client.post(reverse("notifications:renew_feeds"))


@pytest.mark.parametrize(
    ("add", "words"),
    [
        (add_hook, "Webhook (hooks.example)"),
        (turn_on_browser, "Push messages (Firefox on Linux)"),
        (make_feed, "Feed"),
        (renew_feed, "Feed"),
    ],
)
def test_new_way_is_told_by_mail(client, ana, add: Callable[[Client], None], words: str):
    client.force_login(ana)
    add(client)
    (told,) = [message for message in mail.outbox if message.subject == "Alerts of your account go to one more place"]
    assert told.to == [ana.email]
    assert f"we also tell of your games here: {words}." in told.body
    assert "from 127.0.0.1 with" in told.body
    assert "evil.example" not in told.body


def test_way_of_a_guest_that_comes_along_is_told_by_mail(client, ana):
    guest = GuestFactory()
    way(guest, Channel.PUSH, address="https://push.example/1", label="Firefox on Linux")
    client.force_login(guest)
    client.post(reverse("accounts:bring"), {"login": ana.email, "password": PASSWORD})
    assert [message.to for message in mail.outbox] == [[ana.email]]
    assert "Push messages (Firefox on Linux)" in mail.outbox[0].body
