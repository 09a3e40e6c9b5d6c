"""The way through the past of a game: its phases side by side, and where one can go from a position."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

import rules
from games.history import Position, in_force
from games.models import PHASES, Origin


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
    """The positions that lie before and after the one shown, by one measure; None where there is none.

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

    ``rounds`` has for each round the position with which it began, for good where it began more than once.
    """

    stretches: tuple[Stretch, ...]
    rounds: Mapping[int, int]
    action: Steps
    larger: tuple[Steps, ...]
    now: str


def timeline(known: Sequence[Position], at: int, seat: int | None, *, name: str = "") -> Timeline:
    """The way through a game.

    :param known: all positions of the game, from its start to the present.
    :param at: the sequence of the one that is shown.
    :param seat: that whose turns one can step through; None where that is nobody's.
    :param name: of whoever has it; none where that is the viewer.
    """
    stretches = tuple(_stretches(known))
    phases, rounds = [stretch.start for stretch in stretches], _rounds(known)
    larger = [
        _steps("phase", _("Phase"), _("Previous phase"), _("Next phase"), phases, at),
        _steps("round", _("Round"), _("Previous round"), _("Next round"), [*rounds.values()], at),
    ]
    if seat is not None and not name:
        own = _turns(known, seat, (Origin.PLAYER,))
        larger.append(_steps("own", _("Turn"), _("Your previous turn"), _("Your next turn"), own, at))
    elif seat is not None:
        back, on = _("{name}: previous turn").format(name=name), _("{name}: next turn").format(name=name)
        larger.append(_steps("own", _("Turn"), back, on, _turns(known, seat, SEEN_AS_TURNS), at))
    every = [position.sequence for position in known]
    return Timeline(
        stretches,
        rounds,
        action=_steps("action", _("Action"), _("Previous action"), _("Next action"), every, at),
        larger=tuple(larger),
        now=next(stretch.name for stretch in reversed(stretches) if stretch.start <= at),
    )


def whereabouts(state: rules.State) -> str:
    """Where in its game a position lies, in words."""
    match state.phase:
        case rules.Phase.SETUP:
            return _("Before the game")
        case rules.Phase.FINISHED:
            return _("The end")
    return _("Round {round}, {phase}").format(round=state.round, phase=PHASES[state.phase])


def _steps(key: str, name: str, back_words: str, on_words: str, marks: Sequence[int], at: int) -> Steps:
    return Steps(
        key,
        name,
        back=next((mark for mark in reversed(marks) if mark < at), None),
        back_words=back_words,
        on=next((mark for mark in marks if mark > at), None),
        on_words=on_words,
    )


def _stretches(known: Sequence[Position]) -> Iterable[Stretch]:
    starts = [next(same) for _phase, same in groupby(known, lambda position: _phase_of(position.state))]
    ends = [*(position.sequence for position in starts[1:]), known[-1].sequence]
    last = max(known[-1].sequence, 1)
    for position, end in zip(starts, ends, strict=True):
        yield Stretch(
            start=position.sequence,
            name=whereabouts(position.state),
            phase=position.state.phase.value,
            x=f"{100 * position.sequence / last:.2f}",
            width=f"{100 * (end - position.sequence) / last:.2f}",
            is_even_round=position.state.round % 2 == 0,
        )


def _phase_of(state: rules.State) -> tuple[int, rules.Phase]:
    return state.round, state.phase


def _rounds(known: Sequence[Position]) -> dict[int, int]:
    starts: dict[int, int] = {}
    for position in in_force(known):
        starts.setdefault(position.state.round, position.sequence)
    return starts


SEEN_AS_TURNS = (Origin.PLAYER, Origin.PLAN, Origin.TIMEOUT, Origin.BOT)
"""What passes for a turn of somebody else. Whether they had planned it is nobody's business."""


def _turns(known: Sequence[Position], seat: int, origins: Container[Origin]) -> list[int]:
    """The positions that a seat has brought about."""
    return [
        position.sequence
        for position in known
        if position.move and position.move.seat == seat and position.move.origin in origins
    ]
