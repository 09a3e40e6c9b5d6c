"""Statements that are written once: Django takes longer to put one together than a database to answer it."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from copy import copy
from functools import lru_cache, wraps
from inspect import Parameter, signature
from typing import Any, ParamSpec, TypeVar

from django.db import connections
from django.db.models import Expression, QuerySet
from django.db.models.sql.compiler import SQLCompiler

P = ParamSpec("P")
Row = TypeVar("Row")

MOST_KEPT = 100
"""How many statements of one function are kept."""


class Given(Expression):
    """Where a statement has a value that it is given each time, or behind ``IN`` all of a list."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, Any]:
        return "%s", (self,)


def written_once(sought: Callable[P, QuerySet[Any, Row]]) -> Callable[P, list[Row]]:
    """Have the statement for what a function seeks written once, and answered again at each call.

    The function is called with something that stands for each value: it can filter by them, but not look at them, nor
    at a clock. They are numbers and words, or lists of these; nothing is found by None or an empty list, nor by its
    negation. What the function does look at are arguments by keyword alone: for others there is another statement.
    """
    parameters = signature(sought).parameters.values()
    names = [parameter.name for parameter in parameters if parameter.kind is not Parameter.KEYWORD_ONLY]

    @lru_cache(MOST_KEPT)
    def statement(**looked_at: Hashable) -> _Statement:
        return _Statement(sought(*map(Given, names), **looked_at))  # type: ignore[arg-type]  # they stand for values

    @wraps(sought)
    def answers(*args: P.args, **looked_at: P.kwargs) -> list[Row]:
        kept = statement(**looked_at)  # type: ignore[arg-type]  # nothing says that keywords are hashable
        return [*kept.answers(dict(zip(names, args, strict=True)))]

    return answers


class _Statement:
    """What Django has written for a query, and what it takes to read the answers."""

    def __init__(self, sought: QuerySet[Any, Any]) -> None:
        self.sought = sought
        self.way_to_read: Any = sought._iterable_class
        self.compiler = sought.query.get_compiler(sought.db)
        sql, self.params = self.compiler.as_sql()
        self.texts = sql.split("%s")
        conversions = self.compiler.get_converters([column for column, *_ in self.compiler.select])
        self.compiler.get_converters = lambda columns: conversions

    def answers(self, given: Mapping[str, Any]) -> Iterable[Any]:
        compiler, filled = copy(self.compiler), self._filled(given)
        compiler.connection = connections[self.sought.db]  # that of this thread
        compiler.as_sql = lambda: filled
        rows: Iterable[Any] = self.way_to_read(_Answers(self.sought.db, compiler))
        return rows

    def _filled(self, given: Mapping[str, Any]) -> tuple[str, list[Any]]:
        """The statement with as many places as there are values, and these."""
        sql, values = self.texts[0], []
        for param, text in zip(self.params, self.texts[1:], strict=True):
            value = given[param.name] if isinstance(param, Given) else param
            some = [value] if isinstance(value, str) or not isinstance(value, Collection) else [*value] or [None]
            sql += ", ".join(["%s"] * len(some)) + text
            values += some
        return sql, values


class _Answers:
    """What Django's ways to read rows want to know of the query set that asks."""

    _known_related_objects: Mapping[Any, Any] = {}

    def __init__(self, db: str, compiler: SQLCompiler) -> None:
        self.db = db
        self.query = self
        self.get_compiler = lambda using: compiler
