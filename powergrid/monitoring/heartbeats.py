"""Signs of life: a program that nobody sees says now and then that it is at work, so that it shows when it stops."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from powergrid.models import Heartbeat

EVERY = timedelta(seconds=10)
"""How often a program says so, at most."""

QUIET = timedelta(minutes=1)
"""After how long without a sign a program is taken for one that stopped: every second there is something to do."""

FORGOTTEN = timedelta(days=1)
"""After how long it is taken for one that is no longer wanted."""


@dataclass
class Pulse:
    """That of this process."""

    last: datetime | None = None

    def beat(self, program: Heartbeat.Program, name: str, now: datetime) -> None:
        """Note that a program is at work, unless that has just been noted."""
        if self.last is not None and now - self.last < EVERY:
            return
        if self.last is None:
            Heartbeat.objects.filter(at__lt=now - FORGOTTEN).delete()
        self.last = now
        Heartbeat.objects.bulk_create(
            [Heartbeat(program=program, name=name[:200], at=now)],
            update_conflicts=True,
            unique_fields=["program", "name"],
            update_fields=["at"],
        )


def is_quiet(heartbeat: Heartbeat, now: datetime) -> bool:
    return now - heartbeat.at > QUIET
