"""What a link is for, as a signed text."""

from enum import StrEnum

import msgspec
from django.core.signing import BadSignature, Signer
from msgspec import Struct


class Kind(StrEnum):
    """What can be done by a link."""

    DECLINE = "decline"
    """Pass the auction, or put no plant up."""
    POWER = "power"
    """Run the plants that are proposed."""
    CONFIRM = "confirm"
    """Let a plan go on that waits for its owner."""
    RENEW = "renew"
    """Plan for this round what was planned for the last one."""


class Ticket(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One thing that the owner of a seat may do.

    ``sequence`` is how many actions had been taken when the seat was asked, or when the plan to renew was given.
    ``given_at`` is the microsecond in which the plan was given, which tells it from others; 0 without a plan.
    """

    kind: Kind
    game: int
    seat: int
    user: int
    sequence: int
    given_at: int = 0


class NoTicket(ValueError):
    """The text is no ticket of this site."""


def write(ticket: Ticket) -> str:
    """A ticket as part of an address."""
    return _signer().sign_object(msgspec.to_builtins(ticket))


def read(token: str) -> Ticket:
    """The inverse of :func:`write`.

    :raises NoTicket: it is forged or damaged, or was signed for something else.
    """
    try:
        return msgspec.convert(_signer().unsign_object(token), Ticket)
    except (BadSignature, msgspec.ValidationError) as error:
        raise NoTicket from error


def _signer() -> Signer:
    """With a dot, for mail programs end addresses at some colons."""
    return Signer(salt="games.action_links", sep=".")
