"""Names of what a game is about: players, cities, areas, plants, fuel."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self
from unicodedata import bidirectional

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from games.models import Game
from games.models.terms import area_name, market_name


@dataclass(frozen=True, slots=True)
class Former:
    """A player who had a seat up to action ``until``, when another took it over."""

    seat: int
    name: str
    until: int


@dataclass(frozen=True, slots=True)
class Names:
    """The names of the seats by number, and the board as it is played, with those of cities and areas.

    ``former`` is in order.
    """

    seats: tuple[str, ...]
    board: rules.Board
    former: tuple[Former, ...] = ()

    @classmethod
    def of(cls, game: Game) -> Self:
        """One query, or none where the seats were prefetched; one more where a player was absent."""
        former = (
            Former(absence.seat.number, absence.user.name, absence.ended_sequence)
            for absence in game.past_absences
            if absence.substitute is not None and absence.ended_sequence is not None
        )
        return cls(tuple(seat.name for seat in game.seats.all()), game.read_setup().board, tuple(former))

    def as_of(self, sequence: int) -> Self:
        """The names of the players who had the seats when an action was taken."""
        if not self.former:
            return self
        names = {one.seat: one.name for one in reversed(self.former) if sequence <= one.until}
        if not names:
            return self
        return replace(self, seats=tuple(names.get(seat, name) for seat, name in enumerate(self.seats)))

    def had_another(self, seat: int, sequence: int) -> bool:
        """Whether another player had a seat when an action was taken."""
        return any(one.seat == seat and sequence <= one.until for one in self.former)

    def player(self, seat: int) -> str:
        """A name within a sentence."""
        return isolated(self.seats[seat])

    def players(self, seats: Iterable[int]) -> str:
        return in_words(self.player(seat) for seat in seats)

    def city(self, city: str) -> str:
        return self.board.cities[city].name

    def area(self, area: str) -> str:
        return next(area_name(known) for known in self.board.areas if known.id == area)

    def market(self, market: str) -> str:
        """One of several resource markets; empty where none is named."""
        return next((market_name(known) for known in self.board.markets if known.id == market), "")

    @staticmethod
    def plant(number: int) -> str:
        """A plant as on its card, with two digits."""
        return f"{number:02}"

    @staticmethod
    def fuel(fuel: rules.Fuel) -> str:
        """Some fuel in words, such as "2 coal and 1 oil"."""
        return in_words(_tokens(kind, count) for kind, count in fuel.items() if count)


def isolated(name: str) -> str:
    """A name for a sentence: if it is written from right to left, it must not turn numbers beside it round.

    >>> isolated("Ana")
    'Ana'
    >>> ascii(isolated("\N{HEBREW LETTER ALEF}"))
    "'\\\\u2068\\\\u05d0\\\\u2069'"
    """
    if name.isascii() or not any(bidirectional(character) in {"R", "AL"} for character in name):
        return name
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"


def in_words(items: Iterable[str]) -> str:
    """A list in words: "Ana, Bob and Cid"."""
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
