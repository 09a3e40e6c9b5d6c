"""What is kept of games to be quick, and can be made anew: of those that are long over it goes."""

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef

from games.models import Checkpoint, Game
from games.replay.checkpoints import EVERY

BATCH = 20
"""How many games are looked at before somebody looks at the clock."""


def checkpoints(now: datetime) -> int:
    """Drop the states on the way of some games that are long over, and say of how many.

    Whoever looks back at one makes them anew, all at once. So a game has the first of them or none, and none of its
    actions needs to be read to tell.
    """
    first = Checkpoint.objects.filter(action__game=OuterRef("pk"), action__sequence=EVERY)
    every = Game.objects.filter(is_public__in=[True, False])  # so that the index of lists can be used
    over = every.filter(Exists(first), finished_at__lt=now - settings.KEEP_CHECKPOINTS)
    some = list(over.values_list("pk", flat=True)[:BATCH])
    with transaction.atomic():
        kept = Checkpoint.objects.select_for_update(of=["self"]).filter(action__game__in=some).order_by("pk")
        Checkpoint.objects.filter(pk__in=list(kept.values_list("pk", flat=True))).delete()
    return len(some)
