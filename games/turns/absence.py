"""Players who do not play on: a bot stands in until they come back, or another player takes over the seat.

Each such time is an :class:`~games.models.Absence`. Each change is one transaction that locks the game first. To do
the same twice does nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import bans
from accounts.models import User
from games.models import Absence, Game, PoweringRule, Seat, UndoRequest, Vote
from games.models.damaged import stepping_over
from games.story.reliability import MISSES_OF_AN_ABSENCE
from games.turns import decisions, play, votes


class AbsenceRefused(Exception):
    """It cannot be done; the sentence says why. Nothing was stored."""


def leave(game: Game, user: User, *, now: datetime, is_cautious: bool | None = None) -> Game:
    """Leave a game. A bot stands in at once; if only bots are left, the game ends without a winner.

    The player can come back until another takes over the seat.

    :param is_cautious: whether the bot plays with caution; by default as the player has it in their settings.
    """
    with transaction.atomic():
        game, seats = _lock(game)
        seat = _own_seat(seats, user)
        if seat.absent_since is not None:
            return game
        _begin(game, seat, Absence.Reason.LEFT, sequence=game.sequence, now=now, is_cautious=is_cautious)
        seat.plans.all().delete()
        seat.save(update_fields=["absent_since", "is_cautious"])
        # A damaged game stands still. That keeps nobody from leaving it, from being banned, or from deleting their
        # account.
        with stepping_over(Game, game.pk), transaction.atomic():
            if play.is_deserted(seats):
                play.end_early(game, seats, now)
            else:
                play.go_on(game, seats, now)
                votes.recount(game, seats, now)
    return game


def come_back(game: Game, user: User, *, now: datetime) -> Game:
    """Come back to a seat, unless another player has taken it over."""
    with transaction.atomic():
        game, seats = _lock(game)
        seat = _own_seat(seats, user)
        _refuse_who_is_out(user, now)
        if seat.absent_since is not None:
            _end(game, seat, now)
            play.go_on(game, seats, now, actor=seat.number)
    return game


def take_over(game: Game, number: int, user: User, *, now: datetime) -> Game:
    """Take over the seat of a player who is absent.

    :param number: that of the seat.
    :raises AbsenceRefused: the game is over, the seat is not free, or this person cannot have it.
    """
    with transaction.atomic():
        game, seats = _lock(game)
        seat = next((seat for seat in seats if seat.number == number), None)
        if seat is None:
            raise AbsenceRefused(_("This game has no such seat."))
        if seat.user_id == user.pk and seat.absent_since is None:
            return game
        _refuse_unless_absent(seat)
        _refuse_person(game, seats, seat, user)
        _refuse_who_is_out(user, now)
        _end(game, seat, now, substitute=user)
        play.go_on(game, seats, now, actor=seat.number)
    return game


def miss(game: Game, seats: Sequence[Seat], seat: Seat, *, sequence: int, now: datetime) -> None:
    """Note that a player's time ran out, and tell them; after too many misses in a row, a bot stands in.

    It changes the seat in memory. The caller holds the lock, and stores it when the game goes on, or ends the game if
    only bots are left.

    :param sequence: that of the action which is taken for them.
    """
    seat.misses += 1
    seat.misses_in_a_row += 1
    is_absent = seat.misses_in_a_row >= Absence.MOST_MISSES
    if is_absent:
        _begin(game, seat, Absence.Reason.MISSED, sequence=sequence, now=now)
    if not play.is_deserted(seats):
        decisions.tell("stand_in" if is_absent else "missed_turn", game, [seat], now, sequence=sequence)


def _lock(game: Game) -> tuple[Game, Sequence[Seat]]:
    game = Game.objects.lock(game.pk)
    if game.is_over:
        raise AbsenceRefused(_("The game is over."))
    return game, play.seats_of(game)


def _own_seat(seats: Sequence[Seat], user: User) -> Seat:
    seat = next((seat for seat in seats if seat.user_id == user.pk), None)
    if seat is not None:
        return seat
    former = Absence.objects.filter(seat__in=seats, user=user).select_related("seat").order_by("-pk").first()
    if former is None:
        raise AbsenceRefused(_("You have no seat in this game."))
    raise AbsenceRefused(_("%(name)s has taken over your seat and plays on for you.") % {"name": former.seat.name})


def _refuse_unless_absent(seat: Seat) -> None:
    if seat.absent_since is not None:
        return
    if seat.is_bot:
        raise AbsenceRefused(_("A bot has had this seat from the start, and keeps it."))
    raise AbsenceRefused(_("This seat is not free: %(name)s plays on.") % {"name": seat.name})


def _refuse_person(game: Game, seats: Sequence[Seat], wanted: Seat, user: User) -> None:
    """Refuse guests, and people who know more of the game than the player of this seat may."""
    if user.is_guest:
        raise AbsenceRefused(_("To play with others, sign up first. Your practice games stay yours."))
    if wanted.user_id == user.pk:
        raise AbsenceRefused(_("This seat is your own: you can come back to it."))
    if any(seat.user_id == user.pk for seat in seats):
        raise AbsenceRefused(_("You already have a seat in this game."))
    if Absence.objects.filter(seat__game=game, user=user).exclude(seat=wanted).exists():
        raise AbsenceRefused(_("You have played another seat of this game, so you know too much for this one."))


def _refuse_who_is_out(user: User, now: datetime) -> None:
    """Refuse a person who has just deleted their account on another page, or was banned."""
    if reason := bans.lock_or_reason(user, now):
        raise AbsenceRefused(reason)


def _begin(
    game: Game, seat: Seat, reason: Absence.Reason, *, sequence: int, now: datetime, is_cautious: bool | None = None
) -> None:
    """Let a bot stand in from an action on. The player's vote and any open request lapse."""
    if seat.user is None or seat.plays_itself:
        raise ValueError(f"Nobody plays seat {seat.pk} who could be absent.")
    seat.absent_since = now
    seat.is_cautious = seat.user.is_cautious_while_away if is_cautious is None else is_cautious
    seat.absences.create(user=seat.user, reason=reason, sequence=sequence, began_at=now)
    game.absences += 1
    game.save(update_fields=["absences"])
    UndoRequest.objects.filter(game=game).delete()
    Vote.objects.filter(game=game, seat=seat.number).delete()


def _end(game: Game, seat: Seat, now: datetime, *, substitute: User | None = None) -> None:
    """Let its player, or one who takes it over, play a seat again. The next decision is theirs."""
    succession = {"substitute": substitute, "turns": seat.turns, "misses": seat.misses} if substitute else {}
    seat.absences.filter(ended_at=None).update(ended_at=now, ended_sequence=game.sequence, **succession)
    seat.absent_since, seat.is_cautious, seat.misses_in_a_row = None, False, 0
    if substitute is not None:
        _hand_over(seat, substitute)
    UndoRequest.objects.filter(game=game).delete()


def _hand_over(seat: Seat, substitute: User) -> None:
    """Give a seat to another player, with a full bank and without the former player's plans."""
    seat.user, seat.name, seat.powering = substitute, substitute.name, PoweringRule.LEAST
    seat.save(update_fields=["user", "name", "powering"])
    seat.turns = seat.misses = 0
    seat.bank = None
    seat.plans.all().delete()


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether a viewer plays, or a bot or another player instead of them.

    ``is_absent``: a bot stands in, and the viewer may come back; ``has_left``: they left by themselves. ``successor``
    has taken over their seat. ``may_leave``: they play, and the game goes on. ``is_alone``: only bots play with them.
    ``misses``: after so many in a row a bot stands in; ``price``: an absence counts as so many missed decisions.
    """

    is_absent: bool = False
    has_left: bool = False
    successor: str = ""
    may_leave: bool = False
    is_alone: bool = False
    misses: int = Absence.MOST_MISSES
    price: int = MISSES_OF_AN_ABSENCE


def presence(game: Game, mine: Seat | None, viewer: User | AnonymousUser) -> Presence:
    """The part of a viewer in a game; uses seats that were prefetched. A query only where a player was absent."""
    own = [absence for absence in game.past_absences if absence.user_id == viewer.pk]
    if mine is None:
        return Presence(successor=own[-1].seat.name if own else "")
    if game.is_over:
        return Presence()
    if mine.absent_since is not None:
        return Presence(is_absent=True, has_left=own[-1].reason == Absence.Reason.LEFT)
    return Presence(may_leave=True, is_alone=decisions.is_alone(game.seats.all()))
