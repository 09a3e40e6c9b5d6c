"""Small faults in the code, of which each can be switched on by its number.

This folder stands on ``PYTHONPATH`` of every program of a run, with no package around it: so it plants the same in
any checkout, an older one too. Each place in the code becomes ``FAULTY if __fault__(n) else AS_WRITTEN``. Which one
is at work says ``FAULT``; those that were reached are noted in a file that a program shares with the ones it starts.
"""

import ast
import builtins
import functools
import importlib.machinery
import json
import mmap
import operator
import os
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOMS = ("rules", "games", "matchmaking", "accounts", "notifications", "talk", "announcements", "powergrid")

OPPOSITES: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
}


class Place(NamedTuple):
    """Where a fault is: found again by what stands there, as lines move."""

    path: str
    function: str
    kind: str
    written: str
    nth: int
    """Which of those that look the same in this function."""


def faulty(node: ast.AST) -> tuple[str, ast.expr] | None:
    """What would be wrong here: its kind and the expression that stands there instead."""
    match node:
        case ast.Compare(ops=[op], left=left, comparators=comparators) if type(op) in OPPOSITES:
            return "comparison", ast.Compare(left, [OPPOSITES[type(op)]()], comparators)  # type: ignore[list-item]
        case ast.BoolOp(op=op, values=values):
            return "and/or", ast.BoolOp(OPPOSITES[type(op)](), values)  # type: ignore[arg-type]
        case ast.BinOp(op=op, left=left, right=right) if type(op) in OPPOSITES:
            return "arithmetic", ast.BinOp(left, OPPOSITES[type(op)](), right)  # type: ignore[arg-type]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return "not", ast.Call(ast.Name("bool", ast.Load()), [operand], [])
        case ast.Constant(value=bool(value)):
            return "constant", ast.Constant(not value)
        case ast.Constant(value=int(value)):
            return "constant", ast.Constant(value + 1)
        case ast.Expr(value=ast.Call()):
            return "call left out", ast.Constant(None)
        case ast.Return(value=ast.expr()):
            return "returns nothing", ast.Constant(None)
    return None


class Planter(ast.NodeTransformer):
    """Walks the functions of a module; ``plant`` says by what each place is replaced, if by anything."""

    def __init__(self, path: str, plant: Callable[[Place], int | None]) -> None:
        self.path, self.plant = path, plant
        self.scope: list[str] = []
        self.depth = 0
        self.seen: Counter[tuple[str, str, str]] = Counter()

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self.scope.append(node.name)
        self._visit_body(node)
        self.scope.pop()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.scope.append(node.name)
        self.depth += 1
        self._visit_body(node)
        self.depth -= 1
        self.scope.pop()
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value:
            node.value = self.visit(node.value)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        if node.guard:
            node.guard = self.visit(node.guard)
        self._visit_body(node)
        return node

    def visit(self, node: ast.AST) -> Any:
        found = faulty(node) if self.depth else None
        if found is None:
            return super().visit(node)
        kind, instead = found
        key = (".".join(self.scope), kind, ast.unparse(node))
        number = self.plant(Place(self.path, *key, self.seen[key]))
        self.seen[key] += 1
        node = super().visit(node)
        if number is None:
            return node
        if isinstance(node, ast.Expr | ast.Return):
            node.value = _either(number, instead, node.value)  # type: ignore[arg-type]
            return node
        return _either(number, instead, node)  # type: ignore[arg-type]

    def _visit_body(self, node: Any) -> None:
        node.body = [self.visit(each) for each in node.body]


def _either(number: int, instead: ast.expr, written: ast.expr) -> ast.IfExp:
    asked = ast.Call(ast.Name("__fault__", ast.Load()), [ast.Constant(number)], [])
    either = ast.IfExp(asked, instead, written)
    for new in (either, instead, *ast.walk(asked)):
        ast.copy_location(new, written)
    return ast.fix_missing_locations(either)


def places(root: Path) -> Iterator[Place]:
    """All places where a fault could be, in the order of the files."""
    for file in files(root):
        found: list[Place] = []
        Planter(str(file.relative_to(root)), lambda place, found=found: found.append(place)).visit(  # type: ignore[misc]
            ast.parse(file.read_bytes())
        )
        yield from found


def files(root: Path) -> Iterator[Path]:
    """The modules of the site."""
    for room in ROOMS:
        yield from (file for file in sorted((root / room).rglob("*.py")) if "migrations" not in file.parts)


def draw(root: Path, many: int, seed: str) -> list[Place]:
    return random.Random(seed).sample(list(places(root)), many)


NONE = -1
at_work = NONE
"""The number of the fault that is switched on."""


def switch_on(number: int) -> None:
    """Have one fault at work from now on, here and in the programs that are started from here."""
    global at_work
    at_work, os.environ["FAULT"] = number, str(number)


class Reached:
    """One byte for each fault, which a program shares with all that it starts."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._open(os.environ.get("FAULTS_REACHED") or self._new())

    def begin_anew(self) -> None:
        """Share no more with who started this program."""
        self._open(self._new())

    def take(self) -> bytes:
        """Read all, and begin at zero."""
        noted, self.bytes[:] = self.bytes[:], bytes(self.size)
        return noted

    def add(self, noted: bytes) -> None:
        if any(noted):
            self.bytes[:] = bytes(map(operator.or_, self.bytes[:], noted))

    def _new(self) -> str:
        with tempfile.NamedTemporaryFile(delete=False) as file:
            file.write(bytes(self.size))
        os.environ["FAULTS_REACHED"] = file.name
        return file.name

    def _open(self, path: str) -> None:
        with open(path, "r+b") as file:
            self.bytes = mmap.mmap(file.fileno(), self.size)


def start() -> None:
    """Have whatever this program imports from the site carry the faults."""
    root = Path(os.environ["FAULTS_ROOT"])
    listed = [Place(*each) for each in json.loads(Path(os.environ["FAULTS"]).read_text())]
    numbers = {place: number for number, place in enumerate(listed)}
    paths = {str(root / place.path): place.path for place in listed}
    reached = Reached(len(listed))

    def fault(number: int) -> bool:
        reached.bytes[number] = 1
        return number == at_work

    switch_on(int(os.environ.get("FAULT", NONE)))
    builtins.__fault__ = fault  # type: ignore[attr-defined]
    builtins.__reached__ = reached  # type: ignore[attr-defined]
    compiled = importlib.machinery.SourceFileLoader.source_to_code

    def with_faults(self: Any, data: Any, path: Any, **options: Any) -> Any:
        if path in paths and isinstance(data, bytes):
            data = Planter(paths[path], numbers.get).visit(ast.parse(data))
        return compiled(self, data, path, **options)

    importlib.machinery.SourceFileLoader.source_to_code = with_faults  # type: ignore[method-assign]
    if "FAULTS_NOTES" in os.environ:
        functools.lru_cache = _noting(functools.lru_cache, reached)


def _noting(lru_cache: Any, reached: Reached) -> Any:
    """A cache that notes as reached what led to an answer, also when the answer is found."""

    def decorate(maxsize: Any = 128, typed: bool = False) -> Any:
        if callable(maxsize):
            return decorate()(maxsize)

        def wrap(function: Any) -> Any:
            kept = lru_cache(maxsize, typed)(function)
            if function.__module__.split(".")[0] not in ROOMS:
                return kept
            led_to: dict[Any, bytes] = {}

            def cached(*args: Any, **named: Any) -> Any:
                before, misses = reached.take(), kept.cache_info().misses
                try:
                    return kept(*args, **named)
                finally:
                    key = (args, *named.items())
                    if kept.cache_info().misses > misses:
                        led_to[key] = reached.bytes[:]
                    reached.add(led_to.get(key, b""))
                    reached.add(before)

            known = {"cache_info": kept.cache_info, "cache_clear": kept.cache_clear}
            vars(cached).update(known)
            return functools.update_wrapper(cached, function)

        return wrap

    return decorate
