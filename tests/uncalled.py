"""The environment of Jinja2 for tests: it refuses methods that are not called, as conditions they are always true."""

from types import BuiltinMethodType, MethodType
from typing import Any

from jinja2 import Environment, nodes
from jinja2.visitor import NodeTransformer

from powergrid import jinja

UNCALLED = "uncalled"
"""A filter through which all attributes go."""


class Checked(jinja.SharedGlobals):
    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.filters[UNCALLED] = _uncalled

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        template = super()._parse(source, name, filename)
        _Checks().visit(template)
        return template


class _Checks(NodeTransformer):
    def visit_Call(  # noqa: N802  # Jinja2 names it
        self, node: nodes.Call
    ) -> nodes.Call:
        self.generic_visit(node)
        if isinstance(node.node, nodes.Filter) and node.node.name == UNCALLED:
            node.node = node.node.node  # type: ignore[assignment]  # a filter of ours has one
        return node

    def visit_Getattr(  # noqa: N802
        self, node: nodes.Getattr
    ) -> nodes.Filter:
        self.generic_visit(node)
        return nodes.Filter(node, UNCALLED, [], [], None, None, lineno=node.lineno)


def _uncalled(value: Any) -> Any:
    if isinstance(value, MethodType | BuiltinMethodType):
        raise TypeError(f"{value.__qualname__} is not called.")
    return value


def environment(**options: Any) -> Environment:
    return jinja.environment(kind=Checked, **options)
