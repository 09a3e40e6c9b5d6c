"""Views of django-allauth about two steps, for a site that has guests."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.mfa.base import views as base
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as webauthn
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts import guests

View = Callable[..., HttpResponse]


def for_accounts(view: View) -> View:
    """A guest has no password: there is no first step to which a second one could be added."""

    @wraps(view)
    def respond(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("accounts:keep")
        return view(request, *args, **kwargs)

    return respond


def for_guests_who_log_in(view: View) -> View:
    """Somebody who plays as a guest and logs in is neither yet: guests to the session, visitors to allauth.

    They stay the guest until the last step is done, as there is nothing else by which they could be it again.
    """

    @wraps(view)
    def respond(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            guests.leave_behind(request, request.user)
            request.user = AnonymousUser()
        return view(request, *args, **kwargs)

    return respond


index = for_accounts(base.index)
activate_totp = for_accounts(totp.activate_totp)
add_passkey = for_accounts(webauthn.add_webauthn)
authenticate = for_guests_who_log_in(base.authenticate)
log_in_by_passkey = for_guests_who_log_in(webauthn.login_webauthn)
