"""What the workers do for this app."""

from celery import shared_task
from django.utils import timezone

from accounts import sessions


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def forget_sessions() -> None:
    """Delete sessions that nobody can use any more."""
    sessions.forget(now=timezone.now())
