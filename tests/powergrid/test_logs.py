"""Logs say which page failed, and nothing that would let their readers act for somebody."""

import logging
from collections.abc import Iterator
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse

from powergrid.logs import LONGEST, impersonal
from tests.powergrid.test_urls import ADDRESSES, ARGUMENTS, Address

SECRET = {"token", "secret", "key"}
"""The arguments of addresses that are secret."""


@pytest.fixture
def logged() -> Iterator[StringIO]:
    """What the site logs meanwhile."""
    handler = next(handler for handler in logging.getLogger().handlers if handler.name == "stderr")
    assert isinstance(handler, logging.StreamHandler)
    log = StringIO()
    stream = handler.setStream(log)
    yield log
    handler.setStream(stream)


def misspelt(path: str, secret: str) -> list[str]:
    """Addresses that lead nowhere, as they come about when somebody copies a link."""
    whole, (before, after) = path.rstrip("/"), path.split(secret)
    return [
        *(path, whole, f"{whole}//", f"/{path}", f"/en{path}", f"{path}and/more/", f"{whole}&amp;a=1", f"{whole}."),
        *(path.upper().replace(secret.upper(), secret), f"{before.rstrip('/')}{secret}{after}"),
        *(f"{before.replace('/', '//')}{secret}/", f"{path.replace('/', '%2F')}", f"/nowhere/?next={path}"),
    ]


@pytest.mark.parametrize(
    "address", [each for each in ADDRESSES if SECRET & {*each.arguments()}], ids=lambda it: it.name
)
def test_no_address_with_a_secret_in_it_is_logged_however_it_is_misspelt(
    client: Client, db: None, logged: StringIO, address: Address
):
    secret = "NotForYou"
    given = {name: secret if name in SECRET else ARGUMENTS[name] for name in address.arguments()}
    path = reverse(address.name, kwargs=given)
    for asked in misspelt(path, secret):
        client.get(asked)
        client.post(asked, headers={"Referer": f"https://testserver{asked}", "Origin": "https://elsewhere.example"})
    assert "GET unknown: 404" in logged.getvalue()
    assert secret not in logged.getvalue()


def test_what_fails_is_logged_by_its_route(
    client: Client, db: None, logged: StringIO, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("powergrid.views.Showcase.of_now", lambda: 1 / 0)
    client.raise_request_exception = False
    assert client.get("/?secret=not-for-you").status_code == 500
    assert "Internal Server Error: home" in logged.getvalue()


def test_why_a_form_from_elsewhere_was_refused_is_logged_without_the_page_it_came_from(db: None, logged: StringIO):
    browser = Client(enforce_csrf_checks=True)
    path = reverse("account_login")
    browser.post(path, secure=True, headers={"Referer": "https://elsewhere.example/act/not-for-you"})
    assert "Forbidden (Referer checking failed - https://elsewhere.example/…" in logged.getvalue()
    assert "account_login" in logged.getvalue()
    assert "not-for-you" not in logged.getvalue()


def test_a_long_text_is_cut_between_words_and_lines():
    text = impersonal("first " + "word " * 5000 + "\nline" * 100 + "\nlast")
    assert len(text) < LONGEST + 5
    assert (text[:10], text[-10:]) == ("first word", "\nline\nlast")
    assert " … " in text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (" " * (LONGEST + 1), " … "),
        (f"{' ' * LONGEST}\nlast", " … last"),
        (f"first word{' ' * LONGEST}", "first … "),
        ("x" * (LONGEST + 1), " … "),
        (f"first {'x' * LONGEST}\nlast", "first … last"),
        (f"{'x' * LONGEST}ana@example.org failed", " … "),
        (f"Failing row contains ({'word ' * LONGEST}, Ana Maria).\nnext\nlast", "Failing row contains (…\nlast"),
    ],
)
def test_no_half_of_a_secret_is_left_where_a_long_text_is_cut(text: str, left: str):
    assert impersonal(text) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("GET https://hooks.example/services/T1/B2?key=x failed", "GET https://hooks.example/… failed"),
        ("refused by http://192.0.2.7:8000/a", "refused by http://…:8000/…"),
        (
            "Max retries exceeded with url: /services/T1 (Caused by x)",
            "Max retries exceeded with url: … (Caused by x)",
        ),
        ("amqp://power:grid@broker:5672//", "amqp://…broker:5672/…"),
        ("a@b ana@example.com, (b.o-b+x@mail.example.co.uk)", "a@b …, (…)"),
        ("Key (lower(name))=(Ana, 5) already exists.", "Key (lower(name))=(…"),
        ("Key (a, b) is odd: Ana", "Key (…"),
        ("<User: Ana> and <Table: a < b", "<User: …> and <Table: …"),
        ('File "/opt/powergrid/releases/1a2b/games/turns/play.py", line 7', None),
    ],
)
def test_what_would_say_who_somebody_is_is_left_out(text: str, left: str | None):
    assert impersonal(text) == (text if left is None else left)
