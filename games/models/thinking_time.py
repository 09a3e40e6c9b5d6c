"""Whose turn it is with those who think for Hard bots."""

from datetime import datetime, timedelta

from django.db import models
from django.db.models import F, Value
from django.db.models.functions import Greatest


class ThinkingTime(models.Model):
    """How long workers have thought for one person, or for all guests at one network address.

    The clock of each stands at the end of what was thought for them, or at the present if that is later. Whose clock
    is behind comes first: so each gets the same time, however many games they have.
    """

    whom = models.CharField(primary_key=True, max_length=64, help_text="as ``Game.thinks_for`` has it")
    clock = models.DateTimeField(help_text="when what was thought for them ends, one after the other")

    def __str__(self) -> str:
        return self.whom

    @classmethod
    def charge(cls, whom: str, now: datetime, seconds: float) -> None:
        """Count a thought that begins."""
        cls.objects.get_or_create(whom=whom, defaults={"clock": now})
        latest = Greatest(F("clock"), Value(now, models.DateTimeField()))
        cls.objects.filter(whom=whom).update(clock=latest + timedelta(seconds=seconds))

    @classmethod
    def give_back(cls, whom: str, seconds: float) -> None:
        """Count less for a thought that has ended before its time was up."""
        cls.objects.filter(whom=whom).update(clock=F("clock") - timedelta(seconds=seconds))
