"""Maintenance: the site can be read, nothing in it be changed, and no clock runs out.

Whether it goes on is asked of the row each time: of an action a second later nobody would know whether it is in a
back-up.
"""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.db.models import Exists

from announcements import said
from announcements.models import Maintenance

Resting = Callable[[datetime, datetime], None]
"""Gives back what time has passed between two moments. It is called within the transaction that ends it."""
resting: list[Resting] = []


def register(give_back: Resting) -> None:
    """Name something that goes by the time, and must not lose any; called once for each, when its app is ready."""
    resting.append(give_back)


def going_on() -> Exists:
    """Whether it does, as a condition of a query."""
    return Exists(Maintenance.objects.going_on())


def current() -> Maintenance | None:
    """What goes on; None where nothing does."""
    return Maintenance.objects.going_on().order_by("began_at").first()


def begin(sentence: str, *, expected_until: datetime | None = None, now: datetime) -> Maintenance:
    """Let nothing be changed from now on. Where that is so already, it only gets this sentence and end."""
    with transaction.atomic():
        maintenance = Maintenance.objects.select_for_update().going_on().order_by("began_at").first()
        maintenance = maintenance or Maintenance(began_at=now)
        maintenance.sentence, maintenance.expected_until = sentence, expected_until
        maintenance.save()
    said.forget()
    return maintenance


def end(*, now: datetime) -> bool:
    """Let everything go on, with all time given back that has passed; whether there was anything to end."""
    with transaction.atomic():
        ending = list(Maintenance.objects.select_for_update().going_on().order_by("began_at"))
        if ending:  # two may have begun at the same moment
            for give_back in resting:
                give_back(ending[0].began_at, now)
        Maintenance.objects.filter(pk__in=[each.pk for each in ending]).update(ended_at=now)
    said.forget()
    return bool(ending)
