"""When people were last here: what waits for a person who never comes back can be forgotten."""

import logging
from collections.abc import Callable
from datetime import timedelta

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User

logger = logging.getLogger(__name__)

EVERY = timedelta(days=1)  # how often it is noted: one row a day is written for each person


def noted(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Note that a person is here, and let their session last from now on: guests come back by nothing else."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        # Where nobody has asked who it is, nothing is looked up for this.
        if request.session.accessed and request.user.is_authenticated and _note(request.user):
            request.session.modified = True
        return response

    return respond


def _note(user: User) -> bool:
    """Whether it was to be noted, and is. A disk that is full is no reason to show nobody anything."""
    now = timezone.now()
    if now - user.last_here < EVERY:
        return False
    try:
        return bool(User.objects.filter(pk=user.pk, last_here__lte=now - EVERY).update(last_here=now))
    except DatabaseError as fault:
        logger.warning("It cannot be noted that user %s is here: %s", user.pk, fault)
        return False
