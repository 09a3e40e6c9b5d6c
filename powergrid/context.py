"""What every page needs to know."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.models import Game


def site(request: HttpRequest) -> dict[str, Any]:
    """Whether mails can be read here, and in how many games the person is to move: counted where a page shows it."""
    return {
        "keeps_mails": settings.KEEPS_MAILS,
        "waiting_games": SimpleLazyObject(lambda: _waiting_games(request)),
    }


def _waiting_games(request: HttpRequest) -> int:
    # What cannot be read is answered before anybody asked who sent it.
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return 0
    return Game.objects.waiting_for(user).count()
