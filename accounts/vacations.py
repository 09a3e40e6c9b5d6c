"""Vacations: days on which somebody's clocks stand still, so many in each year."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime, timedelta

from django.utils.translation import gettext as _

from accounts import calendars
from accounts.models import User, Vacation

DAYS_A_YEAR = 28  # how many days of each calendar year somebody can be on vacation
FARTHEST = timedelta(days=366)  # how far ahead a vacation can begin


class VacationRefused(Exception):
    """This vacation cannot be; the sentence says why. Nothing was stored."""


def add(user: User, first_day: date, last_day: date, *, now: datetime) -> None:
    """Note that somebody is away from one day to another, both included. The same days twice are one vacation."""
    with calendars.changing(user, now) as person:
        others = list(person.vacations.all())
        if not any((other.first_day, other.last_day) == (first_day, last_day) for other in others):
            _check(first_day, last_day, others, today=today_of(person, now))
            person.vacations.create(first_day=first_day, last_day=last_day)


def end(user: User, number: int, *, now: datetime) -> None:
    """Call off a vacation that has not begun; one that has ends today, as its days so far were taken."""
    with calendars.changing(user, now) as person:
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
    return now.astimezone(calendars.zone_of(user)).date()


def taken(vacations: Iterable[Vacation]) -> Counter[int]:
    return Counter(day.year for vacation in vacations for day in _days(vacation.first_day, vacation.last_day))


def _days(first_day: date, last_day: date) -> list[date]:
    return [first_day + timedelta(days=number) for number in range((last_day - first_day).days + 1)]


def _check(first_day: date, last_day: date, others: list[Vacation], *, today: date) -> None:
    if last_day < first_day:
        raise VacationRefused(_("The last day comes before the first. Did you mean it the other way round?"))
    if first_day < today:
        raise VacationRefused(_("A vacation begins today or later: what has passed has passed."))
    if first_day > today + FARTHEST:
        raise VacationRefused(_("That is more than a year ahead. Come back with it when it is closer."))
    if (last_day - first_day).days >= 2 * DAYS_A_YEAR:
        raise VacationRefused(_("You can be away on %(days)d days of each year.") % {"days": DAYS_A_YEAR})
    if any(other.first_day <= last_day and first_day <= other.last_day for other in others):
        raise VacationRefused(_("You are on vacation on some of these days already."))
    _check_allowance(_days(first_day, last_day), taken(others))


def _check_allowance(days: list[date], used: Counter[int]) -> None:
    for year, wanted in Counter(day.year for day in days).items():
        left = DAYS_A_YEAR - used[year]
        if wanted > left:
            raise VacationRefused(
                _("That would be %(wanted)d days in %(year)d, and you have %(left)d of %(days)d left.")
                % {"wanted": wanted, "year": year, "left": left, "days": DAYS_A_YEAR}
            )
