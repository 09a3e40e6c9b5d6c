"""The course of a game: a mark for each of its positions, so that much can be told of them without a replay.

It is kept beside the latest state (:mod:`games.replay.snapshots`) and grows with each action: a cache, made anew by a
replay where it is missing or damaged.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from typing import Annotated, Self

import msgspec

import rules
from games.models import Game, Origin, Snapshot
from games.replay import history
from games.replay.action_rows import StoredAction, TakenBack
from games.replay.history import Position

logger = logging.getLogger(__name__)

_PHASES = tuple(rules.Phase)
_ORIGINS = tuple(Origin)


class Mark(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Round and phase of a position, by its place among all phases, and what had led to it.

    ``number`` is that of the seat that acted, and ``made_at`` when it did; None at the start, and the latter in what
    was stored before there were dates. ``way`` is the place of the origin among all.
    ``undo`` has the position that the game went back to, and whether all had agreed; None where it did not.
    """

    round: int
    place: Annotated[int, msgspec.Meta(ge=0, lt=len(_PHASES))]
    number: int | None = None
    way: Annotated[int, msgspec.Meta(ge=0, lt=len(_ORIGINS))] | None = None
    made_at: datetime | None = None
    undo: tuple[Annotated[int, msgspec.Meta(ge=0)], bool] | None = None

    @classmethod
    def of(cls, state: rules.State, seat: int, origin: Origin, made_at: datetime, action: StoredAction) -> Self:
        undo = (action.to, action.agreed) if isinstance(action, TakenBack) else None
        return cls(state.round, _PHASES.index(state.phase), int(seat), _ORIGINS.index(origin), made_at, undo)

    @classmethod
    def of_start(cls, state: rules.State) -> Self:
        return cls(state.round, _PHASES.index(state.phase))

    @property
    def phase(self) -> rules.Phase:
        return _PHASES[self.place]

    @property
    def origin(self) -> Origin | None:
        return None if self.way is None else _ORIGINS[self.way]

    @property
    def to(self) -> int | None:
        return None if self.undo is None else self.undo[0]


_decoder = msgspec.json.Decoder(list[Mark])


@dataclass(frozen=True, slots=True)
class PositionIndex:
    """A mark for each position of a game, from its start on."""

    marks: Sequence[Mark]

    @classmethod
    def of(cls, known: Iterable[Position]) -> Self:
        """The course of a game whose positions are at hand, all from the start on."""
        return cls([_mark(position) for position in known])

    @property
    def last(self) -> int:
        """The sequence of the last position."""
        return len(self.marks) - 1

    def has(self, seat: int, origin: Origin) -> bool:
        """Whether an action of this origin was taken for a seat, be it taken back since."""
        way = _ORIGINS.index(origin)
        return any(mark.number == seat and mark.way == way for mark in self.marks)

    def back_from(self, sequence: int) -> Iterator[int]:
        """The positions that led to one, as :func:`.history.in_force` has them, from the last to the first."""
        while sequence >= 0:
            to = self.marks[sequence].to
            if to is not None:
                sequence = to
            else:
                yield sequence
                sequence -= 1

    def in_force(self) -> list[int]:
        """The positions that led to the last one, from the start on."""
        return [*self.back_from(self.last)][::-1]

    def phase_to(self, sequence: int) -> list[int]:
        """Those of the positions that led to one with which its phase began and went on.

        What was powered at the end of a game is shown as in the bureaucracy before, which belongs to it here.
        """
        there = self.marks[sequence]
        belonging = {(there.round, there.phase)}
        if there.phase is rules.Phase.FINISHED:
            belonging.add((there.round, rules.Phase.BUREAUCRACY))

        def belongs(sequence: int) -> bool:
            mark = self.marks[sequence]
            return (mark.round, mark.phase) in belonging

        return [*takewhile(belongs, self.back_from(sequence))][::-1]


def of(game: Game) -> PositionIndex:
    """The course of a game. One query, or none where its snapshot was selected along; many where it is made anew."""
    kept = getattr(game, "snapshot", None)
    marks = _read(kept) if kept is not None and kept.sequence >= game.sequence else None
    if marks is not None:
        return PositionIndex(marks[: game.sequence + 1])
    course = PositionIndex.of(history.positions(game))
    store(game, course)
    return course


def store(game: Game, course: PositionIndex) -> None:
    """Keep the course of a game that has been made anew, if its latest state is kept."""
    Snapshot.objects.filter(game=game, sequence=course.last).update(course=written(course.marks))


def written(marks: Iterable[Mark]) -> str:
    """Marks as a snapshot keeps them: what follows is put behind them."""
    return "".join(f"{msgspec.json.encode(mark).decode()}," for mark in marks)


def _read(snapshot: Snapshot) -> list[Mark] | None:
    """None where they were never stored, are damaged, are not those of all positions, or lack something."""
    try:
        marks = _decoder.decode(f"[{snapshot.course.removesuffix(',')}]")
    except msgspec.DecodeError:
        marks = []
    leads_back = all(mark.undo is None or mark.undo[0] < sequence for sequence, mark in enumerate(marks))
    is_whole = all(mark.made_at and mark.number is not None and mark.origin for mark in marks[1:])
    if len(marks) == snapshot.sequence + 1 and leads_back:
        return marks if is_whole else None
    if snapshot.course:
        logger.warning("course of game %s is not that of %s actions", snapshot.game_id, snapshot.sequence)
    return None


def _mark(position: Position) -> Mark:
    move = position.move
    if move is None:
        return Mark.of_start(position.state)
    return Mark.of(position.state, move.seat, move.origin, move.made_at, move.action)
