"""Getting fewer mails, or none, by the link in each of them: it works without logging in, and can do nothing else."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from typing import Self

from django.conf import settings
from django.core.signing import Signer
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from notifications import wishes
from notifications.models import Channel, Destination, Frequency
from notifications.wishes import HowOften

AT_ONCE, DAILY, NEVER = HowOften(Frequency.AT_ONCE), HowOften(Frequency.DAILY), HowOften(Frequency.NEVER)
_SALT = "notifications.stopping"  # as this module was called before: links in mails that were sent go on counting
_signer = Signer(salt=_SALT, sep=".")


class Outdated(Exception):
    """The link is genuine, but nothing more is sent to its address."""


@dataclass(frozen=True, slots=True)
class Link:
    user: User
    subject_id: int | None

    @classmethod
    def read(cls, token: str) -> Self:
        """:raises django.core.signing.BadSignature: the token is none of ours.

        :raises Outdated: the next mail would go to another address.
        """
        pk, subject_id, address = _signer.unsign_object(token)
        user = User.objects.filter(pk=pk, is_active=True).first()
        if user is None or not constant_time_compare(address, _digest(user)):
            raise Outdated
        return cls(user, subject_id or None)

    @property
    def destination(self) -> Destination:
        mail, _is_new = Destination.objects.get_or_create(user=self.user, channel=Channel.MAIL, address="")
        return mail


class What(StrEnum):
    GAME = "game"  # mails of the game that the link is about
    MAILS = "mails"  # all mails that tell about games
    PLANS = "plans"  # word, by whichever way, that one can say something before one is asked; at once or never


@dataclass(frozen=True, slots=True)
class Change:
    """How often something shall be told. ``str`` is what a form sends, :func:`read_change` its inverse."""

    what: What
    how_often: HowOften | None  # None where it shall be as usual, which only a game can

    def __str__(self) -> str:
        return f"{self.what} {self.how_often or 'usual'}"


def address(user: User, subject_id: int | None) -> str:
    """Where a player gets fewer mails, of one game or of all; with the name of the site."""
    token = _signer.sign_object([user.pk, subject_id or 0, _digest(user)])
    return settings.SITE_URL + reverse("notifications:stop", args=[token])


def read_change(text: str) -> Change | None:
    return _changes().get(text)


def present(link: Link, what: What) -> Change:
    """The change that would leave all as it is."""
    match what:
        case What.GAME:
            own = wishes.for_game(link.user, link.subject_id) if link.subject_id else {}
            return Change(what, own.get(Channel.MAIL))
        case What.MAILS:
            return Change(what, HowOften.of(link.destination))
        case What.PLANS:
            return Change(what, AT_ONCE if link.user.is_invited_to_plan else NEVER)


def make(link: Link, change: Change, *, now: datetime) -> Change:
    """Change how often something is told, and answer the change that takes it back. Again it changes nothing."""
    before = present(link, change.what)
    match change:
        case Change(what=What.GAME) if link.subject_id:
            wishes.choose_for_game(link.user, link.subject_id, {Channel.MAIL: change.how_often}, now=now)
        case Change(what=What.MAILS, how_often=HowOften() as how_often):
            wishes.choose(link.destination, how_often, now=now)
        case Change(what=What.PLANS):
            link.user.is_invited_to_plan = change.how_often == AT_ONCE
            link.user.save(update_fields=["is_invited_to_plan"])
    return before


@cache
def _changes() -> dict[str, Change]:
    every = wishes.all_of_them()
    changes = [
        *(Change(What.GAME, how_often) for how_often in [None, *every]),
        *(Change(What.MAILS, how_often) for how_often in every),
        *(Change(What.PLANS, how_often) for how_often in (AT_ONCE, NEVER)),
    ]
    return {str(change): change for change in changes}


def _digest(user: User) -> str:
    """What tells the address of a user from another one, and does not tell what it is."""
    return salted_hmac(_SALT, user.email or "").hexdigest()[:12]
