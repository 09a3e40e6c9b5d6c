"""The 42 power plants (docs/rules.md, table 3.1) and what they burn, store and power."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

from rules.fuel import Fuel, FuelKind

PlantKind = Literal["coal", "oil", "garbage", "uranium", "hybrid", "eco", "fusion"]
Half = Literal["plug", "socket"]
"""The back of a card in Recharged (RCH-1)."""

STEP3: Literal["step3"] = "step3"
Card = int | Literal["step3"]
"""A plant number, or the Step 3 card."""

_LAST_PLUG = 15


class Plant(Struct, frozen=True):
    """One card. ``need`` is in tokens per run, ``powers`` the most cities one run powers."""

    number: int
    kind: PlantKind
    need: int
    powers: int

    @property
    def storage(self) -> int:
        """Tokens it stores at most, in total for a hybrid (PLT-4, PLT-5)."""
        return 2 * self.need

    @property
    def half(self) -> Half:
        return "plug" if self.number <= _LAST_PLUG else "socket"

    @property
    def is_ecological(self) -> bool:
        """Whether it needs no fuel: wind, solar or fusion (PLT-6)."""
        return not self.need

    @property
    def burns(self) -> tuple[FuelKind, ...]:
        """The kinds of fuel it takes; empty for ecological and fusion plants."""
        match self.kind:
            case "hybrid":
                return ("coal", "oil")
            case "eco" | "fusion":
                return ()
            case fuel:
                return (fuel,)


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

PLANTS: Mapping[int, Plant] = MappingProxyType({row[0]: Plant(*row) for row in _TABLE})
"""Every plant by its number, ascending."""


class Capacity(Struct, frozen=True, gc=False):
    """Room for fuel over all plants of one player, in tokens (PLT-7). ``hybrid`` takes coal and oil in any mix."""

    coal: int = 0
    oil: int = 0
    hybrid: int = 0
    garbage: int = 0
    uranium: int = 0

    def holds(self, fuel: Fuel) -> bool:
        """Whether a holding is legal.

        >>> storage_of([3, 5, 13]).holds(Fuel(oil=8))
        True
        >>> storage_of([3, 5, 13]).holds(Fuel(coal=5))
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

    def room(self, fuel: Fuel) -> Fuel:
        """How many more tokens of each kind fit beside a holding, each kind taken alone."""
        mixed = self.mixed_room(fuel)
        return Fuel(
            max(0, min(self.coal + self.hybrid - fuel.coal, mixed)),
            max(0, min(self.oil + self.hybrid - fuel.oil, mixed)),
            max(0, self.garbage - fuel.garbage),
            max(0, self.uranium - fuel.uranium),
        )


def storage_of(plants: Iterable[int]) -> Capacity:
    """The room for fuel that plants give together."""
    return _storage_of(tuple(plants))


@lru_cache(maxsize=4096)
def _storage_of(plants: tuple[int, ...]) -> Capacity:
    room = {"coal": 0, "oil": 0, "hybrid": 0, "garbage": 0, "uranium": 0}
    for number in plants:
        plant = PLANTS[number]
        if plant.need:
            room[plant.kind] += plant.storage
    return Capacity(**room)
