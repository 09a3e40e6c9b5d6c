"""The ground of a map: sea, lands, and areas with their colours. It is the same for all games in the same areas.

A page shows it as a picture of its own, which browsers keep. So a page of a game carries only the pieces.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path

from django.conf import settings
from django.urls import reverse

import rules
from games.board.geometry import MAPS, STAGE, Geometry, board_of, geometry
from games.board.picture import MapPicture
from games.board.shelves import draw_shelves

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)


def draw_ground_images(picture: MapPicture) -> str:
    """The pictures that lie under the pieces, to go into an SVG: the ground, and the relief of its lands."""
    drawn = geometry(picture.map, picture.edition)
    place = _place(drawn)
    ground = f'<image {place} href="{escape(ground_address(picture))}"/>'
    if relief := relief_address(picture.map):
        return f'{ground}<image class="relief" {place} href="{escape(relief)}"/>'
    return ground


def ground_address(picture: MapPicture) -> str:
    """Where the ground of a picture is to be had. It changes with the drawing, so browsers can keep what they got."""
    return address_of_ground(picture.map, picture.edition, picture.areas, picture.open_areas)


@lru_cache(maxsize=512)
def address_of_ground(map: str, edition: str, areas: tuple[str, ...], open_areas: tuple[str, ...]) -> str:
    shown = ".".join(["+".join(areas), *(["+".join(open_areas)] if open_areas else [])])
    digest = sha256(ground_file(map, edition, areas, open_areas)).hexdigest()[:12]
    return reverse("games:ground", args=[map, edition, shown or "-", digest])


@cache
def relief_address(map: str) -> str:
    """Where the relief of a map is to be had; empty for a map that has none."""
    file = relief_file(map)
    if not file.exists():
        return ""
    return reverse("games:relief", args=[map, sha256(file.read_bytes()).hexdigest()[:12]])


def relief_file(map: str) -> Path:
    return MAPS / map / "relief.webp"


@lru_cache(maxsize=256)
def ground_file(map: str, edition: str, areas: tuple[str, ...], open_areas: tuple[str, ...]) -> bytes:
    """The ground as an SVG file, with its style sheet.

    :param areas: in play.
    :param open_areas: that may still come into play. All others are plain land.
    """
    drawn = geometry(map, edition)
    left, top, width, height = _stage(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="{left:g} {top:g} {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}"><style>{sheet("ground")}</style>'
        f"{draw_ground(map, edition, areas, open_areas)}</svg>"
    ).encode()


def draw_ground(map: str, edition: str, areas: tuple[str, ...], open_areas: tuple[str, ...]) -> str:
    """The ground, to go into an SVG."""
    drawn = geometry(map, edition)
    left, top, width, height = _stage(drawn)
    kinds = {area.id: _area_class(area, areas, open_areas) for area in board_of(map, edition).areas}
    coasts = "".join([drawn.land, drawn.islands, *drawn.countries.values()])
    return (
        f'<rect class="sea" x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"/>'
        f'<path class="graticule" d="{drawn.graticule}"/>'
        f"{draw_shelves(coasts)}"
        f'<path class="land" d="{drawn.land}"/>'
        f"{countries(drawn, 'country', kinds)}"
        f'<path class="lakes" d="{drawn.lakes}"/><path class="rivers" d="{drawn.rivers}"/>'
    )


def countries(drawn: Geometry, prefix: str, kinds: Mapping[str, str]) -> str:
    """The countries of a board with their areas.

    :param prefix: begins the ids of the outlines, which have to be unique on a page.
    :param kinds: the CSS classes of each area.
    """
    ids = {country: escape(f"{prefix}-{country}") for country in drawn.countries}
    drops = "".join(f'<path id="{ids[each]}-line" d="{line}"/>' for each, line in drawn.countries.items())
    lands = "".join(_country(ids[country], drawn.areas[country], kinds) for country in ids)
    coasts = "".join(f'<use class="coast" href="#{name}-line"/>' for name in ids.values())
    return (
        f'<g class="drop" transform="translate(2 4)">{drops}</g>{lands}{coasts}'
        f'<path class="islands" d="{drawn.islands}"/>'
    )


def _country(name: str, shapes: Mapping[str, str], kinds: Mapping[str, str]) -> str:
    """A country, and of its areas what lies inside it."""
    areas = "".join(f'<path class="area {kinds[area]}" d="{shape}"/>' for area, shape in shapes.items())
    return (
        f'<clipPath id="{name}"><use href="#{name}-line"/></clipPath><use class="country" href="#{name}-line"/>'
        f'<g clip-path="url(#{name})">{areas}</g>'
    )


def _area_class(area: rules.Area, areas: tuple[str, ...], open_areas: tuple[str, ...]) -> str:
    if area.id in areas:
        return f"of-{escape(area.colour)}"
    return f"of-{escape(area.colour)} open" if area.id in open_areas else "out"


def _stage(drawn: Geometry) -> tuple[float, float, float, float]:
    """All of a ground: from which x and y on, how wide and how high."""
    around = round(STAGE * max(drawn.width, drawn.height))
    return -around, -around, drawn.width + 2 * around, drawn.height + 2 * around


def _place(drawn: Geometry) -> str:
    left, top, width, height = _stage(drawn)
    return f'x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" preserveAspectRatio="none"'


@cache
def sheet(*names: str) -> str:
    """The style sheets of a picture. It is light or dark as the page is that shows it."""
    texts = [(settings.BASE_DIR / "static" / "css" / f"{name}.css").read_text() for name in names]
    return ":root { color-scheme: light dark }" + re.sub(r"\s+", " ", _COMMENT.sub("", "".join(texts)))
