"""Maintenance: the site can be read, nothing can be changed, and no clock runs out.

Whether it is on is read from the row each time. An action taken even a second later might be missing in a back-up.
"""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.db.models import Exists

from announcements import said
from announcements.models import Maintenance

Resting = Callable[[datetime, datetime], None]
"""Gives back the time between two moments, within the transaction that ends the maintenance."""
resting: list[Resting] = []


def register(give_back: Resting) -> None:
    """Called when the site starts, by each app with clocks that must lose no time."""
    resting.append(give_back)


def going_on() -> Exists:
    """Whether maintenance is on, as a condition of a query."""
    return Exists(Maintenance.objects.going_on())


def current() -> Maintenance | None:
    return Maintenance.objects.going_on().order_by("began_at").first()


def begin(sentence: str, *, expected_until: datetime | None = None, now: datetime) -> Maintenance:
    """Let nothing be changed from now on. If maintenance is on already, change its sentence and expected end."""
    with transaction.atomic():
        maintenance = Maintenance.objects.select_for_update().going_on().order_by("began_at").first()
        maintenance = maintenance or Maintenance(began_at=now)
        maintenance.sentence, maintenance.expected_until = sentence, expected_until
        maintenance.save()
    said.forget()
    return maintenance


def end(*, now: datetime) -> bool:
    """Let everything go on, and give back the time that has passed. Return whether there was anything to end."""
    with transaction.atomic():
        ending = list(Maintenance.objects.select_for_update().going_on().order_by("began_at"))
        if ending:  # two may have begun at the same moment
            for give_back in resting:
                give_back(ending[0].began_at, now)
        Maintenance.objects.filter(pk__in=[each.pk for each in ending]).update(ended_at=now)
    said.forget()
    return bool(ending)
