"""Forms of django-allauth about passkeys: in our words, and safe from what no device would send.

Apart from the other forms, which those of allauth need.
"""

import json
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as allauth
from cryptography.exceptions import InvalidSignature
from django import forms
from django.utils.translation import gettext_lazy as _

UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, struct.error, InvalidSignature)
"""What the library raises over words that no device has put together, or has signed."""


@contextmanager
def _refusing_the_unreadable() -> Iterator[None]:
    """Say that a passkey does not fit, also where allauth expects less to be wrong with it."""
    try:
        yield
    except UNREADABLE as error:
        raise get_adapter().validation_error("incorrect_code") from error


class _Named(forms.Form):
    name = forms.CharField(
        label=_("Its name"),
        help_text=_("By which you know it again, such as “My phone”."),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class _Decoder(json.JSONDecoder):
    """Calls whatever it cannot read by one name: a number of 5,000 digits, too, or lists within lists."""

    def decode(self, s: str, *where: Any) -> Any:
        try:
            return super().decode(s, *where)
        except (ValueError, RecursionError) as error:
            raise json.JSONDecodeError(str(error), s, 0) from error


class _Sent(forms.Form):
    """What a device has sent."""

    credential = forms.JSONField(decoder=_Decoder, widget=forms.HiddenInput)


class _Answer(_Sent):
    """What a device has answered, to log in with."""

    def clean_credential(self) -> Authenticator:
        with _refusing_the_unreadable():
            return super().clean_credential()  # type: ignore[misc]


class AddPasskeyForm(_Sent, _Named, allauth.AddWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    passwordless = forms.BooleanField(
        label=_("Log in with it alone"),
        help_text=_(
            "Then it asks for your finger, face or PIN instead of your password. A key that cannot is a second step"
            " after the password."
        ),
        required=False,
        initial=True,
    )

    field_order = ("name", "passwordless", "credential")

    def clean(self) -> dict[str, Any]:
        with _refusing_the_unreadable():
            return dict(super().clean() or {})


class RenamePasskeyForm(_Named, allauth.EditWebAuthnForm):  # type: ignore[misc]
    pass


class LoginForm(_Answer, allauth.LoginWebAuthnForm):  # type: ignore[misc]
    pass


class SecondStepForm(_Answer, allauth.AuthenticateWebAuthnForm):  # type: ignore[misc]
    pass


class ReauthenticationForm(_Answer, allauth.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    pass
