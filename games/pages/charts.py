"""Curves as pictures that the site draws itself: themed by style sheets, readable as tables, without scripts.

A chart says what is shown, and its picture where everything is, as SVG counts; ``games/_chart.html`` draws it.
What is told by colour is told by shape, dash and name, too.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise
from unicodedata import east_asian_width

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from games.board.glyphs import HOUSES, ICONS, seat_class
from games.pages.panels.pieces import FUEL_NAMES, Company

ROUND = gettext_lazy("round")
WIDTH, HEIGHT = 420, 240
LEFT, RIGHT, TOP, BOTTOM = 34, 322, 24, 212
"""Where the curves are; what is right of them is for the names."""
LABEL_GAP = 15
"""How far the names of two curves are apart at least."""
NAME_OF_MARK = 40
"""How wide the name of a mark is, about."""
LONGEST_LABEL = 11
"""How many characters of usual width a name has room for."""
MOST_TICKS = {"x": 11, "y": 6}

DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 2", "12 4")
"""How the lines of series differ that are side by side."""


@dataclass(frozen=True, slots=True)
class Series:
    """One curve: its name, and by what it is told from others, which is a class with its colours, a shape and a dash.

    ``values`` are one for each round from the first that the chart has; None where there is nothing to show.
    ``company`` is None where it is of no company, but of a fuel.
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
    unit: str | Promise = ROUND
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
    assert company.seat is not None  # noqa: S101  (for the type checker: the Trust has no curves)
    shape = HOUSES[company.seat][1]
    return Series(company.name, seat_class(company.seat), shape, DASHES[company.seat], tuple(values), company)


def of_fuel(kind: rules.FuelKind, values: Sequence[int | None]) -> Series:
    dash = DASHES[rules.KINDS.index(kind)]
    return Series(str(FUEL_NAMES[kind]), f"of-{kind}", ICONS[kind], dash, tuple(values))


@dataclass(frozen=True, slots=True)
class Point:
    """A value of a curve, and what it says."""

    x: float
    y: float
    words: str


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve: its line, which may have gaps, and its points. ``id`` names its shape.

    As much of its name as there is room for stands beside its last point, at ``name_y``.
    """

    id: str
    series: Series
    line: str
    points: tuple[Point, ...]
    name: str
    name_y: float

    @property
    def end(self) -> Point:
        return self.points[-1]


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart that has at least one value.

    ``values`` and ``rounds`` are numbers beside an axis, each after its place on it; ``marks`` are lines from top to
    bottom: their x, the y of their name, and the name.
    """

    width, height = WIDTH, HEIGHT
    left, right, top, bottom = LEFT, RIGHT, TOP, BOTTOM

    values: tuple[tuple[float, int], ...]
    rounds: tuple[tuple[float, int], ...]
    marks: tuple[tuple[float, int, str], ...]
    curves: tuple[Curve, ...]


@dataclass(frozen=True, slots=True)
class _Scale:
    """From rounds and values to places in the picture."""

    first: int
    last: int
    low: int
    top: int

    def x(self, number: float) -> float:
        return round(LEFT + (RIGHT - LEFT) * (number - self.first) / max(1, self.last - self.first), 1)

    def y(self, value: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (value - self.low) / (self.top - self.low), 1)


def picture_of(chart: Chart) -> Picture:
    values = [value for each in chart.series for value in each.values if value is not None]
    least, most = 0 if chart.is_from_zero else min(values), max(values)
    step = _step(most - least, MOST_TICKS["y"])
    low = least // step * step
    scale = _Scale(chart.rounds[0], chart.rounds[-1], low, max(low + step, -(-most // step) * step))
    return Picture(
        values=tuple((scale.y(value), value) for value in range(scale.low, scale.top + 1, step)),
        rounds=tuple((scale.x(number), number) for number in _numbered(scale)),
        marks=tuple(_marks(chart, scale)),
        curves=tuple(_curves(chart, scale)),
    )


def _numbered(scale: _Scale) -> Iterable[int]:
    """The rounds that have their number below them."""
    every = _step(scale.last - scale.first, MOST_TICKS["x"])
    rounds = range(scale.first, scale.last + 1)
    return rounds if len(rounds) == 1 else (number for number in rounds if number % every == 0)


def _marks(chart: Chart, scale: _Scale) -> Iterator[tuple[float, int, str]]:
    """Where Steps begin; one that follows closely has its name a line higher."""
    before = -WIDTH * 1.0
    for mark in chart.marks:
        x = scale.x(mark.round)
        yield x, TOP - 17 if x - before < NAME_OF_MARK else TOP - 7, mark.words
        before = x


def _curves(chart: Chart, scale: _Scale) -> Iterator[Curve]:
    shown = [each for each in chart.series if not each.is_empty]
    points = [tuple(_points(chart, each, scale)) for each in shown]
    places = _label_places([own[-1].y for own in points])
    for number, (each, own, place) in enumerate(zip(shown, points, places, strict=True)):
        line = "".join(_lines(chart, each, scale))
        yield Curve(f"{chart.key}-{number}", each, line, own, _short(each.name), round(place, 1))


def _points(chart: Chart, series: Series, scale: _Scale) -> Iterator[Point]:
    for number, value in enumerate(series.values, chart.first):
        if value is not None:
            yield Point(scale.x(number), scale.y(value), _words(chart, series, number, value))


def _lines(chart: Chart, series: Series, scale: _Scale) -> Iterator[str]:
    """A line for each run of values without a gap."""
    for is_there, run in groupby(enumerate(series.values, chart.first), lambda point: point[1] is not None):
        if is_there:
            yield "M" + "L".join(f"{scale.x(number)} {scale.y(value)}" for number, value in run if value is not None)


def _short(name: str) -> str:
    """As much of a name as there is room for.

    >>> _short("Christopher"), _short("Christopherus"), _short("李小龍と渡辺"), _short("WWWWWWWW")
    ('Christopher', 'Christophe…', '李小龍と渡…', 'WWWWWW…')
    """
    if sum(map(_width, name)) <= LONGEST_LABEL:
        return name
    widths = accumulate(map(_width, name), initial=1.0)  # the dots
    return f"{name[: sum(width <= LONGEST_LABEL for width in widths) - 1]}…"


def _width(character: str) -> float:
    """How wide a character is, about, where 1 is usual: those of East Asia are squares."""
    if east_asian_width(character) in "WF":
        return 1.9
    return 1.5 if character in "MWmw@" else 1.0


def _words(chart: Chart, series: Series, number: int, value: int) -> str:
    """What a point says: the value of a series after a round, or before the first one."""
    if number == 0:
        return _("{name}, at the start: {value}").format(name=series.name, value=value)
    return _("{name}, {unit} {number}: {value}").format(name=series.name, unit=chart.unit, number=number, value=value)


def _label_places(wanted: Sequence[float]) -> list[float]:
    """Where names stand: beside the ends of their curves, and none upon another."""
    ranked = sorted(range(len(wanted)), key=lambda place: wanted[place])
    places = list(wanted)
    for upper, lower in pairwise(ranked):
        places[lower] = max(places[lower], places[upper] + LABEL_GAP)
    floor = BOTTOM - 8.0  # below it the axis has its name
    for place in reversed(ranked):
        places[place] = min(places[place], floor)
        floor = places[place] - LABEL_GAP
    return places


def _step(span: int, most: int) -> int:
    """The distance of round numbers of which at most so many cover a span.

    >>> _step(20, 11), _step(147, 6), _step(5, 6)
    (2, 50, 1)
    """
    size = 1
    while True:
        for factor in (1, 2, 5):
            if span / (factor * size) < most:
                return factor * size
        size *= 10
