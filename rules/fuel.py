"""Amounts of the four fuels."""

from collections.abc import Iterator
from typing import Literal, get_args

from msgspec import Struct

FuelKind = Literal["coal", "oil", "garbage", "uranium"]
KINDS: tuple[FuelKind, ...] = get_args(FuelKind)


class Fuel(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Tokens of each kind: a holding, a purchase, the market, the supply.

    >>> Fuel(coal=2) + Fuel(coal=1, oil=1)
    Fuel(coal=3, oil=1, garbage=0, uranium=0)
    >>> Fuel(oil=3)["oil"]
    3
    """

    coal: int = 0
    oil: int = 0
    garbage: int = 0
    uranium: int = 0

    def __getitem__(self, kind: FuelKind) -> int:
        amount: int = getattr(self, kind)
        return amount

    def __add__(self, other: "Fuel") -> "Fuel":
        return Fuel(
            self.coal + other.coal, self.oil + other.oil, self.garbage + other.garbage, self.uranium + other.uranium
        )

    def __sub__(self, other: "Fuel") -> "Fuel":
        return Fuel(
            self.coal - other.coal, self.oil - other.oil, self.garbage - other.garbage, self.uranium - other.uranium
        )

    def least(self, other: "Fuel") -> "Fuel":
        """Of each kind the smaller amount.

        >>> Fuel(coal=2, oil=1).least(Fuel(coal=1, oil=3))
        Fuel(coal=1, oil=1, garbage=0, uranium=0)
        """
        return Fuel(
            min(self.coal, other.coal),
            min(self.oil, other.oil),
            min(self.garbage, other.garbage),
            min(self.uranium, other.uranium),
        )

    def __bool__(self) -> bool:
        return bool(self.coal or self.oil or self.garbage or self.uranium)

    @property
    def tokens(self) -> int:
        """How many tokens of all kinds together."""
        return self.coal + self.oil + self.garbage + self.uranium

    @property
    def is_negative(self) -> bool:
        """Whether any kind is below zero (only ever true of an intermediate result)."""
        return self.coal < 0 or self.oil < 0 or self.garbage < 0 or self.uranium < 0

    def items(self) -> Iterator[tuple[FuelKind, int]]:
        """Each kind with its amount, in the order coal, oil, garbage, uranium."""
        return zip(KINDS, (self.coal, self.oil, self.garbage, self.uranium), strict=True)

    def __str__(self) -> str:
        """Short form without the zeros: ``c2 u1``; nothing at all is ``-``."""
        return " ".join(f"{kind[0]}{amount}" for kind, amount in self.items() if amount) or "-"


NO_FUEL = Fuel()
