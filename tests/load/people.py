"""People at their games: ``python -m tests.load.people ADDRESS PEOPLE SECONDS`` prints what they met.

Locust makes the crowd: it replaces what waits by what lets others go on, so it comes first, in a process of its own.
"""

import locust  # isort: skip  # before whatever opens sockets

import random
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from http import HTTPStatus
from itertools import count
from typing import Any, ClassVar
from urllib.parse import urlencode

import django
import msgspec
from django.apps import apps
from locust.env import Environment
from locust.stats import RequestStats, StatsEntry
from requests.adapters import HTTPAdapter

if not apps.ready:
    django.setup()

from django.db import connection

import rules
from games.models import Seat
from games.replay import snapshots
from rules import bots
from tests.factories import PASSWORD
from tests.load.met import Crowd, Kind
from tests.services.visitors import Visitor, fields_of

POLL = re.compile(r'id="poll"[^>]* hx-get="([^"]+)"')
PART = {"HX-Request": "true"}

COMING = 10
"""Seconds until all people are there."""


class From(HTTPAdapter):
    """Has requests come from an address of their own, of the many that this machine has for itself."""

    def __init__(self, address: str) -> None:
        self.address = address
        super().__init__()

    def init_poolmanager(self, *arguments: Any, **more: Any) -> None:
        super().init_poolmanager(*arguments, **more, source_address=(self.address, 0))


class Person(locust.HttpUser):
    """Somebody with some games, who looks at them, and takes a turn where one is theirs."""

    wait_time = locust.between(0.5, 3)
    numbers: ClassVar["count[int]"] = count()
    emails: ClassVar[list[str]] = []

    def on_start(self) -> None:
        number = next(self.numbers)
        self.email = self.emails[number % len(self.emails)]
        self.client.mount("http://", From(f"127.1.{number // 200}.{number % 200 + 1}"))
        self.games = _read(lambda: list(Seat.objects.filter(user__email=self.email).values_list("game", flat=True)))
        self.visitor = Visitor(str(self.host), self.client)
        self.visitor.log_in(self.email, PASSWORD)
        self.poll = ""

    @locust.task(10)
    def follow(self) -> None:
        """Ask for news of the page that is open, as it does by itself."""
        if not self.poll or self._get("poll", self.poll, headers=PART).status_code != 204:
            self.open()

    @locust.task(4)
    def open(self) -> None:
        shown = self._get("game page", self._game())
        found = POLL.search(shown.text or "")
        self.poll = unescape(found[1]) if found else ""

    @locust.task(8)
    def act(self) -> None:
        """Compose an action, look at what it would bring about, and take it."""
        found = _read(lambda: _choice(self.email))
        if found is None:
            return
        path, sequence, action = found
        fields = fields_of(action)
        self._get("compose", f"{path}?{urlencode(fields)}", headers={**PART, "HX-Target": "action-panel"})
        self._post("action", f"{path}play/", [*fields, ("expected", str(sequence))])

    @locust.task(2)
    def dashboard(self) -> None:
        self._get("dashboard", "/games/")

    @locust.task(1)
    def lobby(self) -> None:
        self._get("lobby", "/tables/")

    @locust.task(2)
    def history(self) -> None:
        self._get("history", f"{self._game()}history/0/", headers=PART)

    @locust.task(1)
    def talk(self) -> None:
        self._post("talk", f"{self._game()}say/", [("text", f"It is {random.randint(1, 12)} o’clock.")])

    def _game(self) -> str:
        return f"/games/{random.choice(self.games)}/"

    def _get(self, kind: str, path: str, **more: Any) -> Any:
        return self._ask(lambda **named: self.visitor.get(path, **more, **named), kind)

    def _post(self, kind: str, path: str, fields: list[tuple[str, str]]) -> Any:
        return self._ask(lambda **named: self.visitor.post(path, fields, **named), kind)

    def _ask(self, send: Callable[..., Any], kind: str) -> Any:
        """Ask the site for something: what the rules refuse is answered, but no fault of the site, and no limit."""
        with send(name=kind, catch_response=True) as answer:
            if 0 < answer.status_code < 500 and answer.status_code != HTTPStatus.TOO_MANY_REQUESTS:
                answer.success()
        return answer


def _choice(email: str) -> tuple[str, int, rules.Action] | None:
    """What somebody could do now: the address of a game, how many actions it has, and one more."""
    asked = Seat.objects.filter(user__email=email, is_to_move=True, answers_at=None, game__finished_at=None)
    seat = asked.select_related("game").order_by("?").first()
    if seat is None:
        return None
    state, sequence = snapshots.load(seat.game), seat.game.sequence
    if seat.number not in state.to_move:
        return None
    return seat.game.get_absolute_url(), sequence, bots.decide(state, rules.Seat(seat.number), seat.game.name)


def _read(ask: Callable[[], Any]) -> Any:
    """Ask the database, and leave the line to it to others."""
    try:
        return ask()
    finally:
        connection.close()


@contextmanager
def crowd(address: str, people: int) -> Iterator[RequestStats]:
    """Let so many people in, some more each second, and give what they meet. Whoever sleeps lets them act: it is one
    of what Locust replaces.
    """
    seated = Seat.objects.filter(user__name__startswith="Soaked")
    emails = seated.values_list("user__email", flat=True).distinct().order_by("user__email")
    Person.emails = [email for email in emails if email]
    environment = Environment(user_classes=[Person], host=address)
    runner = environment.create_local_runner()
    runner.start(people, spawn_rate=max(1, people / COMING))
    yield environment.stats
    runner.quit()


def let_in(address: str, people: int, seconds: float) -> Crowd:
    """Let so many people in for so long."""
    with crowd(address, people) as stats:
        time.sleep(seconds)
    entries = sorted(stats.entries.values(), key=lambda entry: str(entry.name))
    return Crowd([kind_of(entry) for entry in [*entries, stats.total]], errors_of(stats))


def errors_of(stats: RequestStats) -> list[str]:
    return [f"{error.name}: {error.error}, {error.occurrences} times" for error in stats.errors.values()]


def kind_of(entry: StatsEntry) -> Kind:
    median, p95, p99 = (entry.get_response_time_percentile(part) or 0 for part in (0.5, 0.95, 0.99))
    return Kind(str(entry.name), entry.num_requests, entry.num_failures, entry.total_rps, median, p95, p99)


if __name__ == "__main__":
    print(msgspec.json.encode(let_in(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))).decode())
