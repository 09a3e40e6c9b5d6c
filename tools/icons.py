"""Makes the pictures by which devices show the site among their apps, and above its messages.

The finished files are committed in ``static/icons``. To make them again, in the project::

    .venv/bin/python -m tools.icons

All of them are drawn from ``static/favicon.svg``.
"""

import re
from io import BytesIO
from pathlib import Path

import resvg_py
from PIL import Image

SOURCE = Path("static/favicon.svg")
FINISHED = Path("static/icons")
SAFE = 0.78
"""How large the mark is where a device cuts off the corners: all of it lies in the circle that nobody cuts."""
_GROUND = re.compile(r'<rect[^>]*fill="(?P<colour>[^"]+)"/>\s*')
_COLOUR = re.compile(r'"#[0-9a-f]{6}"')


def draw_all(drawing: str) -> dict[str, bytes]:
    """The pictures by their names, as PNG and ICO, from the icon that browsers show."""
    return {
        "icon-192.png": _draw(drawing, 192),
        "icon-512.png": _draw(drawing, 512),
        "mask-512.png": _draw(fill_the_square(drawing), 512),
        "touch-180.png": _draw(fill_the_square(drawing), 180),
        "badge-96.png": _draw(silhouette(drawing), 96),
        "favicon.ico": _of_many_sizes(drawing),
    }


def fill_the_square(drawing: str) -> str:
    """The ground up to every edge, and the mark within what no device cuts off."""
    offset = 16 * (1 - SAFE)
    mark = f"translate({offset} {offset}) scale({SAFE})"
    whole = rf'<rect width="32" height="32" fill="\g<colour>"/><g transform="{mark}">'
    return _GROUND.sub(whole, drawing).replace("</svg>", "</g></svg>")


def silhouette(drawing: str) -> str:
    """The mark in white on nothing: devices give it a colour of their own."""
    return _COLOUR.sub('"#ffffff"', _GROUND.sub("", drawing))


def _of_many_sizes(drawing: str) -> bytes:
    file, pictures = BytesIO(), [Image.open(BytesIO(_draw(drawing, width))) for width in (48, 32, 16)]
    pictures[0].save(file, "ICO", sizes=[picture.size for picture in pictures], append_images=pictures[1:])
    return file.getvalue()


def _draw(drawing: str, width: int) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=width, height=width, skip_system_fonts=True))


if __name__ == "__main__":
    FINISHED.mkdir(exist_ok=True)
    for name, picture in draw_all(SOURCE.read_text()).items():
        (FINISHED / name).write_bytes(picture)
