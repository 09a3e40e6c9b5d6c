"""Mails to addresses that nobody here has confirmed: few, none once the owner says so or complains, and none for a
month after one came back."""

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.signing import Signer
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts import addresses
from notifications.models import UnwantedAddress

CAME_BACK_COUNTS_FOR = timedelta(days=30)
"""For how long nothing is sent where a mail came back: the mailbox may be made or mended, or have another owner."""

_SALT = "notifications.strangers"
_signer = Signer(salt=_SALT, sep=".")


def is_known(email: str) -> bool:
    """Whether an address, in lower case, is one that somebody here has confirmed."""
    confirmed = EmailAddress.objects.filter(email=email, verified=True, user__is_active=True)
    return bool(confirmed.exists())


def may_be_written_to(email: str) -> bool:
    """Whether no mail came back from an address, as it is stored, and its owner has not said to want none."""
    return not _unwanted(email).exists()


def wants_none(email: str) -> bool:
    return _unwanted(email).filter(until=None).exists()


def leave_in_peace(email: str) -> None:
    """Write no more to an address, until it is confirmed. To do so twice is to do it once."""
    digest = _digest(email, settings.SECRET_KEY)
    UnwantedAddress.objects.update_or_create(digest=digest, defaults={"until": None})


def allow(email: str) -> None:
    """Write to an address again, as its owner wants to sign up."""
    _unwanted(email).delete()


def hear(email: str) -> None:
    """Take in that mails to an address are complained about; accounts look after theirs."""
    if not is_known(email):
        leave_in_peace(email)


def came_back(email: str) -> None:
    """Take in that mails to an address come back; accounts look after theirs."""
    if not is_known(email):
        until = timezone.now() + CAME_BACK_COUNTS_FOR
        digest = _digest(email, settings.SECRET_KEY)
        UnwantedAddress.objects.get_or_create(digest=digest, defaults={"until": until})


def forget(now: datetime) -> None:
    UnwantedAddress.objects.filter(until__lt=now).delete()


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
