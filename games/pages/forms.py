"""Reading what a player sends: an action to take, or one that is still being composed.

Both come in the same fields, so that a composed action can be kept in an address, confirmed by a form, and composed
again when it was refused. ``action`` names the kind:

=======  ===========================================================================================================
area     ``area``
trust    ``city`` for a house of the Trust
start    ``city`` to mark as a start city
open     ``plant``, ``bid``
decline
bid      ``amount``
pass
discard  ``plant``; the fuel given back in ``coal``, ``oil``, ``garbage``, ``uranium``, or none of these
buy      ``coal``, ``oil``, ``garbage``, ``uranium``; what is left empty is 0; ``market`` where there are several
build    ``city`` once for each, in building order; ``free_start`` is the one in which a second network begins
run      ``plant`` once for each; ``coal-5`` says how much of what the hybrid plant 5 burns is coal, the rest is oil
=======  ===========================================================================================================

To buy, build or run nothing ends a turn, too: it is taken only with the field ``nothing``, so that a lost field
ends none.

What cannot be read raises :class:`rules.ActionSyntaxError` with a sentence for the player.
"""

import re
from collections.abc import Callable, Sequence

from django.http import QueryDict
from django.utils.translation import gettext as _

import rules

_Data = dict[str, object]

_MOST_TOKENS = 24
_MOST_PLANT = 99
_MOST_CITIES = 42
_MOST_ACTIONS = 1_000_000
_MOST_STEPS = 30
_SEVERAL = ("city", "plant", "run", "wish", "unless")
"""The fields that are sent once for each thing that was picked."""
_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")


def read_action(fields: QueryDict) -> rules.Action:
    """Read the action that fields describe; whether it is allowed is for the rules."""
    reader = _READERS.get(fields.get("action", ""))
    if reader is None:
        raise rules.ActionSyntaxError(_("This does not say what to do. Please choose below."))
    return rules.action_from_data(reader(fields))


def each_once(fields: QueryDict) -> QueryDict:
    """The fields of an address without repetition.

    A link holds all that is filled in, and htmx sends that along once more, as it is by now: what comes last counts.
    """
    once = QueryDict(mutable=True)
    for name, values in fields.lists():
        if name == "before":  # steps, which can lead to the same again
            once.setlist(name, values)
        else:
            once.setlist(name, list(dict.fromkeys(values)) if name in _SEVERAL else values[-1:])
    return once


def read_answer(fields: QueryDict) -> rules.Action:
    """Read an action that is to be taken, and not only composed."""
    action = read_action(fields)
    if "nothing" not in fields:
        match action:
            case rules.BuyResources() if not action.fuel:
                raise rules.ActionSyntaxError(_("This does not say what to buy. Choose fuel, or “Buy nothing”."))
            case rules.BuildCities(cities=()):
                raise rules.ActionSyntaxError(
                    _("This does not say where to build. Choose cities, or “Build nothing”.")
                )
            case rules.RunPlants(plants=()):
                raise rules.ActionSyntaxError(_("This does not say which plants to run. Please choose below."))
    return action


def read_trail(fields: QueryDict) -> tuple[rules.Action, ...]:
    """Read what a player had composed before, step by step: ``before`` once for each, in the notation of the game."""
    steps = fields.getlist("before")
    if len(steps) > _MOST_STEPS:
        raise rules.ActionSyntaxError(_("These are more steps back than the site remembers."))
    return tuple(map(rules.parse_action, steps))


def read_count(fields: QueryDict, field: str) -> int:
    """Read how many actions a player had seen."""
    try:
        return _number(fields, field, _MOST_ACTIONS)
    except rules.ActionSyntaxError as error:
        sentence = _("This does not say which position of the game you were looking at. Please open the game again.")
        raise rules.ActionSyntaxError(sentence) from error


def read_order(fields: QueryDict, things: Sequence[str]) -> tuple[str, ...]:
    """Put things in the order of the numbers that a player gave them; those without any come last."""
    numbers = {thing: _number(fields, thing, _MOST_PLANT) for thing in things if fields.get(thing)}
    return tuple(sorted(things, key=lambda thing: numbers.get(thing, _MOST_PLANT + 1)))


def _read_area(fields: QueryDict) -> _Data:
    return {"kind": "choose_area", "area": _name(fields.get("area", ""))}


def _read_trust(fields: QueryDict) -> _Data:
    return {"kind": "place_trust_house", "city": _name(fields.get("city", ""))}


def _read_start(fields: QueryDict) -> _Data:
    return {"kind": "choose_start_city", "city": _name(fields.get("city", ""))}


def _read_open(fields: QueryDict) -> _Data:
    plant = _number(fields, "plant", _MOST_PLANT, least=1)
    return {"kind": "open_auction", "plant": plant, "bid": _number(fields, "bid", rules.MOST_ELEKTRO)}


def _read_decline(fields: QueryDict) -> _Data:
    return {"kind": "decline_auction"}


def _read_bid(fields: QueryDict) -> _Data:
    return {"kind": "bid", "amount": _number(fields, "amount", rules.MOST_ELEKTRO)}


def _read_pass(fields: QueryDict) -> _Data:
    return {"kind": "pass_bid"}


def _read_discard(fields: QueryDict) -> _Data:
    data: _Data = {"kind": "discard_plant", "plant": _number(fields, "plant", _MOST_PLANT, least=1)}
    if any(kind in fields for kind in rules.KINDS):
        data["drop"] = _tokens(fields)
    return data


def _read_buy(fields: QueryDict) -> _Data:
    market = fields.get("market")
    data: _Data = {"kind": "buy_resources", "market": _name(market) if market else None}
    return data | {kind: _wanted(fields, kind) for kind in rules.KINDS}


def _read_build(fields: QueryDict) -> _Data:
    cities = fields.getlist("city")
    if len(cities) > _MOST_CITIES:
        raise rules.ActionSyntaxError(_("These are more cities than there are on the map."))
    data: _Data = {"kind": "build_cities", "cities": [_name(city) for city in cities]}
    if free_start := fields.get("free_start", ""):
        data["free_start"] = _name(free_start)
    return data


def _read_run(fields: QueryDict) -> _Data:
    numbers = fields.getlist("plant")
    if len(numbers) > 4:
        raise rules.ActionSyntaxError(_("These are more plants than a player can own."))
    return {"kind": "run_plants", "plants": [_run(fields, number) for number in numbers]}


def _run(fields: QueryDict, number: str) -> _Data:
    plant = rules.PLANTS.get(_whole(number, _MOST_PLANT, least=1))
    if plant is None:
        raise rules.ActionSyntaxError(_("There is no plant {number}.").format(number=number))
    if plant.kind != "hybrid" or f"coal-{plant.number}" not in fields:  # on some boards no hybrid has its number
        return {"number": plant.number}
    coal = _number(fields, f"coal-{plant.number}", plant.need)
    return {"number": plant.number, "coal": coal, "oil": plant.need - coal}


def _wanted(fields: QueryDict, kind: str) -> int:
    """Tokens to buy. Of a kind nobody can buy all there are, let alone more: the rules say how many they can."""
    amount = _number(fields, kind, rules.MOST_ELEKTRO) if fields.get(kind) else 0
    return min(amount, _MOST_TOKENS)


def _tokens(fields: QueryDict) -> _Data:
    return {kind: _number(fields, kind, _MOST_TOKENS) if fields.get(kind) else 0 for kind in rules.KINDS}


def _number(fields: QueryDict, field: str, most: int, *, least: int = 0) -> int:
    return _whole(fields.get(field, ""), most, least=least)


def _whole(text: str, most: int, *, least: int = 0) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 7 and least <= int(text) <= most):
        sentence = _("“{text}” does not fit here. Enter a whole number from {least} to {most}.")
        raise rules.ActionSyntaxError(sentence.format(text=text[:20], least=least, most=most))
    return int(text)


def _name(text: str) -> str:
    if not _NAME.fullmatch(text):
        raise rules.ActionSyntaxError(_("“{text}” is not a place on the map.").format(text=text[:20]))
    return text


_READERS: dict[str, Callable[[QueryDict], _Data]] = {
    "area": _read_area,
    "trust": _read_trust,
    "start": _read_start,
    "open": _read_open,
    "decline": _read_decline,
    "bid": _read_bid,
    "pass": _read_pass,
    "discard": _read_discard,
    "buy": _read_buy,
    "build": _read_build,
    "run": _read_run,
}
