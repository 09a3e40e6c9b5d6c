"""What is said to everybody. None of it points to a person: the log of the admin says who wrote it."""

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_SENTENCE = 400  # characters: it stands on top of every page


class Page(models.Model):
    """What every site has to say, and only its operator can write."""

    class Subject(models.TextChoices):
        PRIVACY = "privacy", _("Privacy")
        IMPRINT = "imprint", _("Imprint")
        CONTACT = "contact", _("Contact")

    subject = models.CharField(max_length=10, choices=Subject, unique=True)
    text = models.TextField(
        help_text=_(
            "Plain text. An empty line begins a paragraph. “# ” before a line makes it a heading, “- ” an item of a"
            " list. Web and mail addresses become links."
        )
    )
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.get_subject_display()

    def get_absolute_url(self) -> str:
        return reverse(f"announcements:{self.subject}")


class Notice(models.Model):
    class Level(models.TextChoices):
        NEWS = "news", _("News: readers can hide it")
        WARNING = "warning", _("Warning: it stays until it ends")

    text = models.CharField(
        max_length=LONGEST_SENTENCE, help_text=_("One or two sentences of plain text. Web addresses become links.")
    )
    level = models.CharField(max_length=10, choices=Level, default=Level.NEWS)
    starts_at = models.DateTimeField(_("from"), default=timezone.now)
    ends_at = models.DateTimeField(
        _("until"), null=True, blank=True, help_text=_("Leave empty to show it until you delete it.")
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="notice_forwards",
                condition=Q(ends_at=None) | Q(ends_at__gt=models.F("starts_at")),
                violation_error_message=_("It ends before it begins."),
            )
        ]

    def __str__(self) -> str:
        return self.text

    @property
    def can_be_put_away(self) -> bool:
        return self.level == self.Level.NEWS

    def is_on(self, now: datetime) -> bool:
        return self.starts_at <= now and (self.ends_at is None or now < self.ends_at)


class MaintenanceQuerySet(models.QuerySet["Maintenance"]):
    def going_on(self) -> "MaintenanceQuerySet":
        return self.filter(ended_at=None)


class Maintenance(models.Model):
    """A time in which pages can be read and nothing can be changed. Clocks of games stand still."""

    sentence = models.CharField(
        max_length=LONGEST_SENTENCE,
        help_text=_("What all visitors read meanwhile, such as “We move to a faster machine.”"),
    )
    expected_until = models.DateTimeField(
        null=True, blank=True, help_text=_("When you expect it to end. It does not end by itself.")
    )
    began_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[MaintenanceQuerySet] = MaintenanceQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name_plural = _("maintenance")
        indexes = [models.Index("began_at", name="maintenance_going_on", condition=Q(ended_at=None))]

    def __str__(self) -> str:
        return self.sentence
