"""What people write, made plain: text that shows as it reads, and upsets nothing around it."""

import re
import unicodedata

from accounts.names import MOST_MARKS, UNSEEN

NEEDED = {"\n", "\u200c", "\u200d", "\u200e", "\u200f", "\u061c", *map(chr, range(0xE0020, 0xE0080))}
"""Unseen characters that writing needs: line breaks, joiners of letters and emoji, marks of direction, flags."""

MOST_LINES = 12

_LINE_BREAK = re.compile(r"\r\n?|[\v\f\x85\u2028\u2029]")


def clean(text: str) -> str:
    """Text without control characters, turned directions and towers of accents.

    >>> clean("le\\u202eft\\x07 as\\tis\\r\\n")
    'left as is\\n'
    """
    text = unicodedata.normalize("NFC", _LINE_BREAK.sub("\n", text))
    return _lower_towers("".join(character for character in text.replace("\t", " ") if _is_plain(character)))


def tidy(text: str) -> str:
    """A message as it is stored: cleaned, and without surplus space and lines.

    >>> tidy("  Well\\u202e\\x00 played!  \\r\\n\\n\\n\\nBye ")
    'Well played!\\n\\nBye'

    What shows nothing at all is no text:

    >>> tidy("\\u200d \\u2060")
    ''
    """
    text = clean(text)
    lines = [line.strip() for line in re.sub(r"\n\s*\n", "\n\n", text.strip()).split("\n")]
    text = "\n".join([*lines[: MOST_LINES - 1], " ".join(filter(None, lines[MOST_LINES - 1 :]))]).strip()
    return text if any(_is_seen(character) for character in text) else ""


def _is_plain(character: str) -> bool:
    """Whether it is seen, or needed: no control or format character, nor half a character."""
    return character in NEEDED or unicodedata.category(character) not in {"Cc", "Cf", "Cs"}


def _is_seen(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] not in "ZM" and category not in {"Cc", "Cf"} and ord(character) not in UNSEEN


def _lower_towers(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character).startswith("M") else 0
        if marks <= MOST_MARKS:
            kept.append(character)
    return "".join(kept)
