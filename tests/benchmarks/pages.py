"""What pages take, against a bare one: ``python -m tests.benchmarks.pages``.

All kinds of request are made by turns, each followed by one for the bare page (:mod:`tests.benchmarks.bare`), on a
site with 1,000 games and on the same with 100,000 (:mod:`tests.benchmarks.many`). Each figure is a kind of request at
p50 or p95, divided by the bare page at the same. A site in earnest writes its log to a file: here it goes nowhere.

Every look is drawn. A visit is what docs/scale.md counts as one: somebody opens a game, waits for a minute, acts, and
every third time opens the list of their games.
"""

import logging
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import rules
from rules import bots
from tests.benchmarks import asked_for, report
from tests.benchmarks.bare import FIRST, Figures, Spent, Visitor, figures, machine, site

if TYPE_CHECKING:
    from tests.benchmarks.many import World

GOALS = {"game": 7.0, "dashboard": 5.0, "lobby": 4.0, "history": 4.0, "action": 3.5, "poll": 0.4}
"""How many times what the bare page takes at p50."""

VISIT = {"game": 2, "action": 1, "poll": 12, "dashboard": 1 / 3}
"""How many requests of each kind a visit has."""

VISIT_GOAL = 20.0
"""How many bare pages a visit may take."""

FLAT = 1.2
"""How many times what it takes on the small site a kind of request may take on the large one."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of request, and what it is in words."""

    name: str
    words: str


KINDS = (
    Kind("game", "a game, for somebody with a seat"),
    Kind("dashboard", "the list of one's games, 100 of them running"),
    Kind("lobby", "the tables that wait"),
    Kind("history", "a past position"),
    Kind("poll", "whether there is anything new in a game: no"),
    Kind("action", "an action, stored with all that it brings about"),
)


class Asking:
    """Makes requests of each kind, of other games each time."""

    def __init__(self, world: "World", chance: random.Random) -> None:
        self.world = world
        self.chance = chance
        self.player = Visitor(world.player)
        self.visitors: dict[int, Visitor] = {}

    def ask(self, kind: str) -> tuple[Visitor, Spent]:
        visitor, spent = getattr(self, f"_{kind}")()
        return visitor, spent

    def bare(self, visitor: Visitor) -> Spent:
        from django.urls import reverse

        return visitor.get(reverse("bare", args=[self.chance.choice(self.world.running)]))

    def _game(self) -> tuple[Visitor, Spent]:
        visitor, path = self._seen()
        return visitor, visitor.get(path)

    def _dashboard(self) -> tuple[Visitor, Spent]:
        return self.player, self.player.get(_path("games:dashboard"))

    def _lobby(self) -> tuple[Visitor, Spent]:
        visitor, _path_of_game = self._seen()
        return visitor, visitor.get(_path("matchmaking:lobby"))

    def _history(self) -> tuple[Visitor, Spent]:
        from games.models import Game

        pk = self.chance.choice(self.world.running)
        sequence = self.chance.randint(0, Game.objects.get(pk=pk).sequence)
        return self.player, self.player.get(_path("games:history", pk, sequence))

    def _poll(self) -> tuple[Visitor, Spent]:
        from games.models import Game

        pk, user = self.chance.choice(self.world.asked)
        game, visitor = Game.objects.get(pk=pk), self._visitor(user)
        path = f"{_path('games:updates', pk)}?seat&seen={game.sequence}&news={game.news}"
        return visitor, visitor.get(path, status=204)

    def _action(self) -> tuple[Visitor, Spent]:
        from games.models import Seat
        from games.replay import snapshots
        from tests.services.visitors import fields_of

        asked = Seat.objects.filter(is_to_move=True, game__in=[pk for pk, _user in self.world.asked])
        seat = self.chance.choice(list(asked.filter(answers_at=None).select_related("game", "user")))
        action = bots.decide(snapshots.load(seat.game), rules.Seat(seat.number))
        visitor, fields = self._visitor(seat.user), [*fields_of(action), ("expected", str(seat.game.sequence))]
        return visitor, visitor.post(_path("games:play", seat.game_id), fields)

    def _seen(self) -> tuple[Visitor, str]:
        """The page of a game, and somebody with a seat in it."""
        pk, user = self.chance.choice(self.world.asked)
        return self._visitor(user), _path("games:detail", pk)

    def _visitor(self, user: Any) -> Visitor:
        if user.pk not in self.visitors:
            self.visitors[user.pk] = Visitor(user)
        return self.visitors[user.pk]


def _path(name: str, *numbers: int) -> str:
    from django.urls import reverse

    return reverse(name, args=numbers)


def _forget_how_much_was_asked() -> None:
    """Limits cost what they cost everybody, and refuse nothing."""
    from powergrid import limits

    for limit in vars(limits).values():
        if isinstance(limit, limits.Limit):
            limit.forget()


def measure(world: "World", count: int, uncounted: int) -> dict[str, Figures]:
    """What each kind takes on a site, in times of the bare page."""
    asking, spent = Asking(world, random.Random("pages")), defaultdict[str, list[float]](list)
    for number in range(uncounted + count):
        _forget_how_much_was_asked()
        for kind in KINDS:
            visitor, taken = asking.ask(kind.name)
            bare = asking.bare(visitor)
            if number >= uncounted:
                spent[kind.name].append(taken.worked)
                spent["bare"].append(bare.worked)
    bare_page = figures(spent.pop("bare"))
    print(f"{world.games} games: bare page p50 {bare_page.p50:.2f} ms, p95 {bare_page.p95:.2f} ms; {machine()}")
    return {name: _times(figures(each), bare_page) for name, each in spent.items()}


def _times(taken: Figures, bare_page: Figures) -> Figures:
    return Figures(taken.p50 / bare_page.p50, taken.p95 / bare_page.p95)


def _print(sizes: Sequence[int], measured: Sequence[dict[str, Figures]]) -> None:
    for games, by_kind in zip(sizes, measured, strict=True):
        for name, taken in by_kind.items():
            report(f"{name}_p50_of_{games}_games", taken.p50, "x", GOALS[name])
            report(f"{name}_p95_of_{games}_games", taken.p95, "x", float("inf"))
        visit = sum(times * by_kind[name].p50 for name, times in VISIT.items())
        report(f"visit_of_{games}_games", visit, "x", VISIT_GOAL)
    for name in measured[0]:
        report(f"{name}_growth", measured[-1][name].p50 / measured[0][name].p50, "x", FLAT)


def _worlds(sizes: Sequence[int]) -> Iterator["World"]:
    from tests.benchmarks.many import Site

    many = Site()
    for games in sizes:
        yield many.grow(games)


def main() -> None:
    wanted = asked_for(__doc__, first=(1000, 1000), then=(100_000, 2000), requests=(200, 3), uncounted=FIRST)
    sizes = (wanted.first, wanted.then)
    with site():
        from django.conf import settings

        settings.RATE_LIMITS = True
        logging.disable(logging.INFO)
        measured = [measure(world, wanted.requests, wanted.uncounted) for world in _worlds(sizes)]
        for kind in KINDS:
            print(f"{kind.name}: {kind.words}")
        _print(sizes, measured)


if __name__ == "__main__":
    main()
