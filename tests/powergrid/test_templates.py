"""Whether pages are drawn by templates alone, and whether all templates can be read."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.template import engines
from jinja2 import Environment, UndefinedError, meta

from powergrid import jinja

FOLDERS = settings.TEMPLATES[0]["DIRS"]
ROOMS = ("accounts", "announcements", "games", "matchmaking", "notifications", "powergrid", "rules", "talk")
DRAWS_BY_ITSELF = settings.BASE_DIR / "games" / "board"
"""Boards are drawn once for pages and pictures, far from any template."""

TAG = re.compile(r"(?<!\?P)</?[a-zA-Z][\w-]*(\s|>|/)")
"""A tag of HTML or SVG, and no group of a regular expression."""

NAMES = sorted(
    str(path.relative_to(folder))
    for folder in FOLDERS
    for path in folder.rglob("*.*")
    if path.suffix in (".html", ".js", ".txt")
)


def modules() -> Iterator[Path]:
    for room in ROOMS:
        yield from (
            path for path in (settings.BASE_DIR / room).rglob("*.py") if not path.is_relative_to(DRAWS_BY_ITSELF)
        )


def texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """What stands in the strings of a module, with their lines; not in those that only explain it."""
    said_alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield (
                node.lineno,
                "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values),
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said_alone:
            yield node.lineno, node.value


def tags_in(source: str) -> list[tuple[int, str]]:
    return [(line, text) for line, text in texts(ast.parse(source)) if TAG.search(text)]


@pytest.mark.parametrize(
    ("source", "has_tag"),
    [
        ("x = '<b>now</b>'", True),
        ("x = f'<a href={y}>'", True),
        ("x = '{}</li>'", True),
        ("x = '<br/>'", True),
        ("x = '1 < b > 2', '<3', '<%s>', r'(?P<name>.)', f'<{y}>', 'me <me@here.example>'", False),
        ("def f():\n    'Draws <b>.'", False),
        ("X = 1\n'Is <b>.'", False),
    ],
)
def test_tags_are_found_in_strings_and_not_in_what_explains_them(source, has_tag):
    assert bool(tags_in(source)) is has_tag


def test_no_string_of_a_program_has_html_in_it():
    found = [
        f"{path.relative_to(settings.BASE_DIR)}:{line}: {text[:60]!r}"
        for path in modules()
        for line, text in tags_in(path.read_text(encoding="utf-8"))
    ]
    assert found == []


# What templates say -------------------------------------------------------------------------------------------------


@pytest.fixture
def environment() -> Environment:
    engine: Any = engines["jinja2"]
    made: Environment = engine.env
    return made


def drawn(environment: Environment, source: str, **context: Any) -> str:
    return environment.from_string(source).render(context)


@pytest.mark.parametrize("name", NAMES)
def test_every_template_can_be_read_and_all_that_it_names_is_there(environment, name):
    source, _, _ = environment.loader.get_source(environment, name)
    for named in meta.find_referenced_templates(environment.parse(source)):
        if named is not None:
            environment.get_template(named)
    environment.get_template(name)


@pytest.mark.parametrize("asked", [None, AnonymousUser(), {}])
def test_what_nobody_has_is_empty(environment, asked):
    source = (
        "{% if it.is_guest %}a{% endif %}{% if it.name != 'Ana' %}b{% endif %}{{ it.name }}{{ it.name.first|length }}"
    )
    assert drawn(environment, source, it=asked) == "b0"


@pytest.mark.parametrize(
    "source", ["{{ nothing }}", "{% if it.nothing %}a{% endif %}", "{% for x in it.nothing %}{% endfor %}"]
)
def test_what_does_not_exist_is_an_error_where_the_site_is_developed(environment, source):
    with pytest.raises(UndefinedError):
        drawn(environment, source, it=object())


def test_what_does_not_exist_is_logged_in_earnest_and_the_rest_is_drawn(environment, settings, caplog):
    settings.DEVELOPMENT = False
    in_earnest = jinja.environment(autoescape=True, loader=environment.loader)
    assert drawn(in_earnest, "{{ nothing }}{% if it.name %}a{% endif %}b", it=None) == "b"
    assert [record.getMessage() for record in caplog.records] == ["Template variable warning: 'nothing' is undefined"]


@pytest.mark.parametrize(
    "source", ["{{ it.upper }}", "{% if it.upper %}a{% endif %}", "{{ it.strip().upper }}", "{{ f(it.upper) }}"]
)
def test_a_method_that_is_not_called_is_an_error_where_the_site_is_developed(environment, source):
    with pytest.raises(TypeError, match=r"upper is not called\."):
        drawn(environment, source, it="b", f=str)


def test_a_method_that_is_called_is_none(environment):
    assert drawn(environment, "{{ it.strip().upper() }}{% if it.nothing is defined %}a{% endif %}", it="b") == "B"
