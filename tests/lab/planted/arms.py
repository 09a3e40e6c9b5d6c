"""Which ways through the code were taken: a byte for each function, each side of a branch, each turn of a loop.

Coverage by a trace function takes two and a half times as long as the tests alone (Python 3.11), which nobody waits
for. ``__arms__[n] = 1`` costs next to nothing, stands in a file that all programs of a run share, and so holds what
was reached by programs that were killed, too.
"""

import ast
import builtins
import importlib.machinery
import json
import mmap
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple


class Arm(NamedTuple):
    """Where a way through the code begins."""

    path: str
    line: int
    kind: str


class Marker(ast.NodeTransformer):
    """Has each arm of a module say that it was reached. They count from ``first`` on, in the order of the file."""

    def __init__(self, path: str, first: int = 0) -> None:
        self.path, self.first = path, first
        self.arms: list[Arm] = []

    def visit_FunctionDef(self, node: Any) -> ast.AST:
        after_docstring = 1 if ast.get_docstring(node, clean=False) is not None else 0
        node.body.insert(after_docstring, self._mark(node, "function"))
        return self.generic_visit(node)

    def visit_If(self, node: Any) -> ast.AST:
        node.body.insert(0, self._mark(node, "if"))
        node.orelse.insert(0, self._mark(node, "else"))
        return self.generic_visit(node)

    def visit_For(self, node: Any) -> ast.AST:
        node.body.insert(0, self._mark(node, "loop"))
        node.orelse.insert(0, self._mark(node, "end of loop"))
        return self.generic_visit(node)

    visit_While = visit_For  # noqa: N815

    def visit_Match(self, node: ast.Match) -> ast.AST:
        for case in node.cases:
            case.body.insert(0, self._mark(case.pattern, "case"))
        match node.cases[-1]:
            case ast.match_case(pattern=ast.MatchAs(pattern=None), guard=None):
                pass  # which takes whatever is left
            case _:
                whatever = ast.copy_location(ast.MatchAs(), node)
                node.cases.append(ast.match_case(whatever, None, [self._mark(node, "no case")]))
        return self.generic_visit(node)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        node.body.insert(0, self._mark(node, "except"))
        return self.generic_visit(node)

    def _mark(self, node: Any, kind: str) -> ast.stmt:
        number = self.first + len(self.arms)
        self.arms.append(Arm(self.path, node.lineno, kind))
        marked = ast.parse(f"__arms__[{number}] = 1").body[0]
        for new in ast.walk(marked):
            ast.copy_location(new, node)
        return marked


def arms(root: Path, files: Iterator[Path]) -> list[Arm]:
    """All arms of these files, in their order."""
    found: list[Arm] = []
    for file in files:
        marker = Marker(str(file.relative_to(root)))
        marker.visit(ast.parse(file.read_bytes()))
        found += marker.arms
    return found


def start() -> None:
    """Have whatever this program imports from the site note beside the list of arms which are reached."""
    root, listed = os.environ["ARMS_ROOT"], Path(os.environ["ARMS"])
    first: dict[str, int] = {}
    for number, (path, _line, _kind) in enumerate(json.loads(listed.read_text())):
        first.setdefault(f"{root}/{path}", number)
    with listed.with_suffix("").open("r+b") as file:
        builtins.__arms__ = mmap.mmap(file.fileno(), 0)  # type: ignore[attr-defined]
    compiled = importlib.machinery.SourceFileLoader.source_to_code

    def with_marks(self: Any, data: Any, path: Any, **options: Any) -> Any:
        if path in first:
            tree = data if isinstance(data, ast.AST) else ast.parse(data)
            data = Marker(path, first[path]).visit(tree)
        return compiled(self, data, path, **options)

    importlib.machinery.SourceFileLoader.source_to_code = with_marks  # type: ignore[method-assign]
