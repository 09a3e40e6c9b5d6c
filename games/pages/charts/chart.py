"""What a chart shows: some series, most often over the rounds of a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy

import rules
from games.board.glyphs import HOUSES, ICONS, seat_class
from games.pages.panels.pieces import FUEL_NAMES, Company

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

ROUND = gettext_lazy("round")

DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 2", "12 4")
"""How the lines of series differ that are side by side."""


@dataclass(frozen=True, slots=True)
class Series:
    """One curve: its name, and by what it is told from others, which is a class with its colours, a shape and a dash.

    ``values`` are one for each round from the first that the chart has; None where there is nothing to show.
    ``company`` is whose it is; None where it is nobody's, as that of a fuel.
    """

    name: str
    look: str
    shape: str
    dash: str
    values: tuple[int | None, ...]
    company: Company | None = None

    @property
    def is_empty(self) -> bool:
        return all(value is None for value in self.values)


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment that stands out in all charts of a game, such as the begin of a Step."""

    round: int
    words: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Some series side by side, from round ``first`` on, where 0 is the start. ``key`` begins the ids of its parts.

    ``note`` says what has to be known to read it; often nothing. Where it is not about rounds, ``unit`` is what is
    counted instead. ``is_from_zero``: its lowest value is 0, whatever the series are.
    """

    key: str
    title: str
    note: str
    first: int
    series: tuple[Series, ...]
    marks: tuple[Mark, ...]
    unit: "str | StrPromise" = ROUND
    is_from_zero: bool = True

    @property
    def is_empty(self) -> bool:
        return all(each.is_empty for each in self.series)

    @property
    def rounds(self) -> range:
        return range(self.first, self.first + max(len(each.values) for each in self.series))

    @property
    def rows(self) -> list[tuple[int, tuple[int | None, ...]]]:
        """The same as a table: for each round the values of all series."""
        return [*zip(self.rounds, zip(*(each.values for each in self.series), strict=True), strict=True)]


def of_company(company: Company, values: Sequence[int | None]) -> Series:
    """The series of a company, in its colour and with the shape of its houses."""
    assert company.seat is not None  # noqa: S101  (for the type checker: the Trust has no curves)
    shape = HOUSES[company.seat][1]
    return Series(company.name, seat_class(company.seat), shape, DASHES[company.seat], tuple(values), company)


def of_fuel(kind: rules.FuelKind, values: Sequence[int | None]) -> Series:
    """The series of a fuel, in its colour and with its shape."""
    dash = DASHES[rules.KINDS.index(kind)]
    return Series(str(FUEL_NAMES[kind]), f"of-{kind}", ICONS[kind], dash, tuple(values))
