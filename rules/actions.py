"""What a seat can do: one small value for each decision of the game.

Each action has a JSON form (an object whose ``kind`` names the type) and a one-line text form, ``str(action)``, which
:mod:`rules.notation` reads. Reading an action checks its form only; whether it is allowed is for the phases.
"""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from rules.errors import ActionSyntaxError
from rules.fuel import Fuel

MOST_ELEKTRO = 999_999
"""More than anybody ever holds: a round pays 150, and a game of that many rounds is never played."""

Amount = Annotated[int, Meta(ge=0, le=MOST_ELEKTRO)]
"""Elektro."""
Tokens = Annotated[int, Meta(ge=0, le=24)]
Number = Annotated[int, Meta(ge=1, le=99)]
"""A plant number."""
Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z][a-z0-9-]*\Z")]
"""A city or area id."""


class _Action(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    def __repr__(self) -> str:
        return f"parse_action({str(self)!r})"


class ChooseArea(_Action, frozen=True, tag="choose_area"):
    """Take one area into play while areas are drafted (SET-4)."""

    area: Id

    def __str__(self) -> str:
        return f"area {self.area}"


class ChooseStartCity(_Action, frozen=True, tag="choose_start_city"):
    """Mark a city in which networks can be started (EXP-1)."""

    city: Id

    def __str__(self) -> str:
        return f"start {self.city}"


class PlaceTrustHouse(_Action, frozen=True, tag="place_trust_house"):
    """Put one of the first six houses of the Trust into a city (TRU-5)."""

    city: Id

    def __str__(self) -> str:
        return f"trust {self.city}"


class OpenAuction(_Action, frozen=True, tag="open_auction"):
    """Put up a plant of the actual market, with the opening bid (AUC-3)."""

    plant: Number
    bid: Amount

    def __str__(self) -> str:
        return f"open {self.plant} {self.bid}"


class DeclineAuction(_Action, frozen=True, tag="decline_auction"):
    """No auction from me, and no bid either, for the rest of this round (AUC-13)."""

    def __str__(self) -> str:
        return "decline"


class Bid(_Action, frozen=True, tag="bid"):
    """Raise the running auction to ``amount`` Elektro (AUC-8).

    >>> from rules import parse_action
    >>> parse_action("bid 21")
    parse_action('bid 21')
    >>> str(Bid(21))
    'bid 21'
    """

    amount: Amount

    def __str__(self) -> str:
        return f"bid {self.amount}"


class PassBid(_Action, frozen=True, tag="pass_bid"):
    """Leave the running auction for good (AUC-9)."""

    def __str__(self) -> str:
        return "pass"


class Drop(Struct, frozen=True, forbid_unknown_fields=True):
    """Tokens given back to the supply with a scrapped plant."""

    coal: Tokens = 0
    oil: Tokens = 0
    garbage: Tokens = 0
    uranium: Tokens = 0

    @property
    def fuel(self) -> Fuel:
        return Fuel(self.coal, self.oil, self.garbage, self.uranium)


class DiscardPlant(_Action, frozen=True, tag="discard_plant", omit_defaults=True):
    """Scrap one of the plants owned before the purchase (AUC-16).

    ``drop`` is all the fuel given back. Without it, what fits stays and what fits nowhere goes; where coal and
    oil compete for too little room it has to be said (AUC-17, AUC-18).
    """

    plant: Number
    drop: Drop | None = None

    def __str__(self) -> str:
        return f"discard {self.plant}" if self.drop is None else f"discard {self.plant} {self.drop.fuel}"


class BuyResources(_Action, frozen=True, tag="buy_resources", omit_defaults=True):
    """The whole purchase of the turn, in tokens; all 0 buys nothing (RES-1).

    ``market`` is where, on a board that has several; a purchase of nothing names none (MAP-KR-5).
    """

    coal: Tokens = 0
    oil: Tokens = 0
    garbage: Tokens = 0
    uranium: Tokens = 0
    market: Id | None = None

    @classmethod
    def of(cls, fuel: Fuel, market: str | None = None) -> "BuyResources":
        return cls(fuel.coal, fuel.oil, fuel.garbage, fuel.uranium, market)

    @property
    def fuel(self) -> Fuel:
        return Fuel(self.coal, self.oil, self.garbage, self.uranium)

    def __str__(self) -> str:
        words = ("buy", self.market, self.fuel or None)
        return " ".join(str(word) for word in words if word is not None)


class BuildCities(_Action, frozen=True, tag="build_cities", omit_defaults=True):
    """The whole building turn, cities in building order; empty builds nothing (BLD-1).

    ``free_start`` is that of the cities in which a second network begins (MAP-JP-6).

    >>> from rules import parse_action
    >>> parse_action("build tokyo +yokohama").free_start
    'yokohama'
    """

    cities: Annotated[tuple[Id, ...], Meta(max_length=42)]
    free_start: Id | None = None

    def __post_init__(self) -> None:
        if self.free_start is not None and self.free_start not in self.cities:
            raise ValueError("The free start is one of the cities that are built in.")

    def __str__(self) -> str:
        return " ".join(("build", *(f"+{city}" if city == self.free_start else city for city in self.cities)))


class Run(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One plant to run. Only hybrids name their mix of coal and oil; it must add up to the need (PLT-5)."""

    number: Number
    coal: Tokens = 0
    oil: Tokens = 0

    @property
    def mix(self) -> Fuel:
        """What a hybrid burns; nothing where the plant has no mix to choose."""
        return Fuel(self.coal, self.oil)

    def __str__(self) -> str:
        mix = "".join(f"{letter}{amount}" for letter, amount in (("c", self.coal), ("o", self.oil)) if amount)
        return f"{self.number}:{mix}" if mix else str(self.number)


class RunPlants(_Action, frozen=True, tag="run_plants"):
    """The plants run in bureaucracy; empty powers nothing (BUR-2)."""

    plants: Annotated[tuple[Run, ...], Meta(max_length=4)]

    def __str__(self) -> str:
        return " ".join(("run", *map(str, self.plants)))


Action = (
    ChooseArea
    | ChooseStartCity
    | PlaceTrustHouse
    | OpenAuction
    | DeclineAuction
    | Bid
    | PassBid
    | DiscardPlant
    | BuyResources
    | BuildCities
    | RunPlants
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Action] = msgspec.json.Decoder(Action)


def can_be_written(action: Action) -> bool:
    """Whether JSON can hold an action, and gives it back: for Python 5.5, True and "5" may stand where 5 should."""
    try:
        return _decoder.decode(_encoder.encode(action)) == action
    except (msgspec.MsgspecError, TypeError, ValueError, RecursionError):
        return False


def action_from_json(text: str | bytes) -> Action:
    """Read one action from its JSON form.

    >>> action_from_json('{"kind": "bid", "amount": 21}')
    parse_action('bid 21')

    :raises ActionSyntaxError: it is not an action.
    """
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ActionSyntaxError(f"Not an action: {error}") from None


def action_to_json(action: Action) -> str:
    """The inverse of :func:`action_from_json`."""
    return _encoder.encode(action).decode()


def action_from_data(value: object) -> Action:
    """Read one action from plain data (dictionaries and lists), as JSON would give them.

    :raises ActionSyntaxError: it is not an action.
    """
    try:
        action: Action = msgspec.convert(value, Action)
    except msgspec.ValidationError as error:
        raise ActionSyntaxError(f"Not an action: {error}") from None
    return action
