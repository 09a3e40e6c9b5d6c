"""Positions and pieces that the worked examples are made of."""

from collections.abc import Iterable

from msgspec.structs import replace

import rules
from games.pages import panels

SEED = "watt"
"""Deals the games from which numbers and examples are taken. Any other would do."""

ANA, BOB, CID = "Ana", "Bob", "Cid"


def start(options: rules.Options, players: int = 3) -> rules.State:
    """A game at its start."""
    return rules.start(rules.new_setup(options, players=players, seed=SEED))


def buying(state: rules.State, player: rules.Player) -> tuple[rules.State, rules.Seat]:
    """The same game when fuel is bought, and the seat that buys first: it has become that player."""
    state = replace(state, phase=rules.Phase.RESOURCES, acted=())
    (seat,) = state.to_move
    return state.with_player(seat, player), seat


def cards(numbers: Iterable[int]) -> tuple[panels.PlantCard, ...]:
    """Plants as they are drawn."""
    return tuple(map(panels.plant_card, numbers))


def tracks(state: rules.State) -> tuple[panels.FuelTrack, ...]:
    """The resource market as it is drawn, with the next refill."""
    return panels.fuel_market(rules.view(state), panels.refills_due(state), rules.refill_of(state))
