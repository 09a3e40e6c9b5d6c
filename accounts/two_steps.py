"""Logging in with two steps: a password and then a code or a key, or a passkey, which is both at once.

django-allauth does the work. Here is what it asks of a site: what this one is called, in which form secrets are
stored, and what is said. And who has to log in so: whoever runs the site.
"""

import base64
from typing import cast
from urllib.parse import urlsplit

import qrcode
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from qrcode.image.svg import SvgPathImage

from accounts.models import User

STEPS = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]
"""What makes a second step. Codes for emergencies only stand in for one of these."""


def are_on(user: User) -> bool:
    """Whether somebody logs in with two steps."""
    return bool(is_mfa_enabled(user, STEPS))


def may_run_the_site(user: User | AnonymousUser) -> bool:
    """Whether pages for those who run the site are open to somebody: to staff, and where asked for, by two steps."""
    return user.is_active and user.is_staff and not is_missing(user)


def is_missing(user: User) -> bool:
    """Whether somebody cannot do what they have the rights for until they log in with two steps."""
    return user.is_staff and settings.STAFF_NEEDS_TWO_STEPS and not are_on(user)


class Adapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    error_messages = DefaultMFAAdapter.error_messages | {
        "cannot_generate_recovery_codes": gettext_lazy("Add an app or a passkey first; codes stand in for these."),
        "incorrect_code": gettext_lazy("This does not fit. Take the code shown now, or try once more."),
    }

    def get_totp_issuer(self) -> str:
        return self._get_site_name()

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
    return MultiFernet([Fernet(_derived(key)) for key in keys])


def _derived(key: str) -> bytes:
    digest = salted_hmac("accounts.two_steps", "", secret=key, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest)
