"""Who stopped playing, came back or took over, in words."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.absence.misses import MOST_MISSES
from games.cast import Cast
from games.history import Position
from games.models import Absence


def moments(absence: Absence) -> Iterator[tuple[int, datetime, str]]:
    """How many actions had been taken when it began and ended, when that was, and what there is to say of it."""
    name = absence.user.name
    if absence.reason == Absence.Reason.LEFT:
        began = _("{name} left the game. A bot stands in.").format(name=name)
    else:
        began = ngettext(
            "{name} missed {count} turn. A bot stands in.",
            "{name} missed {count} turns in a row. A bot stands in.",
            MOST_MISSES,
        ).format(name=name, count=MOST_MISSES)
    yield absence.sequence, absence.began_at, began
    if absence.ended_at is None or absence.ended_sequence is None:
        return
    if absence.substitute is None:
        ended = _("{name} is back.").format(name=name)
    else:
        ended = _("{substitute} takes over from {name}.").format(substitute=absence.substitute.name, name=name)
    yield absence.ended_sequence, max(absence.began_at, absence.ended_at), ended


def succeeded(cast: Cast, positions: Sequence[Position]) -> dict[int, str]:
    """By seat, instead of whom somebody plays it, and since when."""
    return {
        former.seat: _("for {name} since round {round}").format(name=former.name, round=positions[former.until].round)
        for former in cast.former
    }
