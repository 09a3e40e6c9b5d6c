"""What the workers do for this app."""

from celery import shared_task
from django.utils import timezone

from accounts import deletion, retention, sessions


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def forget_sessions() -> None:
    now = timezone.now()
    retention.note(forget_sessions.name, sessions.forget(now=now), now=now)


forget_guests = retention.task_of("accounts.tasks.forget_guests", deletion.guests)
forget_unconfirmed = retention.task_of("accounts.tasks.forget_unconfirmed", deletion.unconfirmed)
forget_former = retention.task_of("accounts.tasks.forget_former", deletion.former)
