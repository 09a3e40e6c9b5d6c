"""Forms of django-allauth in our words: a new password is asked for once, and no passkey upsets the library.

Apart from the other forms: this module needs those of allauth, which need :mod:`accounts.forms`.
"""

import json
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.account import forms as account
from allauth.account.adapter import get_adapter as adapter
from allauth.account.fields import PasswordField, SetPasswordField
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.ratelimit import consume
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as mfa
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as webauthn
from allauth.socialaccount import forms as socialaccount
from cryptography.exceptions import InvalidSignature
from django import forms
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import guessing, mail_budget, mails, names, sessions
from accounts.forms import AddressField
from accounts.mail_budget import WithinBudget
from accounts.models import User

_UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, struct.error, InvalidSignature)
"""What the library raises over words that no device has put together, or has signed."""


@contextmanager
def _refusing_the_unreadable() -> Iterator[None]:
    """Say that a passkey does not fit, also where allauth expects less to be wrong with it."""
    try:
        yield
    except _UNREADABLE as error:
        raise get_adapter().validation_error("incorrect_code") from error


class _TellingNobody(WithinBudget):
    """Where the address has an account, does what else would tell: takes as long, and lets nobody have the name."""

    account_already_exists: bool

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        if self.account_already_exists:
            if "password1" in self.cleaned_data:
                make_password(self.cleaned_data["password1"])
            # As if another account had come of it.
            names.retire(self.cleaned_data["name"], now=timezone.now(), span=settings.KEEP_UNCONFIRMED)
        tried: tuple[User | None, HttpResponse | None] = super().try_save(request)  # type: ignore[misc]
        return tried


class SignupForm(_TellingNobody, account.SignupForm):  # type: ignore[misc]  # allauth has no types
    email = AddressField()


class LoginForm(account.LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"] = AddressField()


class ChangeAddressForm(WithinBudget, account.AddEmailForm):  # type: ignore[misc]
    email = AddressField()


class SocialSignupForm(_TellingNobody, socialaccount.SignupForm):  # type: ignore[misc]
    """Asks for the name, and for the address that the other site has told."""

    email = AddressField()


class ChangePasswordForm(account.ChangePasswordForm):  # type: ignore[misc]  # allauth has no types
    oldpassword = PasswordField(label=_("Current password"), autocomplete="current-password", show_reset_help=True)
    password1 = SetPasswordField(label=_("New password"))
    password2 = None

    def clean_oldpassword(self) -> str:
        password: str = super().clean_oldpassword()
        sessions.go_on(context.request, self.user)
        return password


class SetPasswordForm(account.SetPasswordForm):  # type: ignore[misc]
    password2 = None


class AskForResetForm(account.ResetPasswordForm):  # type: ignore[misc]
    """Leaves it to a worker to find out who has the address: so the page takes as long, whoever does."""

    email = AddressField()

    def clean_email(self) -> str:
        email: str = adapter().clean_email(self.cleaned_data["email"])
        return email

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Send the mail, unless too many went there lately. The page says the same either way.

        :raises ImmediateHttpResponse: it is one too many for strangers; the form is shown again, and says so.
        """
        email: str = self.cleaned_data["email"]
        if consume(request, action="reset_mail", key=email):
            adapter().send_mail(mails.RESET, email, {})
        if mail_budget.was_lacking(request):
            raise ImmediateHttpResponse(redirect("account_reset_password"))
        return email


class ResetPasswordForm(account.ResetPasswordKeyForm):  # type: ignore[misc]
    password1 = SetPasswordField(label=_("New password"))
    password2 = None


class _Named(forms.Form):
    name = forms.CharField(
        label=_("Its name"),
        help_text=_("So that you recognise it, such as “My phone”."),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class _Decoder(json.JSONDecoder):
    """Raises one error for all it cannot read: a number of 5,000 digits, too, or lists within lists."""

    def decode(self, s: str, *where: Any) -> Any:
        try:
            return super().decode(s, *where)
        except (ValueError, RecursionError) as error:
            raise json.JSONDecodeError(str(error), s, 0) from error


class _Sent(forms.Form):
    credential = forms.JSONField(decoder=_Decoder, widget=forms.HiddenInput)


class _Answer(_Sent):
    def clean_credential(self) -> Authenticator:
        with _refusing_the_unreadable():
            return super().clean_credential()  # type: ignore[misc]


class _OfAccount(forms.Form):
    """A second step. Who knows the password can try few from one address, and cannot lock the owner out."""

    user: User

    def clean_code(self) -> str:
        with self._counted():
            code: str = super().clean_code()  # type: ignore[misc]
        return code

    def clean_credential(self) -> Authenticator:
        with self._counted():
            authenticator: Authenticator = super().clean_credential()  # type: ignore[misc]
        return authenticator

    @contextmanager
    def _counted(self) -> Iterator[None]:
        account = f"second step of user {self.user.pk}"
        guessing.count(context.request, account)
        yield
        guessing.forgive(context.request, account)


class CodeForm(_OfAccount, mfa.AuthenticateForm):  # type: ignore[misc]  # allauth has no types
    pass


class CodeAgainForm(_OfAccount, mfa.ReauthenticateForm):  # type: ignore[misc]
    pass


class AddPasskeyForm(_Sent, _Named, webauthn.AddWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    passwordless = forms.BooleanField(
        label=_("Log in with it alone"),
        help_text=_(
            "Then it asks for your finger, face or PIN instead of your password. A key that cannot do that is a"
            " second step after the password."
        ),
        required=False,
        initial=True,
    )

    field_order = ("name", "passwordless", "credential")

    def clean(self) -> dict[str, Any]:
        with _refusing_the_unreadable():
            return dict(super().clean() or {})


class RenamePasskeyForm(_Named, webauthn.EditWebAuthnForm):  # type: ignore[misc]
    pass


class PasskeyLoginForm(_Answer, webauthn.LoginWebAuthnForm):  # type: ignore[misc]
    pass


class SecondStepForm(_OfAccount, _Answer, webauthn.AuthenticateWebAuthnForm):  # type: ignore[misc]
    pass


class ReauthenticationForm(_OfAccount, _Answer, webauthn.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    pass
