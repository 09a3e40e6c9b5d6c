"""People who play while things happen to the site, and note what each request was answered.

Each has a game with bots, two have one with each other as well, and all say something now and then. Somebody
without an account looks at the front page with one of its files, again and again.
"""

import random
import re
import threading
import time
from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import msgspec
import requests

import rules
from rules import bots
from tests.operations.browser import Browser, Page
from tests.services.visitors import fields_of

NO_ANSWER = 0
PAUSE = 0.4
"""Seconds between what somebody does and what they do next."""

TAKEN = 302

EVENING = "A long evening"
OPEN_MONEY = {"money_visible": "True"}


@dataclass
class Notes:
    """What people were answered, by phase of the day, and what they were told had been taken."""

    phase: str = "before"
    phases: list[str] = field(default_factory=list)
    answers: dict[tuple[str, str], Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    slowest: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    longest_without: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    """For how long the visitor, who looks all the time, saw no page."""
    sent: Counter[tuple[int, int, str]] = field(default_factory=Counter)
    taken: Counter[tuple[int, int, str]] = field(default_factory=Counter)
    said: set[str] = field(default_factory=set)
    lock: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def during(self, phase: str) -> Iterator[None]:
        """Have what people meet count as of a phase."""
        print(f"{time.strftime('%H:%M:%S')} {phase}", flush=True)
        self.phases.append(phase)
        before, self.phase = self.phase, phase
        try:
            yield
        finally:
            self.phase = before

    def ask(self, kind: str, send: Callable[[], requests.Response]) -> requests.Response | None:
        """Ask the site for something, and note what came of it and when it was asked."""
        phase, began = self.phase, time.monotonic()
        try:
            answer = send()
        except requests.RequestException:
            answer = None
        took = time.monotonic() - began
        with self.lock:
            self.answers[phase, kind][answer.status_code if answer is not None else NO_ANSWER] += 1
            self.slowest[phase] = max(self.slowest[phase], took)
        return answer


class Someone(threading.Thread, ABC):
    """Does something again and again, until told to stop."""

    def __init__(self, notes: Notes, number: int) -> None:
        super().__init__(daemon=True)
        self.notes = notes
        self.number = number
        self.chance = random.Random(number)
        self.browser = Browser(number)
        self.is_over = threading.Event()
        self.fault: Exception | None = None

    def run(self) -> None:
        try:
            while not self.is_over.wait(PAUSE):
                self.act()
        except Exception as fault:  # noqa: BLE001 (whoever stops it hears of it)
            self.fault = fault

    def stop(self) -> None:
        self.is_over.set()
        self.join()
        if self.fault:
            raise self.fault

    @abstractmethod
    def act(self) -> None: ...


class Visitor(Someone):
    """Looks at the front page and one of its files."""

    def __init__(self, notes: Notes, number: int) -> None:
        super().__init__(notes, number)
        self.last_page = time.monotonic()

    def act(self) -> None:
        phase = self.notes.phase
        page = self.notes.ask("page", lambda: self.browser.get("/"))
        now = time.monotonic()
        if page is None or page.status_code != 200:
            self.notes.longest_without[phase] = max(self.notes.longest_without[phase], now - self.last_page)
            return
        self.last_page = now
        file = self.chance.choice(Page(page.text).files)
        self.notes.ask("file", lambda: self.browser.get(file))


class Player(Someone):
    """Plays, as a bot would, and talks."""

    def __init__(self, notes: Notes, number: int, name: str, email: str, password: str) -> None:
        super().__init__(notes, number)
        self.name, self.email, self.password = name, email, password
        self.games: list[int] = []
        self.words = 0

    def sign_up(self, link_in_mail: Callable[[str], str]) -> None:
        """Sign up, and follow the link in the mail."""
        form = {"name": self.name, "email": self.email, "password1": self.password}
        self.browser.fill_in("/accounts/signup/", **form)
        self.browser.confirm(link_in_mail(self.email))

    def begin(self) -> None:
        """Begin a game with bots, at a table: money is open there, so that a record tells where the game stands."""
        shown = self.notes.ask("page", lambda: self.browser.get("/tables/new/"))
        if shown is None or shown.status_code != 200:
            return
        form = {**Page(shown.text).form("/tables/new/").fields, **OPEN_MONEY, "players": "3", "bots": "2"}
        answer = self.notes.ask("form", lambda: self.browser.post("/tables/new/", form))
        if answer is not None and answer.status_code == TAKEN:
            self.games.append(_number(answer.headers["Location"]))

    def act(self) -> None:
        if not self.games:
            self.begin()
        elif self.chance.random() < 0.15:
            self._say(self.chance.choice(self.games))
        else:
            self._take_a_turn(self.chance.choice(self.games))

    def _say(self, game: int) -> None:
        self.words += 1
        text = f"{self.name} says the {self.words}th thing"
        answer = self.notes.ask("form", lambda: self.browser.post(f"/games/{game}/say/", {"text": text}))
        if answer is not None and answer.status_code == TAKEN:
            with self.notes.lock:
                self.notes.said.add(text)

    def _take_a_turn(self, game: int) -> None:
        shown = self.notes.ask("page", lambda: self.browser.get(f"/games/{game}/"))
        record = self.notes.ask("page", lambda: self.browser.get(f"/games/{game}/record/"))
        if shown is None or record is None or {shown.status_code, record.status_code} != {200}:
            return
        kept = rules.read_record(record.text)
        *_, state = rules.recorded_positions(kept)
        seat = rules.Seat(kept.players.index(self.name))
        if kept.result is not None:
            self.games.remove(game)
        elif seat in state.to_move:
            self._send(game, seat, bots.decide(state, seat, self.name), len(kept.moves))

    def _send(self, game: int, seat: rules.Seat, action: rules.Action, expected: int) -> None:
        fields = [*fields_of(action), ("expected", str(expected))]
        act = (game, int(seat), msgspec.json.encode(action).decode())
        answer = self.notes.ask("form", lambda: self.browser.post(f"/games/{game}/play/", fields))
        with self.notes.lock:
            self.notes.sent[act] += 1
            self.notes.taken[act] += answer is not None and answer.status_code == TAKEN


def sit_down_together(host: Player, other: Player) -> None:
    """Begin a game of two, of which each hears by mail."""
    terms = {**OPEN_MONEY, "name": EVENING, "players": "2", "bots": "0"}
    table = _number(host.browser.fill_in("/tables/new/", **terms))
    game = _number(other.browser.fill_in(f"/tables/{table}/", f"/tables/{table}/join/"))
    for player in (host, other):
        player.games.append(game)


def _number(location: str) -> int:
    found = re.search(r"/(?:games|tables)/(\d+)/", location)
    assert found, location
    return int(found[1])


def lost(notes: Notes, rows: Counter[tuple[int, int, str]], words: set[str]) -> Mapping[str, list[Any]]:
    """What people were told was taken and is not there, and what is there more often than it was sent."""
    return {
        "actions lost": sorted((notes.taken - rows).elements()),
        "words lost": sorted(notes.said - words),
        "actions that nobody sent": sorted((rows - notes.sent).elements()),
    }
