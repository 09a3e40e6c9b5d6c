"""Whether an alert is sent now: a function of plain values, which knows no rows."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from notifications.kinds import Urgency
from notifications.models import Frequency, Reason

LOOKS_FOR = timedelta(seconds=90)  # for how long a player who was seen at a game counts as looking at it


@dataclass(frozen=True, slots=True)
class SendContext:
    now: datetime
    urgency: Urgency
    frequency: Frequency
    hours: int
    zone: ZoneInfo
    digest_at: time
    created_at: datetime  # when there was something to tell
    is_fetched: bool = False  # whether it waits for its reader anyway, as in a feed
    quiet: tuple[time, time] | None = None
    """From when until when to leave them in peace, maybe across midnight; from a time until the same is never."""
    last_sent_at: datetime | None = None
    """When the last message was sent that counts against ``hours``, or was the digest of a day."""
    seen_at: datetime | None = None  # when the recipient was last seen at what it is about
    deadline: datetime | None = None  # when it is too late


@dataclass(frozen=True, slots=True)
class Hold:
    until: datetime
    reason: Reason


def decide(given: SendContext) -> Hold | None:
    """Whether to hold an alert that its recipient wants, and decide again then; None where it is to be sent."""
    if given.urgency is Urgency.NOW or given.is_fetched:
        return None
    return _while_looking(given) or _while_gathering(given) or _while_quiet(given)


def is_looking(seen_at: datetime | None, now: datetime) -> bool:
    return seen_at is not None and now < seen_at + LOOKS_FOR


def _while_looking(given: SendContext) -> Hold | None:
    if given.seen_at is None or not is_looking(given.seen_at, given.now):
        return None
    return Hold(given.seen_at + LOOKS_FOR, Reason.PRESENT)


def _while_gathering(given: SendContext) -> Hold | None:
    if given.urgency is not Urgency.PLAIN:
        return None
    match given.frequency:
        case Frequency.SPACED if given.last_sent_at is not None:
            return _until(given, given.last_sent_at + timedelta(hours=given.hours), Reason.SPACED)
        case Frequency.DAILY:
            since = max(given.created_at, given.last_sent_at or given.created_at)
            return _until(given, next_time(since, given.digest_at, given.zone), Reason.DAILY)
        case _:
            return None


def _while_quiet(given: SendContext) -> Hold | None:
    if given.quiet is None or not is_within(given.now, given.quiet, given.zone):
        return None
    over = end_of(given.quiet, given.now, given.zone)
    if given.deadline is not None and given.deadline <= over:
        return None
    return Hold(over, Reason.QUIET)


def _until(given: SendContext, moment: datetime, reason: Reason) -> Hold | None:
    return Hold(moment, reason) if given.now < moment else None


def is_within(moment: datetime, hours: tuple[time, time], zone: ZoneInfo) -> bool:
    """Whether a moment lies in hours of the day, which may go past midnight; their last moment is not one of them."""
    since, until = hours
    local = moment.astimezone(zone).time()
    return since <= local < until if since <= until else local >= since or local < until


def end_of(hours: tuple[time, time], moment: datetime, zone: ZoneInfo) -> datetime:
    """When hours of the day are over in which a moment lies.

    Where clocks are put back, hours that end in the time that is shown twice begin once more; where they are put
    forward, a time that is left out comes as much later.
    """
    ends = (_shown(moment, hours[1], zone, days=days, fold=fold) for days in (0, 1, 2) for fold in (0, 1))
    return min(end for end in ends if end > moment and not is_within(end, hours, zone))


def next_time(moment: datetime, clock: time, zone: ZoneInfo) -> datetime:
    """When the clocks of a zone next show a time, after a moment; once a day, even where they show it twice."""
    today = _shown(moment, clock, zone)
    return today if today > moment else _shown(moment, clock, zone, days=1)


def _shown(moment: datetime, clock: time, zone: ZoneInfo, *, days: int = 0, fold: int = 0) -> datetime:
    day = moment.astimezone(zone).date() + timedelta(days=days)
    return datetime.combine(day, clock.replace(fold=fold), zone).astimezone(UTC)
