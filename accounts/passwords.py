"""Forms of django-allauth that ask for a password, in our words. A new one is asked for once, as when signing up.

Apart from the other forms: this module needs those of allauth, which need :mod:`accounts.forms`.
"""

from allauth.account import forms as allauth
from allauth.account.fields import PasswordField, SetPasswordField
from django.utils.translation import gettext_lazy as _


class ChangePasswordForm(allauth.ChangePasswordForm):  # type: ignore[misc]  # allauth has no types
    oldpassword = PasswordField(label=_("Your password now"), autocomplete="current-password", show_reset_help=True)
    password1 = SetPasswordField(label=_("New password"))
    password2 = None


class SetPasswordForm(allauth.SetPasswordForm):  # type: ignore[misc]
    password2 = None


class ResetPasswordForm(allauth.ResetPasswordKeyForm):  # type: ignore[misc]
    password1 = SetPasswordField(label=_("New password"))
    password2 = None
