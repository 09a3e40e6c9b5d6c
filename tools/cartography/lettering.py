"""How much room a name takes in the font of the maps."""

from functools import cache

from PIL import ImageFont

from games.board.geometry import FONTS, NAME_SIZE

SLACK = 1.04
"""Browsers place letters a little farther apart, by whole pixels."""


def width_of(text: str) -> float:
    """The width of a text in bold letters, in units of the drawing."""
    return SLACK * NAME_SIZE * _font().getlength(text) / _font().size


@cache
def _font() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONTS / "powergrid-sans-semibold.ttf"), 200)


def ways_to_write(name: str) -> list[tuple[str, ...]]:
    """The name on one line, and on two where it has several words and is long."""
    words = name.split(" ")
    ways: list[tuple[str, ...]] = [(name,)]
    if len(words) > 1 and len(name) > 9:
        cut = min(range(1, len(words)), key=lambda cut: abs(len(" ".join(words[:cut])) - len(" ".join(words[cut:]))))
        ways.append((" ".join(words[:cut]), " ".join(words[cut:])))
    return ways
