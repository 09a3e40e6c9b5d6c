"""Pictures made of strips that are packed one by one."""

import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image

from games.board.strips import ROWS, cut, pack, strips_between, write_png


def image(height=5 * ROWS + 3, width=70, shade=0):
    """A picture with a palette, no two rows of which are the same."""
    drawn = Image.new("P", (width, height))
    drawn.putpalette([part for colour in range(64) for part in (colour, 255 - colour, 128)])
    drawn.putdata([(x * y // 9 + shade) % 64 for y in range(height) for x in range(width)])
    return drawn


def strips(drawn):
    return [*pack(cut(drawn, range(number, number + 1)) for number in strips_between(0, drawn.height))]


def written(drawn, parts):
    return write_png(drawn.size, bytes(drawn.getpalette()), parts)


def content(stored):
    """What was packed into a PNG; zlib refuses it if a checksum is wrong."""
    start = stored.index(b"IDAT")
    [length] = struct.unpack(">I", stored[start - 4 : start])
    return zlib.decompress(stored[start + 4 : start + 4 + length])


def test_picture_is_read_as_it_was():
    drawn = image()
    stored = written(drawn, strips(drawn))
    read = Image.open(BytesIO(stored))
    assert (read.mode, read.size, read.tobytes()) == (drawn.mode, drawn.size, drawn.tobytes())
    assert read.convert("RGB").tobytes() == drawn.convert("RGB").tobytes()
    assert len(content(stored)) == (drawn.width + 1) * drawn.height


@pytest.mark.parametrize("number", range(6))
def test_strip_goes_with_those_of_another_picture(number):
    one, other = image(), image(shade=30)
    mixed = strips(one)
    mixed[number] = strips(other)[number]
    one.paste(cut(other, range(number, number + 1)), (0, number * ROWS))
    stored = written(one, mixed)
    assert Image.open(BytesIO(stored)).tobytes() == one.tobytes()
    assert len(content(stored)) == (one.width + 1) * one.height


def test_strips_can_be_packed_together():
    drawn = image()
    parts = [*pack([cut(drawn, range(2)), cut(drawn, range(2, 6))])]
    assert content(written(drawn, parts)) == content(written(drawn, strips(drawn)))


@pytest.mark.parametrize(
    ("top", "bottom", "numbers"),
    [(0, 1, [0]), (0, ROWS, [0]), (ROWS - 1, ROWS + 1, [0, 1]), (-5, 3, [0]), (-9, -1, []), (ROWS, 3 * ROWS, [1, 2])],
)
def test_strips_are_found_by_their_rows(top, bottom, numbers):
    assert list(strips_between(top, bottom)) == numbers
