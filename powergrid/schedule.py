"""What the scheduler hands out, and when."""

import secrets
from datetime import datetime, timedelta
from typing import Any

from celery.schedules import schedstate, schedule

DAILY = (
    "notifications.tasks.forget",
    "accounts.tasks.forget_sessions",
    "accounts.tasks.forget_guests",
    "accounts.tasks.forget_unconfirmed",
    "matchmaking.tasks.close_abandoned_tables",
    "matchmaking.tasks.forget_closed_tables",
    "matchmaking.tasks.forget_practice_games",
    "games.tasks.forget_checkpoints",
    "games.tasks.forget_thinking_time",
    "powergrid.tasks.forget_receipts",
    "powergrid.tasks.forget_counts",
    "accounts.tasks.forget_former",  # last, as the others leave some behind
)

_chance = secrets.SystemRandom()


class Irregular(schedule):  # type: ignore[misc]  # Celery has no types
    """Runs after a random time, from so many seconds to three times as many.

    With a regular beat, players could tell what a plan did from what a person did, by the moment they see it.
    """

    def is_due(self, last_run_at: datetime) -> schedstate:
        found = super().is_due(last_run_at)
        return schedstate(True, self.seconds * _chance.uniform(1, 3)) if found.is_due else found

    def __reduce__(self) -> tuple[Any, ...]:
        """In the file of the scheduler it is one of Celery's own, so that another release can read that file."""
        _kind, arguments = super().__reduce__()
        return schedule, arguments


def beat_schedule(*, sweep_seconds: int, alarm_seconds: int) -> dict[str, Any]:
    """Tasks of every day, and those that run often, with their pause and the seconds after which they expire."""
    often = {
        "sweep-alerts": ("notifications.tasks.sweep", sweep_seconds, sweep_seconds),
        "sweep-games": ("games.tasks.sweep", Irregular(alarm_seconds / 2), sweep_seconds),
        "tell-invited": ("matchmaking.tasks.tell_invited", sweep_seconds, sweep_seconds),
        "rate-games": ("matchmaking.tasks.rate", 60, 60),
        "tally-actions": ("powergrid.tasks.tally", 60, 60),
        "tell-moderators": ("powergrid.tasks.tell_moderators", 60, 60),
        "look-for-standing-games": ("powergrid.tasks.look_for_standing_games", 600, 600),
    }
    return {task: {"task": task, "schedule": timedelta(days=1)} for task in DAILY} | {
        name: {"task": task, "schedule": pause, "options": {"expires": expires}}
        for name, (task, pause, expires) in often.items()
    }
