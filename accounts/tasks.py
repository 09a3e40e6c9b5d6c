"""What the workers do for this app."""

from celery import shared_task
from django.utils import timezone

from accounts import cleanup, retention, sessions


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def forget_sessions() -> None:
    """Delete sessions that nobody can use any more."""
    now = timezone.now()
    retention.note(forget_sessions.name, sessions.forget(now=now), now=now)


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def forget_guests(went: int = 0) -> None:
    """Delete guests who have not been here for long."""
    retention.by_and_by(forget_guests, cleanup.guests, went)


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def forget_unconfirmed(went: int = 0) -> None:
    """Delete accounts that were begun and never confirmed."""
    retention.by_and_by(forget_unconfirmed, cleanup.unconfirmed, went)


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def forget_former(went: int = 0) -> None:
    """Delete the rows of who has left that nothing needs."""
    retention.by_and_by(forget_former, cleanup.former, went)
