"""What people have in other rooms. This room imports none of them, so each says here how it follows a person."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, runtime_checkable

from accounts.models import User

Row = Mapping[str, Any]
"""What there is to tell of one thing that a person has, under names that people understand, for JSON."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Things of one kind that a person has: one file of those that they take along.

    ``rows`` are made while they are written, so that nobody's many games need be in memory together. ``about`` says
    in a sentence what they are. ``of`` names the relations to users from which they come, as ``"games.Seat.user"``.
    """

    name: str
    about: str
    of: tuple[str, ...]
    rows: Iterable[Row]


class Keeper(Protocol):
    """A module that keeps something in people's names. It is called within the transaction of the change."""

    @property
    def FORGOTTEN(self) -> Collection[str]:  # noqa: N802  (a constant of the module)
        """Relations to users, as ``"games.Note.user"``, whose rows go when the person leaves."""

    @property
    def KEPT(self) -> Collection[str]:  # noqa: N802
        """Those whose rows stay, as a former player's, because others need them."""

    def export(self, user: User) -> Iterable[Sheet]:
        """All that is a person's own: nothing of others that these do not show, and no keys, tokens or secrets."""

    def erase(self, user: User, *, now: datetime) -> None:
        """End what a person takes part in, and forget them, as they delete their account.

        :param user: with the name already by which a former player is known. Their row is stored after all keepers.
        """


@runtime_checkable
class KeeperOfNames(Protocol):
    """A keeper of names of people."""

    def rename(self, user: User) -> None:
        """Use the new display name of a person."""


@runtime_checkable
class KeeperOfGuests(Protocol):
    """A keeper of what guests can have."""

    def pass_on(self, giver: User, receiver: User) -> None:
        """Let the receiver have what was the giver's."""


keepers: list[Keeper] = []


def register(keeper: Keeper) -> None:
    keepers.append(keeper)


def rename(user: User) -> None:
    for keeper in keepers:
        if isinstance(keeper, KeeperOfNames):
            keeper.rename(user)


def pass_on(giver: User, receiver: User) -> None:
    """Let the receiver have all that was the giver's. Rooms that know others come first: games before people."""
    for keeper in reversed(keepers):
        if isinstance(keeper, KeeperOfGuests):
            keeper.pass_on(giver, receiver)


def export(user: User) -> Iterator[Sheet]:
    for keeper in keepers:
        yield from keeper.export(user)


def erase(user: User, *, now: datetime) -> None:
    """Forget a person in all rooms.

    Rooms that know others come first: a room that they leave tells them of it by one that forgets them afterwards.
    And tables and games are then locked before their people, as everywhere.
    """
    for keeper in reversed(keepers):
        keeper.erase(user, now=now)
