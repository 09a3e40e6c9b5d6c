"""Times in few letters: how long ago a moment was, how long until it comes, and when that is by the reader's clock.

The scripts of static/js/times.js say all of it in the same words, and keep it up to date.
"""

import re
from datetime import date, datetime
from functools import lru_cache, partial

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext_lazy
from django.utils.translation import gettext as _

register = template.Library()

UNITS = (("d", 86400), ("h", 3600), ("min", 60), ("s", 1))

IN_WORDS = {
    "d": ngettext_lazy("{count} day", "{count} days", "count"),
    "h": ngettext_lazy("{count} hour", "{count} hours", "count"),
    "min": ngettext_lazy("{count} minute", "{count} minutes", "count"),
}
"""The units for where there is room for words."""

DAYS_BY_NAME = 6
"""So far ahead a day is known by its name alone."""

DAYS_ALONE = 7
"""With so many days left, hours do not count."""

JUST_NOW = 10
"""What is fewer seconds ago is just now."""


@register.simple_tag
def ago(moment: datetime) -> SafeString:
    """How long ago a moment was: "just now", "21 s ago" or "3 h ago"."""
    return _since(moment, _("{span} ago"), now=_("just now"))


def since(moment: datetime) -> SafeString:
    """The same for long lists, as text of ours: its title is left to the scripts."""
    words, now = escape(_("{span} ago")), escape(_("just now"))
    said = _span_in(words, _seconds(moment, timezone.now()), just_now=now)
    return mark_safe(  # noqa: S308  # nothing in it comes from outside
        f'<time datetime="{moment.isoformat()}" title="" data-span="{words}" data-now="{now}">{said}</time>'
    )


@register.simple_tag
def lasting(moment: datetime) -> SafeString:
    """For how long something has been so: "just now", "for 21 s" or "for 3 h"."""
    return _since(moment, _("for {span}"), now=_("just now"))


@register.simple_tag
def age(moment: datetime) -> SafeString:
    """How old something is, where it stands alone: "now", "21 s" or "3 h"."""
    return _since(moment, "{span}", now=_("now"))


@register.simple_tag
def at(moment: datetime) -> SafeString:
    """When a moment is, by the clock of the reader, as :func:`by_the_clock` has it."""
    return format_html(
        '<time datetime="{}" title="{}" data-clock>{}</time>',
        moment.isoformat(),
        date_format(timezone.localtime(moment), "DATETIME_FORMAT"),
        by_the_clock(moment),
    )


@register.filter
def span(moment: datetime) -> str:
    """The time since a moment in whole units of the largest that fits, such as "21 s" or "3 h"."""
    return in_units(_seconds(moment, timezone.now()), most=1)


@register.filter
def left(moment: datetime) -> str:
    """The time until a moment in the units that count, such as "8 d", "3 d 23 h" or "45 min"."""
    return _left(_seconds(timezone.now(), moment))


def _left(seconds: int) -> str:
    return in_units(seconds, most=_most_ahead(seconds))


@register.filter
def to_the_minute(moment: datetime, now: datetime) -> str:
    """The time until a moment for what is read later, such as "1 day 5 hours": no seconds."""
    seconds = max(60, round(_seconds(now, moment) / 60) * 60)
    parts = _parts(seconds, most=_most_ahead(seconds))
    return " ".join(IN_WORDS[unit].format(count=count) for count, unit in parts)


@register.filter
def by_the_clock(moment: datetime) -> str:
    """A moment that is not long ago or far ahead, in the zone of the reader: "21:00", "Sat 21:00", "3 Dec 21:00"."""
    return _by_the_clock(moment, timezone.localtime(), get_language())


def _by_the_clock(moment: datetime, now: datetime, language: str | None) -> str:
    """The same in the zone that ``now`` is in."""
    local = timezone.localtime(moment, now.tzinfo)
    days = (local.date() - now.date()).days
    hour = f"{local.hour:02}:{local.minute:02}"
    if days == 0:
        return hour
    return f"{_day(local.date(), 'D' if 0 < days <= DAYS_BY_NAME else 'j M', language)} {hour}"


@lru_cache(maxsize=1000)
def _day(day: date, form: str, _language: str | None) -> str:
    return date_format(day, form)


@register.filter
def amount(seconds: int) -> str:
    """An amount of time in the two largest units that fit."""
    return in_units(seconds, most=2)


@register.filter
def roughly(seconds: int) -> str:
    """An amount of time in the largest unit that fits."""
    return in_units(seconds, most=1)


def renewed(html: bytes) -> bytes:
    """A piece of a page that was drawn before, in UTF-8, with all times in it as they are to be said now."""
    return _TIME.sub(partial(_said_at, timezone.localtime(), get_language()), html)


_TIME = re.compile(
    rb'(<time datetime="([^"]+)"[^>]*? data-(?:span="([^"]*)" data-now="([^"]*)"|(left)|(clock))[^>]*>)[^<]*'
)


def _said_at(now: datetime, language: str | None, found: re.Match[bytes]) -> bytes:
    tag, moment, words, just_now, is_left, _is_clock = found.groups()
    then = datetime.fromisoformat(moment.decode())
    if words is not None:
        said = _span_in(words.decode(), _seconds(then, now), just_now=just_now.decode())
    else:
        said = _left(_seconds(now, then)) if is_left else _by_the_clock(then, now, language)
    return tag + said.encode()


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
    """How many units count of a time to come."""
    return 1 if seconds >= DAYS_ALONE * 86400 else 2


def _since(moment: datetime, words: str, *, now: str) -> SafeString:
    """The time since a moment in these words, which a script keeps up to date."""
    return format_html(
        '<time datetime="{}" title="{}" data-span="{}" data-now="{}">{}</time>',
        moment.isoformat(),
        date_format(timezone.localtime(moment), "DATETIME_FORMAT"),
        words,
        now,
        _span_in(words, _seconds(moment, timezone.now()), just_now=now),
    )


def _span_in(words: str, seconds: int, *, just_now: str) -> str:
    return just_now if seconds < JUST_NOW else words.format(span=in_units(seconds, most=1))


def _seconds(start: datetime, end: datetime) -> int:
    """Whole seconds from one moment to another, and never none."""
    return max(1, int((end - start).total_seconds()))
