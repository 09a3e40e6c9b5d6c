"""Changes without an action: who stops playing or comes back, and what the players agree on."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Absence, Agreement, Game, Vote
from games.story.names import in_words

Motion = Vote.Motion


@dataclass(frozen=True, slots=True)
class Change:
    """A sentence about a game, and how many actions had been taken then. ``number`` counts them."""

    number: int
    place: int
    sentence: str


def changes(game: Game) -> list[Change]:
    """All changes of a game in order. One query where a player was absent, one where something was agreed on.

    They are sorted by actions first, as the clock of a machine can be set back.
    """
    told = sorted(_moments(game), key=lambda moment: moment[:2])
    return [
        Change(number, min(place, game.sequence), sentence) for number, (place, _when, sentence) in enumerate(told)
    ]


def _moments(game: Game) -> Iterator[tuple[int, datetime, str]]:
    """Each with how many actions had been taken, when that was, and the sentence."""
    for absence in game.past_absences:
        yield from _absence_in_words(absence)
    for agreement in game.past_agreements:
        yield agreement.sequence, agreement.made_at, _in_words(game, agreement)
    if game.finished_at is not None and game.ended_early and not _was_agreed_to_end(game):
        yield game.sequence, game.finished_at, _why_it_ended(game)


def _absence_in_words(absence: Absence) -> Iterator[tuple[int, datetime, str]]:
    """The beginning and the end of an absence."""
    name = absence.user.name
    if absence.reason == Absence.Reason.LEFT:
        began = _("{name} left the game. A bot stands in.").format(name=name)
    else:
        began = ngettext(
            "{name} missed {count} turn. A bot stands in.",
            "{name} missed {count} turns in a row. A bot stands in.",
            Absence.MOST_MISSES,
        ).format(name=name, count=Absence.MOST_MISSES)
    yield absence.sequence, absence.began_at, began
    if absence.ended_at is None or absence.ended_sequence is None:
        return
    if absence.substitute is None:
        ended = _("{name} is back.").format(name=name)
    else:
        ended = _("{substitute} takes over from {name}.").format(substitute=absence.substitute.name, name=name)
    yield absence.ended_sequence, max(absence.began_at, absence.ended_at), ended


def _why_it_ended(game: Game) -> str:
    if not game.went_on_too_long:
        return _("The game ended early. Nobody wins.")
    return _("{count} actions were taken, and the game was not over. It ends here, and nobody wins.").format(
        count=game.sequence
    )


def _was_agreed_to_end(game: Game) -> bool:
    """Whether all wanted it to end. Else nobody was left, or it went on for too long."""
    return any(agreement.motion == Motion.END for agreement in game.past_agreements)


def _in_words(game: Game, agreement: Agreement) -> str:
    count = len(agreement.seats)
    match Motion(agreement.motion):
        case Motion.PAUSE:
            words = ngettext("{names} paused the game.", "{names} agreed to pause the game.", count)
        case Motion.RESUME if not count:
            words = _("The pause reached its limit, so the game goes on.")
        case Motion.RESUME:
            words = ngettext("{names} let the game go on.", "{names} agreed to go on with the game.", count)
        case Motion.END:
            words = ngettext(
                "{names} ended the game early. Nobody wins.", "{names} agreed to end the game. Nobody wins.", count
            )
    return words.replace("{names}", in_words(_name(game, seat, agreement.made_at) for seat in agreement.seats))


def _name(game: Game, number: int, moment: datetime) -> str:
    """Who had a seat at a moment."""
    for absence in game.past_absences:
        is_former = absence.substitute is not None and absence.ended_at is not None and moment < absence.ended_at
        if absence.seat.number == number and is_former:
            return absence.user.name
    return next(seat.name for seat in game.seats.all() if seat.number == number)
