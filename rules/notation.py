"""Reading the one-line text form of actions, which logs, tests and exports use.

``area north``, ``trust kassel``, ``start koln``, ``open 13 14``, ``decline``, ``bid 15``, ``pass``,
``discard 5 c2``, ``buy c2 o1 u1``, ``build essen duisburg``, ``run 5:c1o1 13``.
"""

import re
from collections.abc import Callable

from rules.actions import Action, action_from_data
from rules.errors import ActionSyntaxError

_KIND_OF_LETTER = {"c": "coal", "o": "oil", "g": "garbage", "u": "uranium"}
_TOKEN = re.compile(r"([cogu])([0-9]{1,2})")


def parse_action(text: str) -> Action:
    """Read the text form of an action; the inverse of ``str(action)``.

    >>> parse_action("open 13 14").bid
    14
    >>> parse_action("run 5:c1o1 13").plants[0].coal
    1

    :raises ActionSyntaxError: it is no action.
    """
    word, *rest = text.split() or [""]
    reader = _READERS.get(word)
    if reader is None:
        raise ActionSyntaxError(
            f"{text!r} is not an action. An action begins with one of these words: {', '.join(_READERS)}."
        )
    return action_from_data(reader(text, rest))


def _read_area(text: str, rest: list[str]) -> dict[str, object]:
    (area,) = _exactly(1, text, rest)
    return {"kind": "choose_area", "area": area}


def _read_start(text: str, rest: list[str]) -> dict[str, object]:
    (city,) = _exactly(1, text, rest)
    return {"kind": "choose_start_city", "city": city}


def _read_trust(text: str, rest: list[str]) -> dict[str, object]:
    (city,) = _exactly(1, text, rest)
    return {"kind": "place_trust_house", "city": city}


def _read_open(text: str, rest: list[str]) -> dict[str, object]:
    plant, bid = _exactly(2, text, rest)
    return {"kind": "open_auction", "plant": _number(text, plant), "bid": _number(text, bid)}


def _read_decline(text: str, rest: list[str]) -> dict[str, object]:
    _exactly(0, text, rest)
    return {"kind": "decline_auction"}


def _read_bid(text: str, rest: list[str]) -> dict[str, object]:
    (amount,) = _exactly(1, text, rest)
    return {"kind": "bid", "amount": _number(text, amount)}


def _read_pass(text: str, rest: list[str]) -> dict[str, object]:
    _exactly(0, text, rest)
    return {"kind": "pass_bid"}


def _read_discard(text: str, rest: list[str]) -> dict[str, object]:
    if not rest:
        raise ActionSyntaxError(f"{text!r} names no plant.")
    plant, *tokens = rest
    data: dict[str, object] = {"kind": "discard_plant", "plant": _number(text, plant)}
    if tokens:
        data["drop"] = _tokens(text, tokens)
    return data


def _read_buy(text: str, rest: list[str]) -> dict[str, object]:
    return {"kind": "buy_resources", **_tokens(text, rest)}


def _read_build(text: str, rest: list[str]) -> dict[str, object]:
    return {"kind": "build_cities", "cities": rest}


def _read_run(text: str, rest: list[str]) -> dict[str, object]:
    runs = []
    for word in rest:
        number, _, mix = word.partition(":")
        run: dict[str, object] = {"number": _number(text, number)}
        run.update(_tokens(text, _TOKEN.sub(r" \g<0>", mix).split()))
        runs.append(run)
    return {"kind": "run_plants", "plants": runs}


def _exactly(count: int, text: str, rest: list[str]) -> list[str]:
    if len(rest) != count:
        raise ActionSyntaxError(f"{text!r} should have {count} words after the first, not {len(rest)}.")
    return rest


def _number(text: str, word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 5):
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


_READERS: dict[str, Callable[[str, list[str]], dict[str, object]]] = {
    "area": _read_area,
    "start": _read_start,
    "trust": _read_trust,
    "open": _read_open,
    "decline": _read_decline,
    "bid": _read_bid,
    "pass": _read_pass,
    "discard": _read_discard,
    "buy": _read_buy,
    "build": _read_build,
    "run": _read_run,
}
