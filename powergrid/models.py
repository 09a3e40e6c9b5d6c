"""What only those who run the site have to know about it."""

from datetime import datetime, timedelta

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Heartbeat(models.Model):
    """When a worker, a thinker or a sender last had a task to do, or a scheduler last handed one out."""

    class Program(models.TextChoices):
        WORKER = "worker", _("Worker")
        THINKER = "thinker", _("Thinker")
        SENDER = "sender", _("Sender")
        SCHEDULER = "scheduler", _("Scheduler")

    program = models.CharField(max_length=10, choices=Program)
    name = models.CharField(max_length=200, help_text="tells it from others of its kind")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["program", "name"], name="heartbeat_once")]

    def __str__(self) -> str:
        return f"{self.program} {self.name}"

    def is_quiet(self, now: datetime) -> bool:
        """Whether it seems to have stopped: some task is due every second, but not always to think or to send."""
        may_be_idle = self.program in (self.Program.THINKER, self.Program.SENDER)
        return not may_be_idle and now - self.at > timedelta(minutes=1)


class BackUp(models.Model):
    at = models.DateTimeField(help_text="the moment at which it was begun")
    size = models.BigIntegerField(help_text="in bytes")

    def __str__(self) -> str:
        return f"back-up of {self.at:%Y-%m-%d %H:%M}"


class Tally(models.Model):
    """How many actions were taken in ten minutes. Counted once, as there are too many rows to count each time."""

    began_at = models.DateTimeField(unique=True)
    actions = models.PositiveIntegerField(default=0)
    last_action = models.BigIntegerField(help_text="the id of the last action that was counted")

    class Meta:
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return f"{self.actions} from {self.began_at:%Y-%m-%d %H:%M}"


class Receipt(models.Model):
    """That something a form asked for was done. It names nobody, and is kept for a few days."""

    digest = models.CharField(max_length=64, unique=True, help_text="of what was sent, see powergrid.receipts")
    led_to = models.TextField(
        blank=True, help_text="the address that the answer led to; empty where it was part of a page"
    )
    received_at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return f"receipt {self.pk}"
