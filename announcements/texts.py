"""How a text that was written in the admin becomes a page: as paragraphs, headings and lists, and nothing else."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby


class Kind(StrEnum):
    PARAGRAPH = "paragraph"
    HEADING = "heading"
    LIST = "list"


@dataclass(frozen=True, slots=True)
class Block:
    """Some lines that belong together, without the marks that say what they are."""

    kind: Kind
    lines: tuple[str, ...]


def blocks(text: str) -> Iterator[Block]:
    """What a text consists of, in its order.

    >>> for block in blocks("# What we keep\\nYour name.\\n- games\\n- turns\\n\\n\\nBye!"):
    ...     print(block.kind, block.lines)
    heading ('What we keep',)
    paragraph ('Your name.',)
    list ('games', 'turns')
    paragraph ('Bye!',)
    """
    for part in re.split(r"\n\s*\n", text.replace("\r\n", "\n")):
        lines = [line.strip() for line in part.splitlines() if line.strip()]
        for kind, together in groupby(lines, _kind_of):
            stripped = tuple(line if kind is Kind.PARAGRAPH else line[2:].strip() for line in together)
            yield Block(kind, stripped)


def _kind_of(line: str) -> Kind:
    return {"# ": Kind.HEADING, "- ": Kind.LIST}.get(line[:2], Kind.PARAGRAPH)
