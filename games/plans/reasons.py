"""Why a plan asks its owner instead of answering. Each reason has a JSON form, by which it is stored.

:mod:`games.plans.why_asked` says each in a sentence. Reasons are as secret as plans: they hold limits.
"""

import msgspec
from msgspec import Struct

import rules


class _Reason(Struct, frozen=True, omit_defaults=True, tag_field="reason"):
    """Reads like any other value."""


class AnswerRefused(_Reason, frozen=True, tag="refused"):
    """The rules refuse what the plan wants, with this :class:`rules.RuleError`."""

    rule: str
    sentence: str
    values: dict[str, int | str | rules.Fuel]


class AboveLimit(_Reason, frozen=True, tag="above_limit"):
    """The next bid for ``plant`` would be ``least`` Elektro, above the limit."""

    plant: int
    least: int
    limit: int


class BelowFloor(_Reason, frozen=True, tag="below_floor"):
    """``price`` Elektro out of ``money`` would leave less than the ``floor``."""

    price: int
    money: int
    floor: int


class Unwished(_Reason, frozen=True, tag="unwished"):
    """``plant`` is up for auction, and the plan says nothing about it."""

    plant: int


class NothingToOpen(_Reason, frozen=True, tag="nothing_to_open"):
    """None of the plants to put up can be.

    ``missing`` are not on offer, ``barred`` not for this seat (MAP-CE-3), ``dear`` cost more than the plan allows.
    """

    missing: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()
    dear: tuple[int, ...] = ()


class Available(_Reason, frozen=True, tag="available"):
    """``plants`` about which the owner wants to be asked can be had now."""

    plants: tuple[int, ...]


class ScrapUnsaid(_Reason, frozen=True, tag="scrap_unsaid"):
    """``plant`` was bought, and the plan does not say what to scrap for it."""

    plant: int


class FuelTooDear(_Reason, frozen=True, tag="fuel_too_dear"):
    """The dearest of the tokens wanted would cost ``price`` Elektro, more than ``most``."""

    kind: rules.FuelKind
    price: int
    most: int


class CityTooDear(_Reason, frozen=True, tag="city_too_dear"):
    """Building in ``city`` would cost ``cost`` Elektro, connections included: more than ``most``."""

    city: str
    cost: int
    most: int


class NoneLeft(_Reason, frozen=True, tag="none_left"):
    """None of the areas wished for can be had."""


class TookBack(_Reason, frozen=True, tag="took_back"):
    """Its owner wants to decide this, and the plan waits until it is given anew."""


Reason = (
    AnswerRefused
    | AboveLimit
    | BelowFloor
    | Unwished
    | NothingToOpen
    | Available
    | ScrapUnsaid
    | FuelTooDear
    | CityTooDear
    | NoneLeft
    | TookBack
)

_decoder: msgspec.json.Decoder[Reason] = msgspec.json.Decoder(Reason)


def reason_to_json(reason: Reason) -> str:
    return msgspec.json.encode(reason).decode()


def reason_from_json(text: str) -> Reason:
    """The inverse of :func:`reason_to_json`."""
    return _decoder.decode(text)
