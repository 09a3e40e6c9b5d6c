"""What we say where django-allauth speaks, on pages and in mails.

It asks for it by the name of a template; braces stand for its values. Mails are written once, as text, and shown as
HTML from that.
"""

import re
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.addresses import shown

SIGNATURE = "\n-- \n"
CHANGED = "account/email/changed"


MESSAGES: dict[str, str | Promise] = {
    "account/messages/email_confirmation_failed.txt": _(
        "{email} already belongs to another account, so it was not confirmed here."
    ),
    "account/messages/email_confirmation_sent.txt": _(
        "We sent a mail to {email}. Open the link in it to confirm the address."
    ),
    "account/messages/email_confirmed.txt": _("Thank you: {email} is confirmed."),
    "account/messages/email_deleted.txt": _("{email} will not become your address."),
    "account/messages/logged_in.txt": _("Good to see you, {user.name}!"),
    "account/messages/logged_out.txt": _("You are logged out."),
    "account/messages/password_changed.txt": _("Your new password is saved."),
    "account/messages/password_set.txt": _("Your password is saved."),
    "mfa/messages/recovery_codes_generated.txt": _("These are your codes. The ones you had before no longer work."),
    "mfa/messages/totp_activated.txt": _(
        "From now on we also ask for the code of your app. You are logged out everywhere else."
    ),
    "mfa/messages/totp_deactivated.txt": _("We no longer ask for the code of an app."),
    "mfa/messages/webauthn_added.txt": _("Your passkey is added. You are logged out everywhere else."),
    "mfa/messages/webauthn_removed.txt": _("The passkey is removed."),
    "socialaccount/messages/account_connected.txt": _("Connected. You can log in with it from now on."),
    "socialaccount/messages/account_connected_other.txt": _(
        "Another player already uses that account. Nothing has changed."
    ),
    "socialaccount/messages/account_connected_updated.txt": _("You already log in with it."),
    "socialaccount/messages/account_disconnected.txt": _("Removed. You can no longer log in with it."),
}
"""What a page says on top when something was done."""

SUBJECTS: dict[str, str | Promise] = {
    "account/email/account_already_exists": _("You already have an account"),
    "account/email/account_deleted": _("Your account is deleted"),
    "account/email/email_changed": _("Your account has a new address"),
    "account/email/email_confirmation": _("Confirm your address"),
    "account/email/email_deleted": _("Your address stays as it is"),
    "account/email/password_changed": _("Your password has changed"),
    "account/email/password_reset": _("Your password has changed"),
    "account/email/password_reset_key": _("Choose a new password"),
    "account/email/password_set": _("Your account has a password now"),
    "account/email/unknown_account": _("There is no account with this address"),
    "mfa/email/recovery_codes_generated": _("Your account has new emergency codes"),
    "mfa/email/totp_activated": _("Your account now asks for codes"),
    "mfa/email/totp_deactivated": _("Your account no longer asks for codes"),
    "mfa/email/webauthn_added": _("Your account has a new passkey"),
    "mfa/email/webauthn_removed": _("A passkey was removed from your account"),
    "socialaccount/email/account_connected": _("You can log in with another site"),
    "socialaccount/email/account_disconnected": _("You can no longer log in with another site"),
}
"""The subjects of mails about accounts."""

CHANGES: dict[str, str | Promise] = {
    "account/email/email_changed": _(
        "Your account has a new address: {to_email} instead of {from_email}.\n"
        "From now on we write to it about your games, and you log in with it."
    ),
    "account/email/email_deleted": _(
        "You had begun to change your address to {deleted_email}. This was cancelled.\nYour address stays as it is."
    ),
    "account/email/password_changed": _("The password of your account has changed."),
    "account/email/password_reset": _("The password of your account has changed, through a link that we sent you."),
    "account/email/password_set": _("Your account has a password now."),
    "mfa/email/recovery_codes_generated": _("Your account has new emergency codes. You can log in with them."),
    "mfa/email/totp_activated": _("You now need a code from your app to log in to your account."),
    "mfa/email/totp_deactivated": _("You no longer need a code from an app to log in to your account."),
    "mfa/email/webauthn_added": _("Your account has a new passkey. You can log in with it."),
    "mfa/email/webauthn_removed": _("A passkey was removed from your account."),
    "socialaccount/email/account_connected": _("You can now log in here with your account at {provider.name}."),
    "socialaccount/email/account_disconnected": _(
        "You can no longer log in here with your account at {provider.name}."
    ),
}
"""What mails say that tell of a change to an account, after the greeting. All of these have one template."""


def readable(context: Mapping[str, Any]) -> dict[str, Any]:
    """The same with mail addresses in the letters that their owners know."""
    return {key: shown(value) if key.endswith("email") else value for key, value in context.items()}


def text_of(name: str, context: Mapping[str, Any]) -> str:
    given = {**readable(context), "kind": name}
    if name in CHANGES:
        name, given["change"] = CHANGED, str(CHANGES[name]).format_map(given)
    return render_to_string(f"{name}.txt", given).strip()


def add_html(mail: EmailMultiAlternatives) -> None:
    """Give a mail that has text alone the same words as HTML. Links on a line of their own become buttons."""
    body, _, signature = str(mail.body).partition(SIGNATURE)
    context = {
        "site_url": settings.SITE_URL,
        "subject": mail.subject,
        "paragraphs": [
            {"words": part.strip(), "is_link": re.fullmatch(r"https?://\S+", part.strip())}
            for part in re.split(r"\n\s*\n", body)
            if part.strip()
        ],
        "signature": " · ".join(signature.split("\n")),
    }
    mail.attach_alternative(render_to_string("account/email/message.html", context), "text/html")
