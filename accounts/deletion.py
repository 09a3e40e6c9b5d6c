"""Deleting an account: what is somebody's own goes, and the games that others played with them stay whole.

Their row stays for that, and says nothing any more but that somebody has left.
"""

from datetime import datetime
from functools import partial
from urllib.parse import urlsplit

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import belongings, names
from accounts.models import User


class DeletionRefused(Exception):
    """This account cannot be deleted; the sentence says why. Nothing was changed."""


def delete(user: User, *, now: datetime, among: QuerySet[User] | None = None) -> None:
    """Delete an account, if it is ``among`` those who may be.

    Games go on without them, or end where nobody is left. :raises User.DoesNotExist: they are not among those any
    more.
    """
    with transaction.atomic():
        # Not locked yet: whoever locks tables, games and people does so in this order.
        leaving = User.objects.get(pk=user.pk)
        address = _confirmed_address(leaving)
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
        if address:  # it may not have been them
            transaction.on_commit(partial(_say_goodbye, address, known.name), robust=True)


def objection(user: User) -> str:
    operators = User.objects.filter(is_superuser=True, is_active=True)
    if user.is_superuser and user.is_active and not operators.exclude(pk=user.pk).exists():
        return _("You are the only one who runs this site. Give somebody else your rights first.")
    return ""


def _refuse_last_operator(user: User) -> None:
    if user.is_superuser:  # two of them could leave at the same moment
        list(User.objects.select_for_update().filter(is_superuser=True, is_active=True).order_by("pk"))
    if reason := objection(user):
        raise DeletionRefused(reason)


def _blank(user: User, now: datetime) -> User:
    """The row of somebody who has left. Whatever it does not name is as if it had never been said."""
    blank = User(pk=user.pk, name=user.name, is_active=False, date_joined=now, last_here=now, left_at=now)
    blank.set_unusable_password()
    return blank


def _confirmed_address(user: User) -> str:
    confirmed = EmailAddress.objects.filter(user=user, email=user.email, verified=True).first()
    return confirmed.email if confirmed else ""


def _say_goodbye(email: str, name: str) -> None:
    context = {"name": name, "current_site": {"domain": urlsplit(settings.SITE_URL).netloc}}
    get_adapter().render_mail("account/email/account_deleted", email, context).send()
