"""What the workers do for this app."""

from celery import shared_task
from django.utils import timezone

from accounts import retention
from matchmaking import cleanup, invitations
from matchmaking.ratings import figures, rating


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def rate() -> None:
    rating.rate_finished(now=timezone.now())
    figures.gather()


close_abandoned_tables = retention.task_of("matchmaking.tasks.close_abandoned_tables", cleanup.abandoned_tables)
forget_closed_tables = retention.task_of("matchmaking.tasks.forget_closed_tables", cleanup.closed_tables)
forget_practice_games = retention.task_of("matchmaking.tasks.forget_practice_games", cleanup.practice_games)


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def tell_invited() -> None:
    invitations.sweep(now=timezone.now())
