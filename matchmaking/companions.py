"""Whom somebody plays with often: a question to the games they have played and play, for nobody but themselves."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Count, Max, Q

from accounts.models import User
from games.models import Seat
from talk.models import Mute

LATELY = timedelta(days=180)
"""Games that began since count first: with whom somebody played years ago, they may have lost touch."""

MOST = 12  # how many are suggested


def of(user: User, *, besides: Collection[int], now: datetime) -> list[User]:
    """Those with whom somebody has played most often of late, then ever; not those whom they have muted."""
    theirs = Seat.objects.filter(user=user, game__studied_by=None).values("game")
    muted = Mute.objects.filter(user=user).values("other")
    found = (
        User.objects.filter(seats__game__in=theirs, is_active=True, is_guest=False, takes_invitations=True)
        .exclude(pk__in=[user.pk, *besides])
        .exclude(banned_until__gt=now)
        .exclude(pk__in=muted)
        .annotate(
            lately=Count("seats", filter=Q(seats__game__created_at__gt=now - LATELY)),
            ever=Count("seats"),
            last=Max("seats__game"),
        )
    )
    return list(found.only("name", "is_guest", "left_at").order_by("-lately", "-ever", "-last")[:MOST])
