"""The look of maps for a renderer that knows little of CSS: the style sheets of the site, with all values worked out.

It knows classes, descendants and neighbours, but no layers, custom properties, ``calc()`` or ``light-dark()``, and of
colours only older ways to write them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from django.conf import settings

SHEETS = ("tokens", "ground", "board", "map-pieces")
"""Those of ``static/css`` that say how a map looks, in the order of the page."""

ON_MAPS = re.compile(r"\.(board|house|mark)\b[^:\[]*")
"""Selectors of what is drawn on a map, but nothing that depends on what people do."""

COLOURS = re.compile("--(seat|fuel|map)-")

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_PIECE = re.compile(r"(?<![^{};])([^{};]*)([{};])")
_CLASS = re.compile(r"\.([\w-]+)")
_VARIABLE = re.compile(r"var\((--[\w-]+)(?:, *([^()]*))?\)")
_LIGHT = re.compile(r"light-dark\(((?:[^(),]|\([^()]*\))*), *(?:[^(),]|\([^()]*\))*\)")
_PRODUCT = re.compile(r"calc\(([\d.]+)px \* ([\d.]+)\)")
_CLEAR = re.compile(r"rgb\((\d+) (\d+) (\d+) / ([\d.]+)\)")

Values = dict[str, str]


class Rule(NamedTuple):
    """One selector with its declarations, by property."""

    selector: str
    values: Values

    @property
    def set_here(self) -> Values:
        """The custom properties that it gives what it selects, and all within."""
        return {name: value for name, value in self.values.items() if name.startswith("--")}


@lru_cache(maxsize=1024)
def style(classes: frozenset[str] | None = None) -> str:
    """The light look of all that is drawn on maps, or of what has no other classes than these.

    The renderer reads it for each drawing. For a small one, all of it takes longer to read than the drawing to draw.
    """
    return "\n".join(
        f"{rule.selector}{{{';'.join(f'{name}:{value}' for name, value in rule.values.items())}}}"
        for rule in _looks()
        if rule.values and (classes is None or classes.issuperset(_CLASS.findall(rule.selector)))
    )


@cache
def colours() -> dict[str, str]:
    """The light colours that maps are made of, by the names that they have in style sheets."""
    tokens = _tokens(_rules())
    found = {name: _value(value, tokens) for name, value in tokens.items() if COLOURS.match(name)}
    return {name: value for name, value in found.items() if value.startswith("#")}


@cache
def _looks() -> tuple[Rule, ...]:
    return tuple(_worked_out(_rules()))


def _worked_out(rules: Iterable[Rule]) -> Iterator[Rule]:
    rules = list(rules)
    tokens = _tokens(rules)
    setters = [rule for rule in rules if rule.selector != ":root" and rule.set_here]
    for rule in rules:
        if ON_MAPS.fullmatch(rule.selector):
            yield from _variants(rule, tokens, setters)


def _tokens(rules: Iterable[Rule]) -> Values:
    """The custom properties that hold everywhere."""
    return {name: value for rule in rules if rule.selector == ":root" for name, value in rule.set_here.items()}


def _variants(rule: Rule, tokens: Values, setters: Iterable[Rule]) -> Iterator[Rule]:
    """A rule and, where its values depend on another class round or of the element itself, one for each such."""
    alone = _worked_out_values(rule.values, tokens)
    yield Rule(rule.selector, {name: value for name, value in alone.items() if "var(" not in value})
    for setter in setters:
        found = _worked_out_values(rule.values, tokens | setter.set_here)
        settled = {name: value for name, value in found.items() if value != alone[name] and "var(" not in value}
        classes = setter.selector.split()[-1]
        if rule.selector.startswith(".board "):
            yield Rule(rule.selector.replace(".board", f".board {classes}", 1), settled)
        yield Rule(rule.selector + classes, settled)


def _worked_out_values(values: Values, variables: Mapping[str, str]) -> Values:
    return {name: _value(value, variables) for name, value in values.items() if not name.startswith("--")}


def _value(value: str, variables: Mapping[str, str]) -> str:
    """A value in which nothing is left to work out, but for variables that are not known."""
    while (easier := _step(value, variables)) != value:
        value = easier
    return value


def _step(value: str, variables: Mapping[str, str]) -> str:
    value = _VARIABLE.sub(lambda found: variables.get(found[1]) or found[2] or found[0], value)
    value = _LIGHT.sub(r"\1", value)
    value = _PRODUCT.sub(lambda found: f"{float(found[1]) * float(found[2]):g}px", value)
    return _CLEAR.sub(r"rgba(\1, \2, \3, \4)", value).replace("currentcolor", "currentColor")


def _rules() -> Iterator[Rule]:
    for name in SHEETS:
        yield from _read((settings.BASE_DIR / "static" / "css" / f"{name}.css").read_text())


def _read(sheet: str) -> Iterator[Rule]:
    """The rules of a style sheet, whatever layer they are in; not those that hold for some screens alone."""
    opened: list[Rule] = []
    for words, mark in _PIECE.findall(_COMMENT.sub("", sheet)):
        text = " ".join(words.split())
        if mark == "{":
            opened.append(Rule(text, {}))
            continue
        if opened and ":" in text:
            name, _colon, value = text.partition(":")
            opened[-1].values[name.strip()] = value.strip()
        if mark == "}":
            closed = opened.pop()
            if not closed.selector.startswith("@") and not any(rule.selector.startswith("@media") for rule in opened):
                yield from (Rule(selector.strip(), closed.values) for selector in closed.selector.split(","))
