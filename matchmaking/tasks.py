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


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def close_abandoned_tables(went: int = 0) -> None:
    retention.by_and_by(close_abandoned_tables, cleanup.abandoned_tables, went)


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def forget_closed_tables(went: int = 0) -> None:
    retention.by_and_by(forget_closed_tables, cleanup.closed_tables, went)


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def forget_practice_games(went: int = 0) -> None:
    retention.by_and_by(forget_practice_games, cleanup.practice_games, went)


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def tell_invited() -> None:
    invitations.sweep(now=timezone.now())
