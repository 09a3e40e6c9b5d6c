"""Who a game waits for, since when, and how much time they have; and who is in, where all decide at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils.translation import ngettext

import rules
from games.clock import calendars, clocks
from games.models import Game, Question, Seat
from games.pages.panels.pieces import Companies, Company
from games.story.questions import in_a_sentence
from notifications.presence import Around

SOON = 0.2
"""The last share of a player's time, the bank included."""


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


@dataclass(frozen=True, slots=True)
class Awaited:
    """One company that is to move, and since when."""

    company: Company
    since: datetime
    clock: Clock


@dataclass(frozen=True, slots=True)
class Waiting:
    """Who the game waits for: all of them are asked the same.

    ``question`` begins with a small letter: it follows a name. ``decided`` are those who are in where all decide at
    once (GEN-10), None where one comes after the other.
    """

    awaited: tuple[Awaited, ...]
    question: str
    decided: Companies | None

    @property
    def companies(self) -> tuple[Company, ...]:
        return tuple(one.company for one in self.awaited)

    @property
    def since(self) -> datetime:
        """When the first of them was asked."""
        return min(one.since for one in self.awaited)

    @property
    def mine(self) -> Awaited | None:
        """The viewer, where the game waits for them, too."""
        return next((one for one in self.awaited if one.company.is_mine), None)

    @property
    def thinker(self) -> Company | None:
        """The bot that thinks, if the game waits only for that bot."""
        first, *others = self.companies
        return first if first.is_bot and not others else None

    @property
    def first_due(self) -> Awaited:
        """The viewer, or else the one whose time is up first."""
        return self.mine or min(
            self.awaited, key=lambda one: (one.clock.due_at is None, one.clock.due_at or one.since)
        )

    @property
    def are_in(self) -> str:
        """How many have decided, where all do so at once; empty where they do not."""
        if self.decided is None:
            return ""
        count = len(self.decided)
        words = ngettext("{count} of {all} has decided", "{count} of {all} have decided", count)
        return words.format(count=count, all=count + len(self.awaited))


def waiting_for(game: Game, seats: Sequence[Seat], table: Companies, now: datetime) -> Waiting | None:
    """What the rows of a game say about who it waits for at present.

    :param seats: all of the game, or those that are asked.
    """
    asked = [(seat, seat.asked_at) for seat in seats if seat.asked_at is not None]
    if not asked:
        return None
    question = Question(asked[0][0].question)
    is_drafting = question is Question.CHOOSE_AREA
    is_at_once = game.areas_at_once if is_drafting else game.phase == rules.Phase.BUREAUCRACY
    numbers = {seat.number for seat, _since in asked}
    decided = tuple(company for company in table if company.seat not in numbers)
    return Waiting(
        awaited=tuple(Awaited(table[seat.number], since, clock_of(game, seat, now)) for seat, since in asked),
        question=in_a_sentence(question, areas_at_once=game.areas_at_once),
        decided=decided if is_at_once else None,
    )


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
    left = clocks.left(game, seat, now)
    before_soon = max(0, (clocks.taken(game, seat, now) + left) * (1 - SOON) - seat.spent)
    soon_at = calendars.deadline(calendar, seat.ticks_from, timedelta(seconds=before_soon))
    return Clock(
        due_at=seat.due_at,
        soon_at=soon_at,
        is_soon=soon_at <= now,
        bank=bank,
        is_on_bank=bool(bank) and bank == left,
        is_resting=calendars.rest_at(calendar, now) is not None,
        away_until=away_until,
    )
