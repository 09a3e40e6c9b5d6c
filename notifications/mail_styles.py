"""What mails look like: the rules of mail.css as styles of single elements, in the colours that pages have."""

import re
from functools import cache
from typing import NamedTuple

from django.conf import settings

_RULE = re.compile(r"^\.([\w-]+) \{(.*?)^\}", re.MULTILINE | re.DOTALL)
_COLOUR = re.compile(r"(?<![\w-])--([\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));")
_USE = re.compile(r"var\(--([\w-]+)\)")


class Colour(NamedTuple):
    light: str
    dark: str


@cache
def style(name: str) -> str:
    return "; ".join(_coloured(declaration, "light") for declaration in _rules()[name])


@cache
def sheet() -> str:
    """What a mail has in its head: the dark colours, and what is different on a phone."""
    dark = "\n".join(f".{name} {{ {declarations} }}" for name, declarations in _in_the_dark())
    _rules_of_classes, media, on_phones = _source().partition("@media")
    in_the_dark = f"@media (prefers-color-scheme: dark) {{\n{dark}\n}}"
    return f":root {{ color-scheme: light dark; }}\n{in_the_dark}\n{media}{on_phones}"


@cache
def colours() -> dict[str, Colour]:
    tokens = (settings.BASE_DIR / "static" / "css" / "tokens.css").read_text()
    return {name: Colour(light or both, dark or both) for name, light, dark, both in _COLOUR.findall(tokens)}


def _in_the_dark() -> list[tuple[str, str]]:
    """What has another colour in the dark, with its declarations; they have to overrule those of the element."""
    found = []
    for name, declarations in _rules().items():
        changed = [
            f"{_coloured(declaration, 'dark')} !important;"
            for declaration in declarations
            if _coloured(declaration, "dark") != _coloured(declaration, "light")
        ]
        if changed:
            found.append((name, " ".join(changed)))
    return found


@cache
def _rules() -> dict[str, list[str]]:
    return {
        name: [declaration.strip() for declaration in declarations.split(";") if declaration.strip()]
        for name, declarations in _RULE.findall(_source())
    }


@cache
def _source() -> str:
    return str((settings.BASE_DIR / "templates" / "notifications" / "mail.css").read_text())


def _coloured(declaration: str, scheme: str) -> str:
    return _USE.sub(lambda use: getattr(colours()[use[1]], scheme), declaration)
