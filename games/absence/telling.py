"""Who stopped playing, came back or took over, in words: what is no action, and yet part of the story."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.cast import Cast
from games.history import Position
from games.models import Absence, Game


@dataclass(frozen=True, slots=True)
class Change:
    """A sentence about the people of a game, and how many actions had been taken then."""

    place: int
    sentence: str


def changes(game: Game) -> list[Change]:
    """All of a game in their order. One query where somebody was absent, else none."""
    told = [change for absence in game.past_absences for change in _changes(absence)]
    if game.ended_early:
        told.append(Change(game.sequence, _("The game ended early. Nobody wins.")))
    return sorted(told, key=lambda change: change.place)


def _changes(absence: Absence) -> Iterator[Change]:
    name = absence.user.name
    if absence.reason == Absence.Reason.LEFT:
        yield Change(absence.sequence, _("{name} left the game. A bot stands in.").format(name=name))
    else:
        sentence = _("{name} missed two turns in a row. A bot stands in.").format(name=name)
        yield Change(absence.sequence, sentence)
    if absence.ended_sequence is None:
        return
    if absence.substitute is None:
        yield Change(absence.ended_sequence, _("{name} is back.").format(name=name))
    else:
        sentence = _("{substitute} takes over from {name}.").format(substitute=absence.substitute.name, name=name)
        yield Change(absence.ended_sequence, sentence)


def succeeded(cast: Cast, positions: Sequence[Position]) -> dict[int, str]:
    """By seat, instead of whom somebody plays it, and since when."""
    return {
        former.seat: _("for {name} since round {round}").format(
            name=former.name, round=positions[former.until].state.round
        )
        for former in cast.former
    }
