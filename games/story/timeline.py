"""The way through the past of a game: its phases side by side, and the steps from a position."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from django.utils.translation import get_language
from django.utils.translation import gettext as _

import rules
from games.models import PHASES, Origin
from games.replay.history import Position
from games.replay.position_index import PositionIndex
from games.story.story import ANYBODY, Reader


@dataclass(frozen=True, slots=True)
class Stretch:
    """The positions of one phase, from ``start`` on; ``x`` and ``width`` are its part of the way, in percent."""

    start: int
    name: str
    phase: str
    x: str
    width: str
    is_even_round: bool


@dataclass(frozen=True, slots=True)
class Steps:
    """The positions before and after the one shown, by one measure; None where there is none.

    ``key`` begins the ids of the links.
    """

    key: str
    name: str
    back: int | None
    back_words: str
    on: int | None
    on_words: str


@dataclass(frozen=True, slots=True)
class Timeline:
    """All of a game, and the steps to take from one of its positions: by action, and by larger measures.

    ``rounds`` has for each round the position with which it began; the one in force, if it began more than once.
    """

    stretches: tuple[Stretch, ...]
    rounds: Mapping[int, int]
    action: Steps
    larger: tuple[Steps, ...]
    now: str


def timeline(
    course: PositionIndex, at: int, seat: int | None, *, name: str = "", reader: Reader = ANYBODY
) -> Timeline:
    """The way through a game.

    :param at: the sequence of the position that is shown.
    :param seat: the seat whose turns can be stepped through, if any.
    :param name: that of its player; empty if that is the viewer.
    :param reader: who steps through it.
    """
    stretches = tuple(_stretches(course))
    phases, rounds = [stretch.start for stretch in stretches], _rounds(course)
    larger = [
        _steps("phase", _("Phase"), _("Previous phase"), _("Next phase"), phases, at),
        _steps("round", _("Round"), _("Previous round"), _("Next round"), [*rounds.values()], at),
    ]
    if seat is not None and not name:
        own = _turns(course, seat, lambda origin: origin is Origin.PLAYER)
        larger.append(_steps("own", _("Turn"), _("Your previous turn"), _("Your next turn"), own, at))
    elif seat is not None:
        back, on = _("{name}: previous turn").format(name=name), _("{name}: next turn").format(name=name)
        turns = _turns(course, seat, lambda origin: reader.sees(origin, is_own=False) in SEEN_AS_TURNS)
        larger.append(_steps("own", _("Turn"), back, on, turns, at))
    near = range(max(at - 1, 0), min(at + 1, course.last) + 1)
    return Timeline(
        stretches,
        rounds,
        action=_steps("action", _("Action"), _("Previous action"), _("Next action"), near, at),
        larger=tuple(larger),
        now=next(stretch.name for stretch in reversed(stretches) if stretch.start <= at),
    )


def whereabouts(position: Position) -> str:
    """The round and phase of a position, in words."""
    return _named(position.round, position.phase, get_language())


@lru_cache(maxsize=1024)
def _named(number: int, phase: rules.Phase, _language: str) -> str:
    match phase:
        case rules.Phase.SETUP:
            return _("Before the game")
        case rules.Phase.FINISHED:
            return _("The end")
    return _("Round {round}, {phase}").format(round=number, phase=PHASES[phase])


def _steps(key: str, name: str, back_words: str, on_words: str, marks: Sequence[int], at: int) -> Steps:
    return Steps(
        key,
        name,
        back=next((mark for mark in reversed(marks) if mark < at), None),
        back_words=back_words,
        on=next((mark for mark in marks if mark > at), None),
        on_words=on_words,
    )


def _stretches(course: PositionIndex) -> Iterable[Stretch]:
    phases = groupby(enumerate(course.marks), lambda marked: (marked[1].round, marked[1].place))
    starts = [next(same) for _phase, same in phases]
    ends = [*(sequence for sequence, _mark in starts[1:]), course.last]
    last, language = max(course.last, 1), get_language()
    for (sequence, mark), end in zip(starts, ends, strict=True):
        yield Stretch(
            start=sequence,
            name=_named(mark.round, mark.phase, language),
            phase=mark.phase.value,
            x=f"{100 * sequence / last:.2f}",
            width=f"{100 * (end - sequence) / last:.2f}",
            is_even_round=mark.round % 2 == 0,
        )


def _rounds(course: PositionIndex) -> dict[int, int]:
    starts: dict[int, int] = {}
    for sequence in course.in_force():
        starts.setdefault(course.marks[sequence].round, sequence)
    return starts


SEEN_AS_TURNS = (Origin.PLAYER, Origin.PLAN, Origin.TIMEOUT, Origin.BOT)
"""What passes for a turn of another player: their plans are secret."""


def _turns(course: PositionIndex, seat: int, is_turn: Callable[[Origin], bool]) -> list[int]:
    """The positions that a seat has brought about."""
    return [
        sequence
        for sequence, mark in enumerate(course.marks)
        if mark.number == seat and mark.origin is not None and is_turn(mark.origin)
    ]
