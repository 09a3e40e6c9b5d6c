"""Seats in games that follow their people: they take a new name, or play on in another account."""

from accounts.models import User
from games.models import Seat


def rename(user: User) -> None:
    """Show somebody's new name in the games that run; those that are over keep the one they were played under.

    The first name of a guest was none of theirs, so all their games take the one that they choose.
    """
    seats = Seat.objects.filter(user=user)
    (seats if user.is_guest else seats.filter(game__finished_at=None)).update(name=user.name)


def pass_on(giver: User, receiver: User) -> None:
    """Give somebody's seats to somebody else, who plays on under their own name.

    A seat in a game in which the receiver has one already stays where it is: nobody plays against themselves.
    """
    seats = Seat.objects.filter(user=giver)
    seats.exclude(game__in=Seat.objects.filter(user=receiver).values("game")).update(
        user=receiver, name=receiver.name
    )
