"""When people have time, and what happens when they say otherwise.

What runs by a person's calendar is in other rooms. This room imports none of them, so each says here how its clocks
follow a person.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import Protocol
from zoneinfo import ZoneInfo, available_timezones

from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User, Vacation
from accounts.statements import written_once

UTC = "UTC"
_TURNED_ROUND = str.maketrans("+-", "−+")

CONTINENTS = {
    "Africa": gettext_lazy("Africa"),
    "America": gettext_lazy("America"),
    "Antarctica": gettext_lazy("Antarctica"),
    "Asia": gettext_lazy("Asia"),
    "Atlantic": gettext_lazy("Atlantic"),
    "Australia": gettext_lazy("Australia"),
    "Europe": gettext_lazy("Europe"),
    "Indian": gettext_lazy("Indian Ocean"),
    "Pacific": gettext_lazy("Pacific"),
}

HOURS_STAND = timedelta(days=1)
"""For how long hours that were changed cannot be changed again: else nights could be had one after the other."""


DAYS_A_YEAR = 28  # how many days of each calendar year a person can be on vacation
FARTHEST = timedelta(days=366)  # how far ahead a vacation can begin


class Keeper(Protocol):
    """A module that keeps clocks by people's calendars. It is called within the transaction of the change."""

    def lock_clocks(self, user: User) -> object:
        """Lock what has clocks that follow this person, before the person is."""

    def follow_calendar(self, user: User, now: datetime) -> AbstractContextManager[None]:
        """Hold these clocks when entered, and have them go on by the changed calendar when left."""


keepers: list[Keeper] = []


class VacationRefused(Exception):
    """This vacation cannot be; the sentence says why. Nothing was stored."""


class HoursRefused(Exception):
    """The hours cannot be changed at present; the sentence says why. Nothing was stored."""


def register(keeper: Keeper) -> None:
    keepers.append(keeper)


@contextmanager
def changing(user: User, now: datetime) -> Iterator[User]:
    """Change a person's time zone, sleep or vacations, and with them all clocks that go by these, or nothing at all.

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
    return ZoneInfo(user.time_zone)


def sleep_of(user: User) -> tuple[time, time] | None:
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
    """Note where a person lives and when they sleep. To say so for the first time does not count as a change."""
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
    """Note what zone the device of a person shows, unless they have said themselves where they live."""
    with changing(user, now) as person:
        if person.time_zone == UTC and not _has_said_hours(person, zone):
            person.time_zone = zone
            person.save(update_fields=["time_zone"])


def _has_said_hours(person: User, zone: str) -> bool:
    """Whether anything of it was said before; a zone that stays may be the one that their device told of them."""
    is_as_at_first = person.time_zone in (UTC, zone) and sleep_of(person) is None
    return person.hours_changed_at is not None or not is_as_at_first


def _refuse_too_soon(person: User, now: datetime) -> None:
    if person.hours_changed_at is None or now >= person.hours_changed_at + HOURS_STAND:
        return
    again = (person.hours_changed_at + HOURS_STAND).astimezone(zone_of(person))
    sentence = _("You can change this once a day, so that clocks keep running. You can change it again on {moment}.")
    raise HoursRefused(sentence.format(moment=date_format(again, "D j M, H:i")))


def _refuse_on_vacation(person: User, now: datetime) -> None:
    """Refuse, as a day that has been taken could be taken again where it is still to come."""
    today = today_of(person, now)
    if any(first <= today <= last for first, last in vacations_of(person)):
        words = _("You are on vacation today, and your clocks stand still. Change where you live when you are back.")
        raise HoursRefused(words)


def add_vacation(user: User, first_day: date, last_day: date, *, now: datetime) -> None:
    """Note that a person is away from one day to another, both included. The same days twice are one vacation."""
    with changing(user, now) as person:
        others = list(person.vacations.all())
        if not any((other.first_day, other.last_day) == (first_day, last_day) for other in others):
            _check(first_day, last_day, others, today=today_of(person, now))
            person.vacations.create(first_day=first_day, last_day=last_day)


def end_vacation(user: User, number: int, *, now: datetime) -> None:
    """Call off a vacation that has not begun; one that has ends today, as its days so far were taken."""
    with changing(user, now) as person:
        vacation = person.vacations.filter(pk=number).first()
        today = today_of(person, now)
        if vacation is None or vacation.last_day <= today:
            return
        if vacation.first_day > today:
            vacation.delete()
        else:
            vacation.last_day = today
            vacation.save(update_fields=["last_day"])


def today_of(user: User, now: datetime) -> date:
    return now.astimezone(zone_of(user)).date()


def taken(vacations: Iterable[Vacation]) -> Counter[int]:
    return Counter(day.year for vacation in vacations for day in _days(vacation.first_day, vacation.last_day))


def _days(first_day: date, last_day: date) -> list[date]:
    return [first_day + timedelta(days=number) for number in range((last_day - first_day).days + 1)]


def _check(first_day: date, last_day: date, others: list[Vacation], *, today: date) -> None:
    if last_day < first_day:
        raise VacationRefused(_("The last day comes before the first. Did you mean it the other way round?"))
    if first_day < today:
        raise VacationRefused(_("A vacation cannot begin in the past. Choose today or later."))
    if first_day > today + FARTHEST:
        raise VacationRefused(_("That is more than a year ahead. Add this vacation later."))
    if (last_day - first_day).days >= 2 * DAYS_A_YEAR:
        raise VacationRefused(_("You can take %(days)d days of vacation each year.") % {"days": DAYS_A_YEAR})
    if any(other.first_day <= last_day and first_day <= other.last_day for other in others):
        raise VacationRefused(_("You already have a vacation on some of these days."))
    _check_allowance(_days(first_day, last_day), taken(others))


def _check_allowance(days: list[date], used: Counter[int]) -> None:
    for year, wanted in Counter(day.year for day in days).items():
        left = DAYS_A_YEAR - used[year]
        if wanted > left:
            words = _("That would take %(wanted)d days in %(year)d, and you have %(left)d of %(days)d left.")
            raise VacationRefused(words % {"wanted": wanted, "year": year, "left": left, "days": DAYS_A_YEAR})


@cache
def zone_names() -> frozenset[str]:
    """All that devices tell, also names that are no places, such as CET and US/Pacific; but not this machine's."""
    return frozenset(available_timezones() - {"Factory", "localtime"})


def zone_choices() -> list[tuple[object, object]]:
    grouped: dict[str, list[tuple[str, str]]] = {continent: [] for continent in CONTINENTS}
    others = []
    for name in sorted(zone_names() - {UTC}):
        continent, _slash, place = name.partition("/")
        if continent in CONTINENTS:
            grouped[continent].append((name, place_in_words(place)))
        else:
            others.append((name, _zone_in_words(name)))
    places = ((CONTINENTS[continent], places) for continent, places in grouped.items())
    return [(UTC, UTC), *places, (_("Other names"), others)]


def _zone_in_words(name: str) -> str:
    """A zone that is named for no place. Those of Etc count hours the other way round: Etc/GMT+5 is UTC−5."""
    ahead = name.removeprefix("Etc/GMT")
    return f"{UTC}{ahead.translate(_TURNED_ROUND)}" if ahead[:1] in {"+", "-"} else name.replace("_", " ")


def place_in_words(place: str) -> str:
    """A place as people write it: "Argentina/Buenos_Aires" is Buenos Aires (Argentina)."""
    region, _slash, city = place.replace("_", " ").rpartition("/")
    return f"{city} ({region})" if region else city
