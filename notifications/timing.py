"""Whether an alert is sent now: a function of plain values, which knows no rows."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from notifications.kinds import Urgency
from notifications.models import Frequency, Reason

LOOKS_FOR = timedelta(seconds=90)
"""For how long somebody who was seen at a game counts as looking at it."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """All that decides it. Times of the day are those of ``zone``."""

    now: datetime
    urgency: Urgency
    frequency: Frequency
    hours: int
    zone: ZoneInfo
    digest_at: time
    created_at: datetime
    """When there was something to tell."""
    quiet: tuple[time, time] | None = None
    last_sent_at: datetime | None = None
    """When the last message that counts against ``hours`` was sent."""
    seen_at: datetime | None = None
    """When the recipient was last seen at what it is about."""
    deadline: datetime | None = None
    """When it is too late."""


@dataclass(frozen=True, slots=True)
class Hold:
    """Look at it again at that moment."""

    until: datetime
    reason: Reason


@dataclass(frozen=True, slots=True)
class Drop:
    reason: Reason


def decide(given: Circumstances) -> Hold | Drop | None:
    """Whether to hold or drop an alert; None where it is to be sent."""
    if given.urgency is Urgency.NOW:
        return None
    if given.frequency is Frequency.NEVER:
        return Drop(Reason.OFF)
    return _while_looking(given) or _while_gathering(given) or _while_quiet(given)


def _while_looking(given: Circumstances) -> Hold | None:
    if given.seen_at is None or given.now >= given.seen_at + LOOKS_FOR:
        return None
    return Hold(given.seen_at + LOOKS_FOR, Reason.PRESENT)


def _while_gathering(given: Circumstances) -> Hold | None:
    """Hold what can go along with others until that is to be sent."""
    if given.urgency is not Urgency.PLAIN:
        return None
    match given.frequency:
        case Frequency.SPACED if given.last_sent_at is not None:
            return _until(given, given.last_sent_at + timedelta(hours=given.hours), Reason.SPACED)
        case Frequency.DAILY:
            return _until(given, next_time(given.created_at, given.digest_at, given.zone), Reason.DAILY)
        case _:
            return None


def _while_quiet(given: Circumstances) -> Hold | None:
    """Hold until the quiet hours are over, unless it is too late then."""
    if given.quiet is None or not is_within(given.now, given.quiet, given.zone):
        return None
    over = next_time(given.now, given.quiet[1], given.zone)
    if given.deadline is not None and given.deadline <= over:
        return None
    return Hold(over, Reason.QUIET)


def _until(given: Circumstances, moment: datetime, reason: Reason) -> Hold | None:
    return Hold(moment, reason) if given.now < moment else None


def is_within(moment: datetime, hours: tuple[time, time], zone: ZoneInfo) -> bool:
    """Whether a moment lies in hours of the day, which may go past midnight; the last minute is not one of them."""
    since, until = hours
    local = moment.astimezone(zone).time()
    return since <= local < until if since <= until else local >= since or local < until


def next_time(moment: datetime, clock: time, zone: ZoneInfo) -> datetime:
    """When the clocks of a zone next show a time, after a moment."""
    local = moment.astimezone(zone)
    today = datetime.combine(local.date(), clock, zone)
    tomorrow = datetime.combine(local.date() + timedelta(days=1), clock, zone)
    return next(at.astimezone(UTC) for at in (today, tomorrow) if at > moment)
