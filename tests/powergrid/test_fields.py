"""All forms of the site, found by a walk from link to link: what Enter does in them, and the wheel does not."""

from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urljoin, urlsplit

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import Resolver404, resolve, reverse

import rules
from accounts.models import User
from powergrid.receipts import NUMBER
from tests.factories import GameFactory
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES, ROUND

pytestmark = pytest.mark.django_db

KINDS = ("action", "plan", "pace", "bid", "amount")
"""The parameters by which an address shows other forms."""

MOST = 1  # pages of one kind; of games each that one begins at
MIXABLE = (*AUCTIONS, "buy o2", "buy c2", "buy c2 o2", *BUILDINGS[len(PURCHASES) :])
"""Cid has more than one way to run plant 05."""

POSITIONS = {"Ana": (AUCTIONS, BUILDINGS), "Bob": (PURCHASES, ("open 4 4",)), "Cid": (MIXABLE, ROUND)}
"""In which each of them is asked something."""

LEFT_OUT = {"account_logout", "games:coach_answer"}
"""One ends the walk, and the other thinks for a second and has no form."""

ENTERED = ("text", "number", "email", "password", "search", "url", "tel", "date", "time")
"""The kinds of fields in which Enter sends the form."""


class Form(HTMLParser):
    """Collects what a page has of links, fields and buttons, each with the form that it belongs to."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.fields: list[tuple[str, str]] = []
        """The form and the name of each field in which somebody can press Enter."""
        self.numbers: list[str] = []
        self.unnumbered: set[str] = set()
        """Forms that change something, and could do so twice."""
        self.submits: dict[str, list[str]] = {}
        self._form, self._count = "", 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        form, kind = known.get("form", self._form), known.get("type", "")
        match tag:
            case "a":
                self.links |= {known[name] for name in ("href", "hx-get") if name in known}
            case "form":
                self._count += 1
                self._form = known.get("id") or f"form {self._count}"
                if known.get("method") == "post":
                    self.unnumbered.add(self._form)
            case "button" if kind in ("", "submit"):
                self.submits.setdefault(form, []).append(known.get("id") or known.get("name", ""))
            case "input":
                if (kind or "text") in ENTERED:
                    self.fields.append((form, known.get("id") or known.get("name", "")))
                if known.get("name") == NUMBER:
                    self.unnumbered.discard(form)
                if kind == "number":
                    self.numbers.append(known.get("id") or known.get("name", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = ""


def walk(client: Client, begin: list[str], seen: dict[tuple[str, ...], int]) -> Iterator[tuple[str, Form]]:
    """Each kind of page that can be reached by links, a few times for all that share what they have ``seen``."""
    waiting = [*begin]
    while waiting:
        address = waiting.pop(0)
        there = urlsplit(address)
        try:
            name = resolve(there.path).view_name
        except Resolver404:
            continue
        fields = [(name, value) for name, value in parse_qsl(there.query) if name in KINDS]
        kind = (name, *(value if name in ("action", "plan") else name for name, value in fields))
        once = (address,)
        seen[kind] = seen.get(kind, 0) + 1
        if once in seen or (seen[kind] > MOST and address not in begin) or name in LEFT_OUT:
            continue
        seen[once] = 1
        answer = client.get(address, follow=True)
        if answer.status_code != 200 or not answer.headers["Content-Type"].startswith("text/html"):
            continue
        page = Form(answer.content.decode())
        yield address, page
        to = (urljoin(address, link.partition("#")[0]) for link in sorted(page.links))
        waiting += [link for link in to if urlsplit(link).netloc in ("", "testserver") and urlsplit(link).path]


def begin(name: str) -> list[str]:
    """Where the walk of a player begins: what no link of the demo leads to is named."""
    if not name:
        return [reverse("home"), reverse("account_login")]
    games = [GameFactory.create(after=after) for after in POSITIONS[name]]
    address = games[0].get_absolute_url()
    named = {
        "Ana": [f"{reverse('matchmaking:create')}?pace=own"],
        "Bob": [f"{address}?plan=wishes", reverse("styleguide")],
        "Cid": [f"{address}?action=run&plant=5&coal-5=2", reverse("games:learn")],
    }[name]
    draft = GameFactory.create(options=rules.Options(areas="draft"), pace={"areas_at_once": True})
    return [reverse("games:dashboard"), *(game.get_absolute_url() for game in (*games, draft)), *named]


@pytest.mark.long
def test_forms_do_what_is_written_in_them_and_once(client):
    """Enter presses the button beside a field, no wheel turns a number, and all forms have that of their page."""
    call_command("demo")
    many, turned, fields, unnumbered = set(), set(), set(), set()
    seen: dict[tuple[str, ...], int] = {}
    for name in ("", "Ana", "Bob", "Cid"):
        if name:
            client.force_login(User.objects.get(name=name))
        for address, page in walk(client, begin(name), seen if name else {}):
            fields |= {field for _form, field in page.fields}
            unnumbered |= {(address, form) for form in page.unnumbered}
            turned |= {(address, number) for number in page.numbers}
            many |= {(address, field) for form, field in page.fields if len(page.submits.get(form, ())) > 1}
    assert {"amount", "bid", "along-limit", "since", "coal-5", "rank-west", "id_move_hours", "id_login"} <= fields
    assert turned == set()
    assert many == set()
    assert unnumbered == set()
