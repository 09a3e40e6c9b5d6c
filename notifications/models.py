"""The outbox: one row for every alert that somebody is owed."""

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone


class Channel(models.TextChoices):
    """The ways to reach somebody."""

    MAIL = "mail", "mail"


class State(models.TextChoices):
    NEW = "new", "waiting"
    CLAIMED = "claimed", "being sent"
    SENT = "sent", "sent"
    DROPPED = "dropped", "no longer needed"
    FAILED = "failed", "given up"


class AlertQuerySet(models.QuerySet["Alert"]):
    def due(self, now: datetime) -> "AlertQuerySet":
        """Alerts that a worker may take: not yet sent, and not in the hands of another one."""
        return self.filter(state__in=[State.NEW, State.CLAIMED], due_at__lte=now)

    def held_by(self, alert: "Alert") -> "AlertQuerySet":
        """The row of an alert, as long as the claim under which it was loaded still stands."""
        return self.filter(pk=alert.pk, state=State.CLAIMED, token=alert.token)


class Alert(models.Model):
    """Something to tell one person through one channel.

    ``kind`` names who makes its content (see :mod:`notifications.kinds`), ``subject_id`` and ``sequence`` what it is
    about, such as game and number of actions. The unique key keeps a retry from telling twice.
    """

    recipient = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="alerts")
    channel = models.CharField(max_length=10, choices=Channel.choices, default=Channel.MAIL)
    kind = models.CharField(max_length=40)
    subject_id = models.BigIntegerField()
    sequence = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.NEW)
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(
        default=timezone.now, help_text="when a worker may take it; while one has it, when its lease ends"
    )
    token = models.CharField(max_length=32, blank=True, help_text="of the claim under which it is being sent")
    attempts = models.PositiveSmallIntegerField(default=0, help_text="how often a worker has taken it")
    sent_at = models.DateTimeField(null=True, blank=True)
    note = models.CharField(max_length=200, blank=True, help_text="why it was put off, dropped or given up")

    objects: ClassVar[AlertQuerySet] = AlertQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["recipient", "channel", "kind", "subject_id", "sequence"], name="alert_once"
            )
        ]
        indexes = [models.Index(fields=["state", "due_at"])]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk} to user {self.recipient_id}"
