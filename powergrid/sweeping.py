"""When the scheduler sweeps where nobody may tell what came of a sweep, and what of a person."""

import secrets
from datetime import datetime

from celery.schedules import schedstate, schedule

_chance = secrets.SystemRandom()


class Irregular(schedule):  # type: ignore[misc]  # Celery has no types
    """At least so many seconds apart, at most three times as many, and each time by chance.

    What happens at full seconds or with a beat was not done by a person. To note another time than that at which it
    was stored would help nobody: who looks at a page often enough would see that it came later than it says.
    """

    def is_due(self, last_run_at: datetime) -> schedstate:
        found = super().is_due(last_run_at)
        return schedstate(True, self.seconds * _chance.uniform(1, 3)) if found.is_due else found
