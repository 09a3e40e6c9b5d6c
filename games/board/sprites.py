"""Draws parts of maps as images, and what lies on them as sprites to be painted wherever it lies."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from math import ceil
from pathlib import Path

import resvg_py
from PIL import Image

from games.board import stylesheet
from games.board.geometry import Point
from games.board.glyphs import definitions
from games.board.room import Window

FAINT = 64
"""What has less alpha is an edge, whose colour is not certain."""

NEAR = 6
"""How far two colours are apart at least, in one of their parts, of 256 degrees each."""

RINGS = ".board .halo { stroke-width: 3.6 }"
"""Rings round what is new that are found on a small picture, too."""

_CLASSES = re.compile(r'class="([^"]*)"')

FONTS = [str(path) for path in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]


@dataclass(frozen=True, slots=True)
class Sprite:
    """A layer of a piece, ready to be painted: in one colour, where it has no other, for that takes little room.

    It begins ``right`` of and ``down`` from the middle of the piece.
    """

    paint: Image.Image | tuple[int, ...]
    mask: Image.Image
    right: int
    down: int


def stacked(layers: tuple[str, ...], reach: Point, scale: float) -> Sprite:
    """A piece with all of its layers, at so many pixels for a unit of the drawing."""
    return sprite(layers[0], reach, scale) if len(layers) == 1 else _put_together(layers, reach, scale)


@lru_cache(maxsize=2048)
def _put_together(layers: tuple[str, ...], reach: Point, scale: float) -> Sprite:
    """All layers of a piece in one, for each that is painted takes its time, however small it is."""
    right, down = (ceil(far * scale) for far in reach)
    image = Image.new("RGBA", (2 * right, 2 * down))
    for layer in layers:
        part = sprite(layer, reach, scale)
        painted = Image.new("RGBA", part.mask.size)
        painted.paste(part.paint, (0, 0, *part.mask.size))
        painted.putalpha(part.mask)
        image.alpha_composite(painted, (right + part.right, down + part.down))
    return _cut_out(image, right, down)


@lru_cache(maxsize=8192)
def sprite(content: str, reach: Point, scale: float) -> Sprite:
    """A layer of pieces: there are few of them, of which many different pieces are made."""
    right, down = (ceil(far * scale) for far in reach)
    window = (-right / scale, -down / scale, 2 * right / scale, 2 * down / scale)
    return _cut_out(rendered(content, window, scale), right, down)


def _cut_out(image: Image.Image, right: int, down: int) -> Sprite:
    """What can be seen of an image, the middle of which lies right of and down from its corner."""
    box = image.getbbox() or (0, 0, 1, 1)
    image = image.crop(box)
    return Sprite(_only_colour(image) or image.convert("RGB"), image.getchannel("A"), box[0] - right, box[1] - down)


def _only_colour(image: Image.Image) -> tuple[int, ...] | None:
    """The colour of all that can be seen of an image; None where there are several."""
    found = image.getcolors(image.width * image.height) or ()
    seen = {colour[:3]: colour[3] for _count, colour in found if isinstance(colour, tuple) and colour[3] >= FAINT}
    fullest = max(seen, key=lambda colour: seen[colour], default=())
    return fullest if fullest and all(look_alike(colour, fullest) for colour in seen) else None


def look_alike(one: Iterable[int], other: Iterable[int]) -> bool:
    """Whether two colours are so near that people take one for the other, even on a house."""
    return all(abs(part - same) < NEAR for part, same in zip(one, other, strict=True))


def rendered(content: str, window: Window, scale: float, look: str | None = None) -> Image.Image:
    """What can be seen of a drawing through a window.

    :param look: a style sheet; that of maps if none is given.
    """
    view_box = " ".join(f"{value:g}" for value in window)
    content = definitions(content) + content
    classes = frozenset(name for names in _CLASSES.findall(content) for name in names.split())
    png = resvg_py.svg_to_bytes(
        svg_string=f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="{view_box}">{content}</svg>',
        width=round(window[2] * scale),
        style_sheet=stylesheet.style(classes | {"board"}) + RINGS if look is None else look,
        skip_system_fonts=True,
        font_files=FONTS if "<text" in content else None,  # they take longer to read than the rest
    )
    return Image.open(BytesIO(png))
