"""Seats in games that follow their people: they take a new name, play on in another account, rest when they do."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q

from accounts.belongings import Sheet
from accounts.models import User
from games.clock import clocks, due
from games.models import Absence, Game, Seat, StandingPlan, WhatIf
from games.records import own_games
from games.turns import absence
from talk.models import Message

FORGOTTEN = ()
KEPT = ("games.Seat.user", "games.Absence.user", "games.Absence.substitute")
"""So all games stay whole: they can be looked through, replayed and rated."""


def rename(user: User) -> None:
    """Show somebody's new name in the games that run; those that are over keep the one they were played under.

    The first name of a guest was none of theirs, so all their games take the one that they choose.
    """
    _tell_all(user)
    seats = Seat.objects.filter(user=user)
    (seats if user.is_guest else seats.filter(game__finished_at=None)).update(name=user.name)


def pass_on(giver: User, receiver: User) -> None:
    """Give somebody's seats to somebody else, who plays on under their own name, with what they tried on the side.

    Where the receiver has a seat already, or had one, all stays as it is: nobody plays against themselves.
    """
    _tell_all(giver)
    theirs = Game.objects.filter(Q(seats__user=receiver) | Q(seats__absences__user=receiver))
    taken = list(theirs.distinct().values_list("pk", flat=True))
    Seat.objects.filter(user=giver).exclude(game__in=taken).update(user=receiver, name=receiver.name)
    Absence.objects.filter(user=giver).exclude(seat__game__in=taken).update(user=receiver)
    Absence.objects.filter(substitute=giver).exclude(seat__game__in=taken).update(substitute=receiver)
    WhatIf.objects.filter(user=giver).exclude(game__in=taken).exclude(game__what_ifs__user=receiver).update(
        user=receiver
    )


def export(user: User) -> Iterator[Sheet]:
    return own_games.sheets(user)


def erase(user: User, *, now: datetime) -> None:
    """Leave all games that run, as anybody can; what was played is a former player's from now on.

    Those against bots alone end with that. All of them are locked, also those that somebody has left already: they
    could be coming back.
    """
    leave_all(user, now)
    StandingPlan.objects.filter(seat__user=user).delete()
    Seat.objects.filter(user=user).update(name=user.name)


def leave_all(user: User, now: datetime) -> None:
    """Leave all games that run, as anybody can. A bot stands in, and others can take the seats over."""
    _tell_all(user)
    for game in list(Game.objects.filter(finished_at=None, seats__user=user).order_by("pk")):
        with suppress(absence.AbsenceRefused):  # it has ended, or somebody else has the seat, since it was looked up
            absence.leave(game, user, now=now)


def _tell_all(user: User) -> None:
    """Have all games that name somebody show anew who they are. So they are locked, before their seats change."""
    Game.objects.filter(pk__in=lock_all(user)).update(news=F("news") + 1)


def lock_all(user: User) -> list[int]:
    """Lock all games that name somebody, and say which.

    They name those who play, those who once did, and who has said something, as at the table before the game.
    """
    playing = Seat.objects.filter(user=user).values("game")
    absent = Absence.objects.filter(Q(user=user) | Q(substitute=user)).values("seat__game")
    talked = Message.objects.filter(author=user).values("conversation")
    named = Game.objects.filter(Q(pk__in=playing) | Q(pk__in=absent) | Q(conversation__in=talked))
    return list(named.lock_each().values_list("pk", flat=True))


def is_playing(user: OuterRef) -> Exists:
    """Whether a game runs in which somebody has a seat, for a person who is asked about."""
    return Exists(Seat.objects.filter(user=user, game__finished_at=None))


def lock_clocks(user: User) -> list[Game]:
    """Lock all games that somebody plays, not only those that ask them, and give them.

    In one of the others a turn may be about to be stored that asks them by the calendar of before.
    """
    playing = Seat.objects.filter(user=user, game__finished_at=None).values("game")
    return list(Game.objects.filter(pk__in=playing).lock_each())


@contextmanager
def follow_calendar(user: User, now: datetime) -> Iterator[None]:
    """Have somebody's clocks go by another calendar from now on; what has passed counts by the one before."""
    games = lock_clocks(user)  # once more: one may have begun, up to the lock of the person
    ticking = list(Seat.objects.filter(game__in=games, user=user, ticks_from__isnull=False).select_related("game"))
    for seat in ticking:
        seat.user = user
        clocks.hold(seat.game, [seat], now)
    yield
    for seat in ticking:
        clocks.go_on(seat.game, [seat], now)
        seat.save(update_fields=clocks.COLUMNS)
        due.store(seat.game, list(seat.game.seats.all()))
    Game.objects.filter(pk__in=[game.pk for game in games]).update(news=F("news") + 1)
