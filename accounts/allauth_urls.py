"""Addresses that stand before those of django-allauth, by the same names: with its views made fit for this site.

It has guests; other sites can be out of reach; buttons are pressed twice; and mails get lost.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as account
from allauth.account.internal.flows.email_verification import send_verification_email_at_login
from allauth.account.internal.stagekit import unstash_login
from allauth.mfa.base import views as mfa
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as webauthn
from allauth.socialaccount import views as social
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.helpers import render_authentication_error
from allauth.socialaccount.providers.openid_connect import views as openid_connect
from django.apps import apps
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext as _
from requests import RequestException

from accounts import guests
from accounts.guests import say_whether_sent

View = Callable[..., HttpResponse]


class EmailVerificationSentView(account.EmailVerificationSentView):  # type: ignore[misc]  # allauth has no types
    """Sends the mail once more for the log-in that waits for it, in the same words whether the address is known."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "can_send_again": unstash_login(self.request, peek=True)}

    def post(self, request: HttpRequest) -> HttpResponse:
        waiting = unstash_login(request, peek=True)
        if waiting is None:
            messages.info(request, _("Please log in. If the address is still to be confirmed, we send a new mail."))
            return redirect("account_login")
        say_whether_sent(request, is_sent=send_verification_email_at_login(request, waiting))
        return redirect("account_email_verification_sent")


class ConfirmEmailView(account.ConfirmEmailView):  # type: ignore[misc]  # allauth has no types
    """The page behind the link in a mail. A button pressed twice is answered like a link opened twice."""

    def post(self, request: HttpRequest, key: str) -> HttpResponse:
        try:
            confirmed: HttpResponse = super().post(request, key=key)
        except Http404:
            return redirect("account_confirm_email", key)
        return confirmed


class EmailView(account.EmailView):  # type: ignore[misc]  # allauth has no types
    """The page of the mail address. A new one that is sent several times at once waits for one confirmation."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            changed: HttpResponse = super().post(request, *args, **kwargs)
        except IntegrityError:
            return redirect("account_email")
        return changed


def _for_accounts(view: View) -> View:
    """A guest has no password: there is no first step to which a second one could be added."""

    @wraps(view)
    def respond(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("accounts:keep")
        return view(request, *args, **kwargs)

    return respond


def _for_guests_who_log_in(view: View) -> View:
    """Have a guest who logs in be a visitor to allauth; they stay the guest until the last step is done."""

    @wraps(view)
    def respond(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            guests.leave_behind(request, request.user)
            request.user = AnonymousUser()
        return view(request, *args, **kwargs)

    return respond


def _where_it_answers(view: View) -> View:
    """Say so where the other site does not answer: before anything else, it is asked where it asks people."""

    @wraps(view)
    def respond(request: HttpRequest, provider_id: str) -> HttpResponse:
        try:
            return view(request, provider_id)
        except RequestException as fault:
            provider = get_adapter().get_provider(request, provider_id)
            failed: HttpResponse = render_authentication_error(request, provider, exception=fault)
            return failed

    return respond


urlpatterns = [
    path("confirm-email/", EmailVerificationSentView.as_view(), name="account_email_verification_sent"),
    path("confirm-email/<str:key>/", ConfirmEmailView.as_view(), name="account_confirm_email"),
    path("email/", EmailView.as_view(), name="account_email"),
    path("2fa/", _for_accounts(mfa.index), name="mfa_index"),
    path("2fa/totp/activate/", _for_accounts(totp.activate_totp), name="mfa_activate_totp"),
    path("2fa/webauthn/add/", _for_accounts(webauthn.add_webauthn), name="mfa_add_webauthn"),
    path("2fa/authenticate/", _for_guests_who_log_in(mfa.authenticate), name="mfa_authenticate"),
    path("2fa/webauthn/login/", _for_guests_who_log_in(webauthn.login_webauthn), name="mfa_login_webauthn"),
    path("3rdparty/", _for_accounts(social.connections), name="socialaccount_connections"),
    path("3rdparty/signup/", _for_guests_who_log_in(social.signup), name="socialaccount_signup"),
]

if apps.is_installed("allauth.socialaccount.providers.openid_connect"):
    log_in, come_back = _where_it_answers(openid_connect.login), _where_it_answers(openid_connect.callback)
    urlpatterns += [
        path("oidc/<str:provider_id>/login/", log_in, name="openid_connect_login"),
        path("oidc/<str:provider_id>/login/callback/", come_back, name="openid_connect_callback"),
    ]
