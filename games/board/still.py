"""Draws the map of a game as PNG, for where there is no page: mails, and previews of links.

It is the picture of the page, made of the same SVG and the same style sheets. What is seldom new is kept: the bottom
of a map, and each piece that lies on it. So a picture that is new takes no longer than to lay out its pieces.
"""

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import Self

import resvg_py
from PIL import Image, ImageColor

from games.board import flat
from games.board.geometry import Geometry, Point, geometry
from games.board.glyphs import seat_class
from games.board.map import Window, draw_bottom, pieces
from games.board.picture import House, MapPicture

WIDTH, HEIGHT = 550, 550
"""How large it is shown at most, in pixels as style sheets have them: as much room as a mail has."""
SHARPNESS = 2
"""So many real ones are in one of these: enough for phones, too, which have three but show it at 360 at most."""

COLOURS = 64
"""Those that a map is made of, and what lies between them at edges."""

_RINGS = ".board .halo { stroke-width: 3.6 }"
"""Rings round what is new that are found on a small picture, too."""

_FONTS = [str(path) for path in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]


@dataclass(frozen=True, slots=True)
class _Seen:
    """All of a picture that can be seen. Pictures of one moment, and of quite another game, can look the same."""

    map: str
    edition: str
    areas: tuple[str, ...]
    open_areas: tuple[str, ...]
    step: int
    seat: int | None
    houses: tuple[tuple[str, tuple[House, ...]], ...]
    marked: tuple[tuple[str, bool], ...]

    @classmethod
    def of(cls, picture: MapPicture) -> Self:
        return cls(
            picture.map,
            picture.edition,
            picture.areas,
            picture.open_areas,
            picture.step,
            picture.seat,
            tuple(picture.houses.items()),
            tuple(picture.marked.items()),
        )

    def picture(self) -> MapPicture:
        return MapPicture(
            map=self.map,
            edition=self.edition,
            areas=self.areas,
            open_areas=self.open_areas,
            step=self.step,
            names=(),
            houses=dict(self.houses),
            seat=self.seat,
            marked=dict(self.marked),
        )


def draw_still(picture: MapPicture) -> bytes:
    """The map as PNG, in light colours, with the houses that are new marked; what is offered or planned is left out.

    What was drawn lately is not drawn again. It is :func:`shown_size` times :data:`SHARPNESS` large.
    """
    return _drawn(_Seen.of(picture))


def shown_size(map: str, edition: str) -> tuple[int, int]:
    """How wide and high a picture is to be shown where there is room for it."""
    drawn = geometry(map, edition)
    scale = _scale(drawn) / SHARPNESS
    return round(drawn.width * scale), round(drawn.height * scale)


def _scale(drawn: Geometry) -> float:
    """How many pixels there are for a unit of a drawing."""
    return min(WIDTH / drawn.width, HEIGHT / drawn.height) * SHARPNESS


@lru_cache(maxsize=128)
def _drawn(seen: _Seen) -> bytes:
    bottom = _bottom(seen.map, seen.edition, seen.areas, seen.open_areas)
    stored = BytesIO()
    _with_pieces(bottom, seen.picture()).quantize(palette=bottom, dither=Image.Dither.NONE).save(stored, "PNG")
    return stored.getvalue()


@lru_cache(maxsize=32)
def _bottom(map: str, edition: str, areas: tuple[str, ...], open_areas: tuple[str, ...]) -> Image.Image:
    """The bottom of a map, in the colours of all pictures that are made on it."""
    picture = MapPicture(map, edition, areas, step=1, names=(), houses={}, open_areas=open_areas)
    drawn = geometry(map, edition)
    sea = f'<rect fill="{flat.colours()["--map-sea"]}" width="100%" height="100%"/>'
    window = (0, 0, drawn.width, drawn.height)
    bottom = _rendered(sea + draw_bottom(picture), "board", window, _scale(drawn)).convert("RGB")
    return bottom.quantize(palette=_palette(_with_pieces(bottom, picture)), dither=Image.Dither.NONE)


def _palette(sample: Image.Image) -> Image.Image:
    """The colours of style sheets, which houses are to have as they are, and the most frequent ones of a picture."""
    counted = sorted(sample.getcolors(sample.width * sample.height) or (), key=lambda entry: entry[0], reverse=True)
    frequent = (colour for _count, colour in counted if isinstance(colour, tuple))
    said = (ImageColor.getrgb(value) for value in flat.colours().values())
    chosen = list(dict.fromkeys((*said, *frequent)))[:COLOURS]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in chosen for part in colour])
    return palette


def _with_pieces(bottom: Image.Image, picture: MapPicture) -> Image.Image:
    """The bottom of a map with all that lies on it."""
    image, scale = bottom.convert("RGB"), _scale(geometry(picture.map, picture.edition))
    for piece in pieces(picture):
        x, y = piece.at
        tile, (right, down) = _tile(piece.content, piece.seat, piece.reach, scale)
        image.paste(tile, (round(x * scale) + right, round(y * scale) + down), tile)
    return image


@lru_cache(maxsize=2048)
def _tile(content: str, seat: int | None, reach: Point, scale: float) -> tuple[Image.Image, tuple[int, int]]:
    """A piece as an image, and how far right of and below its middle that begins."""
    right, down = (ceil(far * scale) for far in reach)
    window = (-right / scale, -down / scale, 2 * right / scale, 2 * down / scale)
    image = _rendered(content, "board" if seat is None else f"board {seat_class(seat)}", window, scale)
    box = image.getbbox() or (0, 0, 1, 1)
    return image.crop(box), (box[0] - right, box[1] - down)


def _rendered(content: str, classes: str, window: Window, scale: float) -> Image.Image:
    """What can be seen of a drawing through a window."""
    view_box = " ".join(f"{value:g}" for value in window)
    rendered = resvg_py.svg_to_bytes(
        svg_string=f'<svg xmlns="http://www.w3.org/2000/svg" class="{classes}" viewBox="{view_box}">{content}</svg>',
        width=round(window[2] * scale),
        style_sheet=flat.style() + _RINGS,
        skip_system_fonts=True,
        font_files=_FONTS if "<text" in content else None,  # they take longer to read than the rest
    )
    return Image.open(BytesIO(rendered))
