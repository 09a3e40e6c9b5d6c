"""Forms of django-allauth that ask for a password, in our words. A new one is asked for once, as when signing up.

Apart from the other forms: this module needs those of allauth, which need :mod:`accounts.forms`.
"""

from typing import Any

from allauth.account import forms as allauth
from allauth.account.fields import PasswordField, SetPasswordField
from allauth.core.ratelimit import consume
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User


class SignupForm(allauth.SignupForm):  # type: ignore[misc]  # allauth has no types
    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Where the address has an account, do what else would tell: take as long, and let nobody have the name."""
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
            names.keep_as_if_signed_up(self.cleaned_data["name"], now=timezone.now())
        tried: tuple[User | None, HttpResponse | None] = super().try_save(request)
        return tried


class ChangePasswordForm(allauth.ChangePasswordForm):  # type: ignore[misc]  # allauth has no types
    oldpassword = PasswordField(label=_("Your password now"), autocomplete="current-password", show_reset_help=True)
    password1 = SetPasswordField(label=_("New password"))
    password2 = None


class SetPasswordForm(allauth.SetPasswordForm):  # type: ignore[misc]
    password2 = None


class AskForResetForm(allauth.ResetPasswordForm):  # type: ignore[misc]
    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Send the mail, unless somebody has lately had as many sent there. What the page says is the same."""
        email: str = self.cleaned_data["email"]
        if consume(request, action="reset_mail", key=email.lower()):
            super().save(request, **kwargs)
        return email


class ResetPasswordForm(allauth.ResetPasswordKeyForm):  # type: ignore[misc]
    password1 = SetPasswordField(label=_("New password"))
    password2 = None
