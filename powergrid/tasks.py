"""What the workers do for those who run the site."""

from celery import shared_task
from django.utils import timezone

from powergrid import moderation
from powergrid.monitoring import standing, tallies


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def tally() -> None:
    """Count what was done lately."""
    tallies.bring_up_to_date(timezone.now())


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def look_for_standing_games() -> None:
    """Look for games that stand still."""
    standing.look(timezone.now())


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def tell_moderators() -> None:
    """Tell those who keep the peace of new reports."""
    moderation.tell(timezone.now())
