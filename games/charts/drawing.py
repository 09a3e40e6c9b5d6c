"""A chart as SVG. Colours are those of style sheets; what is told by colour is told by shape, dash and name, too."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise
from unicodedata import east_asian_width

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.charts.chart import Chart, Series

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


@dataclass(frozen=True, slots=True)
class _Scale:
    """From rounds and values to places in the picture."""

    first: int
    last: int
    low: int
    top: int

    def x(self, number: float) -> float:
        return LEFT + (RIGHT - LEFT) * (number - self.first) / max(1, self.last - self.first)

    def y(self, value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - self.low) / (self.top - self.low)


def draw(chart: Chart) -> SafeString:
    """The picture of a chart that has at least one value."""
    values = [value for each in chart.series for value in each.values if value is not None]
    least, most = 0 if chart.is_from_zero else min(values), max(values)
    step = _step(most - least, MOST_TICKS["y"])
    low = least // step * step
    scale = _Scale(chart.rounds[0], chart.rounds[-1], low, max(low + step, -(-most // step) * step))
    shown = [each for each in chart.series if not each.is_empty]
    parts = (*_grid(chart, scale, step), *_marks(chart, scale), *_curves(chart, shown, scale))
    return format_html(
        '<svg class="chart-picture" viewBox="0 0 {} {}" role="group" aria-labelledby="{}-title">{}</svg>',
        WIDTH,
        HEIGHT,
        chart.key,
        SafeString("".join(parts)),
    )


def _grid(chart: Chart, scale: _Scale, step: int) -> Iterator[SafeString]:
    """Lines for values, numbers at both axes."""
    for value in range(scale.low, scale.top + 1, step):
        y = f"{scale.y(value):.1f}"
        yield format_html(
            '<path class="chart-line" d="M{} {}H{}"/><text class="chart-tick" x="{}" y="{}" dy=".35em"'
            ' text-anchor="end">{}</text>',
            LEFT,
            y,
            RIGHT,
            LEFT - 8,
            y,
            value,
        )
    every = _step(scale.last - scale.first, MOST_TICKS["x"])
    for number in range(scale.first, scale.last + 1):
        if number % every == 0 or number == scale.first == scale.last:
            yield format_html(
                '<text class="chart-tick" x="{}" y="{}" text-anchor="middle">{}</text>',
                f"{scale.x(number):.1f}",
                BOTTOM + 16,
                number,
            )
    yield format_html('<text class="chart-tick" x="{}" y="{}">{}</text>', RIGHT + 12, BOTTOM + 16, chart.unit)


def _marks(chart: Chart, scale: _Scale) -> Iterator[SafeString]:
    """Where Steps begin; one that follows closely has its name a line higher."""
    before = -WIDTH * 1.0
    for mark in chart.marks:
        x = scale.x(mark.round)
        y = TOP - 17 if x - before < NAME_OF_MARK else TOP - 7
        before = x
        yield format_html(
            '<path class="chart-mark" d="M{0} {1}V{2}"/><text class="chart-mark-name" x="{0}" y="{3}"'
            ' text-anchor="middle">{4}</text>',
            f"{x:.1f}",
            TOP,
            BOTTOM,
            y,
            mark.words,
        )


def _curves(chart: Chart, shown: Sequence[Series], scale: _Scale) -> Iterator[SafeString]:
    places = _label_places([scale.y(_last(each)[1]) for each in shown])
    for number, (each, place) in enumerate(zip(shown, places, strict=True)):
        yield _curve(chart, each, scale, name=f"{chart.key}-{number}", label_y=place)


def _curve(chart: Chart, series: Series, scale: _Scale, *, name: str, label_y: float) -> SafeString:
    """One curve with its points and its name. It can be focused, so that it stands out."""
    points = [(chart.first + place, value) for place, value in enumerate(series.values)]
    lines = [
        "M" + "L".join(f"{scale.x(number):.1f} {scale.y(value):.1f}" for number, value in run if value is not None)
        for is_there, run in groupby(points, lambda point: point[1] is not None)
        if is_there
    ]
    end, value = _last(series)
    return format_html(
        '<g class="curve {look}" tabindex="0" role="img" aria-label="{label}">'
        '<defs><path id="{name}" d="{shape}" transform="scale(.5)"/></defs>'
        '<path class="curve-line" d="{line}"{dash}/>{points}'
        '<path class="curve-lead" d="M{x:s} {y:s}L{label_x} {label_y:s}"/>'
        '<g class="curve-name"><path d="{shape}" transform="translate({shape_x} {label_y:s})scale(.65)"/>'
        '<svg x="{text_x}" y="{text_y}" width="{text_width}" height="16"><text y="8" dy=".35em">{short}</text></svg>'
        "<title>{label}</title></g></g>",
        look=series.look,
        name=name,
        shape=series.shape,
        label=_words(chart, series, chart.first + end, value),
        line="".join(lines),
        dash=format_html(' stroke-dasharray="{}"', series.dash) if series.dash else "",
        points=_points(chart, series, points, scale, name),
        x=f"{scale.x(chart.first + end) + 5:.1f}",
        y=f"{scale.y(value):.1f}",
        label_x=RIGHT + 10,
        label_y=f"{label_y:.1f}",
        shape_x=RIGHT + 17,
        text_x=RIGHT + 26,
        text_y=f"{label_y - 8:.1f}",
        text_width=WIDTH - RIGHT - 26,
        short=_short(series.name),
    )


def _short(name: str) -> str:
    """As much of a name as there is room for.

    >>> _short("Christopher"), _short("Christopherus"), _short("李小龍と渡辺"), _short("WWWWWWWW")
    ('Christopher', 'Christophe…', '李小龍と渡…', 'WWWWWW…')
    """
    if sum(map(_width, name)) <= LONGEST_LABEL:
        return name
    widths = accumulate(map(_width, name), initial=1.0)  # that of the dots
    return f"{name[: sum(width <= LONGEST_LABEL for width in widths) - 1]}…"


def _width(character: str) -> float:
    """How wide a character is, about, where 1 is usual: those of East Asia are squares."""
    if east_asian_width(character) in "WF":
        return 1.9
    return 1.5 if character in "MWmw@" else 1.0


def _points(
    chart: Chart, series: Series, points: Sequence[tuple[int, int | None]], scale: _Scale, name: str
) -> SafeString:
    return format_html_join(
        "",
        '<use class="curve-point" href="#{}" x="{}" y="{}"><title>{}</title></use>',
        (
            (
                name,
                f"{scale.x(number):.1f}",
                f"{scale.y(value):.1f}",
                _words(chart, series, number, value),
            )
            for number, value in points
            if value is not None
        ),
    )


def _words(chart: Chart, series: Series, number: int, value: int) -> str:
    """What a point says: the value of a series after a round, or before the first one."""
    if number == 0:
        return _("{name}, at the start: {value}").format(name=series.name, value=value)
    return _("{name}, {unit} {number}: {value}").format(name=series.name, unit=chart.unit, number=number, value=value)


def _last(series: Series) -> tuple[int, int]:
    """The last value of a series that has one, and its place."""
    return next((place, value) for place, value in reversed(list(enumerate(series.values))) if value is not None)


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
