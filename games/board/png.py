"""Draws the map of a game as PNG, for where there is no page: in mails.

It is the picture of the page, made of the same SVG and the same style sheets. As a whole it would take 80 ms, so what
is seldom new is kept: the bottom of a map, and each piece that lies on it. Terrains take up to a second each, and are
kept in files.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import cache, lru_cache, partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, Literal, NamedTuple

import PIL
import resvg_py
from PIL import Image, ImageColor

import rules
from games.board import sprites, stylesheet
from games.board.file_cache import cached
from games.board.geometry import Geometry, board_of, geometry
from games.board.glyphs import HOUSES, definitions, house_id, seat_class
from games.board.ground import countries, draw_ground
from games.board.picture import MapPicture
from games.board.pieces import Piece, fixtures, pieces
from games.board.sprites import FONTS, RINGS, look_alike, rendered, stacked

WIDTH, HEIGHT = 550, 550
"""How large it is shown at most, in pixels as style sheets have them: as much room as a mail has."""
SHARPNESS = 1.5
"""So many real ones are in one of these: enough for phones, too, which have three but show it at 360 at most."""

COLOURS = 76
"""Those that maps and houses are made of, and what lies between them at edges."""

HOUSE = (-10.0, -10.0, 20.0, 20.0)
HOUSE_COLOURS = 5
"""Of the plate below a house, its walls, its roof, its shaded side, and the shape on it."""

PACKED: dict[str, Any] = {"compress_level": 3}
"""How Pillow packs pictures: the next level takes half a millisecond more for a twelfth less."""

_OWN = sha256(b"".join(Path(name).read_bytes() for name in (__file__, sprites.__file__, *FONTS))).hexdigest()
"""Of what draws here and of the letters on maps: what others drew is drawn anew."""


class _Ground(NamedTuple):
    """What lies under all pieces, on which boards of many games agree."""

    map: str
    edition: str
    areas: tuple[str, ...]
    open_areas: tuple[str, ...]
    version: int


def draw_png(picture: MapPicture) -> bytes:
    """The map as PNG, in light colours, with the houses that are new marked; what is offered or planned is left out.

    What was drawn lately is not drawn again. It is :func:`shown_size` times :data:`SHARPNESS` large.
    """
    areas, open_areas = tuple(sorted(picture.areas)), tuple(sorted(picture.open_areas))
    ground = _Ground(picture.map, picture.edition, areas, open_areas, picture.version)
    return _drawn(ground, tuple(pieces(replace(picture, offers={}, planned={}))))


def draw_ahead(map: str, edition: str) -> None:
    """Have at hand what pictures of a map take longest for; in files, where they are for others, too."""
    _terrain(map, edition)
    _plots(map, edition)


def shown_size(map: str, edition: str) -> tuple[int, int]:
    """How wide and high a picture is to be shown where there is room for it."""
    drawn = geometry(map, edition)
    scale = _scale(drawn) / SHARPNESS
    return round(drawn.width * scale), round(drawn.height * scale)


def _scale(drawn: Geometry) -> float:
    """How many pixels there are for a unit of a drawing."""
    return min(WIDTH / drawn.width, HEIGHT / drawn.height) * SHARPNESS


@lru_cache(maxsize=128)
def _drawn(ground: _Ground, pieces: tuple[Piece, ...]) -> bytes:
    image = _painted(_bottom(ground), pieces, _scale(geometry(ground.map, ground.edition)))
    return _png(_in_colours_of(_colours(ground.map, ground.edition), image), **PACKED)


@lru_cache(maxsize=128)  # each takes half a megabyte
def _bottom(ground: _Ground) -> Image.Image:
    """What lies under the pieces that people place, in the colours of all pictures of the map."""
    map, edition, areas, open_areas, version = ground
    terrain = _terrain(map, edition)
    bottom = terrain["out"].copy()
    bottom.paste(terrain["open"], mask=_mask(map, edition, open_areas))
    bottom.paste(terrain["in"], mask=_mask(map, edition, areas))
    bare = MapPicture(map, edition, areas, step=1, names=(), houses={}, open_areas=open_areas, version=version)
    return _in_colours_of(_colours(map, edition), _painted(bottom, fixtures(bare), _scale(geometry(map, edition))))


def _painted(bottom: Image.Image, pieces: Iterable[Piece], scale: float) -> Image.Image:
    """A map with what lies on it."""
    image = bottom.convert("RGB")
    for piece in pieces:
        whole, (x, y) = stacked(piece.layers, piece.reach, scale), piece.at
        image.paste(whole.paint, (round(x * scale) + whole.right, round(y * scale) + whole.down), whole.mask)
    return image


def _colours(map: str, edition: str) -> Image.Image:
    """An image in the colours that all pictures of a map have.

    It is always the same one: Pillow keeps with it which of them is next to what, in as much room as the image takes.
    """
    return _terrain(map, edition)["out"]


Stage = Literal["in", "open", "out"]
"""Whether an area is in play, may still come into play, or is out of play."""


_STAGES: tuple[Stage, ...] = ("in", "open", "out")


@cache
def _terrain(map: str, edition: str) -> dict[Stage, Image.Image]:
    """A map all areas of which are at one stage: that of any choice of areas is put together from these."""
    shown = [(_land(stage), *fixtures(stage), *pieces(stage)) for stage in _everywhere(map, edition)]
    parts = [shown, definitions("".join(_house(seat) for seat in HOUSES))]
    sheet = _cached(f"{map}-{edition}-terrain", geometry(map, edition), parts, partial(_drawn_terrain, map, edition))
    height = sheet.height // len(_STAGES)
    boxes = ((0, top, sheet.width, top + height) for top in range(0, sheet.height, height))
    return {stage: sheet.crop(box) for stage, box in zip(_STAGES, boxes, strict=True)}


def _drawn_terrain(map: str, edition: str) -> Image.Image:
    """A map at all stages, one below the other."""
    size = geometry(map, edition)
    drawn = [(shown, _whole(size, _land(shown)).convert("RGB")) for shown in _everywhere(map, edition)]
    palette = _palette(
        _painted(terrain, [*fixtures(shown), *pieces(shown)], _scale(size)) for shown, terrain in drawn
    )
    sheet = Image.new("RGB", (drawn[0][1].width, drawn[0][1].height * len(drawn)))
    for place, (_shown, terrain) in enumerate(drawn):
        sheet.paste(terrain, (0, place * terrain.height))
    return _in_colours_of(palette, sheet)


def _land(picture: MapPicture) -> str:
    return draw_ground(picture.map, picture.edition, picture.areas, picture.open_areas)


def _everywhere(map: str, edition: str) -> list[MapPicture]:
    """A map all areas of which are at one stage, for each of them."""
    areas = tuple(area.id for area in board_of(map, edition).areas)
    bare = MapPicture(map, edition, (), step=1, names=(), houses={}, version=rules.NEWEST)
    return [replace(bare, areas=areas), replace(bare, open_areas=areas), bare]


def _mask(map: str, edition: str, areas: Collection[str]) -> Image.Image:
    """What of a map these areas cover."""
    known = [area.id for area in board_of(map, edition).areas]
    covered = [number for number, area in enumerate(known, 1) if area in areas]
    return _plots(map, edition).point([255 * (number in covered) for number in range(256)])


@cache
def _plots(map: str, edition: str) -> Image.Image:
    """Which area each place of a map belongs to: by numbers from 1 on, and 0 for none."""
    areas = dict(enumerate(board_of(map, edition).areas, 1))
    fills = "".join(f".plot-{number}{{fill:rgb({number},{number},{number})}}" for number in areas)
    look = f".area{{shape-rendering:crispEdges}}.drop,.country,.coast,.islands{{fill:none}}{fills}"
    drawn = geometry(map, edition)
    shapes = countries(drawn, "plots", {area.id: f"plot-{number}" for number, area in areas.items()})
    return _cached(
        f"{map}-{edition}-plots", drawn, [shapes, look], lambda: _whole(drawn, shapes, look).getchannel("R")
    )


def _cached(name: str, drawn: Geometry, parts: list[Any], draw: Callable[[], Image.Image]) -> Image.Image:
    """An image that takes long to draw: as it was drawn before from the same ``parts`` in the same way."""
    ways = (stylesheet.style(), RINGS, SHARPNESS, resvg_py.__version__, PIL.__version__, _OWN)
    source = repr((drawn.width, drawn.height, parts, *ways))
    image = Image.open(BytesIO(cached(name, source, lambda: _png(draw()))))
    image.load()
    return image


def _png(image: Image.Image, **how: Any) -> bytes:
    written = BytesIO()
    image.save(written, "PNG", **how)
    return written.getvalue()


def _palette(samples: Iterable[Image.Image]) -> Image.Image:
    """The colours of style sheets and of houses, which stay as they are, and the most frequent ones of samples."""
    chosen: list[tuple[int, ...]] = [ImageColor.getrgb(value) for value in stylesheet.colours().values()]
    large = (rendered(_house(seat), HOUSE, 8).convert("RGB") for seat in HOUSES)  # so it has more faces than edges
    of_houses = (colour for house in large for colour in _frequent([house])[:HOUSE_COLOURS])
    for colour in (*of_houses, *_frequent(samples)):
        if len(chosen) < COLOURS and not any(look_alike(colour, other) for other in chosen):
            chosen.append(colour)
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in chosen for part in colour])
    return palette


def _frequent(samples: Iterable[Image.Image]) -> list[tuple[int, ...]]:
    """The colours of samples, the most frequent ones first."""
    counted: Counter[tuple[int, ...]] = Counter()
    for sample in samples:
        found = sample.getcolors(sample.width * sample.height) or ()
        counted.update({colour: count for count, colour in found if isinstance(colour, tuple)})
    return [colour for colour, _count in counted.most_common()]


def _house(seat: int | None) -> str:
    """A house on a plate, which fills all of :data:`HOUSE`."""
    return (
        f'<rect class="plate" x="-20" y="-20" width="40" height="40"/>'
        f'<use class="house {seat_class(seat)}" href="#{house_id(seat)}"/>'
    )


def _in_colours_of(other: Image.Image, image: Image.Image) -> Image.Image:
    return image.quantize(palette=other, dither=Image.Dither.NONE)


def _whole(drawn: Geometry, content: str, look: str | None = None) -> Image.Image:
    return rendered(content, (0, 0, drawn.width, drawn.height), _scale(drawn), look)
