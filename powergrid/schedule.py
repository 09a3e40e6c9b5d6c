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
    "accounts.tasks.forget_former",  # last, as the others leave some behind
)

_chance = secrets.SystemRandom()


class Irregular(schedule):  # type: ignore[misc]  # Celery has no types
    """At least so many seconds apart, at most three times as many, and each time by chance.

    What happens with a beat was not done by a person; to store another time would help nobody, as others see when it
    came.
    """

    def is_due(self, last_run_at: datetime) -> schedstate:
        found = super().is_due(last_run_at)
        return schedstate(True, self.seconds * _chance.uniform(1, 3)) if found.is_due else found


def beat_schedule(*, sweep_seconds: int, alarm_seconds: int) -> dict[str, Any]:
    """What is handed out often, with its pause and the seconds after which it expires, and what is each day."""
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
