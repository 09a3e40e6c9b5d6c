"""Tasks for those who run the site."""

from typing import cast

from celery import shared_task
from django.core.cache import cache
from django.utils import timezone

from accounts import retention
from powergrid import moderation, receipts
from powergrid.cache import Cache
from powergrid.monitoring import action_counts, stuck_games


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def tally() -> None:
    action_counts.bring_up_to_date(timezone.now())


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def look_for_standing_games() -> None:
    stuck_games.look(timezone.now())


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def tell_moderators() -> None:
    moderation.tell(timezone.now())


forget_receipts = retention.task_of("powergrid.tasks.forget_receipts", receipts.forget)


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def forget_counts() -> None:
    now = timezone.now()
    retention.note(forget_counts.name, cast(Cache, cache).forget(now=now), now=now)
