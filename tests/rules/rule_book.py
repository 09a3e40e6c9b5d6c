"""What docs/rules.md and the pages of boards beside it say, and which of it the tests claim to check."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
BOOK = TESTS.parents[1] / "docs" / "rules.md"
PAGES = (BOOK, *sorted(BOOK.with_suffix("").glob("*.md")))
"""The book, and a page for each board that has many rules of its own."""

_RULE = re.compile(r"^- \*\*([A-Z]+(?:-[A-Z]+)?-\d+[a-z]?)\*\*", re.MULTILINE)


def rule_ids() -> list[str]:
    """Every rule, worked example (TV) and corner case (CC), in the order of the book."""
    return [rule for page in PAGES for rule in _RULE.findall(page.read_text(encoding="utf-8"))]


@cache
def marked() -> frozenset[str]:
    """The ids in the ``rule`` marks of the tests beside this module and below it."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in sorted(TESTS.rglob("test_*.py")))
    return frozenset(rule for tree in trees for rule in _marks(tree))


def table(heading: str, number: int = 0) -> list[dict[str, str]]:
    """The rows of a table of the book: the one of this number under a heading such as ``3.3``."""
    section = re.search(
        rf"^### {re.escape(heading)} .*?(?=^##)", BOOK.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    assert section, heading
    tables = re.findall(r"(?:^\|.*\n)+", section[0], re.MULTILINE)
    head, _, *rows = (_cells(line) for line in tables[number].splitlines())
    return [dict(zip(head, row, strict=True)) for row in rows]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _marks(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="rule"), args=rules):
                yield from map(ast.literal_eval, rules)
