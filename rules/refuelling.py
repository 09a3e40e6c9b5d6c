"""What to buy so that plants can run once: for proposals to players, and for bots."""

from collections.abc import Iterator
from itertools import combinations
from operator import attrgetter
from typing import NamedTuple

from rules.actions import BuyResources
from rules.decisions import PurchaseDecision
from rules.fuel import KINDS, Fuel
from rules.plants import Plant, storage_of
from rules.state import Player


def fuel_to_run_all(player: Player, decision: PurchaseDecision) -> BuyResources:
    """The cheapest purchase after which all plants can run once; nothing where none is possible or needed."""
    purchase = _cheapest(decision.plants, player, decision)
    return BuyResources() if purchase is None else purchase.action


def fuel_to_power_most(player: Player, decision: PurchaseDecision) -> BuyResources:
    """The cheapest purchase that powers as many cities of the network as money and market allow."""
    bought = {plants: _cheapest(plants, player, decision) for plants in choices_of(decision.plants)}
    possible = {plants: purchase for plants, purchase in bought.items() if purchase is not None}

    def merit(plants: tuple[Plant, ...]) -> tuple[int, int]:
        powered = min(player.network_size, sum(plant.powers for plant in plants))
        return powered, -possible[plants].price

    return possible[max(possible, key=merit)].action


def choices_of(plants: tuple[Plant, ...]) -> Iterator[tuple[Plant, ...]]:
    """Every choice of some of these plants, from none to all."""
    for count in range(len(plants) + 1):
        yield from combinations(plants, count)


def missing_fuel(plants: tuple[Plant, ...], held: Fuel) -> Iterator[Fuel]:
    """What is lacking for one run of these plants, with every mix of coal and oil that hybrids among them allow.

    >>> from rules.plants import PLANTS
    >>> [fuel.coal for fuel in missing_fuel(PLANTS.of((5,)), Fuel(coal=1))]
    [0, 0, 1]
    """
    needs = dict.fromkeys((*KINDS, "hybrid"), 0)
    for plant in plants:
        if plant.need:
            needs[plant.kind] += plant.need
    for coal in range(needs["hybrid"] + 1):
        oil = needs["hybrid"] - coal
        burnt = (needs["coal"] + coal, needs["oil"] + oil, needs["garbage"], needs["uranium"])
        yield Fuel(*(max(0, need - held[kind]) for need, kind in zip(burnt, KINDS, strict=True)))


def may_buy(decision: PurchaseDecision, plants: tuple[Plant, ...], held: Fuel, fuel: Fuel) -> bool:
    """Whether fuel is on sale, can be paid for, and fits into these plants beside what is held (RES-2, RES-5)."""
    price = decision.price(fuel)
    return price is not None and price <= decision.money and storage_of(plants).holds(held + fuel)


class _Purchase(NamedTuple):
    """Some fuel in one of the markets, to be bought in one turn or in several (MAP-IN-7)."""

    price: int
    market: PurchaseDecision
    fuel: Fuel

    @property
    def action(self) -> BuyResources:
        return self.market.buying(self.fuel)


def _cheapest(plants: tuple[Plant, ...], player: Player, decision: PurchaseDecision) -> _Purchase | None:
    """The cheapest purchase after which these plants can run once; None where none is possible."""
    wanted = tuple(missing_fuel(plants, player.fuel))
    possible = (
        _Purchase(market.price(fuel) or 0, market, fuel)
        for market in decision.markets
        for fuel in wanted
        if may_buy(market, decision.plants, player.fuel, fuel)
    )
    return min(possible, key=attrgetter("price"), default=None)
