"""What people say to each other, and how they mute and report."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_MESSAGE = 1000  # how many characters a message may have
LONGEST_REMARK = 500  # how many characters a player may add to a report


class Conversation(models.Model):
    """One stream of messages. Where it is held, and who may listen, the rooms know (see :mod:`talk.rooms`)."""

    started_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"conversation {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("talk:conversation", args=[self.pk])


class MessageQuerySet(models.QuerySet["Message"]):
    def heard_by(self, user: int | None) -> "MessageQuerySet":
        """All but the messages of people that the user of this number has muted; all of it, for visitors."""
        if user is None:
            return self
        return self.exclude(Exists(Mute.objects.filter(user=user, other=OuterRef("author"))))

    def newest_first(self) -> "MessageQuerySet":
        return self.select_related("author").order_by("-pk")


class Message(models.Model):
    """What a player said, as plain text without anything that could upset the page around it."""

    conversation = models.ForeignKey(Conversation, models.CASCADE, related_name="messages")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="messages", help_text="none: has left"
    )
    text = models.CharField(max_length=LONGEST_MESSAGE)
    said_at = models.DateTimeField(default=timezone.now)
    place = models.PositiveIntegerField(
        null=True, blank=True, help_text="how many actions had been taken in the game; none before it began"
    )
    removed_at = models.DateTimeField(null=True, blank=True, help_text="when it was taken out of everybody's sight")

    objects: ClassVar[MessageQuerySet] = MessageQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        indexes = [models.Index(fields=["author", "said_at"])]

    def __str__(self) -> str:
        return f"message {self.pk}"


class Mute(models.Model):
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutes")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="muted_by")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "other"], name="mute_once"),
            models.CheckConstraint(condition=~Q(user=F("other")), name="mute_others_only"),
        ]

    def __str__(self) -> str:
        return f"mute {self.pk}"


class Reason(models.TextChoices):
    INSULT = "insult", _("It insults or threatens a player")
    SPAM = "spam", _("It advertises something, or floods the talk")
    CHEATING = "cheating", _("It is about cheating")
    OTHER = "other", _("Something else")


class ReportQuerySet(models.QuerySet["Report"]):
    def open(self) -> "ReportQuerySet":
        return self.filter(settled_at=None)


class Report(models.Model):
    message = models.ForeignKey(Message, models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="reports")
    reason = models.CharField(max_length=10, choices=Reason.choices)
    remark = models.CharField(max_length=LONGEST_REMARK, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="settled_reports"
    )
    told_at = models.DateTimeField(null=True, blank=True, help_text="when moderators were told of it")

    objects: ClassVar[ReportQuerySet] = ReportQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        constraints = [models.UniqueConstraint(fields=["message", "reporter"], name="report_once")]
        indexes = [models.Index("created_at", name="report_open", condition=Q(settled_at=None))]

    def __str__(self) -> str:
        return f"report {self.pk}"
