"""The outbox: one row for every alert that somebody is owed."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class State(models.TextChoices):
    NEW = "new", "waiting"
    CLAIMED = "claimed", "being sent"
    SENT = "sent", "sent"
    DROPPED = "dropped", "no longer needed"
    FAILED = "failed", "given up"


class Alert(models.Model):
    """Something to tell one person through one channel.

    ``kind`` names who makes its content (see :mod:`notifications.kinds`), ``subject_id`` and ``sequence`` what it is
    about, such as game and number of actions. The unique key keeps a retry from telling twice.
    """

    recipient = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="alerts")
    channel = models.CharField(max_length=10, default="mail")
    kind = models.CharField(max_length=40)
    subject_id = models.BigIntegerField()
    sequence = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.NEW)
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    lease_until = models.DateTimeField(null=True, blank=True)
    token = models.CharField(max_length=32, blank=True, help_text="of the worker that has claimed it")
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)
    note = models.CharField(max_length=200, blank=True, help_text="why it was dropped or failed")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["recipient", "channel", "kind", "subject_id", "sequence"], name="alert_once"
            )
        ]
        indexes = [models.Index(fields=["state", "due_at"])]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject_id}/{self.sequence} to user {self.recipient_id}"
