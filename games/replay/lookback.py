"""Looks back at a few positions of a game without a replay of the whole game.

Checkpoints lead to them by a few actions each. Every checkpoint is compared with the digest of its action, so these
are the positions that :func:`games.replay.history.positions` finds. Where a checkpoint is missing or damaged, that
function is called, and what it finds is stored.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, reduce
from operator import or_
from typing import Any, overload

from django.db.models import Case, Q, QuerySet, When
from msgspec.structs import replace

import rules
from accounts.statements import written_once
from games.models import Action, Game, Origin
from games.replay import checkpoints, history, position_index
from games.replay.action_rows import StoredAction, TakenBack
from games.replay.checkpoints import EVERY
from games.replay.history import Move, Position, Row
from games.replay.position_index import Mark, PositionIndex

LATELY = 64
"""The page of a game has at least so many of its latest positions at hand."""


@dataclass(frozen=True, slots=True)
class Past:
    """A position to look back at, and what it takes to tell of it. As secret as a :class:`.history.Position`.

    ``course`` is that of the whole game. ``leading`` are the positions in force from the beginning of its phase up to
    it in bureaucracy and at the end, else just itself. ``known`` has by their sequences these, the others that were
    asked for, and what was taken back to get to any of them.
    """

    course: PositionIndex
    sequence: int
    leading: Sequence[Position]
    known: Mapping[int, Position]

    @property
    def position(self) -> Position:
        return self.known[self.sequence]

    @property
    def is_in_force(self) -> bool:
        """Whether it is among those that led to the present one."""
        return self.sequence in self.course.in_force()


@dataclass(frozen=True, slots=True)
class _Span:
    """Positions up to ``last`` that follow on a state that was kept ``after`` an action; 0 is the start."""

    after: int
    last: int


def recall(game: Game, sequence: int, *others: int) -> Past:
    """Look back at a position. One query and one for the course, or none for that where the snapshot is at hand.

    :param others: further positions to find, such as the one before, or another one to compare with.
    :raises NoSuchPosition: there is none of one of these numbers.
    """
    for each in (sequence, *others):
        history.checked(game, each)
    course = position_index.of(game)
    leading = _leading(course, sequence)
    wanted = {sequence, *leading, *others}
    wanted |= {to + 1 for each in wanted if (to := course.marks[each].to) is not None}
    known = _found(game, _spans(course, wanted))
    if known is None:
        whole = history.positions(game)
        checkpoints.restore(game, whole)
        known = {each: whole[each] for each in wanted}
    return Past(course, sequence, [known[each] for each in leading], known)


@dataclass(frozen=True, slots=True)
class Positions(Sequence[Position]):
    """All positions of a game with their course, as secret as each of them.

    Of the ``recent`` ones the states are at hand. ``whole`` replays the game, for the state of any other.
    """

    course: PositionIndex
    recent: Sequence[Position]
    whole: Callable[[], Sequence[Position]]

    def __len__(self) -> int:
        return len(self.course.marks)

    @overload
    def __getitem__(self, place: int) -> Position: ...
    @overload
    def __getitem__(self, place: slice) -> list[Position]: ...
    def __getitem__(self, place: int | slice) -> Position | list[Position]:
        found = range(len(self))[place]
        if isinstance(found, range):
            return [self[sequence] for sequence in found]
        older = len(self) - len(self.recent)
        if found >= older:
            return self.recent[found - older]
        return _Distant(found, self.course.marks[found], self.whole)


class _Distant(Position):
    """A position of long ago, of which its mark is at hand. The whole game is replayed when its state is wanted."""

    __slots__ = ("_mark", "_whole")
    _mark: Mark
    _whole: Callable[[], Sequence[Position]]

    def __init__(self, sequence: int, mark: Mark, whole: Callable[[], Sequence[Position]]) -> None:
        move = _DistantMove(sequence, mark, whole) if sequence else None
        for name, value in (("sequence", sequence), ("move", move), ("_mark", mark), ("_whole", whole)):
            object.__setattr__(self, name, value)  # as all that is frozen is made

    @property
    def state(self) -> rules.State:
        return self._whole()[self.sequence].state

    @property
    def round(self) -> int:
        return self._mark.round

    @property
    def phase(self) -> rules.Phase:
        return self._mark.phase


class _DistantMove(Move):
    """The move to such a position: all of it is at hand but the action, unless that took something back."""

    __slots__ = ("_mark", "_whole")
    _mark: Mark
    _whole: Callable[[], Sequence[Position]]

    def __init__(self, sequence: int, mark: Mark, whole: Callable[[], Sequence[Position]]) -> None:
        for name, value in (("sequence", sequence), ("_mark", mark), ("_whole", whole)):
            object.__setattr__(self, name, value)  # likewise

    @property
    def seat(self) -> rules.Seat:
        assert self._mark.number is not None  # noqa: S101  (for the type checker)
        return rules.Seat(self._mark.number)

    @property
    def origin(self) -> Origin:
        assert self._mark.origin is not None  # noqa: S101
        return self._mark.origin

    @property
    def made_at(self) -> datetime:
        assert self._mark.made_at is not None  # noqa: S101
        return self._mark.made_at

    @property
    def undo(self) -> TakenBack | None:
        return None if self._mark.undo is None else TakenBack(*self._mark.undo)

    @property
    def action(self) -> StoredAction:
        if undo := self.undo:
            return undo
        move = self._whole()[self.sequence].move
        assert move is not None  # noqa: S101
        return move.action


@written_once
def _stored_from(after: int, last: int, game: int) -> QuerySet[Action, tuple[Any, ...]]:
    """What :func:`_stored` has of actions in a row, with the state that was kept after the first of them."""
    wanted = Q(sequence__gte=after, sequence__lte=last)
    return _stored(game, wanted, Case(When(sequence=after, then="checkpoint__state")))


def positions(game: Game) -> Positions:
    """All positions of a game from the start to the present one, for callers that need the latest states only.

    Those follow on a checkpoint. The state of any other position is found by a replay of the game when it is read.
    """

    @cache
    def whole() -> Sequence[Position]:
        return history.positions(game)

    if game.sequence < LATELY + EVERY:
        return Positions(PositionIndex.of(whole()), whole(), whole)
    course = position_index.of(game)
    return Positions(course, _recent(game, course) or whole(), whole)


def _recent(game: Game, course: PositionIndex) -> Sequence[Position]:
    """The latest positions of a game; none where they begin with the start, or what leads to them is missing."""
    after = _base(course, game.sequence - LATELY, game.sequence)
    if not after:
        return ()
    followed = _followed(game, _Span(after, game.sequence), _stored_from(after, game.sequence, game.pk)) or {}
    return tuple(followed.values()) if len(followed) == game.sequence - after else ()


def _leading(course: PositionIndex, sequence: int) -> list[int]:
    if course.marks[sequence].phase in history.TELLS_WHAT_WAS_POWERED:
        return course.phase_to(sequence)
    return [sequence]


def _spans(course: PositionIndex, wanted: Iterable[int]) -> list[_Span]:
    """What to replay to find these positions, in their order; no two of them overlap."""
    spans: list[_Span] = []
    for sequence in sorted(wanted):
        if spans and sequence <= spans[-1].last:
            continue
        after = _base(course, sequence, sequence)
        while spans and after < spans[-1].last:
            after = min(after, spans.pop().after)
        spans.append(_Span(after, sequence))
    return spans


def _base(course: PositionIndex, first: int, last: int) -> int:
    """The last position before these that may have a checkpoint, and since which nothing went back further."""
    after = base = _kept_before(first)
    while True:
        backs = (to for mark in course.marks[after + 1 : last + 1] if (to := mark.to) is not None)
        base = min(backs, default=after)
        if base >= after:
            return after
        after = base // EVERY * EVERY


def _kept_before(sequence: int) -> int:
    """Strictly before: a checkpoint does not say what had happened."""
    return max(sequence - 1, 0) // EVERY * EVERY


def _found(game: Game, spans: Sequence[_Span]) -> dict[int, Position] | None:
    """The positions of all spans; None where a checkpoint is missing."""
    ranges = (Q(sequence__range=(span.after, span.last)) for span in spans)
    columns = list(_stored(game.pk, reduce(or_, ranges), "checkpoint__state"))
    known: dict[int, Position] = {}
    for span in spans:
        followed = _followed(game, span, [row for row in columns if span.after <= row[0] <= span.last])
        if followed is None:
            return None
        known |= followed
    return known


def _stored(game: int, wanted: Q, kept: Case | str) -> QuerySet[Action, tuple[Any, ...]]:
    """The columns of a :class:`Row` of each of these actions, its digest, and the state ``kept`` after it."""
    actions = Action.objects.filter(wanted, game=game).order_by("sequence")
    return actions.values_list(*Row._fields, "digest", kept)


def _followed(game: Game, span: _Span, columns: Sequence[tuple[Any, ...]]) -> dict[int, Position] | None:
    """The positions of a span; None where its checkpoint is missing.

    :param columns: of its actions. The first is the one after which the state was kept.
    """
    setup = game.read_setup()
    if not span.after:
        state = rules.start(setup)
        return {0: Position(0, state, None)} | dict(_replayed(game, state, 0, [Row(*row[:-2]) for row in columns]))
    kept = checkpoints.read(columns[0][-1], columns[0][-2]) if columns else None
    if kept is None:
        return None
    state = replace(kept, setup=setup, happened=())
    return dict(_replayed(game, state, span.after, [Row(*row[:-2]) for row in columns[1:]]))


def _replayed(game: Game, state: rules.State, after: int, rows: Sequence[Row]) -> Iterator[tuple[int, Position]]:
    states = {after: state}
    for move in history.read(game.pk, rows):
        if isinstance(move.action, TakenBack):
            state = replace(states[move.action.to], happened=())
        else:
            state = history.after(game, state, move.seat, move.action)
        states[move.sequence] = state
        yield move.sequence, Position(move.sequence, state, move)
