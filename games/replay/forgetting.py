"""Drops what can be made anew of games that are long over."""

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef

from games.models import Checkpoint, Game
from games.replay.checkpoints import EVERY

BATCH = 20
"""How many games one call looks at."""


def checkpoints(now: datetime) -> int:
    """Drop the states on the way of some games that are long over, and say of how many.

    A look back makes all of a game anew. So a game has the first of them or none, which tells without its actions.
    """
    first = Checkpoint.objects.filter(action__game=OuterRef("pk"), action__sequence=EVERY)
    every = Game.objects.filter(is_public__in=[True, False])  # so that the index of lists can be used
    over = every.filter(Exists(first), finished_at__lt=now - settings.KEEP_CHECKPOINTS)
    some = list(over.values_list("pk", flat=True)[:BATCH])
    with transaction.atomic():
        kept = Checkpoint.objects.select_for_update(of=["self"]).filter(action__game__in=some).order_by("pk")
        Checkpoint.objects.filter(pk__in=list(kept.values_list("pk", flat=True))).delete()
    return len(some)
