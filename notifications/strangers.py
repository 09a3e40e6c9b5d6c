"""Mails to addresses that have no account: few, and none once the owner says so or complains, or one comes back."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.signing import Signer
from django.urls import reverse
from django.utils.crypto import salted_hmac

from accounts import addresses
from accounts.models import User
from notifications.channels import mail_connection
from notifications.channels.faults import DeliveryRefused
from notifications.models import UnwantedAddress

_SALT = "notifications.strangers"
_signer = Signer(salt=_SALT, sep=".")


def may_be_written_to(email: str) -> bool:
    """Whether an address, as it is stored, has not been said to want no mails.

    Earlier releases knew it as it was typed.
    """
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    digests = [_digest(spelling, key) for key in keys for spelling in {email, addresses.shown(email)}]
    return not UnwantedAddress.objects.filter(digest__in=digests).exists()


def leave_in_peace(email: str) -> None:
    """Write no more to an address, until it has an account. To do so twice is to do it once."""
    UnwantedAddress.objects.get_or_create(digest=_digest(email, settings.SECRET_KEY))


def hear(email: str) -> None:
    """Take in that mails to an address come back, or are complained about; accounts look after theirs."""
    if not User.objects.filter(email=email).exists():
        leave_in_peace(email)


def stop_url(email: str) -> str:
    return settings.SITE_URL + reverse("notifications:never", args=[_signer.sign_object(email)])


def read(token: str) -> str:
    """:raises django.core.signing.BadSignature: the token is none of ours."""
    return str(_signer.unsign_object(token))


def headers(email: str) -> dict[str, str]:
    """What a mail to an address says to mail programs, so that one press there stops the next (RFC 8058)."""
    return {
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{stop_url(email)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def send(mail: EmailMessage, email: str) -> None:
    """Send a mail to an address, or raise ``Passing``. Where there is no such mailbox, none is tried again."""
    try:
        with mail_connection.told_apart():
            mail_connection.send(mail)
    except DeliveryRefused:
        leave_in_peace(email)


def _digest(email: str, key: str) -> str:
    return salted_hmac(_SALT, email, secret=key, algorithm="sha256").hexdigest()
