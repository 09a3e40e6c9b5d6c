"""Where the code uses what databases differ in, and whether a test that runs on PostgreSQL gets there.

Locks, SQL of our own, cursors on the server, constraints whose breach is caught or made an update, and what asks
which database it is. SQLite has no row locks and never two writers. Each function that uses one of these has to be
reached by a test with the mark ``postgresql``, and so has each that calls a function whose name begins with ``lock``.
``pytest -m postgresql --reach-all`` fails where one is not.
"""

import ast
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache, wraps
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest
from django.db import DEFAULT_DB_ALIAS, IntegrityError, connections
from django.db.backends.utils import CursorWrapper
from django.db.models import QuerySet

ROOT = Path(__file__).parents[1]
_HERE = f"{ROOT}/"
ROOMS = ("games/", "matchmaking/", "accounts/", "notifications/", "talk/", "announcements/", "powergrid/")

LOCK = "select_for_update"
CALLS = {LOCK, "raw", "extra", "get_or_create", "update_or_create", "cursor", "iterator"}
CONFLICTS = {"ignore_conflicts", "update_conflicts"}
BREACH = "IntegrityError"


class Use(NamedTuple):
    """What a function uses; it is named as Python qualifies it."""

    path: str
    function: str
    what: str


_EXECUTE: Callable[..., Any] = CursorWrapper._execute  # type: ignore[attr-defined]  # stubs leave out what is private

REACHED: set[Use] = set()
"""By the tests of this process so far, or by those of all processes once they have ended."""


@cache
def uses() -> frozenset[Use]:
    """All uses in the code of the site."""
    files = [file for room in ROOMS for file in (ROOT / room).rglob("*.py") if "migrations" not in file.parts]
    trees = {str(file.relative_to(ROOT)): ast.parse(file.read_bytes()) for file in files}
    return frozenset(use for path, tree in trees.items() for use in _uses_in(tree, path, ()))


def _uses_in(node: ast.AST, path: str, scope: tuple[str, ...]) -> Iterator[Use]:
    for child in ast.iter_child_nodes(node):
        if what := _used(child):
            yield Use(path, _name(scope), what)
        match child:
            case ast.FunctionDef(name=name):
                yield from _uses_in(child, path, (*scope, name, "<locals>"))
            case ast.ClassDef(name=name):
                yield from _uses_in(child, path, (*scope, name))
            case _:
                yield from _uses_in(child, path, scope)


def _used(node: ast.AST) -> str | None:
    match node:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name in CALLS or name.startswith("lock"):
            return name
        case ast.Call(keywords=named) if any(each.arg in CONFLICTS for each in named):
            return "bulk_create"
        case ast.ExceptHandler(type=ast.expr() as caught) if BREACH in ast.unparse(caught):
            return BREACH
        case ast.Attribute(attr="vendor"):
            return "vendor"
    return None


def _name(scope: tuple[str, ...]) -> str:
    """Without what Python puts at the end of names of what is inside a function, such as a comprehension."""
    while scope and scope[-1].startswith("<"):
        scope = scope[:-1]
    return ".".join(scope)


@contextmanager
def noted() -> Iterator[None]:
    """Note what is used meanwhile."""
    uses()  # Read in this thread: where two of them make trees of code at the same moment, Python 3.11 can fail.
    with ExitStack() as patched:
        for name in (CALLS | {"bulk_create"}) - {"cursor"}:
            patched.enter_context(patch.object(QuerySet, name, _noting(getattr(QuerySet, name), name)))
        database = type(connections[DEFAULT_DB_ALIAS])
        vendor = database.vendor
        patched.enter_context(patch.object(database, "cursor", _noting(database.cursor, "cursor")))
        patched.enter_context(patch.object(database, "vendor", property(_noting(lambda _database: vendor, "vendor"))))
        patched.enter_context(patch.object(CursorWrapper, "_execute", _noting_breaches(_EXECUTE)))
        yield


def _noting(function: Callable[..., Any], what: str) -> Callable[..., Any]:
    @wraps(function)
    def called(*args: Any, **named: Any) -> Any:
        frame = sys._getframe(1)
        if _counts(what, frame, named):
            REACHED.update(_users(frame, what))
        return function(*args, **named)

    return called


def _counts(what: str, frame: FrameType, named: dict[str, Any]) -> bool:
    match what:
        case "bulk_create":
            return bool(CONFLICTS & named.keys())
        case "cursor":  # others Django takes for queries of its own
            return frame.f_code.co_filename.removeprefix(_HERE).startswith(ROOMS)
        case _:
            return True


def _users(frame: FrameType, what: str) -> Iterator[Use]:
    """Who uses something: the innermost function of the site, and where that is there to lock, who calls it, too."""
    for path, function in _ours(frame):
        yield Use(path, function, what)
        what = function.rpartition(".")[2]
        if not what.startswith("lock"):
            return


def _noting_breaches(execute: Callable[..., Any]) -> Callable[..., Any]:
    """Note the first function that catches them."""

    @wraps(execute)
    def executed(*args: Any, **named: Any) -> Any:
        try:
            return execute(*args, **named)
        except IntegrityError:
            caught = (Use(*each, BREACH) for each in _ours(sys._getframe(1)))
            REACHED.update(islice((use for use in caught if use in uses()), 1))
            raise

    return executed


def _ours(frame: FrameType | None) -> Iterator[tuple[str, str]]:
    """The functions of the site that are under way, the innermost first."""
    while frame:
        path = frame.f_code.co_filename.removeprefix(_HERE)
        if path.startswith(ROOMS):
            yield path, _name(tuple(frame.f_code.co_qualname.split(".")))
        frame = frame.f_back


# For tests/conftest.py ----------------------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--reach-all", action="store_true", help="fail where something databases differ in is not reached"
    )


@pytest.fixture(autouse=True)
def uses_are_noted(request: pytest.FixtureRequest) -> Iterator[None]:
    if request.config.option.reach_all and request.node.get_closest_marker("postgresql"):
        with noted():
            yield
    else:
        yield


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["reached"] = [tuple(use) for use in REACHED]
    elif session.config.option.reach_all and (missed := uses() - REACHED):
        print("\nNo test with the mark postgresql reaches:")
        print(*(f"  {use.path}: {use.function} ({use.what})" for use in sorted(missed)), sep="\n")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what a process of a run has noted."""
    REACHED.update(Use(*each) for each in getattr(node, "workeroutput", {}).get("reached", ()))
