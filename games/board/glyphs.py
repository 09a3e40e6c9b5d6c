"""Small shapes: an emblem for each seat and the Trust, an icon for each fuel. Each is told apart without its colour.

All are path data round (0, 0), at most 14 units high and wide.
"""

import re
from collections.abc import Mapping
from math import cos, pi, sin
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from games.board.symbols import draw_piece

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


def _star(points: int, outer: float, inner: float) -> str:
    corners = []
    for corner in range(2 * points):
        radius, angle = (inner if corner % 2 else outer), pi * corner / points
        corners.append(f"{radius * sin(angle):.1f} {0.4 - radius * cos(angle):.1f}")
    return f"M{'L'.join(corners)}z"


def _trefoil(outer: float, inner: float) -> str:
    blades = []
    for blade in range(3):
        start, end = (pi * (4 * blade + side) / 6 for side in (-1, 1))
        x0, y0, x1, y1 = sin(start), -cos(start), sin(end), -cos(end)
        blades.append(
            f"M{inner * x0:.1f} {inner * y0:.1f}L{outer * x0:.1f} {outer * y0:.1f}"
            f"A{outer} {outer} 0 0 1 {outer * x1:.1f} {outer * y1:.1f}L{inner * x1:.1f} {inner * y1:.1f}z"
        )
    return "".join(blades) + "M-1.7 0a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0z"


HOUSES: Mapping[int | None, tuple["StrPromise", str]] = {
    0: (_("circle"), "M-5.3 0a5.3 5.3 0 1 0 10.6 0a5.3 5.3 0 1 0-10.6 0z"),
    1: (_("square"), "M-4.8-4.8h9.6v9.6h-9.6z"),
    2: (_("triangle"), "M0-5.8L6.2 4.8H-6.2z"),
    3: (_("diamond"), "M0-6.4L6.4 0L0 6.4L-6.4 0z"),
    4: (_("cross"), "M-2.1-5.7h4.2v3.6h3.6v4.2h-3.6v3.6h-4.2v-3.6h-3.6v-4.2h3.6z"),
    5: (_("star"), _star(5, 6.9, 3.0)),
    None: (_("hourglass"), "M-5.6-5.8h11.2L1.7 0L5.6 5.8h-11.2L-1.7 0z"),
}
"""The shape of a company's houses and what to call it, by seat. The Trust has no seat."""

WALLS = "M0-9.8L9.3-2.1L7.6 .4V9H-7.6V.4L-9.3-2.1z"
"""The outline of a house as it stands on a map, 18.8 units high."""

_SHADOW = "M9.3-2.1L11-.7L9.4 1.9V10.7H-5.8L-7.6 9z"
_ROOF = "M0-9.8L9.3-2.1L7.6 .4L0-5.9L-7.6 .4L-9.3-2.1z"
_SHADE = "M4.4 9V-2.2L7.6 .4V9z"


HOUSE_WIDTH = 17.9
"""Of a house on a map, with its eaves."""


def _standing_house(seat: int | None) -> str:
    """A house with the shape of its company on the wall.

    It takes its colours from the element that uses it: walls ``fill``, edge ``stroke``, shape ``color``.
    """
    _name, shape = HOUSES[seat]
    return (
        f'<g id="{house_id(seat)}" transform="scale({HOUSE_WIDTH / 18.6:.3f})">'
        f'<path class="house-shadow" d="{_SHADOW}"/><path d="{WALLS}"/><path class="house-roof" d="{_ROOF}"/>'
        f'<path class="house-shade" d="{_SHADE}"/>'
        f'<path class="house-shape" transform="translate(0 2.3) scale(.72)" d="{shape}"/></g>'
    )


def house_id(seat: int | None) -> str:
    """The id of the house of a company, to be used on a map."""
    return f"house-{'trust' if seat is None else seat}"


_PIECES = {
    "slot": f'<path id="slot" transform="scale(.84)" d="{WALLS}"/>',
    **{house_id(seat): _standing_house(seat) for seat in HOUSES},
}

_USED = re.compile(r'href="#(slot|house-\w+)"')


def definitions(content: str) -> str:
    """The pieces that some SVG uses, to go with it."""
    return f"<defs>{''.join(_PIECES[name] for name in sorted(set(_USED.findall(content))))}</defs>"


CHARACTERS: Mapping[int | None, str] = {0: "●", 1: "■", 2: "▲", 3: "◆", 4: "✚", 5: "★", None: "⧗"}
"""The same shapes as characters, for where nothing can be drawn."""


def seat_class(seat: int | None) -> str:
    """The CSS class with the colours of a company. The Trust has no seat."""
    return "seat-trust" if seat is None else f"seat-{seat}"


ICONS = {
    "coal": "M-6.6-.6L-3.4-5.8L3.2-6.2L6.6-.9L4.3 5.6L-3.6 6.2z",
    "oil": "M0-7C2.4-3.6 5-1 5 1.9a5 5 0 0 1-10 0C-5-1-2.4-3.6 0-7z",
    "garbage": "M-6-5.4h4.2v-1.5h3.6v1.5H6v2.1H-6zM-5.1-2.1H5.1L4.2 6.9H-4.2z",
    "uranium": _trefoil(7, 2.7),
    "city": "M0-6.8L7-.6H5.2V6.2H-5.2V-.6H-7z",
}
"""The fuels in one colour, for charts and marks on maps, and a supplied city."""

_DISC = "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0z"
_HOLES = "M-4.4 0a1.6 1.6 0 1 1 3.2 0a1.6 1.6 0 1 1-3.2 0zM1.2 0a1.6 1.6 0 1 1 3.2 0a1.6 1.6 0 1 1-3.2 0z"

SIGNS = {
    "discount": f"{_DISC}M-5.5 0a5.5 5.5 0 1 1 11 0a5.5 5.5 0 1 1-11 0zM-2.3-1.9L.4-4H1.6V4H-.4V-1.2L-2.3.3z",
    "barred": "M-5.4-1h10.8v7.8h-10.8zM-4-1v-2a4 4 0 0 1 8 0v2h-2v-2a2 2 0 0 0-4 0v2z",
    "plug": "M-3.9-7h2v4h-2zM1.9-7h2v4h-2zM-5.4-3h10.8v2.4A5.4 5.4 0 0 1 1 4.7V7h-2V4.7A5.4 5.4 0 0 1-5.4-.6z",
    "socket": _DISC + _HOLES,
    "clock": f"{_DISC}M-5.5 0a5.5 5.5 0 1 1 11 0a5.5 5.5 0 1 1-11 0zM-.8-4.2H.8V-.4L3.3 1.4L2.3 2.7L-.8 .4z",
    "deck": "M-5.2-7h7.6v1.6h-6v9.4h-1.6zM-2.2-4.2h7.6v11.2h-7.6z",
}
"""The discount token, a lock, the backs of Recharged cards, an earlier time, and a pile of cards."""


START_CITY = f'<circle r="7.4"/><path transform="scale(.76)" d="{ICONS["uranium"]}"/>'
"""The mark of a start city: a uranium token."""


CROSS = "M-5-5L5 5M5-5L-5 5"
"""What crosses out a city in which nobody builds."""


def _icon(classes: str, shapes: str) -> SafeString:
    return mark_safe(  # noqa: S308  Nothing in it comes from outside.
        f'<svg class="icon {classes}" viewBox="-7.5 -7.5 15 15" aria-hidden="true">{shapes}</svg>'
    )


_ICONS = {
    "city": _icon("sign", f'<path d="{ICONS["city"]}"/>'),
    "start-city": _icon("mark", START_CITY),
    "network-start": _icon(
        "network-start",
        '<rect x="-6.5" y="-5" width="13" height="10" rx="3"/><rect x="-4" y="-2.5" width="8" height="5" rx="1"/>',
    ),
    "blocked": _icon("blocked", f'<path d="{CROSS}"/>'),
    "new-house": _icon("new-house", '<circle r="6"/>'),
    "next-price": _icon("next-price", '<rect x="-7.5" y="-5" width="15" height="10" rx="5"/>'),
    **{sign: _icon("sign", f'<path d="{path}"/>') for sign, path in SIGNS.items()},
}


def icon(kind: str) -> SafeString:
    """What a plant burns (a fuel, ``hybrid``, ``eco``, ``fusion``), a supplied ``city``, a ``start-city``, a sign.

    A ``mine`` burns nothing. ``network-start``, ``blocked``, ``new-house`` and ``next-price`` are the marks of a map.

    It is as tall as the text around it, and a screen reader passes over it.
    """
    return _ICONS.get(kind) or draw_piece(kind, f"icon piece of-{kind}")


def house(seat: int | None) -> SafeString:
    """A house in the colour and shape of a seat, or of the Trust for ``None``, as tall as the text around it.

    A screen reader passes over it.
    """
    return draw_piece(f"house-{'trust' if seat is None else seat}", f"icon piece {seat_class(seat)}")
