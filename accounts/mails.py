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
    "account/messages/email_deleted.txt": _("{email} is no longer on its way to become your address."),
    "account/messages/logged_in.txt": _("Good to see you, {user.name}!"),
    "account/messages/logged_out.txt": _("You are logged out."),
    "account/messages/password_changed.txt": _("Your new password is saved."),
    "account/messages/password_set.txt": _("Your password is saved."),
    "mfa/messages/recovery_codes_generated.txt": _("These are your codes. Those you had before work no more."),
    "mfa/messages/totp_activated.txt": _(
        "From now on we ask for the code of your app, too. Everywhere else you are logged out now."
    ),
    "mfa/messages/totp_deactivated.txt": _("We ask for no codes of an app any more."),
    "mfa/messages/webauthn_added.txt": _("Your passkey is added. Everywhere else you are logged out now."),
    "mfa/messages/webauthn_removed.txt": _("The passkey is removed."),
    "socialaccount/messages/account_connected.txt": _("Connected: you can log in by it from now on."),
    "socialaccount/messages/account_connected_other.txt": _(
        "Another player already uses that account. Nothing has changed."
    ),
    "socialaccount/messages/account_connected_updated.txt": _("You log in by it already."),
    "socialaccount/messages/account_disconnected.txt": _("Removed: nobody logs in by it any more."),
}
"""What a page says on top when something was done."""

SUBJECTS: dict[str, str | Promise] = {
    "account/email/account_already_exists": _("You have an account already"),
    "account/email/account_deleted": _("Your account is deleted"),
    "account/email/email_changed": _("Your account has a new address"),
    "account/email/email_confirmation": _("Please confirm your address"),
    "account/email/email_deleted": _("Your address stays as it is"),
    "account/email/password_changed": _("Your password is a new one"),
    "account/email/password_reset": _("Your password is a new one"),
    "account/email/password_reset_key": _("Choose a new password"),
    "account/email/password_set": _("Your account has a password now"),
    "account/email/unknown_account": _("There is no account with this address"),
    "mfa/email/recovery_codes_generated": _("Your account has new codes for emergencies"),
    "mfa/email/totp_activated": _("Your account asks for codes now"),
    "mfa/email/totp_deactivated": _("Your account asks for no codes any more"),
    "mfa/email/webauthn_added": _("Your account has a new passkey"),
    "mfa/email/webauthn_removed": _("A passkey is gone from your account"),
    "socialaccount/email/account_connected": _("Another site lets you in"),
    "socialaccount/email/account_disconnected": _("Another site lets you in no more"),
}
"""The subjects of mails about accounts."""

CHANGES: dict[str, str | Promise] = {
    "account/email/email_changed": _(
        "your account has a new address: {to_email} instead of {from_email}.\n"
        "From now on turn mails go there, and you log in with it."
    ),
    "account/email/email_deleted": _(
        "{deleted_email} was on its way to become your address, and is no longer.\nYour address stays as it is."
    ),
    "account/email/password_changed": _("the password of your account is a new one."),
    "account/email/password_reset": _(
        "the password of your account is a new one, chosen through a link that we sent you."
    ),
    "account/email/password_set": _("your account has a password now."),
    "mfa/email/recovery_codes_generated": _("your account has new codes for emergencies. You can log in with them."),
    "mfa/email/totp_activated": _("you now need a code from your app to log in to your account."),
    "mfa/email/totp_deactivated": _("you no longer need a code from an app to log in to your account."),
    "mfa/email/webauthn_added": _("your account has a new passkey. You can log in with it."),
    "mfa/email/webauthn_removed": _("a passkey was removed from your account."),
    "socialaccount/email/account_connected": _("you can now log in here with your account at {provider.name}."),
    "socialaccount/email/account_disconnected": _(
        "you can no longer log in here with your account at {provider.name}."
    ),
}
"""What mails say that tell of a change to an account, after the greeting. All of these have one template."""


def text_of(name: str, context: Mapping[str, Any]) -> str:
    given = {**context, "kind": name}
    if name in CHANGES:
        name, given["change"] = CHANGED, str(CHANGES[name]).format_map(context)
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
