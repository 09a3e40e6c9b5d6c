"""People who play: ``python -m tests.soak.playing ADDRESS SECONDS NOTES SEED`` has them play all games of a site.

They choose as a bot would, by what the database holds, and do all else by pages and forms. Where something goes
wrong, they look at the page until it shows, and go on from what is there. What they send is noted in a file, with the
answer.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

import django
import msgspec
import requests

if __name__ == "__main__":
    django.setup()

from django.db import InterfaceError, OperationalError, close_old_connections, connection
from django.utils import timezone

import rules
from games.clock import due
from games.models import Game, Seat
from games.replay import action_rows, snapshots
from notifications.models import Alert
from rules import bots
from tests.factories import PASSWORD
from tests.services.visitors import Fields, Visitor, fields_of
from tests.soak.notes import UNANSWERED, Played, Sent

AT_ONCE = 8
"""How many people are at their pages at the same time."""

LOOKS = 0.1
"""How often somebody looks at the page before they act, of all times."""

CAUGHT_UP = 2.0
"""By how many seconds a site may be late that has caught up."""

PAUSE = 0.5
"""Seconds between two looks at a page that does not show."""

Place = tuple[int, int]
"""A game and a seat of it."""


class Play:
    """All games of a site, their people, and what they note."""

    def __init__(self, address: str, notes: Path, seed: str) -> None:
        self.address, self.notes = address, notes
        self.chance = random.Random(seed)
        self.visitors: dict[str, Visitor] = {}
        self.lock = Lock()
        self.statuses: Counter[int] = Counter()
        self.broken: list[str] = []
        self.retries = 0
        self.late_alert = self.late_game = self.slowest_answer = 0.0
        self.failed: set[Place] = set()
        self.has_caught_up = False

    def run(self, seconds: float) -> Played:
        """Play until all games are over, or so much time has passed."""
        began = time.monotonic()
        in_hand: dict[Place, Future[None]] = {}
        with ThreadPoolExecutor(AT_ONCE) as pool:
            while time.monotonic() < began + seconds:
                in_hand = {place: work for place, work in in_hand.items() if not _is_done(work)}
                with _outages_are_waited_out():
                    self._measure()
                    if not Game.objects.filter(finished_at=None).exists():
                        break
                    for seat in _asked()[:200]:
                        place = (seat.game_id, seat.number)
                        if place not in in_hand and len(in_hand) < 3 * AT_ONCE:
                            in_hand[place] = pool.submit(self._take_turn, seat)
                time.sleep(0.1)
        for work in in_hand.values():
            work.result()
        return Played(
            time.monotonic() - began,
            dict(self.statuses),
            self.retries,
            self.late_alert,
            self.late_game,
            self.slowest_answer,
            self.broken,
        )

    def _measure(self) -> None:
        """See by how much the site is behind, once it has worked off that all games have begun at once."""
        now = timezone.now()
        alert = Alert.objects.due(now).order_by("due_at").values_list("due_at", flat=True).first() or now
        game = due.games(now).order_by("due_at").values_list("due_at", flat=True).first() or now
        late = (now - alert).total_seconds(), (now - game).total_seconds()
        self.has_caught_up |= max(late) < CAUGHT_UP
        if self.has_caught_up:
            self.late_alert, self.late_game = max(self.late_alert, late[0]), max(self.late_game, late[1])

    # What people do --------------------------------------------------------------------------------------------

    def _take_turn(self, seat: Seat) -> None:
        try:
            with _outages_are_waited_out():
                self._decide(seat)
        finally:
            connection.close()

    def _decide(self, seat: Seat) -> None:
        """Answer what somebody is asked, as they see it now."""
        place, game = (seat.game_id, seat.number), seat.game
        visitor = self._visitor(seat)
        if place in self.failed or self.chance.random() < LOOKS:
            self._look(visitor, f"/games/{game.pk}/")
            self.failed.discard(place)
        game.refresh_from_db()
        state = snapshots.load(game)
        if seat.number not in state.to_move:
            return
        if self._has_other_wishes(visitor, game):
            return
        action = bots.decide(state, rules.Seat(seat.number), game.name)
        fields = [*fields_of(action), ("expected", str(game.sequence))]
        status = self._send(visitor, f"/games/{game.pk}/play/", fields)
        self._note(Sent(game.pk, seat.number, game.sequence, action_rows.write(action), status))
        if status in {UNANSWERED, 500, 502, 503, 504}:
            self.retries += 1
            self.failed.add(place)
            time.sleep(PAUSE)

    def _has_other_wishes(self, visitor: Visitor, game: Game) -> bool:
        """Do something beside the game itself, by its kind; whether that is all for now."""
        manner, path, seen = game.name.split()[0], f"/games/{game.pk}/", ("expected", str(game.sequence))
        if self.chance.random() > 0.08:
            return False
        match manner:
            case "plans":
                wanted = self.chance.choice(["pass", "round"])
                self._send(visitor, f"{path}plans/give/", [("plan", wanted), ("round", str(game.round))])
            case "paused":
                motion = "resume" if game.paused_at else "pause"
                self._send(visitor, f"{path}vote/", [("motion", motion), ("pauses", str(game.pauses)), seen])
            case "undo":
                self._send(visitor, f"{path}undo/", [seen])
            case _:
                self._look(visitor, self.chance.choice(["/games/", "/tables/", f"{path}history/{game.sequence}/"]))
        return manner == "undo"

    def _visitor(self, seat: Seat) -> Visitor:
        """The browser of somebody, logged in; each line to the site is its own."""
        assert seat.user is not None
        email = seat.user.email or ""
        while email not in self.visitors:
            visitor = Visitor(self.address)
            try:
                visitor.log_in(email, PASSWORD)
            except requests.RequestException:
                self.retries += 1
                time.sleep(PAUSE)
            else:
                self.visitors[email] = visitor
        return self.visitors[email].beside()

    def _look(self, visitor: Visitor, path: str) -> None:
        """Look at a page, until it shows."""
        while self._status_of(lambda: visitor.get(path)) not in {200, 302, 404}:
            self.retries += 1
            time.sleep(PAUSE)

    def _send(self, visitor: Visitor, path: str, fields: Fields) -> int:
        return self._status_of(lambda: visitor.post(path, fields))

    def _status_of(self, send: Callable[[], requests.Response]) -> int:
        """What a request was answered; whatever else can come of it counts as no answer."""
        began = time.monotonic()
        try:
            answer = send()
        except requests.RequestException:
            status = UNANSWERED
        else:
            status = answer.status_code
        with self.lock:
            self.statuses[status] += 1
            self.slowest_answer = max(self.slowest_answer, time.monotonic() - began)
            if status == 500:
                self.broken.append(f"{answer.request.method} {answer.request.path_url}")
        return status

    def _note(self, sent: Sent) -> None:
        with self.lock, self.notes.open("ab") as notes:
            notes.write(msgspec.json.encode(sent) + b"\n")


def _asked() -> list[Seat]:
    """Who is asked and there to answer; in games of those who stay away, the first of them does."""
    waiting = Seat.objects.filter(is_to_move=True, absent_since=None, answers_at=None, user__isnull=False)
    waiting = waiting.filter(game__finished_at=None).select_related("game", "user").order_by("asked_at")
    return [seat for seat in waiting if not _stays_away(seat)]


def _stays_away(seat: Seat) -> bool:
    if not seat.game.name.startswith("absent"):
        return False
    first = Seat.objects.filter(game=seat.game_id, user__isnull=False).order_by("number")[0]
    return first.pk == seat.pk


@contextmanager
def _outages_are_waited_out() -> Iterator[None]:
    """Do without what needs the database while it is away: whoever does this comes back to it."""
    try:
        close_old_connections()
        yield
    except (OperationalError, InterfaceError):
        connection.close()
        time.sleep(PAUSE)


def _is_done(work: Future[None]) -> bool:
    """Whether somebody is done; what went wrong there goes wrong here, too."""
    if work.done():
        work.result()
    return work.done()


if __name__ == "__main__":
    address, seconds, notes, seed = sys.argv[1:]
    played = Play(address, Path(notes), seed).run(float(seconds))
    print(msgspec.json.encode(played).decode())
