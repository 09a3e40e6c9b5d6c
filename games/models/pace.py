"""How fast a game is played: how much time people have, agreed at the table and kept by the game."""

from collections.abc import Mapping
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.stored import Stored


class Preset(models.TextChoices):
    """Paces that have a name. ``OWN`` is any other."""

    QUICK = "quick", _("Quick")
    DAILY = "daily", _("Daily")
    RELAXED = "relaxed", _("Relaxed")
    NONE = "none", _("No clock")
    OWN = "own", _("Own times")


HOUR, DAY = 3600, 86400

SOONEST, LATEST = 20, 90
"""A plan answers after a time by chance between these, in seconds: long enough to take something back."""

_NOTHING_MORE: Mapping[str, int | None] = {"bank_time": 0, "increment": 0, "bank_cap": 0, "grace": 0}

TIMES: Mapping[Preset, Mapping[str, int | None]] = {
    Preset.QUICK: {**_NOTHING_MORE, "move_time": 12 * HOUR},
    Preset.DAILY: {**_NOTHING_MORE, "move_time": DAY, "bank_time": 3 * DAY, "bank_cap": 3 * DAY},
    Preset.RELAXED: {**_NOTHING_MORE, "move_time": 3 * DAY},
    Preset.NONE: {**_NOTHING_MORE, "move_time": None},
}
"""The times, in seconds, of each pace that has a name."""


def about_as_fast(preset: Preset, prefix: str = "") -> models.Q:
    """What is about as fast as a pace with a name; own times can be, too.

    :param prefix: the way to the pace from the rows that are sought, such as ``game__``.
    """
    bounds: Mapping[Preset, Mapping[str, int | None]] = {
        Preset.QUICK: {"lte": 12 * HOUR},
        Preset.DAILY: {"gt": 12 * HOUR, "lte": DAY},
        Preset.RELAXED: {"gt": DAY},
        Preset.NONE: {"isnull": True},
    }
    return models.Q(**{f"{prefix}move_time__{bound}": value for bound, value in bounds[preset].items()})


class Pace(Stored):
    """The time that people have for their decisions, in seconds, and when the clocks rest.

    A player who is asked has ``grace`` before the clock ticks, then ``move_time``, then what is in their own bank,
    which each decision fills by ``increment`` up to ``bank_cap``. Without ``move_time`` there is no clock.
    """

    move_time = models.PositiveIntegerField(
        null=True, blank=True, help_text="seconds for each decision; none without a clock"
    )
    bank_time = models.PositiveIntegerField(default=0, help_text="seconds in the bank of each player at first")
    increment = models.PositiveIntegerField(default=0, help_text="seconds added to the bank with each decision")
    bank_cap = models.PositiveIntegerField(default=0, help_text="seconds that the bank can have at most")
    grace = models.PositiveIntegerField(default=0, help_text="seconds before the clock begins to tick")
    rests_on_weekends = models.BooleanField(default=False, help_text="whether clocks stand still on weekends")
    plans_answer_at_once = models.BooleanField(
        default=False, help_text="whether plans answer at once, or after a while so that nobody can tell"
    )
    areas_at_once = models.BooleanField(
        default=False, help_text="whether all players rank drafted areas at the same time"
    )

    class Meta:
        abstract = True

    @property
    def has_clock(self) -> bool:
        return self.move_time is not None

    @property
    def preset(self) -> Preset:
        """The name of its times."""
        pace = self.pace.items()
        return next((preset for preset, times in TIMES.items() if times.items() <= pace), Preset.OWN)

    @property
    def pace(self) -> dict[str, Any]:
        """All of this by name: what a table hands to its game."""
        return {field.name: getattr(self, field.name) for field in Pace._meta.local_fields}
