"""The time that people have, as everybody at the table sees it at one moment."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from games.clock import calendars, clocks
from games.clock.calendars import Calendar
from games.models import Game, Seat
from notifications.presence import Around

SOON = 0.2
"""The share of somebody's time, the bank included, that is the last."""


@dataclass(frozen=True, slots=True)
class Clock:
    """How the person at a seat stands for time; a bot has neither clock nor vacation.

    ``due_at`` is when their time is up, and ``soon_at`` when little of it will be left: both None while they are not
    asked, while all clocks stand still, and where there are none. ``bank`` are the seconds of their bank; None where
    nobody has one. ``is_on_bank``: it is being used up. ``is_resting``: their clock runs, but stands still for now.
    ``away_until`` is the last day of the vacation that they are on. ``is_absent``: a bot stands in for them.
    ``around`` says whether they are online, where they show it and the viewer may know it.
    """

    due_at: datetime | None = None
    soon_at: datetime | None = None
    is_soon: bool = False
    bank: int | None = None
    is_on_bank: bool = False
    is_resting: bool = False
    away_until: date | None = None
    is_absent: bool = False
    around: Around | None = None


def clock_of(game: Game, seat: Seat, now: datetime) -> Clock:
    """The clock of a seat; uses the person and the vacations that were prefetched."""
    if seat.user is None or game.is_over:
        return Clock()
    if seat.absent_since is not None:
        return Clock(is_absent=True)
    calendar = clocks.calendar_of(game, seat.user)
    today = now.astimezone(calendar.zone).date()
    away_until = next((last for first, last in calendar.vacations if first <= today <= last), None)
    if not game.has_clock:
        return Clock(away_until=away_until)
    bank = clocks.bank_left(game, seat, now) if game.bank_time or game.bank_cap else None
    if seat.due_at is None or seat.ticks_from is None:
        return Clock(bank=bank, away_until=away_until)
    soon_at = _soon_at(game, seat, calendar, seat.ticks_from, now)
    return Clock(
        due_at=seat.due_at,
        soon_at=soon_at,
        is_soon=soon_at <= now,
        bank=bank,
        is_on_bank=bool(bank) and bank == clocks.left(game, seat, now),
        is_resting=calendars.rest_at(calendar, now) is not None,
        away_until=away_until,
    )


def _soon_at(game: Game, seat: Seat, calendar: Calendar, ticks_from: datetime, now: datetime) -> datetime:
    whole = clocks.taken(game, seat, now) + clocks.left(game, seat, now)
    before = timedelta(seconds=max(0, whole * (1 - SOON) - seat.spent))
    return calendars.deadline(calendar, ticks_from, before)
