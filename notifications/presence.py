"""Who looks at what at present: they need no alert as well. And whether people are around, where they show it.

Nobody must tell from that whether a player acts by hand or by a plan. So a plan that acts is as good as its owner who
looks, and what is shown changes with each quarter of an hour alone, by what was before it, in days.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import Case, F, QuerySet, When

from accounts.models import User
from notifications.models import Presence

LIST_OF_GAMES = 0  # in place of the id of a game: where all games of a player are listed, with what they wait for
FRESH = timedelta(seconds=10)
"""To be seen again at the same place so soon is no news: however often a player says it, it is rarely written."""
QUARTER = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Around:
    """How a player was around up to the beginning of a quarter of an hour: in the one before, or ``days`` ago."""

    is_online: bool
    days: int = 0


def see(user: User, subject_id: int, *, now: datetime) -> None:
    """Note that a player looks at a game of theirs, or ``LIST_OF_GAMES``, and at nothing else."""
    if Presence.objects.filter(user=user, subject_id=subject_id, seen_at__gt=now - FRESH).exists():
        return
    if not _note(Presence.objects.filter(user=user), now, subject_id=subject_id, seen_at=now):
        first = Presence(user=user, subject_id=subject_id, seen_at=now, around_at=now)
        Presence.objects.bulk_create([first], ignore_conflicts=True)


def acted(users: Collection[int], *, at: datetime) -> None:
    """Note that people, by their ids, have acted, or plans have for them: where they show that, they were around.

    Called after the transaction of the change: two games could otherwise wait for each other's people.

    :param at: when that was; it may be a while ago.
    """
    for pk in users:
        _note(Presence.objects.filter(user=pk, user__shows_presence=True).exclude(around_at__gte=at), at)


def around(users: Iterable[User], *, now: datetime) -> dict[int, Around]:
    """How those are around who show it, by their ids; who was never seen is not among them."""
    quarter = beginning_of_quarter(now)
    last = {user.pk: _last_before(quarter, user) for user in users if user.shows_presence}
    return {
        pk: Around(is_online=moment >= quarter - QUARTER, days=(quarter - moment).days)
        for pk, moment in last.items()
        if moment is not None
    }


def beginning_of_quarter(moment: datetime) -> datetime:
    seconds = QUARTER.total_seconds()
    return datetime.fromtimestamp(moment.timestamp() // seconds * seconds, UTC)


def _note(rows: QuerySet[Presence], now: datetime, **columns: object) -> bool:
    earlier = When(around_at__lt=beginning_of_quarter(now), then=F("around_at"))
    return rows.update(around_before=Case(earlier, default=F("around_before")), around_at=now, **columns) > 0


def _last_before(quarter: datetime, user: User) -> datetime | None:
    noted: Presence | None = getattr(user, "presence", None)
    if noted is None or noted.around_at is None:
        return None
    return noted.around_at if noted.around_at < quarter else noted.around_before
