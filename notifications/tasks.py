"""What the workers do for this app."""

import logging
from collections.abc import Iterable

from celery import shared_task
from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError

from notifications import delivery
from notifications.models import Alert

logger = logging.getLogger(__name__)

BATCH = 200
"""How many alerts one sweep hands out."""


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def deliver(pk: int) -> None:
    """Send one alert."""
    delivery.deliver(pk, now=timezone.now())


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def sweep() -> None:
    """Hand out the alerts that are due: put off earlier, or lost with a worker or the broker."""
    hand_out(Alert.objects.due(timezone.now()).order_by("due_at").values_list("pk", flat=True)[:BATCH])


def hand_out(pks: Iterable[int]) -> None:
    """Ask the workers to send alerts now. A broker out of reach only delays them to a later sweep.

    What no worker takes up before the next sweep expires: that sweep hands it out again.
    """
    for pk in pks:
        try:
            deliver.apply_async((pk,), expires=settings.SWEEP_SECONDS, retry_policy={"max_retries": 1})
        # The file system as a broker raises its own faults.
        except (OperationalError, OSError) as fault:
            logger.warning("Alert %s waits for a sweep; the broker is out of reach: %s", pk, fault)
            return
