"""What programs look for at every site, at addresses that are the same everywhere."""

from datetime import datetime, timedelta

from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image


def test_icon_is_where_it_always_was(client: Client):
    answer = client.get("/favicon.ico")

    assert answer.status_code == 302
    path = finders.find(answer["Location"].removeprefix("/static/"))
    assert path is not None
    with Image.open(path) as icon:
        assert icon.format == "ICO"
        assert icon.info["sizes"] == {(16, 16), (32, 32), (48, 48)}


def test_whoever_finds_a_flaw_is_told_whom_to_tell(client: Client, settings):
    settings.SITE_URL, settings.DEFAULT_FROM_EMAIL = "https://games.example", "Power Grid <games@games.example>"
    answer = client.get("/.well-known/security.txt")
    said = dict(line.split(": ", 1) for line in answer.text.splitlines())

    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert said["Contact"] == "mailto:games@games.example"
    assert said["Canonical"] == "https://games.example/.well-known/security.txt"
    until = datetime.fromisoformat(said["Expires"]) - timezone.now()
    assert timedelta(days=28) < until < timedelta(days=365)  # "less than a year"

    settings.SECURITY_CONTACT = "https://games.example/flaws"
    assert "Contact: https://games.example/flaws\n" in client.get("/.well-known/security.txt").text


def test_keepers_of_passwords_find_where_one_is_changed(client: Client):
    assert client.get("/.well-known/change-password")["Location"] == reverse("account_change_password")
