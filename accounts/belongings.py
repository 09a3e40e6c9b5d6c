"""What people have in other rooms. This room imports none of them, so each says here how it follows a person."""

from typing import Protocol

from accounts.models import User


class Keeper(Protocol):
    """A module that keeps something in people's names. It is called within the transaction of the change."""

    def rename(self, user: User) -> None:
        """Follow somebody who has another display name now."""

    def pass_on(self, giver: User, receiver: User) -> None:
        """Let the receiver have what was the giver's."""


keepers: list[Keeper] = []


def register(keeper: Keeper) -> None:
    """Name a keeper; called once for each, when its app is ready."""
    keepers.append(keeper)


def rename(user: User) -> None:
    """Have everything that shows this person's name show the one they have now."""
    for keeper in keepers:
        keeper.rename(user)


def pass_on(giver: User, receiver: User) -> None:
    """Give everything that one person has to another."""
    for keeper in keepers:
        keeper.pass_on(giver, receiver)
