"""The course of a game, worked out from what people did and the rules alone: who is to be told of what."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import rules
from games.models import Origin, Vote
from games.replay.action_rows import TakenBack
from games.replay.history import Move
from tests.services.evening.happenings import Agreed, AskedBack, Happening, Looked, Moved, PlannedToPass, Voted
from tests.services.evening.people import PEOPLE, Person, after_ticking, ticked

TIME = timedelta(hours=12)
"""What everybody has for a decision."""

PLANNABLE = (rules.Phase.AUCTION, rules.Phase.RESOURCES, rules.Phase.BUILDING)

Motion = Vote.Motion


@dataclass(eq=False)
class Place:
    """A seat, as far as alerts go by it."""

    number: int
    person: Person
    asked: int | None = None
    """How many actions had been taken when it was asked what it still owes."""
    is_planned: bool = False
    """Whether a plan is about to answer, or the site where nothing else can be paid for."""
    left: timedelta = TIME
    ticks_from: datetime | None = None
    was_warned: bool = False
    can_plan: bool = False
    passes_in: int = 0
    """The round in which it has planned to pass all auctions."""
    turns: int = 0
    missed: bool = False
    """Whether its last decision came too late."""
    looked_at: datetime | None = None

    @property
    def due_at(self) -> datetime | None:
        return after_ticking(self.person, self.ticks_from, self.left) if self.ticks_from else None

    @property
    def warns_at(self) -> datetime | None:
        """When the last fifth of the time that there is for a decision begins."""
        if self.ticks_from is None or self.was_warned or self.is_planned:
            return None
        return after_ticking(self.person, self.ticks_from, self.left - min(self.left, TIME / 5))


@dataclass(frozen=True)
class News:
    """Something that somebody has to be told of; later where they are at the page."""

    at: datetime
    place: Place
    kind: str
    about: object
    """Which question, vote, request or turn it is about."""
    is_later: bool = False


@dataclass
class Course:
    """A game up to some moment. ``news`` is what has come up, for whoever tells it to take away."""

    state: rules.State
    places: list[Place] = field(default_factory=lambda: [Place(*seat) for seat in enumerate(PEOPLE)])
    states: list[rules.State] = field(default_factory=list)
    """The positions after so many actions."""
    moves: list[Move] = field(default_factory=list)
    counted: set[int] = field(default_factory=set)
    """Which of them were decisions in time."""
    is_paused: bool = False
    votes: dict[Motion, list[int]] = field(default_factory=dict)
    request: AskedBack | None = None
    agreed: set[int] = field(default_factory=set)
    news: list[News] = field(default_factory=list)

    @property
    def sequence(self) -> int:
        """How many actions have been taken."""
        return len(self.moves)

    def takes(self, motion: Motion) -> int:
        """How many votes it takes: more than half of them, or all to end the game."""
        return len(self.places) if motion is Motion.END else len(self.places) // 2 + 1

    def begin(self, at: datetime) -> None:
        self.states = [self.state]
        self._ask(at, acted=set(), actor=None)
        self._invite(at, is_sitting=True, actor=None)
        untold = [place for place in self.places if place.asked is None and not place.person.plans]
        self._tell(untold, "game_began", 0, at)

    def warn(self, place: Place, at: datetime) -> None:
        """Tell somebody that most of their time is gone."""
        place.was_warned = True
        self._tell([place], "running_out", place.asked, at)

    def follow(self, happening: Happening) -> None:
        at = happening.at
        assert all(place.due_at is None or place.due_at >= at for place in self.places), "Nobody saw time run out."
        match happening:
            case Moved(by=by, moves=moves):
                self._move(at, by, moves)
            case Looked(by=by):
                self.places[by].looked_at = at
            case PlannedToPass(by=by):
                self.places[by].passes_in = self.state.round
                self.places[by].is_planned = self.places[by].asked is not None
                self._invite(at, is_sitting=False, actor=None)
            case AskedBack(by=by):
                self.request, self.agreed = happening, set()
                self._tell(self._others(by), "undo_asked", happening, at)
            case Agreed(by=by):
                self.agreed.add(by)
            case Voted(by=by, motion=motion):
                self._vote(at, by, motion)

    def _move(self, at: datetime, by: int | None, moves: Sequence[Move]) -> None:
        first, before = moves[0], self.state
        self._check_moment(at, first)
        undone = self._apply(moves)
        if first.origin is Origin.TIMEOUT:
            self.places[first.seat].missed = True
            self._tell([self.places[first.seat]], "missed_turn", first.sequence, at)
        elif not isinstance(first.action, TakenBack):
            self.places[first.seat].missed = False
            self.places[first.seat].turns += 1
            self.counted.add(first.sequence)
        self.request = None
        self._ask(at, acted={*undone, *(move.seat for move in moves)}, actor=by)
        self._invite(at, is_sitting=sitting(before) != sitting(self.state), actor=by)
        if self.state.is_over:
            self._tell(self.places, "game_over", 0, at, actor=by)

    def _check_moment(self, at: datetime, move: Move) -> None:
        """What happens by itself has its time: when that of the person is up, or a while after they were asked."""
        place = self.places[move.seat]
        if move.origin is Origin.TIMEOUT:
            assert at == place.due_at
        if move.origin in (Origin.PLAN, Origin.FORCED):
            assert place.is_planned
            assert place.ticks_from is not None
            assert timedelta(seconds=20) <= at - place.ticks_from <= timedelta(seconds=90)

    def _apply(self, moves: Sequence[Move]) -> set[int]:
        """Take actions, and answer whose were taken back."""
        undone: set[int] = set()
        for move in moves:
            if isinstance(move.action, TakenBack):
                undone = {other.seat for other in self.moves[move.action.to :]}
                for other in self.moves[move.action.to :]:
                    self.places[other.seat].turns -= other.sequence in self.counted
                self.state = self.states[move.action.to]
            else:
                self.state = rules.apply(self.state, rules.Seat(move.seat), move.action)
            self.moves.append(move)
            self.states.append(self.state)
        return undone

    def _ask(self, at: datetime, *, acted: set[int], actor: int | None) -> None:
        for place in self.places:
            if place.asked is not None and (place.number not in self.state.to_move or place.number in acted):
                place.asked, place.ticks_from, place.is_planned = None, None, False
            if place.number in self.state.to_move and place.asked is None:
                place.asked = self.sequence
                place.left, place.was_warned = TIME, False
                place.ticks_from = None if self.is_paused else at
                place.is_planned = self._passes(place) or self._cannot_pay(place)
                if not place.is_planned:
                    self._tell([place], "your_turn", place.asked, at, actor=actor)

    def _passes(self, place: Place) -> bool:
        return self.state.phase == rules.Phase.AUCTION and place.passes_in == self.state.round

    def _cannot_pay(self, place: Place) -> bool:
        """Whether the site acts for somebody, as there is nothing else that they can pay for, and nobody may know."""
        return rules.secretly_forced(self.state, rules.Seat(place.number)) is not None

    def _invite(self, at: datetime, *, is_sitting: bool, actor: int | None) -> None:
        for place in self.places:
            is_done = place.asked is not None or place.number in self.state.acted or self._passes(place)
            place.can_plan = not is_done and self.state.phase in PLANNABLE
        if is_sitting:
            invited = [place for place in self.places if place.can_plan and place.person.plans]
            self._tell(invited, "plan_ahead", sitting(self.state), at, actor=actor)

    def _vote(self, at: datetime, by: int, motion: Motion) -> None:
        voters = self.votes.setdefault(motion, [])
        voters.append(by)
        if len(voters) == self.takes(motion):
            del self.votes[motion]
            self.is_paused = motion is Motion.PAUSE
            for place in self.places:
                self._hold_or_go_on(place, at)
        elif len(voters) == 1:
            self._tell(self._others(by), "vote_open", motion, at)

    def _hold_or_go_on(self, place: Place, at: datetime) -> None:
        if self.is_paused and place.ticks_from is not None:
            place.left -= ticked(place.person, place.ticks_from, at)
            place.ticks_from = None
        elif not self.is_paused and place.asked is not None:
            place.ticks_from = at

    def _tell(
        self, places: Iterable[Place], kind: str, about: object, at: datetime, *, actor: int | None = None
    ) -> None:
        self.news += [News(at, place, kind, about, place.number == actor) for place in places]

    def _others(self, number: int) -> list[Place]:
        return [place for place in self.places if place.number != number]


def sitting(state: rules.State) -> tuple[int, bool]:
    """What can be said at once: all auctions of a round, or the rest of it."""
    return state.round, state.phase is rules.Phase.AUCTION
