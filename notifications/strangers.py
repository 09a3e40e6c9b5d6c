"""Mails to addresses that nobody here has confirmed: few, and none once the owner says so or complains, or one comes
back."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.signing import Signer
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.crypto import salted_hmac

from accounts import addresses
from notifications.models import UnwantedAddress

_SALT = "notifications.strangers"
_signer = Signer(salt=_SALT, sep=".")


def is_known(email: str) -> bool:
    """Whether an address, in lower case, is one that somebody here has confirmed."""
    confirmed = EmailAddress.objects.filter(email=email, verified=True, user__is_active=True)
    return bool(confirmed.exists())


def may_be_written_to(email: str) -> bool:
    """Whether an address, as it is stored, has not been said to want no mails."""
    return not _unwanted(email).exists()


def leave_in_peace(email: str) -> None:
    """Write no more to an address, until it is confirmed. To do so twice is to do it once."""
    UnwantedAddress.objects.get_or_create(digest=_digest(email, settings.SECRET_KEY))


def allow(email: str) -> None:
    """Write to an address again, as its owner wants to sign up."""
    _unwanted(email).delete()


def hear(email: str) -> None:
    """Take in that mails to an address come back, or are complained about; accounts look after theirs."""
    if not is_known(email):
        leave_in_peace(email)


def stop_url(email: str) -> str:
    return settings.SITE_URL + reverse("notifications:never", args=[_signer.sign_object(email)])


def read(token: str) -> str:
    """:raises django.core.signing.BadSignature: the token is none of ours."""
    return str(_signer.unsign_object(token))


def headers(stop_url: str) -> dict[str, str]:
    """What a mail to a stranger says to mail programs, so that one press there stops the next (RFC 8058)."""
    return {"List-Unsubscribe": f"<{stop_url}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


def _unwanted(email: str) -> QuerySet[UnwantedAddress]:
    """What is noted of an address, which earlier releases knew as it was typed."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    digests = [_digest(spelling, key) for key in keys for spelling in {email, addresses.shown(email)}]
    return UnwantedAddress.objects.filter(digest__in=digests)


def _digest(email: str, key: str) -> str:
    return salted_hmac(_SALT, email, secret=key, algorithm="sha256").hexdigest()
