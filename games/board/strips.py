"""Writes pictures as PNG from strips of rows: most are as in pictures before, and need not be packed again.

Packing is most of what it takes to write a PNG. Each strip is packed so that it goes with any others.
"""

import struct
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PIL import Image

ROWS = 16
"""How high a strip is: with fewer rows they take more room, with more of them fewer stay as they are."""

_HEAD = b"\x78\x01"
_END = b"\x03\x00"
"""What zlib wants round strips that are packed."""

_MODULUS = 65521
"""Of the sums by which zlib checks what was packed."""


@dataclass(frozen=True, slots=True)
class Strip:
    """Rows of a picture, ``packed``. ``size`` and ``checksum`` are those of what was packed."""

    packed: bytes
    size: int
    checksum: int


def strips_between(top: int, bottom: int) -> range:
    """The strips, which count from above, that these rows lie in."""
    return range(max(top, 0) // ROWS, -(-bottom // ROWS))


def cut(image: Image.Image, strips: range) -> Image.Image:
    """What of an image goes into some strips."""
    return image.crop((0, strips.start * ROWS, image.width, min(strips.stop * ROWS, image.height)))


def pack(images: Iterable[Image.Image]) -> Iterator[Strip]:
    """A strip of each image, which has a palette."""
    packer = zlib.compressobj(1, wbits=-zlib.MAX_WBITS, strategy=zlib.Z_RLE)  # there is little but runs of one colour
    for image in images:
        filtered = Image.new("P", (image.width + 1, image.height))  # each row begins with a 0: it is not filtered
        filtered.paste(image, (1, 0))
        content = filtered.tobytes()
        yield Strip(packer.compress(content) + packer.flush(zlib.Z_FULL_FLUSH), len(content), zlib.adler32(content))


def write_png(size: tuple[int, int], palette: bytes, strips: Iterable[Strip]) -> bytes:
    """A picture in the colours of a palette, from all its strips."""
    strips = tuple(strips)
    content = (_HEAD, *(strip.packed for strip in strips), _END, _checksum(strips).to_bytes(4, "big"))
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", palette),
            _chunk(b"IDAT", b"".join(content)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, content: bytes) -> bytes:
    return b"".join(
        (struct.pack(">I", len(content)), kind, content, struct.pack(">I", zlib.crc32(content, zlib.crc32(kind))))
    )


def _checksum(strips: Iterable[Strip]) -> int:
    """That of all that was packed: Adler-32, worked out from those of the parts."""
    low, high = 1, 0
    for strip in strips:
        high += strip.size * (low - 1) + (strip.checksum >> 16)
        low += (strip.checksum & 0xFFFF) - 1
    return high % _MODULUS << 16 | low % _MODULUS
