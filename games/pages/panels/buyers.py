"""Who buys while turns go round, token by token, and what each player has bought so far (MAP-IN-7)."""

from dataclasses import dataclass

import rules
from games.pages.panels.pieces import Companies, Company, FuelAmount, fuel_amounts
from games.replay.history import Purchases


@dataclass(frozen=True, slots=True)
class Buyer:
    """What a player has bought in this phase, and for how much. ``is_out``: they have passed."""

    company: Company
    fuel: tuple[FuelAmount, ...]
    price: int
    is_to_move: bool
    is_out: bool


def buyers(view: rules.View, table: Companies, purchases: Purchases) -> tuple[Buyer, ...]:
    """The players in the order of their turns; nobody where each has one turn only."""
    if view.phase is not rules.Phase.RESOURCES or not view.board.rules.fuel_sales.token_by_token:
        return ()
    return tuple(_buyer(view, seat, table, purchases) for seat in reversed(view.order))


def _buyer(view: rules.View, seat: rules.Seat, table: Companies, purchases: Purchases) -> Buyer:
    fuel, price = purchases.get(seat, (rules.NO_FUEL, 0))
    return Buyer(
        company=table[seat],
        fuel=fuel_amounts(fuel),
        price=price,
        is_to_move=seat in view.to_move,
        is_out=seat in view.acted,
    )
