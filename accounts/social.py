"""Logging in with other sites: what this site does differently from django-allauth.

Nobody gets into an account by an address that another site knows: you connect it while you are logged in. You choose
your name here, by our rules. A guest stays a guest until all steps are done.
"""

from typing import Any

from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialLogin
from allauth.socialaccount.providers.base import AuthProcess, Provider
from django import forms
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import guests, names
from accounts.models import User, as_stored


class Adapter(DefaultSocialAccountAdapter):  # type: ignore[misc]  # allauth has no types
    error_messages = DefaultSocialAccountAdapter.error_messages | {
        "no_password": _("Choose a password first. Otherwise you could no longer log in."),
        "no_verified_email": _("Confirm your address first. Otherwise you could no longer log in."),
        "not_offered": _("Nobody can log in with this site at present."),
        "connected_other": _("Another player already uses that account."),
    }

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Have a guest log in or sign up, whatever the address said: nothing is connected to a guest."""
        if request.user.is_authenticated and request.user.is_guest:
            guests.leave_behind(request, request.user)
            request.user = AnonymousUser()
            sociallogin.state["process"] = AuthProcess.LOGIN

    def validate_disconnect(self, account: SocialAccount, accounts: object) -> None:
        if not self.list_apps(self.request, provider=account.provider):
            raise self.validation_error("not_offered")

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]) -> User:
        """Suggest the name that the other site knows, where it could be one here. What it says may be anything."""
        said = {key: value for key, value in data.items() if isinstance(value, str)}
        user: User = super().populate_user(request, sociallogin, said)
        user.name = _suggested(said.get("name", "")) or _suggested(said.get("username", ""))
        return user

    def get_signup_form_initial_data(self, sociallogin: SocialLogin) -> dict[str, Any]:
        initial: dict[str, Any] = super().get_signup_form_initial_data(sociallogin)
        return {**initial, "name": sociallogin.user.name}

    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, form: forms.Form) -> User:
        """Store the new user with the address that they chose, and no other that the other site knows."""
        email = form.cleaned_data["email"]
        sociallogin.email_addresses = [
            address for address in sociallogin.email_addresses if as_stored(address.email) == email
        ]
        for address in sociallogin.email_addresses:
            address.email = email
        user: User = super().save_user(request, sociallogin, form)
        return user


def site_of(account: SocialAccount) -> Provider | None:
    """The other site of an account; None where it is no longer offered."""
    try:
        return account.get_provider()
    except SocialApp.DoesNotExist:
        return None


def _suggested(text: str) -> str:
    name = names.tidy(text)
    try:
        names.check(name)
    except ValidationError:
        return ""
    return name
