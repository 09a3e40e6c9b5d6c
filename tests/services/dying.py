"""Workers that are killed at every step between "due" and "stored": ``python -m tests.services.dying plan``; with
``thought`` thinkers.

For each statement that ringing a game sends to the database, one worker is killed before it; for each commit, one
before and one after it. Then the scheduler's sweeps go on. What came of each is printed as a line of JSON. It
makes the tables itself where there are none: a program for that would take longer to start than to make them.
"""

import itertools
import json
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import django

if __name__ == "__main__":
    django.setup()

from django.conf import settings
from django.core.management import call_command
from django.db import connection

import rules.bots
from games.clock import due
from games.models import Action, Game, GameQuerySet, Origin
from games.plans.language import StandingPass
from games.turns import edit_plans, run_due, thinking
from notifications.models import Alert
from tests.factories import GameFactory, play_on

LONGEST_STALL = timedelta(seconds=60)


def plan_due() -> Game:
    """A game in which Bob's plan is about to pass for him."""
    game = GameFactory.create(after=["open 4 4"])
    return edit_plans.give(game, game.seats.get(number=1), StandingPass(), now=game.moved_at)


def time_out_due() -> Game:
    """A game in which Bob's time is about to be up."""
    return GameFactory.create(after=["open 4 4"], pace={"move_time": 3600})


def thought_due() -> Game:
    """A game in which Bob's seat is that of a Hard bot, which is to move and has its doubts."""
    rules.bots.thoughts = lambda *asked: itertools.repeat(rules.bots.decide(*asked))
    game = GameFactory.create()
    game.seats.filter(number=1).update(user=None, is_bot=True, bot_level="hard")
    return play_on(game, "open 4 4")


@dataclass(frozen=True, slots=True)
class Kind:
    """Something that comes due in a game: how it is found and done, and by what its rows are known."""

    make: Callable[[], Game]
    origin: Origin
    find: Callable[[datetime], GameQuerySet] = due.games
    ring: Callable[..., object] = run_due.run


THOUGHT = Kind(thought_due, Origin.BOT, thinking.games, partial(thinking.run, seconds=0))
KINDS = {"plan": Kind(plan_due, Origin.PLAN), "time-out": Kind(time_out_due, Origin.TIMEOUT)}
"""What workers do."""


def ring_and_die(kind: Kind, pk: int, now: datetime, death: int) -> bool:
    """Ring a game in a worker of its own.

    :param death: the number of the step before which it dies.
    :return: whether the worker died; False where ringing has fewer steps.
    """
    # A connection cannot be shared with a child, nor can a pool of them.
    connection.close()
    getattr(connection, "close_pool", connection.close)()
    child = os.fork()
    if child == 0:
        _die_at(death)
        kind.ring(pk, now=now)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    assert os.waitstatus_to_exitcode(status) == 0
    return False


def _die_at(death: int) -> None:
    """Count what this process asks of the database, and kill it at one of these steps."""
    steps = itertools.count(1)
    commit = connection.commit

    def step() -> None:
        if next(steps) == death:
            os.kill(os.getpid(), signal.SIGKILL)

    def step_and_execute(execute: Callable[..., Any], *arguments: Any) -> Any:
        step()
        return execute(*arguments)

    def step_and_commit() -> None:
        step()
        commit()
        step()

    connection.execute_wrappers.append(step_and_execute)
    connection.commit = step_and_commit  # type: ignore[method-assign]


def sweep_until_quiet(kind: Kind, pk: int, due_at: datetime) -> timedelta | None:
    """Sweep as the scheduler does, and say how long the game stood still."""
    waited = timedelta()
    while waited <= LONGEST_STALL:
        for found in kind.find(due_at + waited).values_list("pk", flat=True):
            kind.ring(found, now=due_at + waited)
        if not kind.find(due_at + LONGEST_STALL * 10).filter(pk=pk).exists():
            return waited
        waited += timedelta(seconds=settings.ALARM_SECONDS)
    return None


def outcome(kind: Kind, death: int) -> dict[str, Any] | None:
    """What comes of a game whose worker dies; None where ringing has fewer steps than that."""
    game = kind.make()
    bob = game.seats.get(number=1)
    due_at = bob.answers_at or bob.due_at or game.thinks_at
    assert due_at is not None
    if not ring_and_die(kind, game.pk, due_at, death):
        return None
    waited = sweep_until_quiet(kind, game.pk, due_at)
    game.refresh_from_db()
    return {
        "death": death,
        "waited": None if waited is None else waited.total_seconds(),
        "rows": list(Action.objects.filter(game=game).values_list("seat", "origin")),
        "expected": [[0, Origin.PLAYER], [1, kind.origin]],
        "asked": list(game.seats.filter(is_to_move=True).values_list("name", flat=True)),
        "misses": game.seats.get(number=1).misses,
        "told": list(Alert.objects.filter(subject_id=game.pk, sequence=2).values_list("kind", "recipient__name")),
        "claimed": game.claimed_until is not None,
    }


def main() -> None:
    call_command("migrate", run_syncdb=True, verbosity=0)
    kind = {**KINDS, "thought": THOUGHT}[sys.argv[1]]
    outcomes = (outcome(kind, death) for death in itertools.count(1))
    for found in itertools.takewhile(lambda found: found is not None, outcomes):
        print(json.dumps(found))


if __name__ == "__main__":
    main()
