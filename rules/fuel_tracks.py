"""The resource markets as they are printed: the price of each place for a token, start and refills."""

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType

from msgspec import Struct

from rules.fuel import KINDS, NO_FUEL, Fuel, FuelKind

Spaces = tuple[tuple[int, int | None], ...]
"""Price spaces of one kind, cheapest first: the price, and how many tokens fit; None takes any number."""

_ORDINARY: Spaces = tuple((price, 3) for price in range(1, 9))
ORDINARY: Mapping[FuelKind, Spaces] = MappingProxyType(
    {
        "coal": _ORDINARY,
        "oil": _ORDINARY,
        "garbage": _ORDINARY,
        "uranium": tuple((price, 1) for price in (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16)),
    }
)
"""The spaces of a market that has no others (SET-8)."""


class FuelSales(Struct, frozen=True, forbid_unknown_fields=True):
    """What a board changes in the sale of fuel, by Step 1, 2 and 3 where there are three.

    :param tax: Elektro that every token of the market costs more (MAP-AUS-16).
    :param ceiling: the price of the dearest token that can be bought (MAP-IN-9); None where all can be.
    :param token_by_token: turns go round, and a player buys one token or is out (MAP-IN-7).
    """

    tax: tuple[int, int, int] = (0, 0, 0)
    ceiling: tuple[int | None, int | None, int | None] = (None, None, None)
    token_by_token: bool = False


class UraniumMarket(Struct, frozen=True, forbid_unknown_fields=True):
    """A market to which the owners of mines sell (MAP-AUS-8).

    :param places: the price of each place for a token, ascending; at the start all are full.
    :param used: tokens that leave it in each round, in Steps 1, 2 and 3, by number of players (MAP-AUS-12).
    """

    places: tuple[int, ...]
    used: dict[int, tuple[int, int, int]]


class PrintedMarket(Struct, frozen=True):
    """A resource market as a file of a board has it: see :class:`FuelMarket`."""

    start_market: dict[FuelKind, tuple[int, ...]]
    resupply: dict[FuelKind, dict[str, tuple[int, int, int]]]
    spaces: dict[FuelKind, Spaces] = {}
    id: str = ""
    name: str = ""


class Track(Struct, frozen=True):
    """The price of every place for a token by kind, ascending (SET-8)."""

    places: Mapping[FuelKind, tuple[int, ...]]

    @property
    def room(self) -> Fuel:
        """How many tokens there are places for."""
        return Fuel(*(len(self.places[kind]) for kind in KINDS))

    def taxed(self, tax: int) -> "Track":
        """The same places, each so much dearer."""
        return Track({kind: tuple(price + tax for price in prices) for kind, prices in self.places.items()})


class FuelMarket:
    """One resource market of a board. ``id`` and ``name`` are empty where the board has no other."""

    def __init__(self, printed: PrintedMarket, tokens: Mapping[FuelKind, int], sales: FuelSales) -> None:
        """:param tokens: how many tokens of a kind the game has, where the spaces take any number."""
        self.id = printed.id
        self.name = printed.name
        self.start_prices: Mapping[FuelKind, tuple[int, ...]] = MappingProxyType(printed.start_market)
        """The spaces that are full at the start (SET-9)."""
        spaces = {**ORDINARY, **printed.spaces}
        self._track = Track({kind: _places(spaces[kind], tokens.get(kind, 0)) for kind in KINDS})
        self._tracks = tuple(self._track.taxed(tax) if tax else self._track for tax in sales.tax)
        self._resupply = printed.resupply

    def track(self, step: int) -> Track:
        """The prices of a Step (MAP-AUS-16)."""
        return self._tracks[step - 1]

    @cached_property
    def room(self) -> Fuel:
        """How many tokens fit."""
        return self._track.room

    def full(self, prices: Mapping[FuelKind, tuple[int, ...]]) -> Fuel:
        """As many tokens as fill the spaces of these prices."""
        return Fuel(*(sum(self._track.places[kind].count(price) for price in prices[kind]) for kind in KINDS))

    def refill(self, players: int, step: int) -> Fuel:
        """Tokens due in the refill of one round (table 3.5)."""
        return self._refills[players, step]

    @cached_property
    def _refills(self) -> dict[tuple[int, int], Fuel]:
        return {
            (players, step): Fuel(*(self._resupply[kind][str(players)][step - 1] for kind in KINDS))
            for players in map(int, self._resupply["coal"])
            for step in (1, 2, 3)
        }


def total(amounts: tuple[Fuel, ...]) -> Fuel:
    """The sum of what several markets have; quick where there is only one."""
    return amounts[0] if len(amounts) == 1 else sum(amounts, NO_FUEL)


def _places(spaces: Spaces, tokens: int) -> tuple[int, ...]:
    """The price of each place. A space for any number has one for each token that fits nowhere else."""
    others = sum(places or 0 for _price, places in spaces)
    return tuple(price for price, places in spaces for _ in range(tokens - others if places is None else places))
