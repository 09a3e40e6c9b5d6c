"""What metrics and logs are told of games, and how often things happen in them: numbers of this process."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from django.db import transaction
from prometheus_client import Counter, Histogram
from structlog.contextvars import bind_contextvars

if TYPE_CHECKING:
    from games.following import Step

ACTIONS = Counter(
    "powergrid_actions", "Actions that were stored, by kind and by where they came from", ["kind", "origin"]
)

REPLAY = Histogram(
    "powergrid_replay_seconds",
    "How long it took to replay a game from its start",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)

PLAN_LAG = Histogram(
    "powergrid_plan_lag_seconds",
    "How much later than planned a standing plan was answered with",
    buckets=(0.5, 1, 2, 5, 10, 30, 60, 300, 1800),
)


def took_in_hand(pk: int) -> None:
    """Have what is logged from here on say which game it is about."""
    bind_contextvars(game=pk)


def moved_on(sequence: int, steps: Sequence["Step"]) -> None:
    """Say how far the game in hand is, and count what was done in it once it is stored."""
    bind_contextvars(sequence=sequence)
    transaction.on_commit(partial(_count, steps))


def _count(steps: Sequence["Step"]) -> None:
    for step in steps:
        ACTIONS.labels(step.deed.__struct_config__.tag, step.origin).inc()
