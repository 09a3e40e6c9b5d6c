"""People who play without having registered, and how they keep their games."""

import secrets
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth import SESSION_KEY, login
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts import addresses, belongings
from accounts.models import User
from accounts.names import NameTaken
from accounts.requests import address

WAY_BACK_KEY = "keep_way_back"
"""Where the session remembers which page a guest wanted to see when they were asked to register."""

LEFT_BEHIND_KEY = "guest_left_behind"
"""Where the session remembers the guest who was logged out by a link to an account."""


def current_or_new(request: HttpRequest) -> User:
    """The user who asks; a visitor becomes a guest, and is logged in as one.

    Too many from one place are refused (429).
    """
    if request.user.is_authenticated:
        return request.user
    if not consume(request, action="new_guest"):
        raise ImmediateHttpResponse(respond_429(request))
    guest = _new_guest()
    login(request, guest)
    return guest


def _new_guest() -> User:
    for digits in range(4, 12):
        name = f"Guest {10 ** (digits - 1) + secrets.randbelow(9 * 10 ** (digits - 1))}"
        try:
            with transaction.atomic():
                return User.objects.create_user(None, name=name, is_guest=True)
        except IntegrityError:
            continue  # This number is taken; a longer one hardly ever is.
    raise RuntimeError("No free name for a guest was found.")


def network_of(request: HttpRequest) -> str:
    """A word for the network address of a guest, by which nobody finds out the address."""
    return (
        f"guests at {salted_hmac('accounts.guests.network', address(request), algorithm='sha256').hexdigest()[:32]}"
    )


def keep(
    request: HttpRequest, guest: User, *, name: str, email: str, password: str = "", way_back: str | None = None
) -> None:
    """Give the guest who is asking a name and a password, and have the address confirmed by mail.

    Without a password they keep the one that they have.

    Until that is done they stay logged in, and a guest: a mistyped address loses nothing, and only the browser that
    plays as the guest can register it.
    """
    with transaction.atomic():
        renamed = User.objects.filter(pk=guest.pk, is_guest=True).first()
        if renamed is None:
            return
        renamed.name = name
        belongings.rename(renamed)  # first, as games are locked before people
        # Then addresses, in the order of a person who confirms one.
        list(EmailAddress.objects.select_for_update().filter(user=guest).order_by("pk"))
        row = User.objects.select_for_update().filter(pk=guest.pk, is_guest=True).first()
        if row is None:
            transaction.set_rollback(True)  # registered meanwhile, maybe under another name
            return
        row.name = name
        if password and not row.check_password(password):
            row.set_password(password)
        try:
            row.save(update_fields=["name", "name_key", "password"])
        except IntegrityError as error:
            raise NameTaken from error
        pending = _to_confirm(row, email)
    request.session[WAY_BACK_KEY] = way_back
    is_sent = bool(consume(request, action="confirm_email", key=pending.email))
    if is_sent:
        pending.send_confirmation(request, signup=True)
    say_whether_sent(request, is_sent=is_sent)


def say_whether_sent(request: HttpRequest, *, is_sent: bool) -> None:
    """Tell the person who waits for a mail to confirm an address whether one is on its way."""
    if is_sent:
        messages.success(request, _("A mail is on its way to you."))
    else:
        messages.info(
            request, _("We sent you a mail a short time ago. If it does not come, try again in three minutes.")
        )


def _to_confirm(guest: User, email: str) -> EmailAddress:
    """The one address that a guest, who is locked, has to confirm: any other one was mistyped."""
    EmailAddress.objects.filter(user=guest, verified=False).exclude(email=email).delete()
    pending, _is_new = EmailAddress.objects.get_or_create(user=guest, email=email)
    return pending


def leave_behind(request: HttpRequest, guest: User) -> None:
    request.session[LEFT_BEHIND_KEY] = guest.pk


def bring_along(request: HttpRequest, user: User) -> None:
    """Give a person who logs in what the guest of this session plays; the guest is gone then.

    A guest who is already gone is left out: to press the button twice is to log in twice, and nothing else.
    """
    own = {request.user.pk, request.session.pop(LEFT_BEHIND_KEY, None)}
    with transaction.atomic():
        for guest in User.objects.filter(pk__in=own, is_guest=True).exclude(pk=user.pk).order_by("pk"):
            _bring(request, guest, user)


def _bring(request: HttpRequest, guest: User, user: User) -> None:
    with transaction.atomic():
        belongings.pass_on(guest, user)  # first, as games are locked before people
        if not User.objects.select_for_update().filter(pk=guest.pk, is_guest=True).exists():
            transaction.set_rollback(True)
            return
        belongings.pass_on(guest, user)  # once more: up to the lock, another page could begin a game
        if not guest.is_guided:
            user.be_guided(False)
        if request.session.get(SESSION_KEY) == str(guest.pk):
            # Nobody's session now. Else it would be emptied, and with it how they have just logged in.
            del request.session[SESSION_KEY]
        try:
            guest.delete()
        except ProtectedError:  # A seat in a game in which the other has one, too, has passed to nobody.
            User.objects.filter(pk=guest.pk).update(is_active=False)
    messages.success(request, _("What you began as %(guest)s now belongs to your account.") % {"guest": guest.name})


def pending_address(user: User) -> str | None:
    address = EmailAddress.objects.get_new(user)
    return addresses.shown(address.email) if address else None


@receiver(email_confirmed, dispatch_uid="accounts.guests.register")
def register(email_address: EmailAddress, **kwargs: Any) -> None:
    User.objects.filter(pk=email_address.user_id, is_guest=True).update(is_guest=False)
