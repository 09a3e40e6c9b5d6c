"""The seat that a decision is asked of, and what it takes to put the decision into words."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

import rules
from games.story.names import Names


@dataclass(frozen=True, slots=True)
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

    @property
    def decision(self) -> rules.Decision:
        """What the seat may do."""
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
        return rules.most_cities(player.plants, player.fuel, player.network_size)

    def reach(self, player: rules.Player) -> int:
        """How many cities a company could supply if its network were as large as can be."""
        return rules.most_cities(player.plants, player.fuel, len(self.names.board.cities))
