"""What we say where django-allauth speaks, on pages and in mails.

It asks for it by the name of a template; braces stand for its values. Mails are written once, as text, and shown as
HTML from that. Nobody waits for one to be sent: what it is written from is stored, and a worker does the rest.
"""

import re
from collections.abc import Mapping
from typing import Any, Protocol
from urllib.parse import urlsplit

from allauth.account import app_settings as of_allauth
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import filter_users_by_email, user_pk_to_url_str
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from accounts.addresses import shown
from accounts.models import User

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
    "account/email/way_added": _("Alerts of your account go to one more place"),
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
    "account/email/way_added": _(
        "From now on we also tell of your games here: {way}.\n"
        "On the page “Alerts” you see all such places, and can remove them: a new password does not."
    ),
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


CONFIRMATION, RESET = "account/email/email_confirmation", "account/email/password_reset_key"
UNKNOWN = "account/email/unknown_account"  # what becomes of the one before where nobody has the address
TO_ANYBODY = {CONFIRMATION, RESET, UNKNOWN, "account/email/account_already_exists"}
"""Those that anybody can have sent to any address, whosever it is."""

LINKS = {
    "account/email/account_already_exists": "account_reset_password",
    UNKNOWN: "account_signup",
}
"""Where the others among them lead."""

Facts = Mapping[str, Any]
"""What a mail is written from, fit to be stored until it is sent: numbers and words, but no link with a secret."""


class Post(Protocol):
    """Has a mail sent, after the transaction of the caller: to do so is the business of another room."""

    def __call__(self, kind: str, address: str, facts: Facts, *, is_in_budget: bool = True) -> None: ...


_posts: list[Post] = []


def register(post: Post) -> None:
    _posts.append(post)


def post(kind: str, address: str, facts: Facts, *, is_in_budget: bool = True) -> None:
    """Have a mail sent once the caller has committed.

    :param is_in_budget: whether it may go to an address that no account is known to have.
    """
    for each in _posts:
        each(kind, address, facts, is_in_budget=is_in_budget)


def facts_of(kind: str, context: Mapping[str, Any], asker: User | AnonymousUser) -> Facts:
    """The facts of a mail that django-allauth asks for, from what it would give to its template."""
    if kind in CHANGES:
        when = date_format(localtime(context["timestamp"]), "j F Y, H:i e")
        told = {name: context[name] for name in ("ip", "user_agent")}
        return {**told, "change": str(CHANGES[kind]).format_map(readable(context)), "when": when}
    user = context.get("user")
    return {"user": user.pk if user else None, "is_guest": asker.is_authenticated and asker.is_guest}


def write(kind: str, address: str, facts: Facts, stop_url: str = "") -> EmailMultiAlternatives | None:
    """A mail about an account; None if it is no longer needed. Links with secrets are made now, and never stored."""
    context = {**facts, "email": address, "stop_url": stop_url}
    if kind == CONFIRMATION:
        pending = EmailAddress.objects.select_related("user")
        unconfirmed = pending.filter(user=facts["user"], email=address, verified=False).first()
        if unconfirmed is None:
            return None
        key = EmailConfirmationHMAC.create(unconfirmed).key
        context |= {"user": unconfirmed.user, "link": _link("account_confirm_email", key)}
    elif kind == RESET and (user := _find(address)) is None:
        return write(UNKNOWN, address, facts, stop_url)
    elif kind == RESET:
        token = of_allauth.PASSWORD_RESET_TOKEN_GENERATOR().make_token(user)
        link = _link("account_reset_password_from_key", user_pk_to_url_str(user), token)
        context |= {"user": user, "link": link}
    elif name := LINKS.get(kind):
        context["link"] = _link(name)
    return compose(kind, address, SUBJECTS[kind], context)


def compose(kind: str, address: str, subject: str | Promise, context: Mapping[str, Any]) -> EmailMultiAlternatives:
    """A mail as text and as HTML from the template of its kind."""
    site = {"site_url": settings.SITE_URL, "site": urlsplit(settings.SITE_URL).netloc}
    template = CHANGED if kind in CHANGES else kind
    text = render_to_string(f"{template}.txt", {**readable(context), **site, "kind": kind}).strip()
    text = re.sub(r"\n{3,}", "\n\n", text)
    mail = EmailMultiAlternatives(str(subject), text, to=[address])
    add_html(mail)
    return mail


def _find(address: str) -> User | None:
    """Who asks for a new password: who has confirmed the address, or else has begun to."""
    found: list[User] = filter_users_by_email(address, is_active=True, prefer_verified=True)
    return min(found, key=lambda user: user.pk, default=None)


def _link(name: str, *args: str) -> str:
    return settings.SITE_URL + reverse(name, args=args)


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
