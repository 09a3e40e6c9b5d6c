"""When people have time, and what happens when they say otherwise.

What runs by somebody's calendar is in other rooms. This room imports none of them, so each says here how its clocks
follow a person.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import date, datetime, time, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts import zones
from accounts.models import User, Vacation
from accounts.statements import written_once

HOURS_STAND = timedelta(days=1)
"""For how long hours that were changed cannot be changed again: else nights could be had one after the other."""


class Keeper(Protocol):
    """A module that keeps clocks by people's calendars. It is called within the transaction of the change."""

    def lock_clocks(self, user: User) -> object:
        """Lock what has clocks that follow this person, before the person is."""

    def follow_calendar(self, user: User, now: datetime) -> AbstractContextManager[None]:
        """Hold these clocks when entered, and have them go on by the changed calendar when left."""


keepers: list[Keeper] = []


class HoursRefused(Exception):
    """The hours cannot be changed at present; the sentence says why. Nothing was stored."""


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
        for keeper in keepers:
            keeper.lock_clocks(user)
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        for keeper in keepers:
            kept.enter_context(keeper.follow_calendar(user, now))
        yield user


def zone_of(user: User) -> ZoneInfo:
    """The time zone that somebody lives in."""
    return ZoneInfo(user.time_zone)


def sleep_of(user: User) -> tuple[time, time] | None:
    """From when until when somebody sleeps; None where they have not said so."""
    if user.sleeps_from is None or user.sleeps_until is None:
        return None
    return user.sleeps_from, user.sleeps_until


def vacations_of(user: User) -> tuple[tuple[date, date], ...]:
    """The first and the last day of each vacation; uses those that came :func:`with_vacations`."""
    known = user.known_vacations if hasattr(user, "known_vacations") else user.vacations.all()
    return tuple((vacation.first_day, vacation.last_day) for vacation in known)


def with_vacations(way: str) -> Prefetch[str]:
    """To be prefetched with people, who are reached in this ``way`` from the rows sought, such as ``user__``.

    As a list of its own: where it is the cache of their managers, Django puts a statement together for each person.
    """
    return Prefetch(f"{way}vacations", to_attr="known_vacations")


def load_vacations(people: Iterable[User]) -> None:
    """The same for people who are at hand."""
    people = [*people]
    vacations: dict[int, list[Vacation]] = defaultdict(list)
    for vacation in _vacations({person.pk for person in people}) if people else ():
        vacations[vacation.user_id].append(vacation)
    for person in people:
        person.known_vacations = vacations[person.pk]


@written_once
def _vacations(people: Collection[int]) -> QuerySet[Vacation]:
    return Vacation.objects.filter(user__in=people)


def tell_hours(user: User, zone: str, sleep: tuple[time, time] | None, *, now: datetime) -> None:
    """Note where somebody lives and when they sleep. To say so for the first time does not count as a change.

    :raises HoursRefused: they changed it less than a day ago, or want to be elsewhere while on vacation.
    """
    with changing(user, now) as person:
        if (zone, sleep) == (person.time_zone, sleep_of(person)):
            return
        _refuse_too_soon(person, now)
        if zone != person.time_zone:
            _refuse_on_vacation(person, now)
        if _has_said_hours(person, zone):
            person.hours_changed_at = now
        person.time_zone = zone
        person.sleeps_from, person.sleeps_until = sleep or (None, None)
        person.save(update_fields=["time_zone", "sleeps_from", "sleeps_until", "hours_changed_at"])


def learn_zone(user: User, zone: str, *, now: datetime) -> None:
    """Note what zone the device of somebody shows, unless they have said themselves where they live."""
    with changing(user, now) as person:
        if person.time_zone == zones.UTC and not _has_said_hours(person, zone):
            person.time_zone = zone
            person.save(update_fields=["time_zone"])


def _has_said_hours(person: User, zone: str) -> bool:
    """Whether anything of it was said before; a zone that stays may be the one that their device told of them."""
    is_as_at_first = person.time_zone in (zones.UTC, zone) and sleep_of(person) is None
    return person.hours_changed_at is not None or not is_as_at_first


def _refuse_too_soon(person: User, now: datetime) -> None:
    if person.hours_changed_at is None or now >= person.hours_changed_at + HOURS_STAND:
        return
    again = (person.hours_changed_at + HOURS_STAND).astimezone(zone_of(person))
    sentence = _("You can change this once a day, so that clocks do tick. The next time is {moment}.")
    raise HoursRefused(sentence.format(moment=date_format(again, "D j M, H:i")))


def _refuse_on_vacation(person: User, now: datetime) -> None:
    """Refuse, as a day that has been taken could be taken again where it is still to come."""
    today = now.astimezone(zone_of(person)).date()
    if any(first <= today <= last for first, last in vacations_of(person)):
        raise HoursRefused(
            _("You are on vacation today, and your clocks stand still. Change the place when you are back.")
        )
