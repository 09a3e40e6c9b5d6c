"""How often people want to be told: in general by each way, and otherwise for single games."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from django.db import transaction
from django.utils.translation import ngettext

from accounts.models import User
from notifications.models import Alert, AlertTimes, Channel, Destination, Frequency, GameWish, Reason, State, Wish

SPANS = (1, 2, 3, 4, 6, 8, 12, 24, 48)  # from these one can choose, in hours
_BY_THE_CLOCK = frozenset({Reason.QUIET, Reason.SPACED, Reason.DAILY})
"""Why alerts wait that could be due at once by another wish."""


@dataclass(frozen=True, slots=True)
class HowOften:
    """A wish as one choice of many: ``str`` is what a form sends, :func:`read` its inverse."""

    frequency: Frequency
    hours: int = 0

    @classmethod
    def of(cls, wish: Wish) -> Self:
        frequency = Frequency(wish.frequency)
        return cls(frequency, wish.hours if frequency is Frequency.SPACED else 0)

    def __str__(self) -> str:
        return f"{self.frequency}-{self.hours}" if self.hours else self.frequency.value

    @property
    def words(self) -> str:
        if self.frequency is not Frequency.SPACED:
            return str(self.frequency.label)
        return ngettext("At most once an hour", "At most every {hours} hours", self.hours).format(hours=self.hours)

    @property
    def columns(self) -> dict[str, Any]:
        """What rows of wishes note of it; hours that do not count stay as they are there."""
        return {"frequency": self.frequency, **({"hours": self.hours} if self.hours else {})}


def all_of_them() -> list[HowOften]:
    spaced = [HowOften(Frequency.SPACED, hours) for hours in SPANS]
    return [HowOften(Frequency.AT_ONCE), *spaced, HowOften(Frequency.DAILY), HowOften(Frequency.NEVER)]


def choose(destination: Destination, how_often: HowOften, *, now: datetime) -> None:
    """Be told so often by one way. What was put off by the wish until now is looked at again."""
    with transaction.atomic():
        Destination.objects.filter(pk=destination.pk).update(**how_often.columns)
        _look_again(destination.user, now)


def choose_for_game(user: User, subject_id: int, wishes: Mapping[Channel, HowOften | None], *, now: datetime) -> None:
    """Be told of one game otherwise by these channels; None is as usual."""
    with transaction.atomic():
        for channel, how_often in wishes.items():
            if how_often is None:
                GameWish.objects.filter(user=user, subject_id=subject_id, channel=channel).delete()
            else:
                GameWish.objects.update_or_create(
                    user=user, subject_id=subject_id, channel=channel, defaults=how_often.columns
                )
        _look_again(user, now)


def choose_times(times: AlertTimes, *, now: datetime) -> None:
    chosen = ("quiet", "quiet_from", "quiet_until", "digest_at")
    with transaction.atomic():
        AlertTimes.objects.bulk_create([times], update_conflicts=True, unique_fields=["user"], update_fields=chosen)
        _look_again(times.user, now)


def for_game(user: User, subject_id: int) -> dict[Channel, HowOften]:
    rows = GameWish.objects.filter(user=user, subject_id=subject_id)
    return {Channel(row.channel): HowOften.of(row) for row in rows}


def games_apart(user: User) -> list[int]:
    return list(
        GameWish.objects.filter(user=user).values_list("subject_id", flat=True).distinct().order_by("subject_id")
    )


def _look_again(user: User, now: datetime) -> None:
    """Have alerts that wait for a time of the day decided again: a sweep finds them, and those that still wait."""
    waiting = Alert.objects.filter(recipient=user, state=State.NEW, due_at__gt=now)
    found = [alert.pk for alert in waiting if alert.held and alert.held[-1]["reason"] in _BY_THE_CLOCK]
    Alert.objects.filter(pk__in=found, state=State.NEW).update(due_at=now)
