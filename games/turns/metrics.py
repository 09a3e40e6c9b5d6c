"""What metrics and logs are told of games, and how often things happen in them: numbers of this process."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from django.db import transaction
from prometheus_client import Counter, Histogram
from structlog.contextvars import bind_contextvars

if TYPE_CHECKING:
    from games.turns.autoplay import Taken

ACTIONS = Counter(
    "powergrid_actions", "Actions that were stored, by kind and by where they came from", ["kind", "origin"]
)

PLAN_LAG = Histogram(
    "powergrid_plan_lag_seconds",
    "How much later than planned a standing plan was answered with",
    buckets=(0.5, 1, 2, 5, 10, 30, 60, 300, 1800),
)


def moved_on(sequence: int, steps: Sequence["Taken"]) -> None:
    """Say how far the game in hand is, and count what was done in it once it is stored."""
    bind_contextvars(sequence=sequence)
    transaction.on_commit(partial(_count, steps))


def _count(steps: Sequence["Taken"]) -> None:
    for step in steps:
        ACTIONS.labels(step.action.__struct_config__.tag, step.origin).inc()
