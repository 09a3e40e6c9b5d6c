"""When people have time, and what happens when they say otherwise.

What runs by somebody's calendar is in other rooms. This room imports none of them, so each says here how its clocks
follow a person.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from django.db import transaction

from accounts.models import User

Keeper = Callable[[User, datetime], AbstractContextManager[None]]
"""Keeps clocks by the calendar of a user: it is entered before the calendar changes, and left afterwards."""

keepers: list[Keeper] = []


def register(keeper: Keeper) -> None:
    """Name a keeper; called once for each, when its app is ready."""
    keepers.append(keeper)


@contextmanager
def changing(user: User, now: datetime) -> Iterator[User]:
    """Change somebody's time zone, sleep or vacations, and with them all clocks that go by these, or nothing at all.

    What has passed until now counts by the calendar as it was. The person comes locked and as stored; what changes
    in their row is for the caller to save.
    """
    with transaction.atomic(), ExitStack() as kept:
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        for keeper in keepers:
            kept.enter_context(keeper(user, now))
        yield user


def zone_of(user: User) -> ZoneInfo:
    """The time zone that somebody lives in."""
    return ZoneInfo(user.time_zone)


def vacations_of(user: User) -> tuple[tuple[date, date], ...]:
    """The first and the last day of each vacation; uses those that were prefetched."""
    return tuple((vacation.first_day, vacation.last_day) for vacation in user.vacations.all())


def tell_hours(user: User, zone: str, sleep: tuple[time, time] | None, *, now: datetime) -> None:
    """Note where somebody lives and when they sleep."""
    with changing(user, now) as person:
        person.time_zone = zone
        person.sleeps_from, person.sleeps_until = sleep or (None, None)
        person.save(update_fields=["time_zone", "sleeps_from", "sleeps_until"])
