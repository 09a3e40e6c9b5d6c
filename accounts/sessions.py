"""Sessions in the database: what Django makes of one that cannot write, which of them end, and which go."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, update_session_auth_hash
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.db.models import F
from django.http import HttpRequest

from accounts.models import Ban, User

LOOKED_FOR = timedelta(days=30)  # for how long after a person has left, or was banned, their sessions are looked for


class SessionStore(db.SessionStore):
    """Says so where a session cannot be written, as when the disk is full.

    Django takes that for a session that was deleted meanwhile, and tells people that they have asked for nonsense.
    """

    def save(self, *arguments: Any, **more: Any) -> None:
        try:
            super().save(*arguments, **more)
        except UpdateError as error:
            if isinstance(error.__context__, OperationalError):
                raise error.__context__ from None
            raise


def end_others(request: HttpRequest, user: User) -> None:
    User.objects.filter(pk=user.pk).update(sessions_ended=F("sessions_ended") + 1)
    user.refresh_from_db(fields=["sessions_ended"])
    update_session_auth_hash(request, user)


def go_on(request: HttpRequest, user: User) -> None:
    """Keep a person logged in who has shown their password: one that was stored in an old way is stored anew then."""
    user.refresh_from_db(fields=["password"])
    if request.session.get(HASH_SESSION_KEY) != user.get_session_auth_hash():
        update_session_auth_hash(request, user)


def forget(*, now: datetime) -> int:
    """Delete the sessions that have expired, and those of people who have left or are banned; how many these were.

    No session says in a column of its own whose it is, so all of them are read if a person has left lately. Nobody
    waits for that: such a session opens nothing, because its password is gone or its owner is banned.
    """
    forgotten, _by_model = Session.objects.filter(expire_date__lte=now).delete()
    gone = {str(pk) for pk in _gone_lately(now)}
    if gone:
        theirs = [row.pk for row in Session.objects.iterator() if row.get_decoded().get(SESSION_KEY) in gone]
        for key in theirs:
            forgotten += Session.objects.filter(pk=key).delete()[0]
    return forgotten


def _gone_lately(now: datetime) -> Iterable[int]:
    """The people who left or were banned. Guests come back in their session, as they have nothing else."""
    left = User.objects.filter(left_at__gt=now - LOOKED_FOR)
    bans = Ban.objects.in_force(now).filter(kind=Ban.Kind.ALL, since__gt=now - LOOKED_FOR)
    # By their numbers: SQLite would rather read all people and look for the bans of each.
    banned = User.objects.filter(pk__in=list(bans.values_list("user", flat=True)), is_guest=False)
    return {*left.values_list("pk", flat=True), *banned.values_list("pk", flat=True)}
