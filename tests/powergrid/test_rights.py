"""What everybody may see and do: docs/rights.md says so for every address, and each line of it is tried here."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.messages import WARNING, get_messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import resolve_url
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User, Vacation
from games.models import Note, PositionNote, StandingPlan, WhatIf
from games.pages.past import position_notes
from notifications.models import AlertTimes, Destination, GameWish
from talk.models import Mute
from tests import worlds
from tests.factories import PASSWORD
from tests.worlds import ROLES, World

DOCUMENT = Path(__file__).parents[2] / "docs" / "rights.md"

ARGUMENTS = {
    "app_label": "games",
    "areas": "west",
    "content_type_id": "1",
    "digest": "0",
    "edition": "classic",
    "game": "1",
    "key": "key",
    "mail_id": "mail",
    "map": "germany",
    "name": "Bob",
    "number": "2",
    "pk": "1",
    "provider_id": "openid",
    "secret": "secret",
    "slug": "auction",
    "token": "token",
    "uidb36": "1",
    "url": "nowhere",
}
"""What stands in addresses where a line of the table does not say what it is about."""

SENT = {
    "account_change_password": {"oldpassword": PASSWORD, "password1": "another horse battery"},
    "account_email": {"action_add": "", "email": "new@example.org"},
    "account_login": {"login": "ana@example.org", "password": PASSWORD},
    "account_reauthenticate": {"password": PASSWORD},
    "account_reset_password": {"email": "ana@example.org"},
    "account_signup": {"name": "Newcomer", "email": "newcomer@example.org", "password1": "another horse battery"},
    "accounts:add_vacation": {"first_day": "{tomorrow}", "last_day": "{tomorrow}"},
    "accounts:appearance": {"appearance": "dark"},
    "accounts:bring": {"login": "ana@example.org", "password": PASSWORD},
    "accounts:delete": {"password": PASSWORD, "name": "Guest 4711"},
    "accounts:keep": {"name": "Newcomer", "email": "newcomer@example.org", "password1": "another horse battery"},
    "accounts:others": {"takes_invitations": "on"},
    "accounts:settings": {"name": "Another name"},
    "accounts:time": {"time_zone": "Europe/Berlin"},
    "admin:login": {"username": "operator@example.org", "password": PASSWORD},
    "games:bid_and_plan": {"action": "open", "plant": "5", "bid": "5", "limit": "9", "expected": "3"},
    "games:choose_powering": {"powering": "least"},
    "games:give_plan": {"plan": "auctions", "kind": "pass", "wish": "pass"},
    "games:lesson": {"action": "open", "plant": "4", "bid": "4", "expected": "0"},
    "games:notes": {"text": "overwritten", "expected": "0", "anyway": "on"},
    "games:play": {"action": "open", "plant": "5", "bid": "5", "expected": "3"},
    "games:position_note": {"text": "overwritten", "expected": position_notes.digest("")},
    "games:say": {"text": "hello there"},
    "games:studies": {"text": ""},
    "games:vote": {"motion": "pause", "pauses": "0", "expected": "3"},
    "games:withdraw_vote": {"motion": "pause", "expected": "3"},
    "games:what_if_carry_on": {"begins": "3", "expected": "1"},
    "games:what_if_bots": {"begins": "3", "expected": "1", "who": "one"},
    "games:what_if_plans": {"begins": "3", "expected": "1"},
    "games:what_if_play": {"begins": "3", "expected": "1", "action": "pass"},
    "games:withdraw_plan": {"slot": "auctions"},
    "matchmaking:add_bot": {"number": "4"},
    "matchmaking:create": {"name": "New table", "map": "germany", "players": "3", "edition": "classic"},
    "matchmaking:favourite": {"favourite": "germany"},
    "matchmaking:invite_people": {"who": "Operator"},
    "matchmaking:practice": {"game": "first", "bots": "2"},
    "matchmaking:release": {"number": "0"},
    "matchmaking:remove_bot": {"number": "3"},
    "matchmaking:withdraw": {"number": "1"},
    "matchmaking:say": {"text": "hello there"},
    "notifications:add_hook": {"channel": "webhook", "address": "https://hooks.example/other"},
    "notifications:frequency": {"how_often": "never"},
    "notifications:stop": {"change": "mails never"},
    "notifications:times": {"quiet": "never", "digest_at": "09:00"},
    "talk:mute": {"message": "{about}"},
    "talk:report": {"reason": "spam"},
    "talk:unmute": {"other": "{other seat}"},
}
"""What is sent to an address, so that only rights can stand in the way."""

TRIED_IN_THE_ADMIN = {"anonymous", "seat", "staff"}

NOT_BY_BOB = {"notifications:stop", "accounts:delete"}
"""What changes something of Bob's without him: a mail to him has had the address, and who leaves is muted no more."""

HUSHED = ("private note", "private remark", "hook of Bob", "hooks.example/in", "Study", "luck of Bob")
"""What nobody but Bob is shown, wherever they look."""


class Line(NamedTuple):
    """One line of the table: an address, what it is about, and a method."""

    name: str
    about: str
    method: str


def read_table() -> dict[Line, tuple[str, ...]]:
    """What each role gets by each line; the name of an address may stand for several, as ``admin:*_add`` does."""
    table: dict[Line, tuple[str, ...]] = {}
    for row in re.findall(r"^\| (`.+) \|$", DOCUMENT.read_text(), re.MULTILINE):
        name, about, method, *answers = (cell.strip() for cell in row.split("|"))
        line = Line(name.strip("`"), about, method)
        assert line not in table, f"{line} is there twice"
        assert len(answers) == len(ROLES), f"{line} does not say what everybody gets"
        table[line] = tuple(answers)
    return table


def read_exceptions() -> list[str]:
    """The addresses that take a post without the token of a page."""
    return re.findall(r"^- `(.+?)`: ", DOCUMENT.read_text(), re.MULTILINE)


ROUTES = {route.name: route for route in worlds.routes() if route.name != "admin:"}
"""All addresses by their names. What the admin has no name for are its old addresses, which lead to the new ones."""


pytestmark = pytest.mark.usefixtures("limits_on")


NOT_SENT_BY_PAGES = {"announcements:put_away", "arrived", "games:here", "notifications:push_move"}
"""Where scripts and browsers send something by themselves; what is put away leads back to the page it was on."""


@pytest.fixture
def world(db: None) -> World:
    return worlds.build()


def names_of(line: Line, table: dict[Line, tuple[str, ...]]) -> list[str]:
    """The addresses for which a line stands: those that it names, or else what has no line of its own."""
    if line.name in ROUTES:
        return [line.name]
    own = {other.name for other in table if other.method == line.method}
    return [name for name in ROUTES if name not in own and fnmatch(name, line.name)]


def path_of(route: worlds.Route, about: str, world: World) -> str:
    """An address, with what a line is about in the first of its slots that is no mere place."""
    pattern = route.pattern.pattern
    slots = [*getattr(pattern, "converters", ())] or [*pattern.regex.groupindex]
    known = {**ARGUMENTS, "object_id": latest_row(route.name)}
    if about and slots:
        slot = next(
            (slot for slot in ("pk", "game", "token", "secret", "key", "object_id") if slot in slots), slots[0]
        )
        known[slot] = str(world.rows.get(about, world.words.get(about, about)))
    spelt = re.sub(r"\(\?P(<\w+>)[^()]*\)|[\^$]|\\Z", r"\1", route.spelling)
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda slot: quote(known[slot[1]]), spelt)


def latest_row(name: str) -> str:
    """The number of the latest row of what a page of the admin is about; 0 where there is none."""
    model = re.fullmatch(r"admin:([a-z]+)_([a-z]+)_(?:change|delete|history)", name)
    row = apps.get_model(model[1], model[2]).objects.order_by("pk").last() if model else None
    return str(row.pk if row else 0)


def fields_of(name: str, about: str, world: World) -> dict[str, str]:
    """What is sent, so that nothing but rights stands in the way, as far as that can be for everybody."""
    known = {
        "{about}": str(world.rows.get(about, "")),
        "{other seat}": str(world.people["other seat"].pk),
        "{tomorrow}": f"{timezone.now() + timedelta(days=2):%Y-%m-%d}",
    }
    return {field: known.get(value, value) for field, value in SENT.get(name, {}).items()}


def ask(world: World, session: str, name: str, about: str, method: str) -> HttpResponse:
    client, path = Client(), path_of(ROUTES[name], about, world)
    client.cookies[settings.SESSION_COOKIE_NAME] = session
    if method == "GET":
        return client.get(path)  # type: ignore[return-value]
    return client.post(path, fields_of(name, about, world))  # type: ignore[return-value]


@contextmanager
def taken_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def word_for(name: str, answer: HttpResponse, method: str) -> str:
    """What came of asking, in the words of the table."""
    match answer.status_code:
        case 302:
            way = urlsplit(answer["Location"]).path
            if way in {resolve_url("account_login"), reverse("admin:login")}:
                return "log in"
            if way == reverse("accounts:keep") and name != "accounts:keep":
                return "sign up"
            if way == reverse("account_reauthenticate"):
                return "password"
            if any(message.level >= WARNING for message in get_messages(answer.wsgi_request)):  # type: ignore[attr-defined]
                return "refused"
            return "led on" if method == "GET" else "done"
        case 200 | 204:
            return "shown" if method == "GET" or (not answer.streaming and answer.content) else "done"
        case 400 | 409 | 413 | 422:
            return "refused"
        case status:
            return str(status)


def private_rows(world: World) -> list[Any]:
    """All that is Bob's alone."""
    bob = world.people["seat"]
    own: list[QuerySet[Any]] = [
        model.objects.filter(user=bob)
        for model in (Note, PositionNote, WhatIf, Destination, GameWish, AlertTimes, Vacation, Mute)
    ]
    own += [StandingPlan.objects.filter(seat__user=bob), User.objects.filter(pk=bob.pk)]
    return [list(rows.order_by("pk").values()) for rows in own]


def test_every_address_has_a_line():
    table = read_table()
    named = {name for line in table for name in names_of(line, table)}
    assert ROUTES.keys() - named == set()
    assert [line for line in table if not names_of(line, table)] == []


@pytest.mark.long
def test_everybody_gets_what_the_table_says(world):
    """And whatever others do, what is private to Bob is neither touched nor shown."""
    table, before = read_table(), private_rows(world)
    wrong, touched, leaked = [], [], []
    lines = [
        (name, line, word)
        for line, words in table.items()
        for name in names_of(line, table)
        for word in zip(ROLES, words, strict=True)
    ]
    sessions = {role: world.session(role) for role in ROLES}
    for name, line, (role, expected) in lines:
        if name.startswith("admin:") and role not in TRIED_IN_THE_ADMIN:
            continue
        with taken_back():
            answer = ask(world, sessions[role], name, line.about, line.method)
            word = word_for(name, answer, line.method)
            told = f"{role}: {name}, {line.about}, {line.method}: {word}"
            if word != expected:
                wrong.append(told)
            if role == "seat":
                continue
            is_done = line.method == "POST" and word in {"done", "shown"}
            if is_done and name not in NOT_BY_BOB and private_rows(world) != before:
                touched.append(told)
            if not answer.streaming and any(secret.encode() in answer.content for secret in HUSHED):
                leaked.append(told)
    assert (wrong, touched, leaked) == ([], [], [])


def test_every_address_takes_what_is_in_the_table_only_and_with_the_token_of_a_page(world):
    table, session = read_table(), world.session("staff")
    taken, taken_from_elsewhere = [], []
    known = {(name, line.method) for line in table for name in names_of(line, table)}
    for name, route in ROUTES.items():
        for method in ("GET", "POST"):
            with taken_back():
                if (name, method) not in known and ask(world, session, name, "", method).status_code != 405:
                    taken.append(f"{name} {method}")
        elsewhere = Client(enforce_csrf_checks=True)
        elsewhere.cookies[settings.SESSION_COOKIE_NAME] = session
        with taken_back():
            if elsewhere.post(path_of(route, "", world)).status_code not in {403, 405}:
                taken_from_elsewhere.append(name)
    assert (taken, sorted(taken_from_elsewhere)) == ([], sorted(read_exceptions()))


def test_address_to_which_a_page_sends_its_form_leads_a_browser_to_a_page(world):
    """A refusal is shown there, and opened again; or somebody had to log in first, and is led to it afterwards."""
    table, client = read_table(), Client()
    opened = {(name, line.method): line for line in table for name in names_of(line, table)}
    sent_to = [name for name, method in opened if method == "POST"]
    assert {name for name in sent_to if (name, "GET") not in opened} == NOT_SENT_BY_PAGES

    client.cookies[settings.SESSION_COOKIE_NAME] = world.session("seat")
    asked = [opened[name, "GET"] for name in sent_to if name not in NOT_SENT_BY_PAGES]
    leading_on = [line for line in asked if "led on" in table[line] and line.name in ROUTES]
    pages = {client.get(path_of(ROUTES[line.name], line.about, world)).get("Location", "") for line in leading_on}
    assert len(pages) > 10
    assert [page for page in pages if page and client.get(page, follow=True).status_code == 405] == []
