"""Who looks at what at present: they see there what there is to tell, and need no alert as well."""

from datetime import datetime, timedelta

from accounts.models import User
from notifications.models import Presence

LIST_OF_GAMES = 0
"""In place of the id of a game: where all games of somebody are listed, with what they wait for."""

FRESH = timedelta(seconds=10)
"""To be seen again at the same place so soon is no news: however often somebody says it, it is rarely written."""


def see(user: User, subject_id: int, *, now: datetime) -> None:
    """Note that somebody looks at something, and no longer at what they looked at before.

    :param subject_id: the id of a game of theirs, or ``LIST_OF_GAMES``.
    """
    if Presence.objects.filter(user=user, subject_id=subject_id, seen_at__gt=now - FRESH).exists():
        return
    Presence.objects.bulk_create(
        [Presence(user=user, subject_id=subject_id, seen_at=now)],
        update_conflicts=True,
        unique_fields=["user"],
        update_fields=["subject_id", "seen_at"],
    )
