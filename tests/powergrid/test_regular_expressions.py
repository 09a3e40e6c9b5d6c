"""No text that somebody sends keeps a process busy: no regular expression takes time that grows with its square.

All are found by reading the code: each call of ``re``, in whichever way its result is used; validators of forms and
rows; patterns of addresses; those in scripts. So a new one is tried without being named here.
"""

import ast
import importlib
import re
import signal
import string
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from re import _constants as codes  # type: ignore[attr-defined]  # how Python itself has understood a pattern
from re import _parser as parser  # type: ignore[attr-defined]
from time import process_time
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.core.validators import RegexValidator
from django.forms import BaseForm
from django.urls import URLResolver, get_resolver

from powergrid.logs import PERSONAL
from powergrid.middleware import LONGEST_TARGET

ROOT = Path(settings.BASE_DIR)
ROOMS = ("accounts", "announcements", "games", "matchmaking", "notifications", "powergrid", "rules", "talk")
OF_RE = {"compile", "search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn"}
SIGNS = 20_000
AT_MOST = 0.02
"""Seconds of the processor. What is done so soon need not be compared: its square would take ten times as long."""
SOON = 0.2
"""The same for what reads no more than an address has: others hardly notice that."""
CEILING = 1
"""Seconds for all that one shape is tried with."""
TIMES = 3.2
"""How many times as long twice as many signs may take: twice where it is even, four times where it is the square."""
TRIES = 3


@dataclass(frozen=True)
class Expression:
    place: str
    pattern: "re.Pattern[Any]"
    uses: frozenset[str] = frozenset({"search"})
    longest: int = SIGNS
    """How many signs it reads at most, if something before it sees to that: then it only has to be quick on those."""

    def use(self, text: str) -> None:
        subject: Any = text.encode() if isinstance(self.pattern.pattern, bytes) else text
        for use in self.uses:
            match use:
                case "sub" | "subn":
                    self.pattern.sub(subject[:0], subject)
                case "findall" | "finditer" | "split":
                    list(getattr(self.pattern, use)(subject))
                case _:
                    getattr(self.pattern, use)(subject)


# Finding ------------------------------------------------------------------------------------------------------------


def modules() -> Iterator[Path]:
    for room in ROOMS:
        yield from sorted((ROOT / room).rglob("*.py"))


def of_code() -> Iterator[Expression]:
    trees = {path: ast.parse(path.read_text()) for path in modules()}
    uses: dict[str, set[str]] = {}
    for node in chain.from_iterable(map(ast.walk, trees.values())):
        if isinstance(node, ast.Attribute) and node.attr in OF_RE and isinstance(node.value, ast.Name):
            uses.setdefault(node.value.id, set()).add(node.attr)
    for path, tree in trees.items():
        place = str(path.relative_to(ROOT))
        named = {
            id(node.value): node.targets[0].id
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        }
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            function = call.func
            if not isinstance(function, ast.Attribute) or not call.args:
                continue
            if isinstance(function.value, ast.Name) and function.value.id == "re" and function.attr in OF_RE:
                name = named.get(id(call), "")
                used = uses.get(name, {"search"}) if function.attr == "compile" else {function.attr}
                yield Expression(f"{place}:{call.lineno}", compiled(path, call, name), frozenset(used))


def compiled(path: Path, call: ast.Call, name: str) -> "re.Pattern[Any]":
    """The pattern of a call: of a name of the module, or of words that stand in the call."""
    if name:
        module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        found: re.Pattern[Any] = getattr(module, name)
        return found
    given = call.args[0]
    if isinstance(given, ast.JoinedStr):  # what is put in is a word of ours, not a pattern
        words = "".join(str(part.value) if isinstance(part, ast.Constant) else "word" for part in given.values)
        return re.compile(words)
    is_known = isinstance(given, ast.Constant) and isinstance(given.value, str | bytes)
    assert is_known, f"{path}:{call.lineno}: give this pattern a name in its module"
    return re.compile(ast.literal_eval(given))


def of_settings() -> Iterator[Expression]:
    """What variables have to look like."""
    for call in ast.walk(ast.parse((ROOT / "powergrid" / "settings.py").read_text())):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "matching":
            given = call.args[2]
            if isinstance(given, ast.Constant):
                pattern = re.compile(rf"(?:{given.value!s})\Z")
                yield Expression(f"settings:{call.lineno}", pattern, frozenset({"match"}))


def of_validators() -> Iterator[Expression]:
    def forms(kind: Any) -> Iterator[Any]:
        for form in kind.__subclasses__():
            yield form
            yield from forms(form)

    get_resolver().url_patterns  # noqa: B018  # loads all forms of pages
    fields: list[Any] = [field for form in forms(BaseForm) for field in getattr(form, "base_fields", {}).values()]
    fields += [field for model in apps.get_models() for field in model._meta.get_fields()]
    for field in fields:
        for validator in getattr(field, "validators", ()):
            if isinstance(validator, RegexValidator):
                regex: Any = validator.regex
                yield Expression(f"{field}", re.compile(regex.pattern, regex.flags))


def of_addresses() -> Iterator[Expression]:
    def walk(resolver: URLResolver) -> Iterator[Expression]:
        for each in resolver.url_patterns:
            yield Expression(f"address {each.pattern}", each.pattern.regex, longest=LONGEST_TARGET)
            if isinstance(each, URLResolver):
                yield from walk(each)
            for converter in each.pattern.converters.values():
                yield Expression(
                    f"converter {converter}", re.compile(converter.regex), frozenset({"fullmatch"}), LONGEST_TARGET
                )

    yield from walk(get_resolver())


IN_SCRIPT = re.compile(r"(?<=[(=:,!&|?])\s*/(?![/*])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+)/[a-z]*[.,;)]")


def of_scripts() -> Iterator[Expression]:
    for path in sorted((ROOT / "static" / "js").glob("*.js")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for found in IN_SCRIPT.finditer(line):
                words = re.sub(r"\\p\{\w+\}", r"\\w", found[1])  # which Python does not know
                yield Expression(f"{path.name}:{number}", re.compile(words))


def expressions() -> list[Expression]:
    found = (*of_code(), *of_settings(), *of_validators(), *of_addresses(), *of_scripts())
    return list({(each.pattern, each.uses, each.longest): each for each in found}.values())


# Hostile shapes -----------------------------------------------------------------------------------------------------


def samples(items: Any) -> Iterator[str]:
    """Short texts that each part of a pattern takes, alone and after what stands before it."""
    before = ""
    for item in items:
        for part in parts(*item):
            yield part
            yield before + part
        before += sample([item])


def parts(code: Any, value: Any) -> Iterator[str]:
    yield sample([(code, value)])
    for inner in nested(code, value):
        yield from samples(inner)


def nested(code: Any, value: Any) -> list[Any]:
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
        return [value[2]]
    if code is codes.SUBPATTERN:
        return [value[3]]
    if code is codes.BRANCH:
        return list(value[1])
    if code in (codes.ASSERT, codes.ASSERT_NOT):
        return [value[1]]
    if code is codes.ATOMIC_GROUP:
        return [value]
    return []


def sample(items: Any) -> str:
    """A text that a pattern takes, as far as that is told by its parts one by one."""
    taken = ""
    for code, value in items:
        if code is codes.LITERAL:
            taken += chr(value)
        elif code is codes.NOT_LITERAL:
            taken += next(sign for sign in "a1 ." if ord(sign) != value)
        elif code is codes.ANY:
            taken += "a"
        elif code is codes.IN:
            taken += one_of(value)
        elif code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            taken += sample(value[2]) * max(1, value[0])
        elif code is codes.ASSERT_NOT:
            continue
        elif inner := nested(code, value):
            taken += sample(inner[0])
    return taken


def one_of(members: Any) -> str:
    """A sign of a class; a sign that few patterns look for, if it may be nearly any."""
    signs = "a" + string.printable + "ä\u202e\x07"
    return next((sign for sign in signs if takes(members, sign)), "a")


def takes(members: Any, sign: str) -> bool:
    categories = {
        codes.CATEGORY_DIGIT: str.isdigit,
        codes.CATEGORY_SPACE: str.isspace,
        codes.CATEGORY_WORD: lambda it: it.isalnum() or it == "_",
    }
    opposite = {
        codes.CATEGORY_NOT_DIGIT: codes.CATEGORY_DIGIT,
        codes.CATEGORY_NOT_SPACE: codes.CATEGORY_SPACE,
        codes.CATEGORY_NOT_WORD: codes.CATEGORY_WORD,
    }
    found = is_opposite = False
    for code, value in members:
        if code is codes.NEGATE:
            is_opposite = True
        elif code is codes.LITERAL:
            found |= ord(sign) == value
        elif code is codes.RANGE:
            found |= value[0] <= ord(sign) <= value[1]
        elif value in categories:
            found |= bool(categories[value](sign))
        elif value in opposite:
            found |= not categories[opposite[value]](sign)
    return found != is_opposite


def shapes(pattern: "re.Pattern[Any]") -> list[tuple[str, str, str]]:
    """A beginning, what follows again and again, and an end that does not fit."""
    words = pattern.pattern.decode() if isinstance(pattern.pattern, bytes) else pattern.pattern
    items = parser.parse(words, pattern.flags)
    pumped = {part for part in samples(items) if part} | {"a", "1", " ", "\n", "/", ".", "<", "a@", "a.", "://"}
    return [("", part, end) for part in sorted(pumped) for end in ("", "\0")] + [
        (sample(items)[:-1], part, "\0") for part in sorted(pumped) if len(part) == 1
    ]


class TooLong(Exception):
    """The processor worked for longer than anybody should have to wait."""


@contextmanager
def at_most(most: float) -> Iterator[None]:
    """Python looks for signals while it searches: one that takes for ever ends, too."""

    def give_up(*_: object) -> None:
        raise TooLong

    signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, most)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def seconds(expression: Expression, shape: tuple[str, str, str], signs: int, *, tries: int = 1) -> float:
    """The least time of the processor that it takes, of several tries; other programs only make it longer."""
    beginning, part, end = shape
    text = beginning + part * (signs // len(part)) + end
    least = float("inf")
    for _try in range(tries):
        began = process_time()
        expression.use(text)
        least = min(least, process_time() - began)
    return least


def too_slow(expression: Expression) -> Iterator[str]:
    signs = expression.longest
    for shape in shapes(expression.pattern):
        try:
            with at_most(CEILING):
                if seconds(expression, shape, signs) < (AT_MOST if signs == SIGNS else SOON):
                    continue
                long, short = (seconds(expression, shape, many, tries=TRIES) for many in (signs, signs // 2))
        except TooLong:
            yield f"{expression.place} on {shape}: for ever"
            return
        if long > AT_MOST and long > TIMES * short:
            yield f"{expression.place} on {shape}: {long:.3f} s for {signs} signs, {short:.3f} s for half of them"
            return


def test_no_expression_takes_time_that_grows_with_the_square_of_what_it_reads():
    known = expressions()
    assert any(each.pattern is PERSONAL for each in known)
    assert not "\n".join(chain.from_iterable(map(too_slow, known)))


@pytest.mark.parametrize(
    "pattern", [r"[^\s@]+@", r"(a+)+b", r"<\w+: [^>]*(?=>)", r"Key \(.*?\)=", r"\s+$", r"x.*y.*z"]
)
def test_what_does_is_found(pattern):
    assert [*too_slow(Expression("here", re.compile(pattern)))]
