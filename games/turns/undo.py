"""Taking back: at once if no other player has acted since and nothing was revealed, else with the consent of all.

A game that goes back gets one more row; no row is ever changed. What follows is the same as after an action.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec.structs import replace

import rules
from games.clock import clocks, due
from games.models import Game, Origin, Seat, Slot, UndoRequest
from games.replay import history
from games.replay.action_rows import TakenBack
from games.replay.history import Move, Position
from games.turns import decisions, drafts, play
from games.turns.autoplay import Taken
from rules import events

MOST_IN_A_ROW = 5
"""How often a player can act and take back at will: each time the next player is asked, maybe by mail."""


class UndoRefused(Exception):
    """It cannot be taken back, or not be agreed to; the sentence says why. Nothing was stored."""


@dataclass(frozen=True, slots=True)
class Undoable:
    """The last action in force that a player, or their plan, decided. All that came after is taken back with it.

    ``obstacle`` says why the others have to agree; it is empty where they need not.
    """

    seat: int
    sequence: int
    obstacle: str

    @property
    def to(self) -> int:
        """The position that the game would go back to."""
        return self.sequence - 1


def undoable(known: Sequence[Position], seat: int) -> Undoable | None:
    """What a seat can take back, if anything. ``known`` are all positions from the start on."""
    last = history.last_turn(known, seat)
    if last is None or known[-1].state.is_over:
        return None
    return Undoable(seat, last, _obstacle(known, last, seat))


def _obstacle(known: Sequence[Position], last: int, seat: int) -> str:
    """Why a seat cannot take back its last action on its own. Actions taken back since count: they were seen."""
    since = known[last:]
    taken = known[last].move
    if taken and taken.origin is Origin.PLAN and isinstance(taken.action, rules.ChooseArea):
        return _("The areas were chosen by what all of you wished for, so they stand.")
    if any(position.move and not _goes_with(position.move, seat) for position in since):
        return _("The game has gone on since, so what you did stands.")
    if any(isinstance(event, events.REVEALING) for position in since for event in position.state.happened):
        return _("A new card came up, so what you did stands.")
    if _taken_back_in_a_row(known, seat) >= MOST_IN_A_ROW:
        return _("You have taken something back several times in a row, so what you did stands now.")
    return ""


def _taken_back_in_a_row(known: Sequence[Position], seat: int) -> int:
    """How often a seat has taken something back since another one acted."""
    moves = (position.move for position in reversed(known))
    own = takewhile(lambda move: move is not None and _goes_with(move, seat), moves)
    return sum(move is not None and move.undo is not None for move in own)


def _goes_with(move: Move, seat: int) -> bool:
    """Whether an action is a seat's own, or followed on it by itself, and would do so again."""
    return move.seat == seat or move.origin is Origin.UNASKED


def is_at_once(game: Game, wanted: Undoable) -> bool:
    """Whether no player has to agree: bots agree to everything."""
    return not wanted.obstacle or (game.undo_by_consent and not others(game, wanted.seat))


def is_asked(game: Game, wanted: Undoable) -> bool:
    """Whether the others have been asked for this and may still agree."""
    asked = game.asked_undo
    return asked is not None and asked.seat == wanted.seat and not asked.is_refused


def objection_to_asking(game: Game, wanted: Undoable) -> str:
    """Why the others cannot be asked to agree, in a sentence; empty where they can be, or have been."""
    asked = game.asked_undo
    if not game.undo_by_consent:
        return wanted.obstacle
    if asked and asked.is_refused and asked.seat == wanted.seat:
        return _("You have asked the others, and not all agreed, so what you did stands.")
    if asked and not asked.is_refused and asked.seat != wanted.seat:
        return _("Another player has asked to take something back. Wait for the answers, then ask again.")
    return ""


def others(game: Game, number: int) -> set[int]:
    """The seats whose players have to agree to what a seat asks for; uses seats that were prefetched."""
    return {seat.number for seat in game.seats.all() if not seat.plays_itself and seat.number != number}


def take_back(game: Game, seat: Seat, *, expected: int) -> Game:
    """Take back the last action of a seat's player, or ask the others to agree. To ask again does nothing.

    :param expected: how many actions the player had seen.
    :raises Stale: the game has moved on since.
    :raises UndoRefused: there is nothing to take back, it stands, or the others have refused.
    """
    with transaction.atomic():
        game, seats = _lock(game, seat, expected)
        known = history.positions(game)
        wanted = undoable(known, seat.number)
        if wanted is None:
            raise UndoRefused(_("You have nothing to take back."))
        if is_at_once(game, wanted):
            _go_back(game, seats, known, TakenBack(wanted.to), asker=seat.number, actor=seat.number)
        elif objection := objection_to_asking(game, wanted):
            raise UndoRefused(objection)
        elif not is_asked(game, wanted):
            _ask(game, seats, wanted)
    return game


def agree(game: Game, seat: Seat, *, asker: int, expected: int) -> Game:
    """Agree that another seat takes back what it asked for. It is taken back when the last one agrees.

    :param asker: the number of the seat whose request the player saw.
    :raises Stale: the game has moved on since, so the request has lapsed.
    :raises UndoRefused: the seat does not ask, or no longer.
    """
    with transaction.atomic():
        game, seats = _lock(game, seat, expected)
        request = _open_request(game, asker)
        if asker == seat.number:
            raise UndoRefused(_("You have asked for this yourself. The others have to agree."))
        if seat.number in request.agreed:
            return game
        request.agreed.append(seat.number)
        if others(game, asker) <= {*request.agreed}:
            undo = TakenBack(request.to, agreed=True)
            _go_back(game, seats, history.positions(game), undo, asker=asker, actor=seat.number)
        else:
            request.save(update_fields=["agreed"])
            game.make_known()
    return game


def refuse(game: Game, seat: Seat, *, asker: int, expected: int) -> Game:
    """The opposite of :func:`agree`: refuse the request of another seat, or withdraw the seat's own."""
    with transaction.atomic():
        game, _seats = _lock(game, seat, expected)
        request = _open_request(game, asker)
        if asker == seat.number:
            request.delete()
        else:
            request.refused_by = seat.number
            request.save(update_fields=["refused_by"])
        game.make_known()
    return game


def _lock(game: Game, seat: Seat, expected: int) -> tuple[Game, list[Seat]]:
    game, seats = play.lock(game, seat)
    if game.ended_early:
        raise UndoRefused(_("The game is over."))
    mine = seats[seat.number]
    if game.sequence != expected or mine.user_id != seat.user_id or mine.absent_since is not None:
        raise play.Stale
    return game, seats


def _open_request(game: Game, asker: int) -> UndoRequest:
    request = UndoRequest.objects.filter(game=game, seat=asker, refused_by=None).first()
    if request is None:
        raise UndoRefused(_("This request is no longer open."))
    return request


def _ask(game: Game, seats: Sequence[Seat], wanted: Undoable) -> None:
    UndoRequest.objects.update_or_create(
        game=game, defaults={"seat": wanted.seat, "to": wanted.to, "agreed": [], "refused_by": None}
    )
    game.make_known()
    asked = [seat for seat in seats if not seat.plays_itself and seat.number != wanted.seat]
    decisions.tell("undo_asked", game, asked, timezone.now(), sequence=alert_number(game, wanted.seat))


def alert_number(game: Game, asker: int) -> int:
    """The number by which alerts know a request: one for each seat in each position."""
    return game.sequence * rules.MAX_PLAYERS + asker


def _go_back(
    game: Game, seats: Sequence[Seat], known: Sequence[Position], undo: TakenBack, *, asker: int, actor: int
) -> None:
    """Bring the game back; the owner of ``actor`` is at the page."""
    taken = [move for position in history.in_force(known) if (move := position.move) and move.sequence > undo.to]
    step = Taken(rules.Seat(asker), undo, Origin.PLAYER, replace(known[undo.to].state, happened=()))
    for move in taken:
        if history.was_counted(known, move):  # it is decided anew, and counted then
            seats[move.seat].turns = max(0, seats[move.seat].turns - 1)  # those of a former person are not among them
    if drafts.is_on(game, step.state):  # the wish would bring it about again
        seats[asker].plans.filter(slot=Slot.AREAS).delete()
    undone = {move.seat for move in taken}
    now = timezone.now()
    play.go_on(game, seats, now, [step], actor=actor, undone=undone, by_hand={asker})
    if not undo.agreed:
        _resume_clock(game, seats, asker, undo, now)


def _resume_clock(game: Game, seats: Sequence[Seat], asker: int, undo: TakenBack, now: datetime) -> None:
    """Give back the time that the decision had left. Where all have agreed, there is fresh time instead."""
    seat, clock = seats[asker], game.actions.get(sequence=undo.to + 1).clock
    if clock is not None and seat.is_to_move:
        clocks.resume(game, seat, clock, now)
        if seat.answers_at is not None:  # hidden money leaves it no choice, so it goes on before that time is up
            seat.answers_at = decisions.in_a_while(seat, now)
        seat.save(update_fields=[*clocks.COLUMNS, "answers_at"])
        due.store(game, seats)
