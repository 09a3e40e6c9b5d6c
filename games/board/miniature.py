"""Maps as large as a stamp, for lists of games: the areas in play, and where people have built.

A page holds the outlines of each map once (:func:`outlines`); each picture (:func:`draw_miniature`) only says which
of them it uses. So a list of sixty games is no heavier than its words. A map with all of its areas and no house is a
picture of its own (:func:`show_miniature`), which browsers fetch when it comes into view, and keep.
"""

from collections.abc import Collection, Iterable
from functools import cache, lru_cache
from hashlib import sha256
from html import escape
from typing import NamedTuple

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

import rules
from games.board.cutting import Ring, path_of, rings_of, within
from games.board.geometry import Geometry, board_of, geometry
from games.board.glyphs import HOUSES, seat_class
from games.board.ground import sheet

COARSENESS = 20.0
"""From one corner of an outline to the next, in units of the drawing: less is not seen."""
SMALLEST = 18.0
"""How wide or high an island has to be, in the same units."""
BEYOND = 20.0
"""How far an outline goes on beyond the picture before it is cut off, likewise."""
HOUSE_SCALE = 5.5


def outlines(boards: Iterable[rules.Board]) -> SafeString:
    """What the miniatures of these boards are made of; nothing of it is seen by itself."""
    known = dict.fromkeys(boards)
    return mark_safe(  # noqa: S308  Everything that is no number or path of ours is escaped.
        '<svg class="miniature-outlines" aria-hidden="true"><defs>'
        f"{''.join(map(_outlines, known))}{_houses()}</defs></svg>"
    )


def draw_miniature(
    board: rules.Board,
    areas: Collection[str] = (),
    *,
    seat: int | None = None,
    own: Iterable[str] = (),
    others: Iterable[str] = (),
) -> SafeString:
    """A small map, for the eye only. The page needs the :func:`outlines` of its board.

    :param areas: in play; all of them if none are given.
    :param seat: whose houses stand in the cities ``own``; those of everybody else are in ``others``.
    """
    places = _places(board.map, board.edition)
    dots = "".join([places[city].dot for city in dict.fromkeys(others)])
    crowd = f'<path class="crowd" d="{dots}"/>' if dots else ""
    houses = "".join([f'<use href="#mini-house-{seat}" {places[city].at}/>' for city in dict.fromkeys(own)])
    group = f'<g class="house {seat_class(seat)}">{houses}</g>' if houses else ""
    return mark_safe(f"{_land(board.map, board.edition, tuple(areas))}{crowd}{group}</svg>")  # noqa: S308  # likewise


@cache
def show_miniature(board: rules.Board) -> SafeString:
    """A small map with all of its areas, for the eye only. The page needs nothing for it."""
    address = miniature_address(board.map, board.edition)
    return format_html(
        '<img class="miniature" src="{}" width="56" height="56" alt="" loading="lazy" decoding="async">', address
    )


@cache
def miniature_file(map: str, edition: str) -> bytes:
    """A small map with all of its areas as an SVG file, with its style sheet."""
    land, svg = _land(map, edition, ()), '<svg xmlns="http://www.w3.org/2000/svg" '
    made_of = f"<style>{sheet('ground', 'miniature')}</style><defs>{_outlines(rules.board(map, edition))}</defs>"
    return f"{land.replace('<svg ', svg, 1).replace('>', f'>{made_of}', 1)}</svg>".encode()


@cache
def miniature_address(map: str, edition: str) -> str:
    """Where that file is to be had. It changes with the drawing, so browsers can keep what they got."""
    digest = sha256(miniature_file(map, edition)).hexdigest()[:12]
    return reverse("games:miniature", args=[map, edition, digest])


@lru_cache(maxsize=2000)
def _land(map: str, edition: str, areas: tuple[str, ...]) -> str:
    """The beginning of each miniature of a board with these areas in play."""
    board = board_of(map, edition)
    drawn, name = geometry(board.map, board.edition), _name(board)
    kinds = {area.id: f"of-{escape(area.colour)}" if not areas or area.id in areas else "out" for area in board.areas}
    pieces = _pieces(board.map, board.edition)
    land = "".join(f'<use href="#{piece.id}" class="{kinds[piece.area]}"/>' for piece in pieces)
    return (
        f'<svg class="miniature" viewBox="0 0 {drawn.width} {drawn.height}" aria-hidden="true">'
        f'{land}<use href="#{name}" class="coast"/>'
    )


class _Place(NamedTuple):
    """Where a city is, in whole units: as a part of a path, and as attributes."""

    dot: str
    at: str


@cache
def _places(map: str, edition: str) -> dict[str, _Place]:
    cities = geometry(map, edition).cities.items()
    where = {city: (round(place.at[0]), round(place.at[1])) for city, place in cities}
    return {city: _Place(f"M{x} {y}h0", f'x="{x}" y="{y}"') for city, (x, y) in where.items()}


def _name(board: rules.Board) -> str:
    return escape(f"mini-{board.map}-{board.edition}")


class _Piece(NamedTuple):
    """What of an area is near one country, which cuts it to its own shape."""

    id: str
    area: str
    country: str
    outline: str


@cache
def _pieces(map: str, edition: str) -> list[_Piece]:
    drawn, name = geometry(map, edition), _name(board_of(map, edition))
    return [
        _Piece(escape(f"{name}-{area}-{country}"), area, country, outline)
        for country in _countries(map, edition)
        for area, path in drawn.areas[country].items()
        if (outline := _outline(path, drawn))
    ]


@cache
def _countries(map: str, edition: str) -> dict[str, str]:
    """The outlines of those of which something is in the picture."""
    drawn = geometry(map, edition)
    return {country: outline for country, path in drawn.countries.items() if (outline := _outline(path, drawn))}


@cache
def _outlines(board: rules.Board) -> str:
    name, countries = _name(board), _countries(board.map, board.edition)
    clips = "".join(
        f'<clipPath id="{name}-{escape(country)}"><path d="{outline}"/></clipPath>'
        for country, outline in countries.items()
    )
    areas = "".join(
        f'<path id="{piece.id}" clip-path="url(#{name}-{escape(piece.country)})" d="{piece.outline}"/>'
        for piece in _pieces(board.map, board.edition)
    )
    return f'{clips}{areas}<path id="{name}" d="{"".join(countries.values())}"/>'


@cache
def _houses() -> str:
    return "".join(
        f'<path id="mini-house-{seat}" transform="scale({HOUSE_SCALE})" d="{path}"/>'
        for seat, (_shape, path) in HOUSES.items()
        if seat is not None
    )


def _outline(path: str, drawn: Geometry) -> str:
    """What of an outline is in the picture, with fewer corners and in whole numbers."""
    picture = (-BEYOND, -BEYOND, drawn.width + BEYOND, drawn.height + BEYOND)
    rings = within(map(_coarse, rings_of(path)), picture)
    return path_of(filter(_is_seen, rings), digits=0)


def _coarse(ring: Ring) -> Ring:
    kept = ring[:1]
    for x, y in ring[1:]:
        if max(abs(x - kept[-1][0]), abs(y - kept[-1][1])) >= COARSENESS:
            kept.append((x, y))
    return kept


def _is_seen(ring: Ring) -> bool:
    return len(ring) > 2 and all(max(axis) - min(axis) >= SMALLEST for axis in zip(*ring, strict=True))
