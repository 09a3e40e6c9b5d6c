"""Logging in with two steps: a password and then a code or a key, or a passkey, which is both at once.

django-allauth does the work. Here is what it asks of a site: what this one is called, in which form secrets are
stored, and what is said. Those who run the site have to log in so.
"""

import base64
from typing import Any, cast
from urllib.parse import urlsplit

import qrcode
from allauth.account.authentication import get_authentication_records
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from allauth.mfa.utils import is_mfa_enabled
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from qrcode.image.svg import SvgPathImage

from accounts import sessions
from accounts.models import User

STEPS = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]
"""What makes a second step. Emergency codes only stand in for one of these."""


def are_on(user: User) -> bool:
    return bool(is_mfa_enabled(user, STEPS))


def may_run_the_site(request: HttpRequest) -> bool:
    """Whether pages for those who run the site are open: to staff, and where asked for, by two steps."""
    user = request.user
    if not (user.is_active and user.is_staff):
        return False
    return not settings.STAFF_NEEDS_TWO_STEPS or were_taken(request, user)


def were_taken(request: HttpRequest, user: User) -> bool:
    """Whether this session has shown a second step that the account still has, at log-in or later.

    That the account has one says nothing: the session may be older, and have begun with a password alone.
    """
    shown = [record.get("id") for record in get_authentication_records(request, user) if record["method"] == "mfa"]
    return bool(Authenticator.objects.filter(user=user, pk__in=shown).exists())


def address_to_show_it(user: User) -> str:
    by_code = is_mfa_enabled(user, [Authenticator.Type.TOTP])
    return reverse("mfa_reauthenticate" if by_code else "mfa_reauthenticate_webauthn")


@receiver(authenticator_added, dispatch_uid="accounts.two_steps.end_other_sessions")
def end_other_sessions(request: HttpRequest, user: User, authenticator: Authenticator, **kwargs: Any) -> None:
    """End sessions elsewhere, which may have begun with a stolen password: they have to show the new step first."""
    if authenticator.type in STEPS:
        sessions.end_others(request, user)


class Adapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    error_messages = DefaultMFAAdapter.error_messages | {
        "cannot_generate_recovery_codes": gettext_lazy("Add an app or a passkey first. These codes stand in for it."),
        "incorrect_code": gettext_lazy("This does not match. Enter the code shown now, or try again."),
    }

    def build_totp_svg(self, url: str) -> str:
        """A QR code as an element of the page: images whose address is all that they show would be refused (CSP)."""
        image = qrcode.make(url, image_factory=SvgPathImage)
        return cast(str, image.to_string(encoding="unicode"))

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """The site as devices know it. A passkey belongs to this name for good, by whatever name it is reached."""
        return {"id": urlsplit(settings.SITE_URL).hostname or "", "name": self._get_site_name()}

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:  # noqa: A002
        number = Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1
        return _("Passkey %(number)s") % {"number": number}

    def encrypt(self, text: str) -> str:
        """Make it unreadable in a copy of the database, by which others could make the codes."""
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _cipher().decrypt(encrypted_text.encode()).decode()

    def _get_site_name(self) -> str:
        return f"Power Grid, {urlsplit(settings.SITE_URL).netloc}"


def _cipher() -> MultiFernet:
    """By the secret key of the site; what older ones have encrypted can be read."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    digests = (salted_hmac("accounts.two_steps", "", secret=key, algorithm="sha256").digest() for key in keys)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])
