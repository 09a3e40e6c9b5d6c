"""Pieces that browsers have in a file of their own, ``static/img/pieces.svg``. Pages name what they show of it.

A piece takes its size, and the colours that differ between light and dark, from the page.
"""

from functools import cache

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

SYMBOLS = "img/pieces.svg"


@cache
def use(piece: str, box: str = "") -> str:
    """A piece within an SVG; ``box`` is where and how large, as attributes."""
    return f'<use href="{static(SYMBOLS)}#{piece}"{box and f" {box}"}/>'


@cache
def draw_piece(piece: str, classes: str = "piece") -> SafeString:
    """A piece by itself. A screen reader passes over it."""
    return mark_safe(f'<svg class="{classes}" aria-hidden="true">{use(piece)}</svg>')  # noqa: S308  All of it is ours.
