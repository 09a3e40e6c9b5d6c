"""Guesses at what only the owner of an account knows: a password, a code, an answer of a passkey.

They count by account and network address together, few at a time. So nobody can lock an account for its owner by
guessing from elsewhere. django-allauth counts them by the account alone, too: what somebody may try who has many
addresses. That is asked second, and is not used up by those who are refused here.
"""

from allauth.account.adapter import get_adapter
from allauth.core.internal.ratelimit import truncate_ip
from allauth.core.ratelimit import clear, consume
from django.http import HttpRequest

ACTION = "guess_from_here"


def count(request: HttpRequest, account: str) -> None:
    """Count one guess; raises ``ValidationError``, with a sentence for the person, where it is one too many."""
    if not consume(request, action=ACTION, key=_key(request, account)):
        raise get_adapter().validation_error("too_many_login_attempts")


def forgive(request: HttpRequest, account: str) -> None:
    """Count anew, as it was no guess."""
    clear(request, action=ACTION, key=_key(request, account))


def _key(request: HttpRequest, account: str) -> str:
    return f"{account}:{truncate_ip(get_adapter().get_client_ip(request))}"
