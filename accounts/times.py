"""Times in few letters: how long ago a moment was, how long until it comes, and when that is by the reader's clock.

The scripts of static/js/times.js say all of it in the same words, and keep it up to date.
"""

from datetime import date, datetime
from functools import lru_cache

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext_lazy

UNITS = (("d", 86400), ("h", 3600), ("min", 60), ("s", 1))

IN_WORDS = {
    "d": ngettext_lazy("{count} day", "{count} days", "count"),
    "h": ngettext_lazy("{count} hour", "{count} hours", "count"),
    "min": ngettext_lazy("{count} minute", "{count} minutes", "count"),
}
"""The units for where there is room for words."""

DAYS_BY_NAME = 6  # so far ahead a day is known by its name alone
DAYS_ALONE = 7  # with so many days left, hours do not count
JUST_NOW = 10  # what is fewer seconds ago is just now


def since(moment: datetime, words: str, just_now: str) -> str:
    """How long ago a moment was, in words such as "{span} ago", or that it is just now."""
    seconds = _seconds(moment, timezone.now())
    return just_now if seconds < JUST_NOW else words.replace("{span}", in_units(seconds, most=1))


def span(moment: datetime) -> str:
    """The time since a moment in whole units of the largest that fits, such as "21 s" or "3 h"."""
    return in_units(_seconds(moment, timezone.now()), most=1)


def left(moment: datetime) -> str:
    """The time until a moment in the units that count, such as "8 d", "3 d 23 h" or "45 min"."""
    seconds = _seconds(timezone.now(), moment)
    return in_units(seconds, most=_most_ahead(seconds))


def to_the_minute(moment: datetime, now: datetime) -> str:
    """The time until a moment for what is read later, such as "1 day 5 hours": no seconds."""
    seconds = max(60, round(_seconds(now, moment) / 60) * 60)
    parts = _parts(seconds, most=_most_ahead(seconds))
    return " ".join(IN_WORDS[unit].format(count=count) for count, unit in parts)


def by_the_clock(moment: datetime) -> str:
    """A moment that is not long ago or far ahead, in the zone of the reader: "21:00", "Sat 21:00", "3 Dec 21:00"."""
    now = timezone.localtime()
    local = moment.astimezone(now.tzinfo)
    days = (local.date() - now.date()).days
    hour = f"{local.hour:02}:{local.minute:02}"
    if days == 0:
        return hour
    return f"{_day(local.date(), 'D' if 0 < days <= DAYS_BY_NAME else 'j M', get_language())} {hour}"


@lru_cache(maxsize=1000)
def _day(day: date, form: str, _language: str | None) -> str:
    return date_format(day, form)


def amount(seconds: int) -> str:
    return in_units(seconds, most=2)


def roughly(seconds: int) -> str:
    return in_units(seconds, most=1)


def in_units(seconds: int, *, most: int) -> str:
    """Whole units, the largest that fits and those that follow it, as far as there are any of them."""
    return " ".join(f"{count} {unit}" for count, unit in _parts(seconds, most=most))


def _parts(seconds: int, *, most: int) -> list[tuple[int, str]]:
    first = next((place for place, (_unit, size) in enumerate(UNITS) if seconds >= size), len(UNITS) - 1)
    parts: list[tuple[int, str]] = []
    for unit, size in UNITS[first : first + most]:
        count, seconds = divmod(seconds, size)
        if count or not parts:
            parts.append((count, unit))
    return parts


def _most_ahead(seconds: int) -> int:
    return 1 if seconds >= DAYS_ALONE * 86400 else 2


def milliseconds() -> int:
    """What time it is, as scripts count it: clocks of devices go wrong, so that pages go by ours."""
    return int(timezone.now().timestamp() * 1000)


def _seconds(start: datetime, end: datetime) -> int:
    """Whole seconds from one moment to another, and never none."""
    return max(1, int((end - start).total_seconds()))
