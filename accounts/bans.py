"""Bans: a person is kept out for a while or for good, or may say nothing here.

A ban holds for an account, also for a guest's. Network addresses are not banned, because others share them: how many
guests come from one in an hour is limited.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.middleware import get_user
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from accounts.calendars import zone_of
from accounts.models import Ban, User

FOR_GOOD = datetime.max.replace(tzinfo=UTC)  # the end of a ban that has none

Leaving = Callable[[User, datetime], None]
"""Ends what a person takes part in, as they could themselves, within the transaction of the ban."""

leavings: list[Leaving] = []


class BanRefused(Exception):
    """This ban cannot be imposed or lifted; the sentence says why. Nothing was stored."""


class Banned(PermissionDenied):
    """The user is kept out of the site. Wherever this is raised, the page for it says why and until when."""

    def __init__(self, user: User) -> None:
        super().__init__()
        self.user = user


def register(leaving: Leaving) -> None:
    """Name what people take part in, when its app is ready. Those named last leave first: tables before games."""
    leavings.append(leaving)


def impose(
    user: User, *, kind: Ban.Kind, reason: str, until: datetime | None, by: User, now: datetime, note: str = ""
) -> Ban:
    """Ban a person. A full ban also takes them out of games and tables, and ends their sessions."""
    with transaction.atomic():
        if reason_against := objection(user, by=by):
            raise BanRefused(reason_against)
        if kind == Ban.Kind.ALL:
            _leave_everything(user, now)
            # As with who deletes their account: up to the lock, another page of theirs could still begin something.
            user = User.objects.select_for_update().get(pk=user.pk)
            _leave_everything(user, now)
        ban = Ban.objects.create(
            user=user, kind=kind, reason=reason, note=note, since=now, until=until, imposed_by=by
        )
        _keep_out(user, now)
    return ban


def objection(user: User, *, by: User) -> str:
    if user == by:
        return _("This is your own account.")
    if user.left_at is not None:
        return _("This account is deleted.")
    if user.is_superuser or (user.is_staff and not by.is_superuser):
        return _("%(name)s helps to run this site. Take these rights away first.") % {"name": user.name}
    return ""


def lift(ban: Ban, *, by: User, now: datetime) -> None:
    """End a ban before its time. Games are not given back: substitutes play on."""
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=ban.user_id)
        if user == by:
            raise BanRefused(_("This ban is yours. Only others can lift it."))
        if user.is_staff and not by.is_superuser:
            words = _("%(name)s helps to run this site. Only those with all rights can lift this ban.")
            raise BanRefused(words % {"name": user.name})
        Ban.objects.filter(pk=ban.pk).in_force(now).update(lifted_at=now, lifted_by=by)
        _keep_out(user, now)


def pass_on(giver: User, receiver: User, now: datetime) -> None:
    """A guest and the account they log in to are one person, with all bans of both."""
    if Ban.objects.filter(user=giver).update(user=receiver):
        _keep_out(receiver, now)


def in_words(ban: Ban) -> str:
    is_of_all = ban.kind == Ban.Kind.ALL
    if ban.until is None:
        always = _("You are banned from this site: {reason}"), _("You are banned from writing here: {reason}")
        return always[0 if is_of_all else 1].format(reason=ban.reason)
    here = _("You are banned from this site until {moment}: {reason}")
    talk = _("You are banned from writing here until {moment}: {reason}")
    moment = date_format(timezone.localtime(ban.until, zone_of(ban.user)), "j F Y, H:i e")
    return (here if is_of_all else talk).format(moment=moment, reason=ban.reason)


def of(user: User, now: datetime) -> Ban | None:
    """The ban by which a person may say nothing, the hardest first; None where they may."""
    lasting = Ban.objects.filter(user=user).in_force(now)
    return max(lasting, key=lambda ban: (ban.kind == Ban.Kind.ALL, ban.until or FOR_GOOD), default=None)


def lock_or_reason(user: User, now: datetime) -> str:
    """Lock a person, and say why they can begin nothing; empty where they can.

    A page of theirs may still want to. It is the weaker kind of lock: rows that point to them can still be added.
    """
    known = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if known.left_at is not None:
        return _("Your account is deleted.")
    return _("Your account is banned.") if known.is_banned(now) else ""


def kept_out(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Let sessions of banned people open nothing: :class:`Banned` is raised where something asks whose they are."""

    def respond(request: HttpRequest) -> HttpResponse:
        def admitted() -> User | AnonymousUser:
            user = _admitted(request)
            if request.user is stand_in:
                request.user = user  # later lookups skip the lazy object
            return user

        stand_in: Any = SimpleLazyObject(admitted)
        request.user = stand_in
        return get_response(request)

    return respond


def _admitted(request: HttpRequest) -> User | AnonymousUser:
    user = get_user(request)
    if isinstance(user, User) and user.is_banned(timezone.now()):
        # A guest has nothing but the session, and would have lost all with it once the ban is over.
        if not user.is_guest:
            request.session.flush()
        raise Banned(user)
    return user


def _leave_everything(user: User, now: datetime) -> None:
    for leave in reversed(leavings):
        leave(user, now)


def _keep_out(user: User, now: datetime) -> None:
    """Note on a person until when they are kept out, as every request asks for that."""
    lasting = Ban.objects.filter(user=user, kind=Ban.Kind.ALL).in_force(now)
    user.banned_until = max((ban.until or FOR_GOOD for ban in lasting), default=None)
    user.save(update_fields=["banned_until"])
