"""The hand-off meter: how often a game has waited, how often it did not have to, and when it may end.

It counts whole rounds that are over, and of nobody what they decided by hand. While the game runs, all that took time
was waited for, be it a plan's or a lack of any other choice: so the meter tells nothing but what everybody sees. What
was really saved, and by what, is told after the end.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

import rules
from games.models import Game, Origin
from games.pages.panels.pieces import Companies, Company
from games.replay.lookback import Positions
from games.replay.position_index import Mark, PositionIndex
from games.story import forecast

RECENT = 3
"""By so many of its last rounds the pace of a game is judged."""

LEAST_SHOWN = timedelta(minutes=1)
"""Players that a game waited for less are left out."""

LEAST_TO_JUDGE_BY = timedelta(hours=1)
"""What a game has to have waited in all before its pace says anything about its end."""

BY_HAND = {Origin.PLAYER, Origin.TIMEOUT}


@dataclass(frozen=True, slots=True)
class Held:
    """How long the game has waited for a player: in seconds, and in percent of the longest."""

    company: Company
    seconds: int
    share: int


@dataclass(frozen=True, slots=True)
class Saved:
    """For what a game did not stop: what plans answered, what left no choice, what was powered by a rule, and what
    was decided while it waited for others anyway.
    """

    planned: int
    forced: int
    unasked: int
    at_once: int

    @property
    def total(self) -> int:
        return self.planned + self.forced + self.unasked + self.at_once


@dataclass(frozen=True, slots=True)
class WaitingStats:
    """What the first ``rounds`` took. ``waits`` are the times that the game stopped until a player decided by hand.

    While the game runs, what plans answered is among them. ``split`` says why it was not more; None until the end.
    ``held`` has the people it waited for, the longest first. ``left`` says how long the game may still go on;
    empty where there is no telling.
    """

    rounds: int
    waits: int
    saved: int
    split: Saved | None
    held: tuple[Held, ...]
    left: str

    @property
    def used_share(self) -> int:
        """The waits, in percent of all decisions."""
        return round(100 * self.waits / max(1, self.waits + self.saved))


class AwaitedAction(NamedTuple):
    """One action in force, what it came after, and how long it was waited for.

    The origin is the true one, so while the game runs this is for sums over all that a reader cannot take apart.
    """

    sequence: int
    seat: int
    origin: Origin
    made_at: datetime
    before: Mark
    waited: timedelta
    is_at_once: bool
    is_by_hand: bool


def meter(game: Game, positions: Positions, table: Companies, now: datetime) -> WaitingStats | None:
    """The meter of a game; None before the first round is over, and where there is but one person to wait for."""
    people = [company for company in table if not company.is_bot]
    actions = list(awaited_actions(game, positions.course))
    if len(people) < 2 or not actions:
        return None
    by_hand = [action for action in actions if action.is_by_hand]
    held = _held(people, actions)
    others = Counter(action.origin for action in actions if not action.is_by_hand)
    saved = Saved(
        planned=others[Origin.PLAN],
        forced=others[Origin.FORCED],
        unasked=others[Origin.UNASKED],
        at_once=_decided_at_once(by_hand),
    )
    return WaitingStats(
        rounds=actions[-1].before.round,
        waits=len(by_hand) - saved.at_once,
        saved=saved.total,
        split=saved if game.is_over else None,
        held=held,
        left=_left(game, positions, actions, now) if _has_pace(game, held) else "",
    )


def awaited_actions(game: Game, course: PositionIndex) -> Iterator[AwaitedAction]:
    """What was done in the rounds that are over, in its order: without what was taken back.

    Those who decide at the same time were all asked when the first of them was.
    """
    marks, present, is_over = course.marks, course.marks[-1].round, game.is_over
    asked_at = acted_at = game.created_at
    was_at_once = False
    for led, sequence in pairwise(course.in_force()):
        before, mark = marks[led], marks[sequence]
        if before.round == present and not is_over:
            return
        number, origin, made_at = mark.number, mark.origin, mark.made_at
        assert number is not None and origin and made_at  # noqa: S101, PT018  (only the start has none)
        phase = before.phase
        is_at_once = _is_at_once(game, phase)
        if not (is_at_once and was_at_once):
            asked_at = acted_at
        was_at_once, acted_at = is_at_once, made_at
        waited, is_wish = made_at - asked_at, is_at_once and phase is rules.Phase.SETUP
        is_by_hand = _is_by_hand(origin, waited, is_wish=is_wish, is_told=is_over)
        yield AwaitedAction(sequence, number, origin, made_at, before, waited, is_at_once, is_by_hand)


def _is_at_once(game: Game, phase: rules.Phase) -> bool:
    """Whether everybody was asked at the same time: in bureaucracy, and of areas where the table has it so."""
    return phase is rules.Phase.BUREAUCRACY or (phase is rules.Phase.SETUP and game.areas_at_once)


def _is_by_hand(origin: Origin, waited: timedelta, *, is_wish: bool, is_told: bool) -> bool:
    """Whether the game waited for a player, or may have, as far as others can tell.

    Where all say at once which areas they wish for, it is rows of plans.

    :param is_told: whether it may be told where the action came from, as the game is over.
    """
    match origin:
        case Origin.PLAN if is_wish:
            return True
        case Origin.PLAN | Origin.FORCED:
            return waited > timedelta() and not is_told
        case _:
            return origin in BY_HAND


def _decided_at_once(by_hand: Iterable[AwaitedAction]) -> int:
    """The decisions for which the game did not stop once more, as it had stopped for others at the time."""
    together = Counter((action.before.round, action.before.phase) for action in by_hand if action.is_at_once)
    return together.total() - len(together)


def _held(people: Iterable[Company], actions: Iterable[AwaitedAction]) -> tuple[Held, ...]:
    """How long the game waited for each, for them or for a plan of theirs: others cannot tell the two apart.

    Without those it hardly waited for.
    """
    seconds: Counter[int | None] = Counter()
    for action in actions:
        if action.origin is not Origin.BOT:
            seconds[action.seat] += int(action.waited.total_seconds())
    waited_for = [company for company in people if seconds[company.seat] >= LEAST_SHOWN.total_seconds()]
    longest_first = sorted(waited_for, key=lambda company: -seconds[company.seat])
    longest = max((seconds[company.seat] for company in waited_for), default=0)
    return tuple(
        Held(company, seconds[company.seat], max(1, 100 * seconds[company.seat] // longest))
        for company in longest_first
    )


def _has_pace(game: Game, held: Iterable[Held]) -> bool:
    """Whether the game goes on at a pace from which its end can be told."""
    waited = timedelta(seconds=sum(each.seconds for each in held))
    return not game.is_over and game.paused_at is None and waited >= LEAST_TO_JUDGE_BY


def _left(game: Game, positions: Positions, actions: Sequence[AwaitedAction], now: datetime) -> str:
    """How long the game goes on at the pace of its last rounds, roughly, in words."""
    ends = {action.before.round: action.made_at for action in actions}
    moments = [game.created_at, *ends.values()][-RECENT - 1 :]
    per_round: timedelta = (moments[-1] - moments[0]) / (len(moments) - 1)
    rounds = forecast.rounds_left(positions[actions[-1].sequence].state)  # where the present round began
    # A round that takes longer than the last ones did is taken to be half over.
    return forecast.about(max(moments[-1] + rounds * per_round - now, (rounds - 0.5) * per_round))
