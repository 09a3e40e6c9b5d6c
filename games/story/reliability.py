"""How many of their decisions players make in time: for profiles, and for tables to ask for."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.db.models import Count, Exists, OuterRef, QuerySet, Sum, Value
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Absence, Seat

FEWEST_DECISIONS = 20
"""With fewer decisions, a player is new, and has no figure yet."""

MISSES_OF_AN_ABSENCE = 10
"""An absence counts as so many missed decisions, until the player is back or replaced."""

MOST_ASKED_OF_NEWCOMERS = 80
"""Tables that ask for no more than this let in players without a figure."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """The decisions that a player made ``in_time``, and those ``missed``; an absence counts as several of these."""

    fewest: ClassVar = FEWEST_DECISIONS
    price: ClassVar = MISSES_OF_AN_ABSENCE
    in_time: int = 0
    missed: int = 0

    @property
    def asked(self) -> int:
        return self.in_time + self.missed

    @property
    def percent(self) -> int | None:
        """The share of decisions made in time, rounded down; None for newcomers."""
        return 100 * self.in_time // self.asked if self.asked >= FEWEST_DECISIONS else None


def of(user: User) -> Reliability:
    """One query."""
    return of_all([user])[user.pk]


def of_all(users: Iterable[User]) -> dict[int, Reliability]:
    """That of many people by their number, in one query."""
    in_time, missed = Counter[int](), Counter[int]()
    people = [user.pk for user in users]
    for pk, turns, misses, absences in _held(people).union(_handed_over(people), all=True):
        in_time[pk] += turns
        missed[pk] += misses + absences * MISSES_OF_AN_ABSENCE
    return {pk: Reliability(in_time[pk], missed[pk]) for pk in people}


def objection(user: User, least: int) -> str:
    """Why a player cannot join where ``least`` percent are asked for, in a sentence; empty if they can."""
    if not least:
        return ""
    percent = of(user).percent
    if percent is None:
        return "" if least <= MOST_ASKED_OF_NEWCOMERS else _refusal_to_newcomers(least)
    if percent >= least:
        return ""
    return _(
        "This table is for players who make at least %(least)d %% of their decisions in time. You have made"
        " %(percent)d %% of yours in time. Each further decision in time raises your figure."
    ) % {"least": least, "percent": percent}


def _refusal_to_newcomers(least: int) -> str:
    return _(
        "This table is for players who make at least %(least)d %% of their decisions in time. You have no"
        " figure yet: you get one after %(fewest)d decisions in games with other people."
    ) % {"least": least, "fewest": FEWEST_DECISIONS}


def _held(people: list[int]) -> "QuerySet[Seat, tuple[int, int, int, int]]":
    """By person, what they did on the seats that they have, and on how many of these a bot stands in."""
    others = Seat.objects.filter(game=OuterRef("game"), is_bot=False).exclude(pk=OuterRef("pk"))
    return (
        Seat.objects.filter(Exists(others), user__in=people)
        .order_by()
        .values("user")
        .annotate(in_time=Sum("turns"), missed=Sum("misses"), away=Count("absent_since"))
        .values_list("user", "in_time", "missed", "away")
    )


def _handed_over(people: list[int]) -> "QuerySet[Absence, tuple[int, int, int, int]]":
    """By person, what they did on seats that another player has now."""
    return (
        Absence.objects.filter(user__in=people, substitute__isnull=False)
        .values("user")
        .annotate(in_time=Sum("turns"), missed=Sum("misses"), away=Value(0))
        .values_list("user", "in_time", "missed", "away")
    )
