"""Where the code uses what databases differ in, and whether a test that runs on PostgreSQL gets there.

It is locks, SQL of our own, and constraints whose breach is caught or made an update: SQLite passes over the first,
reads the second in its own way, and never has two writers for the third. Each function that uses one of them has to
be reached by a test with the mark ``postgresql``. ``pytest -m postgresql --reach-all`` fails where one is not.
"""

import ast
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import wraps
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
ROOMS = ("games/", "matchmaking/", "accounts/", "notifications/", "talk/", "powergrid/")

CALLS = {"select_for_update", "raw", "extra", "get_or_create", "update_or_create", "cursor"}
CONFLICTS = {"ignore_conflicts", "update_conflicts"}


class Use(NamedTuple):
    """What a function uses; it is named as Python qualifies it."""

    path: str
    function: str
    what: str


_EXECUTE: Callable[..., Any] = CursorWrapper._execute  # type: ignore[attr-defined]  # stubs leave out what is private

REACHED: set[Use] = set()
"""By the tests of this process so far, or by those of all processes once they have ended."""


def uses() -> set[Use]:
    """All uses in the code of the site."""
    files = [file for room in ROOMS for file in (ROOT / room).rglob("*.py") if "migrations" not in file.parts]
    return {use for file in files for use in _uses_in(ast.parse(file.read_bytes()), str(file.relative_to(ROOT)), ())}


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
        case ast.Call(func=ast.Attribute(attr=name)) if name in CALLS:
            return name
        case ast.Call(keywords=named) if any(each.arg in CONFLICTS for each in named):
            return "bulk_create"
        case ast.ExceptHandler(type=ast.Name(id="IntegrityError")):
            return "IntegrityError"
    return None


def _name(scope: tuple[str, ...]) -> str:
    """Without what Python puts at the end of names of what is inside a function, such as a comprehension."""
    while scope and scope[-1].startswith("<"):
        scope = scope[:-1]
    return ".".join(scope)


@contextmanager
def noted() -> Iterator[None]:
    """Note what is used meanwhile: calls by who makes them, and a broken constraint by all who could catch it."""
    with ExitStack() as patched:
        for name in (CALLS | {"bulk_create"}) - {"cursor"}:
            if hasattr(QuerySet, name):
                patched.enter_context(patch.object(QuerySet, name, _noting(getattr(QuerySet, name), name)))
        database = type(connections[DEFAULT_DB_ALIAS])
        patched.enter_context(patch.object(database, "cursor", _noting(database.cursor, "cursor")))
        patched.enter_context(patch.object(CursorWrapper, "_execute", _noting_breaches(_EXECUTE)))
        yield


def _noting(function: Callable[..., Any], what: str) -> Callable[..., Any]:
    @wraps(function)
    def called(*args: Any, **named: Any) -> Any:
        REACHED.update(Use(*each, what) for each in islice(_ours(sys._getframe(1)), 1))
        return function(*args, **named)

    return called


def _noting_breaches(execute: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(execute)
    def executed(*args: Any, **named: Any) -> Any:
        try:
            return execute(*args, **named)
        except IntegrityError:
            REACHED.update(Use(*each, "IntegrityError") for each in _ours(sys._getframe(1)))
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
    if request.node.get_closest_marker("postgresql") is None:
        yield
        return
    with noted():
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
