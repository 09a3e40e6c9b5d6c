"""Forms of django-allauth about passkeys, in our words. Apart from the other forms, which allauth's need."""

from allauth.mfa.webauthn import forms as allauth
from django import forms
from django.utils.translation import gettext_lazy as _


class _Named(forms.Form):
    name = forms.CharField(
        label=_("Its name"),
        help_text=_("By which you know it again, such as “My phone”."),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class AddPasskeyForm(_Named, allauth.AddWebAuthnForm):  # type: ignore[misc]  # allauth has no types
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


class RenamePasskeyForm(_Named, allauth.EditWebAuthnForm):  # type: ignore[misc]
    pass
