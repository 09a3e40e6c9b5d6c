"""When a person's clock ticks: not in their sleep, on their vacation, nor on weekends where the table rests then.

All times are local to the person. When their clocks change, an hour that comes twice is slept twice, and one that is
left out is not slept.

>>> berlin = Calendar(ZoneInfo("Europe/Berlin"), sleep=(time(22), time(7)))
>>> evening = datetime(2026, 3, 28, 20, tzinfo=UTC)  # 21:00 in Berlin, and the clocks are put forward tonight
>>> deadline(berlin, evening, timedelta(hours=2)).isoformat()  # 08:00 in Berlin
'2026-03-29T06:00:00+00:00'
>>> elapsed(berlin, evening, datetime(2026, 3, 29, 6, tzinfo=UTC))
datetime.timedelta(seconds=7200)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from itertools import takewhile
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)
MOMENT = timedelta(microseconds=1)
SATURDAY = 5


class Rest(StrEnum):
    """Why a clock stands still."""

    SLEEP = "sleep"
    WEEKEND = "weekend"
    VACATION = "vacation"


@dataclass(frozen=True, slots=True)
class Calendar:
    """When a person's clocks rest, in their own time zone.

    ``sleep`` is from when until when, each day, maybe across midnight; from a time until the same is no sleep.
    ``vacations`` are the first and the last day of each, both whole.
    """

    zone: ZoneInfo
    sleep: tuple[time, time] | None = None
    vacations: tuple[tuple[date, date], ...] = ()
    rests_on_weekends: bool = False

    @property
    def never_rests(self) -> bool:
        return not (self.sleep or self.vacations or self.rests_on_weekends)


def rest_at(calendar: Calendar, moment: datetime) -> Rest | None:
    """Why the clock stands still at this moment, if it does: the longest rest where there are several reasons."""
    local = moment.astimezone(calendar.zone)
    if any(first <= local.date() <= last for first, last in calendar.vacations):
        return Rest.VACATION
    if calendar.rests_on_weekends and local.weekday() >= SATURDAY:
        return Rest.WEEKEND
    if calendar.sleep and _is_within(local.time(), *calendar.sleep):
        return Rest.SLEEP
    return None


def _is_within(hour: time, start: time, end: time) -> bool:
    return start <= hour < end if start <= end else hour >= start or hour < end


def elapsed(calendar: Calendar, start: datetime, end: datetime) -> timedelta:
    """For how long the clock ticks between two moments; nothing where the second is not the later one."""
    if calendar.never_rests:
        return max(end.astimezone(UTC) - start.astimezone(UTC), timedelta())
    total = timedelta()
    for begins, ends, ticks in takewhile(lambda stretch: stretch[0] < end, _stretches(calendar, start)):
        total += min(ends, end) - begins if ticks else timedelta()
    return total


def deadline(calendar: Calendar, start: datetime, amount: timedelta) -> datetime:
    """The first moment by which the clock has ticked for this long: the inverse of :func:`elapsed`."""
    if amount <= timedelta():
        return start
    if calendar.never_rests:
        return start.astimezone(UTC) + amount
    ticking = ((begins, ends) for begins, ends, ticks in _stretches(calendar, start) if ticks)
    begins, ends = next(ticking)
    while amount > ends - begins:
        amount -= ends - begins
        begins, ends = next(ticking)
    return begins + amount


def _stretches(calendar: Calendar, start: datetime) -> Iterator[tuple[datetime, datetime, bool]]:
    """The stretches of time after a moment, without end: from when until when, and whether the clock ticks."""
    moment = start.astimezone(UTC)
    while True:
        end = datetime.combine(moment.date(), time(), UTC) + DAY
        for turn in (*_turns(calendar, moment, end), end):
            yield moment, turn, rest_at(calendar, moment) is None
            moment = turn


def _turns(calendar: Calendar, start: datetime, end: datetime) -> list[datetime]:
    """All moments between two, at most a day apart, at which a rest may begin or end, in order."""
    zone = calendar.zone
    first, last = start.astimezone(zone).date(), end.astimezone(zone).date()
    days = [first + number * DAY for number in range((last - first).days + 1)]
    hours = {time(), *(calendar.sleep or ())}
    shown = (
        datetime.combine(day, hour, zone).replace(fold=fold) for day in days for hour in hours for fold in (0, 1)
    )
    turns = {moment.astimezone(UTC) for moment in shown}
    if start.astimezone(zone).utcoffset() != end.astimezone(zone).utcoffset():
        turns.add(_change(zone, start, end))
    return sorted(turn for turn in turns if start < turn < end)


def _change(zone: ZoneInfo, start: datetime, end: datetime) -> datetime:
    """The moment between two at which the clocks of a zone are changed."""
    before = start.astimezone(zone).utcoffset()
    while end - start > MOMENT:
        middle = start + (end - start) / 2
        if middle.astimezone(zone).utcoffset() == before:
            start = middle
        else:
            end = middle
    return end
