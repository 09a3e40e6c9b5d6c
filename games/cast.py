"""Who and what a game is about, by the names that people know."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from games.models import Game


@dataclass(frozen=True, slots=True)
class Cast:
    """The names of the seats in the order of their numbers, and the board with those of cities and areas."""

    seats: tuple[str, ...]
    board: rules.Board

    @classmethod
    def of(cls, game: Game) -> Self:
        """One query, or none where the seats were prefetched."""
        return cls(tuple(seat.name for seat in game.seats.all()), game.board)

    def name(self, seat: int) -> str:
        return self.seats[seat]

    def names(self, seats: Iterable[int]) -> str:
        return in_words(self.name(seat) for seat in seats)

    def city(self, city: str) -> str:
        return self.board.cities[city].name

    def area(self, area: str) -> str:
        return next(known.name for known in self.board.areas if known.id == area)

    @staticmethod
    def plant(number: int) -> str:
        """A plant as on its card, with two digits."""
        return f"{number:02}"

    @staticmethod
    def fuel(fuel: rules.Fuel) -> str:
        """Some fuel in words, such as "2 coal and 1 oil"."""
        return in_words(_tokens(kind, count) for kind, count in fuel.items() if count)


def in_words(items: Iterable[str]) -> str:
    """A list as one would say it: "Ana, Bob and Cid"."""
    return get_text_list(list(items), _("and"))


def _tokens(kind: rules.FuelKind, count: int) -> str:
    match kind:
        case "coal":
            words = ngettext("%(count)d coal", "%(count)d coal", count)
        case "oil":
            words = ngettext("%(count)d oil", "%(count)d oil", count)
        case "garbage":
            words = ngettext("%(count)d garbage", "%(count)d garbage", count)
        case "uranium":
            words = ngettext("%(count)d uranium", "%(count)d uranium", count)
    return words % {"count": count}
