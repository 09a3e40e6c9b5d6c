"""Reading the one-line text form of actions, which logs, tests and exports use.

``area north``, ``trust kassel``, ``start koln``, ``open 13 14``, ``decline``, ``bid 15``, ``pass``,
``discard 5 c2``, ``buy c2 o1 u1``, ``buy north c2``, ``build essen duisburg``, ``build tokyo +yokohama``,
``run 5:c1o1 13``.
"""

import re
from collections.abc import Callable

from rules.actions import MOST_ELEKTRO, Action, action_from_data
from rules.errors import ActionSyntaxError

_KIND_OF_LETTER = {"c": "coal", "o": "oil", "g": "garbage", "u": "uranium"}
_TOKEN = re.compile(r"([cogu])([0-9]{1,2})")
_MARKET = re.compile(r"[a-z][a-z-]+")
"""The id of a market has no digits, so that it is no amount of fuel."""
Reader = Callable[[str, list[str]], dict[str, object]]
"""From a whole line, for refusals, and the words after the first to an action as plain data."""


def parse_action(text: str) -> Action:
    """Read the text form of an action; the inverse of ``str(action)``.

    >>> parse_action("open 13 14").bid
    14
    >>> parse_action("run 5:c1o1 13").plants[0].coal
    1

    :raises ActionSyntaxError: it is not an action.
    """
    word, *rest = text.split() or [""]
    reader = _READERS.get(word)
    if reader is None:
        raise ActionSyntaxError(f"{text!r} is not an action: it must begin with one of {', '.join(_READERS)}.")
    return action_from_data(reader(text, rest))


def _words(kind: str, **fields: Callable[[str, str], object]) -> Reader:
    """Reads one word for each field of an action."""

    def read(text: str, rest: list[str]) -> dict[str, object]:
        if len(rest) != len(fields):
            raise ActionSyntaxError(f"{text!r} should have {len(fields)} words after the first, not {len(rest)}.")
        data: dict[str, object] = {"kind": kind}
        for name, word in zip(fields, rest, strict=True):
            data[name] = fields[name](text, word)
        return data

    return read


def _id(text: str, word: str) -> str:
    return word


def _read_discard(text: str, rest: list[str]) -> dict[str, object]:
    if not rest:
        raise ActionSyntaxError(f"{text!r} names no plant.")
    plant, *tokens = rest
    data: dict[str, object] = {"kind": "discard_plant", "plant": _number(text, plant)}
    if tokens:
        data["drop"] = _tokens(text, tokens)
    return data


def _read_build(text: str, rest: list[str]) -> dict[str, object]:
    """A plus marks the free start (MAP-JP-6)."""
    free_starts = {word[1:] for word in rest if word.startswith("+")}
    if len(free_starts) > 1:
        raise ActionSyntaxError(f"{text!r} has more than one free start.")
    data: dict[str, object] = {"kind": "build_cities", "cities": [word.removeprefix("+") for word in rest]}
    if free_starts:
        data["free_start"] = free_starts.pop()
    return data


def _read_purchase(text: str, rest: list[str]) -> dict[str, object]:
    data: dict[str, object] = {"kind": "buy_resources"}
    if rest and _MARKET.fullmatch(rest[0]):
        data["market"], *rest = rest
    return data | _tokens(text, rest)


def _run(text: str, word: str) -> dict[str, object]:
    number, _, mix = word.partition(":")
    return {"number": _number(text, number), **_tokens(text, _TOKEN.sub(r" \g<0>", mix).split())}


def _number(text: str, word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= len(str(MOST_ELEKTRO))):
        raise ActionSyntaxError(f"{text!r}: {word!r} is not a whole number.")
    return int(word)


def _tokens(text: str, words: list[str]) -> dict[str, int]:
    amounts: dict[str, int] = {}
    for word in words:
        if word == "-" and len(words) == 1:
            break
        match = _TOKEN.fullmatch(word)
        if match is None or _KIND_OF_LETTER[match[1]] in amounts:
            raise ActionSyntaxError(f"{text!r}: {word!r} is not an amount of fuel, such as c2.")
        amounts[_KIND_OF_LETTER[match[1]]] = int(match[2])
    return amounts


_READERS: dict[str, Reader] = {
    "area": _words("choose_area", area=_id),
    "start": _words("choose_start_city", city=_id),
    "trust": _words("place_trust_house", city=_id),
    "open": _words("open_auction", plant=_number, bid=_number),
    "decline": _words("decline_auction"),
    "bid": _words("bid", amount=_number),
    "pass": _words("pass_bid"),
    "discard": _read_discard,
    "buy": _read_purchase,
    "build": _read_build,
    "run": lambda text, rest: {"kind": "run_plants", "plants": [_run(text, word) for word in rest]},
}
