"""What the workers do for this app."""

from celery import shared_task
from django.utils import timezone

from accounts import cleanup, retention, sessions


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def forget_sessions() -> None:
    now = timezone.now()
    retention.note(forget_sessions.name, sessions.forget(now=now), now=now)


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def forget_guests(went: int = 0) -> None:
    retention.by_and_by(forget_guests, cleanup.guests, went)


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def forget_unconfirmed(went: int = 0) -> None:
    retention.by_and_by(forget_unconfirmed, cleanup.unconfirmed, went)


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def forget_former(went: int = 0) -> None:
    retention.by_and_by(forget_former, cleanup.former, went)
