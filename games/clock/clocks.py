"""How much time is left: the clocks of the seats of a game.

A clock belongs to a player who is asked in a game that has a pace. It ticks when their calendar says so: through the
grace, the time for the decision and what others have given, then through the player's bank. These functions change
seats in memory: the caller has the game locked, stores ``COLUMNS``, and sets anew when the game is due.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from accounts.calendars import sleep_of, vacations_of, zone_of
from accounts.models import User
from games.clock import calendars
from games.clock.calendars import Calendar
from games.models import Game, Seat

COLUMNS = ("bank", "ticks_from", "spent", "extra", "extra_from", "due_at", "warns_at", "was_warned")
"""The columns of a seat that a clock consists of."""

_NOTED = ("bank", "extra", "extra_from", "was_warned")
"""Those that are noted with a decision, beside the time that it took."""

_PARTS = 5
"""A player is warned when the last of so many parts of their time begins, the bank included."""


def start(game: Game, seat: Seat, now: datetime) -> None:
    """Give a seat that is asked anew its time. While the game is paused, the clock stands still."""
    if not has_clock(game, seat):
        return
    if seat.bank is None:
        seat.bank = game.bank_time
    forget(seat)
    if game.paused_at is None:
        _go_on(game, seat, now)


def stop(game: Game, seat: Seat, now: datetime) -> None:
    """End the time of a seat that has decided, before its columns say that it is asked no more.

    The bank pays for what the decision took beyond its own time. A decision in time then adds to the bank.
    """
    if seat.bank is None or not _is_begun(game, seat):
        return
    is_in_time = taken(game, seat, now) < _allowance(game, seat)
    seat.bank = bank_left(game, seat, now)
    if is_in_time:
        seat.bank = max(seat.bank, min(seat.bank + game.increment, game.bank_cap))
    forget(seat)


def forget(seat: Seat) -> None:
    """End the time of a seat as if it had not been asked."""
    seat.ticks_from, seat.due_at, seat.spent, seat.extra, seat.extra_from = None, None, 0, 0, []
    seat.warns_at, seat.was_warned = None, False


def noted(game: Game, seat: Seat, now: datetime) -> dict[str, Any] | None:
    """How the clock of a seat stands at its decision, by the names of its columns; None where it has none."""
    if seat.bank is None or not _is_begun(game, seat):
        return None
    return {"spent": taken(game, seat, now), **{name: getattr(seat, name) for name in _NOTED}}


def resume(game: Game, seat: Seat, noted: dict[str, Any], now: datetime) -> None:
    """Give a seat that takes a decision back the time that it had left then: nobody gains time that way."""
    forget(seat)
    for name, value in noted.items():
        setattr(seat, name, value)
    if game.paused_at is None:
        _go_on(game, seat, now)


def hold(game: Game, seats: Iterable[Seat], now: datetime) -> None:
    """Let all clocks stand still, with what was taken until now."""
    for seat in seats:
        if seat.ticks_from is not None:
            seat.spent = taken(game, seat, now)
            seat.ticks_from = seat.due_at = seat.warns_at = None


def go_on(game: Game, seats: Iterable[Seat], now: datetime) -> None:
    """Let all clocks that were held tick again, by the calendars as they are now."""
    for seat in seats:
        if seat.is_to_move and has_clock(game, seat):
            _go_on(game, seat, now)


def give_back(game: Game, seat: Seat, since: datetime, now: datetime) -> None:
    """Let a clock go on with what it had at an earlier moment. One that stands still stays as it is."""
    if seat.ticks_from is not None:
        hold(game, [seat], max(since, seat.ticks_from))
        go_on(game, [seat], now)


def extend(game: Game, seat: Seat, amount: timedelta) -> None:
    """Give a seat that is asked more time for this decision."""
    seat.extra += int(amount.total_seconds())
    if seat.ticks_from is not None:
        _go_on(game, seat, seat.ticks_from)


def be_warned(seat: Seat) -> None:
    """Note that a player is told that most of the time is gone: once for a decision, even if they are given more."""
    seat.warns_at, seat.was_warned = None, True


def has_clock(game: Game, seat: Seat) -> bool:
    """Whether time can run out for a seat when it is asked: for people who are there, in games with a pace."""
    return game.has_clock and not seat.plays_itself


def calendar_of(game: Game, user: User) -> Calendar:
    """When a person's clocks tick in a game; uses vacations that were prefetched."""
    return Calendar(zone_of(user), sleep_of(user), vacations_of(user), game.rests_on_weekends)


def taken(game: Game, seat: Seat, now: datetime) -> int:
    """How many seconds a seat has taken for its present decision; one that has begun counts."""
    if seat.ticks_from is None or seat.user is None:
        return seat.spent
    since = calendars.elapsed(calendar_of(game, seat.user), seat.ticks_from, now)
    return seat.spent + ceil(since.total_seconds())


def bank_left(game: Game, seat: Seat, now: datetime) -> int:
    """How many seconds are left in the bank of a seat at this moment, while its decision may draw on it."""
    bank = game.bank_time if seat.bank is None else seat.bank
    return bank - min(bank, max(0, taken(game, seat, now) - _own_time(game, seat)))


def left(game: Game, seat: Seat, now: datetime) -> int:
    """How many seconds a seat that is asked has before its time is up, the bank included."""
    return max(0, _allowance(game, seat) - taken(game, seat, now))


def _own_time(game: Game, seat: Seat) -> int:
    return game.grace + (game.move_time or 0) + seat.extra


def _allowance(game: Game, seat: Seat) -> int:
    return _own_time(game, seat) + (seat.bank or 0)


def _is_begun(game: Game, seat: Seat) -> bool:
    """Whether the clock of a seat runs, or would if the game were not paused."""
    return seat.ticks_from is not None or (seat.is_to_move and game.paused_at is not None)


def _go_on(game: Game, seat: Seat, now: datetime) -> None:
    if seat.user is None:
        raise ValueError(f"Nobody has seat {seat.pk} whose calendar its clock could go by.")
    calendar, allowance = calendar_of(game, seat.user), timedelta(seconds=_allowance(game, seat))
    left = allowance - timedelta(seconds=seat.spent)
    last_part = min(left, allowance / _PARTS)
    warns_at = calendars.deadline(calendar, now, left - last_part)
    seat.ticks_from = now
    seat.warns_at = None if seat.was_warned else warns_at
    seat.due_at = calendars.deadline(calendar, warns_at, last_part)
