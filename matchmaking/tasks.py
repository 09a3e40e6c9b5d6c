"""What the workers do for this app."""

from celery import shared_task
from django.utils import timezone

from matchmaking.ratings import figures, rating


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def rate() -> None:
    """Rate games that have ended, and count what their people did in them."""
    rating.rate_finished(now=timezone.now())
    figures.gather()
