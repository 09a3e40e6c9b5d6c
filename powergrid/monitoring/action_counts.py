"""How many actions are taken over time. Their rows have no index by time, so each is counted once, by its id."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Max

from games.models import Action
from powergrid.models import Tally

SPAN = timedelta(minutes=10)  # what one row counts
KEPT = timedelta(days=2)
HOURS = 24
BATCH = 20_000  # actions to count at once; the rest is counted a minute later


def bring_up_to_date(now: datetime) -> None:
    """Count the actions since the last time. One whose transaction ended after that of a later one may be missed."""
    with transaction.atomic():
        last = Tally.objects.select_for_update().order_by("-last_action").first()
        if last is None:  # the days before are not counted: there may be millions of rows
            newest = Action.objects.aggregate(newest=Max("pk"))["newest"] or 0
            Tally.objects.create(began_at=span_of(now), last_action=newest)
            return
        new = Action.objects.filter(pk__gt=last.last_action).order_by("pk").values_list("pk", "created_at")[:BATCH]
        _count(list(new), last, now)
    Tally.objects.filter(began_at__lt=now - KEPT).exclude(pk=last.pk).delete()


def _count(new: Sequence[tuple[int, datetime]], last: Tally, now: datetime) -> None:
    # Games that were brought as records have old actions, which were not taken here lately.
    spans = Counter(span_of(made_at) for _, made_at in new if made_at > now - KEPT)
    for began_at, actions in spans.items():
        row, _ = Tally.objects.get_or_create(began_at=began_at, defaults={"last_action": last.last_action})
        Tally.objects.filter(pk=row.pk).update(actions=F("actions") + actions)
    if new:
        newest = Tally.objects.latest("began_at")
        Tally.objects.filter(pk=newest.pk).update(last_action=new[-1][0])


def span_of(moment: datetime) -> datetime:
    return moment - timedelta(
        minutes=moment.minute % (SPAN.seconds // 60), seconds=moment.second, microseconds=moment.microsecond
    )


def by_hour(tallies: Sequence[Tally], now: datetime) -> list[int]:
    """The actions of each of the last hours. The last one ends now."""
    actions = [0] * HOURS
    for tally in tallies:
        ago = (span_of(now) - tally.began_at) // timedelta(hours=1)
        if 0 <= ago < HOURS:
            actions[HOURS - 1 - ago] += tally.actions
    return actions


def recent(now: datetime) -> list[Tally]:
    return list(Tally.objects.filter(began_at__gt=now - timedelta(hours=HOURS) - SPAN))
