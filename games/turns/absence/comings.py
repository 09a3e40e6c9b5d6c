"""Leaving a game, coming back to it, and taking over the seat of somebody who is absent.

Each is one transaction that locks the game first, and then reads. To do the same twice does nothing.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import bans
from accounts.models import User
from games.models import Absence, Game, Seat
from games.turns import ending, play, votes
from games.turns.absence import standing_in


class AbsenceRefused(Exception):
    """It cannot be done; the sentence says why. Nothing was stored."""


def leave(game: Game, user: User, *, now: datetime) -> Game:
    """Leave a game for good, unless one thinks better of it before somebody else takes over the seat.

    A bot stands in at once. Where nobody is left whom the game could wait for, it ends without a winner.

    :raises AbsenceRefused: the game is over, or the person has no seat in it.
    """
    with transaction.atomic():
        game, seats = _lock(game)
        seat = _own_seat(seats, user)
        if seat.absent_since is not None:
            return game
        standing_in.begin(game, seat, Absence.Reason.LEFT, sequence=game.sequence, now=now)
        seat.plans.all().delete()
        if ending.is_deserted(seats):
            ending.end_early(game, seats, now)
        else:
            play.go_on(game, seats, now)
            votes.recount(game, seats, now)
    return game


def come_back(game: Game, user: User, *, now: datetime) -> Game:
    """Play on oneself.

    :raises AbsenceRefused: the game is over, or somebody else has taken over the seat.
    """
    with transaction.atomic():
        game, seats = _lock(game)
        seat = _own_seat(seats, user)
        _refuse_who_is_out(user, now)
        if seat.absent_since is not None:
            standing_in.end(game, seat, now)
            play.go_on(game, seats, now, actor=seat.number)
    return game


def take_over(game: Game, number: int, user: User, *, now: datetime) -> Game:
    """Play on instead of somebody who is absent.

    :param number: that of the seat.
    :raises AbsenceRefused: the game is over, the seat is not free any more, or this person cannot have it.
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
        standing_in.end(game, seat, now, substitute=user)
        play.go_on(game, seats, now, actor=seat.number)
    return game


def _lock(game: Game) -> tuple[Game, Sequence[Seat]]:
    """A game that goes on, with its seats.

    :raises AbsenceRefused: it is over.
    """
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
    raise AbsenceRefused(_("This seat is not free any more: %(name)s plays on.") % {"name": seat.name})


def _refuse_person(game: Game, seats: Sequence[Seat], wanted: Seat, user: User) -> None:
    """Refuse guests, and all who know more of the game than the person on this seat may."""
    if user.is_guest:
        raise AbsenceRefused(_("To play with others, sign up first. Your practice games stay yours."))
    if wanted.user_id == user.pk:
        raise AbsenceRefused(_("This seat is your own: you can come back to it."))
    if any(seat.user_id == user.pk for seat in seats):
        raise AbsenceRefused(_("You have a seat in this game already."))
    if Absence.objects.filter(seat__game=game, user=user).exclude(seat=wanted).exists():
        raise AbsenceRefused(_("You have played another seat of this game, so you know too much for this one."))


def _refuse_who_is_out(user: User, now: datetime) -> None:
    """Refuse who has deleted their account on another page a moment ago, or was banned: nobody would play."""
    if reason := bans.lock_or_reason(user, now):
        raise AbsenceRefused(reason)
