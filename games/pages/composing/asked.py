"""The seat that a decision is asked of, and what all panels have that an answer is composed in."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar
from urllib.parse import urlencode

import rules
from games.story.names import Names


@dataclass(frozen=True)
class Asked:
    """A seat that is to move. ``page`` is the address of the game.

    ``trail`` has what was composed before the present draft, the latest last, where the panel leads back along it.
    ``carried`` are fields that each address of what is composed holds.
    """

    state: rules.State
    seat: rules.Seat
    names: Names
    page: str
    trail: tuple[rules.Action, ...] = ()
    carried: tuple[tuple[str, object], ...] = ()

    @property
    def player(self) -> rules.Player:
        return self.state.players[self.seat]

    @cached_property
    def decision(self) -> rules.Decision:
        return rules.legal(self.state, self.seat)

    def address(self, action: str, fields: Iterable[tuple[str, object]] = ()) -> str:
        """Where the page shows an action as composed; the fields are those of :mod:`games.pages.forms`."""
        return f"{self.page}?{urlencode([*self.carried, ('action', action), *fields])}"

    def objection(self, action: rules.Action) -> rules.RuleError | None:
        """Why the rules would refuse an action now; None where they would not."""
        try:
            rules.apply(self.state, self.seat, action)
        except rules.RuleError as refusal:
            return refusal
        return None

    def powers(self, player: rules.Player) -> int:
        """How many cities a company could supply."""
        return rules.most_cities(self.state.plants.of(player.plants), player.fuel, player.network_size)

    def reach(self, player: rules.Player) -> int:
        """How many cities a company could supply if its network were as large as can be."""
        return rules.most_cities(self.state.plants.of(player.plants), player.fuel, len(self.names.board.cities))


class Panel:
    """A decision, with what is composed as its ``answer``: by the kind of that templates/games/ draws it."""

    __slots__ = ()
    answer: ClassVar[str]
    shown_in: ClassVar[tuple[str, ...]] = ()
    """The other parts of the page that show what is composed."""
    is_recalculated: ClassVar[bool] = False
    """Whether what is composed adds up in an element of its own, which is sent alone while it changes."""

    @property
    def part(self) -> str:
        """The part of a page in which it is composed: ``markets`` or ``board``."""
        return "markets" if any(shown.endswith("-market") for shown in self.shown_in) else "board"

    @property
    def confirm(self) -> str:
        """What the button says that sends what is composed; empty where nothing is."""
        return ""

    @property
    def summary(self) -> str:
        """What is composed, in a line; empty where nothing is, or there is nothing to sum up."""
        return ""


@dataclass(frozen=True, slots=True)
class PricedPanel(Panel):
    """What is composed costs ``total`` of the ``money``; afterwards ``powered`` of ``cities`` could be supplied.

    ``reach`` is how many could be with a larger network. ``undo`` is where the last step is taken back, and ``clear``
    where all are; empty where there is none.
    """

    total: int
    money: int
    powered: int
    cities: int
    reach: int
    undo: str
    clear: str

    @property
    def money_left(self) -> int:
        return self.money - self.total
