"""Deleting an account: what is a person's own goes, and the games that others played with them stay whole.

Their row stays for that, and only says that a person has left. People who never came back are forgotten by functions
that say how many went: see :mod:`accounts.retention`.
"""

import logging
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, ForeignObjectRel, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts import belongings, mails, names, retention, sessions
from accounts.models import User

logger = logging.getLogger(__name__)

GUESTS = 10
"""How many are deleted before a task looks at the clock: each leaves all that they have, which takes a while."""

BATCH = 200


class DeletionRefused(Exception):
    """This account cannot be deleted; the sentence says why. Nothing was changed."""


def delete(user: User, *, now: datetime, among: QuerySet[User] | None = None) -> None:
    """Delete an account; to do so twice does nothing. Games go on without them, or end where nobody is left.

    :raises DeletionRefused: nobody else could run the site.
    :raises User.DoesNotExist: they are no longer ``among`` those who may be deleted. Nothing was changed.
    """
    with transaction.atomic():
        # Not locked yet: tables, games and people are always locked in this order.
        leaving = User.objects.get(pk=user.pk)
        confirmed = EmailAddress.objects.filter(user=leaving, email=leaving.email, verified=True).first()
        leaving.name = names.of_former(leaving)
        belongings.erase(leaving, now=now)
        known = (User.objects.all() if among is None else among).select_for_update().get(pk=user.pk)
        if known.left_at is not None:
            return
        _refuse_last_operator(known)
        # Once more: up to the lock, another page of theirs could still begin something.
        belongings.erase(leaving, now=now)
        if not known.is_guest:
            names.retire(known.name, now=now)
        _blank(leaving, now).save(force_update=True)
        if confirmed:  # it may not have been them
            mails.post("account/email/account_deleted", confirmed.email, {"name": known.name})


def objection(user: User) -> str:
    operators = User.objects.filter(is_superuser=True, is_active=True)
    if user.is_superuser and user.is_active and not operators.exclude(pk=user.pk).exists():
        return _("You are the only one who runs this site. Give your rights to another person first.")
    return ""


def _refuse_last_operator(user: User) -> None:
    if user.is_superuser:  # two of them could leave at the same moment
        list(User.objects.select_for_update().filter(is_superuser=True, is_active=True).order_by("pk"))
    if reason := objection(user):
        raise DeletionRefused(reason)


def _blank(user: User, now: datetime) -> User:
    """The row of a person who has left. Whatever it does not name is as if it had never been said."""
    blank = User(pk=user.pk, name=user.name, is_active=False, date_joined=now, last_here=now, left_at=now)
    blank.set_unusable_password()
    return blank


def guests(now: datetime) -> int:
    """Delete guests who have not been here for long; those in a game only when their browser has forgotten them."""
    idle = _idle(now)
    # In no order: those who cannot be deleted would come first each day, and hold up all others.
    return sum(_is_gone(guest, idle, now) for guest in idle.order_by("?")[:GUESTS])


def _is_gone(guest: User, idle: QuerySet[User], now: datetime) -> bool:
    """Delete one guest, unless they are back; False where that breaks, whatever it is that they have."""
    try:
        with suppress(User.DoesNotExist):  # back since they were looked up
            delete(guest, now=now, among=idle)
    except Exception:  # it may be anything: one guest whose rows are broken must not keep all others
        logger.exception("Guest %s cannot be deleted, and is stepped over.", guest.pk)
        return False
    return True


def _idle(now: datetime) -> QuerySet[User]:
    reachable = Q(last_here__gte=now - timedelta(seconds=settings.SESSION_COOKIE_AGE))
    away = User.objects.filter(is_guest=True, left_at=None, last_here__lt=now - settings.KEEP_GUESTS)
    for reason in retention.reasons_to_stay:
        away = away.exclude(reachable & Q(reason(OuterRef("pk"))))
    return away


def unconfirmed(now: datetime) -> int:
    """Delete accounts whose address was never confirmed, so that anybody can have their names.

    Nobody has been logged in to them. With them go the names that were kept when a person signed up with an address
    that has an account: both at once, or one could tell from a name whether an address has one.
    """
    addresses = EmailAddress.objects.filter(user=OuterRef("pk"))
    begun = User.objects.filter(
        Exists(addresses), ~Exists(addresses.filter(verified=True)), is_guest=False, is_staff=False, last_login=None
    )
    old = begun.filter(left_at=None, date_joined__lt=now - settings.KEEP_UNCONFIRMED)
    some = list(old.order_by("date_joined").values_list("pk", flat=True)[:BATCH])
    with transaction.atomic():
        # Addresses before people, in the order of a person who confirms one: that one is no longer among these.
        waiting = EmailAddress.objects.select_for_update().filter(user__in=some, verified=False)
        User.objects.filter(pk__in=[address.user_id for address in waiting]).delete()
        return len(some) + names.release(now=now)


def former(now: datetime) -> int:
    """Delete the rows of people who have left, where nothing points to them: no game needs a former player there."""
    left = User.objects.filter(left_at__lt=now - sessions.LOOKED_FOR)
    nobodys = left.filter(*(~pointing for pointing in _pointing_at_them()))
    some = list(nobodys.order_by("left_at").values_list("pk", flat=True)[:BATCH])
    User.objects.filter(pk__in=some).delete()
    return len(some)


def _pointing_at_them() -> Iterator[Exists]:
    for relation in User._meta.get_fields(include_hidden=True):
        if isinstance(relation, ForeignObjectRel):
            yield Exists(relation.related_model._base_manager.filter(**{relation.field.name: OuterRef("pk")}))
