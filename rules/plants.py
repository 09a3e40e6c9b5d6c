"""The 42 power plants (docs/rules.md, table 3.1) and what they burn, store and power."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from rules.fuel import Fuel, FuelKind

PlantKind = Literal["coal", "oil", "garbage", "uranium", "hybrid", "eco", "fusion", "mine"]
Half = Literal["plug", "socket"]
"""The back of a card in Recharged (RCH-1)."""

STEP3: Literal["step3"] = "step3"
Card = int | Literal["step3"]
"""A plant number, or the Step 3 card."""

_LAST_PLUG = 15

_BURNS: dict[PlantKind, tuple[FuelKind, ...]] = {
    "coal": ("coal",),
    "oil": ("oil",),
    "garbage": ("garbage",),
    "uranium": ("uranium",),
    "hybrid": ("coal", "oil"),
    "eco": (),
    "fusion": (),
    "mine": (),
}


class Plant(Struct, frozen=True, cache_hash=True):
    """One card. ``need`` is in tokens per run, ``storage`` in tokens, in total for a hybrid (PLT-4, PLT-5).

    ``cities`` is the number printed on it: the most that one run powers, or what a mine is paid for (MAP-AUS-9).
    """

    number: int
    kind: PlantKind
    need: int
    cities: int
    storage: int

    @property
    def powers(self) -> int:
        """The most cities that one run powers; a mine powers none (MAP-AUS-7)."""
        return 0 if self.is_mine else self.cities

    @property
    def is_mine(self) -> bool:
        """Whether it is no power plant: its owner sells uranium (MAP-AUS-5)."""
        return self.kind == "mine"

    @property
    def half(self) -> Half:
        return "plug" if self.number <= _LAST_PLUG else "socket"

    @property
    def is_ecological(self) -> bool:
        """Whether it needs no fuel: wind, solar or fusion (PLT-6)."""
        return self.kind in ("eco", "fusion")

    @property
    def burns(self) -> tuple[FuelKind, ...]:
        """The kinds of fuel it takes; empty for ecological and fusion plants, and for mines."""
        return _BURNS[self.kind]


_TABLE: tuple[tuple[int, PlantKind, int, int], ...] = (
    (3, "oil", 2, 1),
    (4, "coal", 2, 1),
    (5, "hybrid", 2, 1),
    (6, "garbage", 1, 1),
    (7, "oil", 3, 2),
    (8, "coal", 3, 2),
    (9, "oil", 1, 1),
    (10, "coal", 2, 2),
    (11, "uranium", 1, 2),
    (12, "hybrid", 2, 2),
    (13, "eco", 0, 1),
    (14, "garbage", 2, 2),
    (15, "coal", 2, 3),
    (16, "oil", 2, 3),
    (17, "uranium", 1, 2),
    (18, "eco", 0, 2),
    (19, "garbage", 2, 3),
    (20, "coal", 3, 5),
    (21, "hybrid", 2, 4),
    (22, "eco", 0, 2),
    (23, "uranium", 1, 3),
    (24, "garbage", 2, 4),
    (25, "coal", 2, 5),
    (26, "oil", 2, 5),
    (27, "eco", 0, 3),
    (28, "uranium", 1, 4),
    (29, "hybrid", 1, 4),
    (30, "garbage", 3, 6),
    (31, "coal", 3, 6),
    (32, "oil", 3, 6),
    (33, "eco", 0, 4),
    (34, "uranium", 1, 5),
    (35, "oil", 1, 5),
    (36, "coal", 3, 7),
    (37, "eco", 0, 4),
    (38, "garbage", 3, 7),
    (39, "uranium", 1, 6),
    (40, "oil", 2, 6),
    (42, "coal", 2, 6),
    (44, "eco", 0, 5),
    (46, "hybrid", 3, 7),
    (50, "fusion", 0, 6),
)


class Plants(Mapping[int, Plant]):
    """The cards of a game by their numbers, ascending."""

    def __init__(self, cards: Iterable[Plant]) -> None:
        self._cards = {card.number: card for card in cards}

    def __getitem__(self, number: int) -> Plant:
        return self._cards[number]

    def __iter__(self) -> Iterator[int]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def of(self, numbers: Iterable[int]) -> tuple[Plant, ...]:
        """The cards of these numbers.

        >>> sum(plant.powers for plant in PLANTS.of((20, 46)))
        12
        """
        return tuple([self._cards[number] for number in numbers])

    def without_mines(self, numbers: Iterable[int]) -> tuple[Plant, ...]:
        """Those of these that can run, and that count for how many a player may own (PLT-9, MAP-AUS-6)."""
        return tuple([card for card in self.of(numbers) if card.kind != "mine"])

    def exchanged(self, cards: Iterable[Plant]) -> "Plants":
        """These, with some cards in place of those with the same numbers (MAP-NE-4)."""
        return Plants((self._cards | {card.number: card for card in cards}).values())


PLANTS = Plants(Plant(*row, storage=2 * row[2]) for row in _TABLE)
"""The ordinary cards: those of every game on a board that has no others (:meth:`rules.Board.plants`)."""


class Capacity(Struct, frozen=True, gc=False):
    """Room for fuel over all plants of one player, in tokens (PLT-7). ``hybrid`` takes coal and oil in any mix."""

    coal: int = 0
    oil: int = 0
    hybrid: int = 0
    garbage: int = 0
    uranium: int = 0

    def holds(self, fuel: Fuel) -> bool:
        """Whether a holding is legal.

        >>> storage_of(PLANTS.of([3, 5, 13])).holds(Fuel(oil=8))
        True
        >>> storage_of(PLANTS.of([3, 5, 13])).holds(Fuel(coal=5))
        False
        """
        return (
            fuel.coal <= self.coal + self.hybrid
            and fuel.oil <= self.oil + self.hybrid
            and self.mixed_room(fuel) >= 0
            and fuel.garbage <= self.garbage
            and fuel.uranium <= self.uranium
        )

    def mixed_room(self, fuel: Fuel) -> int:
        """How many more tokens of coal and oil together fit beside a holding; negative where it is too much."""
        return self.coal + self.oil + self.hybrid - fuel.coal - fuel.oil

    def on_hybrids(self, fuel: Fuel) -> Fuel:
        """How much coal, and how much oil, has a place on hybrids beside all of the other kind in a holding.

        >>> storage_of(PLANTS.of([3, 5])).on_hybrids(Fuel(coal=3, oil=2)).oil
        1
        """
        return Fuel(
            coal=max(0, self.oil + self.hybrid - fuel.oil),
            oil=max(0, self.coal + self.hybrid - fuel.coal),
        )

    def room(self, fuel: Fuel) -> Fuel:
        """How many more tokens of each kind fit beside a holding, each kind taken alone."""
        mixed = self.mixed_room(fuel)
        return Fuel(
            max(0, min(self.coal + self.hybrid - fuel.coal, mixed)),
            max(0, min(self.oil + self.hybrid - fuel.oil, mixed)),
            max(0, self.garbage - fuel.garbage),
            max(0, self.uranium - fuel.uranium),
        )


def storage_of(plants: Iterable[Plant]) -> Capacity:
    """The room for fuel that plants give together."""
    return _storage_of(tuple(plants))


@lru_cache(maxsize=4096)
def _storage_of(plants: tuple[Plant, ...]) -> Capacity:
    room = {"coal": 0, "oil": 0, "hybrid": 0, "garbage": 0, "uranium": 0}
    for plant in plants:
        if plant.need:
            room[plant.kind] += plant.storage
    return Capacity(**room)
