"""Turns in tests, by the names of those who take them, and what is stored of them."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection

import rules
from games.models import Game, Seat, Snapshot
from games.replay import history
from games.turns import play
from notifications.models import Alert


def seat_of(game: Game, name: str) -> Seat:
    return game.seats.get(name=name)


def act(game: Game, name: str, action: str, *, expected: int | None = None) -> Game:
    expected = game.sequence if expected is None else expected
    return play.play(game, seat_of(game, name), rules.parse_action(action), expected=expected)


def asked(game: Game) -> list[str]:
    return [seat.name for seat in game.seats.filter(is_to_move=True)]


def rows(game: Game) -> list[tuple[int, str]]:
    """Seat and action of every row, as one would write them down."""
    return [(move.seat, str(move.action)) for move in history.moves(game)]


def everything(game: Game) -> list[list[Any]]:
    """All that is stored about a game, to see that nothing changed."""
    tables = (Game.objects.filter(pk=game.pk), game.seats, game.actions, Snapshot.objects.all(), Alert.objects.all())
    return [list(table.values()) for table in tables]


def alerts(game: Game, kind: str = "your_turn") -> list[tuple[str, int]]:
    found = Alert.objects.filter(kind=kind, subject_id=game.pk).order_by("pk")
    return list(found.values_list("recipient__name", "sequence"))


def at_once(*calls):
    """Run calls in threads of their own, all let go at the same moment; what each returned or raised."""
    gate = threading.Barrier(len(calls))

    def run(call):
        try:
            gate.wait(timeout=10)
            return call()
        except (play.Stale, rules.RuleError) as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))
