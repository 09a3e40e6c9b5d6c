"""Purchases to propose: the cheapest fuel with which own plants can run once."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import rules

Plants = tuple[int, ...]


def to_run_all(player: rules.Player, decision: rules.PurchaseDecision) -> rules.Fuel:
    """What is lacking for one run of all plants; nothing where that cannot be bought."""
    return _Buyer(player, decision).cheapest(player.plants) or rules.NO_FUEL


def to_power_most(player: rules.Player, decision: rules.PurchaseDecision) -> rules.Fuel:
    """What is lacking to supply as many cities of the network as the money for fuel allows."""
    buyer = _Buyer(player, decision)
    sets = (plants for size in range(len(player.plants) + 1) for plants in combinations(player.plants, size))
    bought = {plants: fuel for plants in sets if (fuel := buyer.cheapest(plants)) is not None}
    best = max(bought, key=lambda plants: (buyer.supplies(plants), -buyer.price(bought[plants])))
    return bought[best]


@dataclass(frozen=True, slots=True)
class _Buyer:
    """Who buys, and what is on sale for them."""

    player: rules.Player
    decision: rules.PurchaseDecision

    def supplies(self, plants: Plants) -> int:
        """How many cities of the network these plants are good for."""
        return min(self.player.network_size, sum(rules.PLANTS[number].powers for number in plants))

    def cheapest(self, plants: Plants) -> rules.Fuel | None:
        """The cheapest purchase after which these plants can run once; None where none is possible."""
        possible = filter(self._can_buy, map(self._lacking, _needs(plants)))
        return min(possible, key=self.price, default=None)

    def price(self, fuel: rules.Fuel) -> int:
        return sum(sum(offer.prices[: fuel[offer.kind]]) for offer in self.decision.fuels)

    def _lacking(self, needed: rules.Fuel) -> rules.Fuel:
        held = self.player.fuel
        return rules.Fuel(**{kind: max(0, amount - held[kind]) for kind, amount in needed.items()})

    def _can_buy(self, fuel: rules.Fuel) -> bool:
        is_on_sale = all(fuel[offer.kind] <= len(offer.prices) for offer in self.decision.fuels)
        fits = rules.storage_of(self.player.plants).holds(self.player.fuel + fuel)
        return is_on_sale and fits and self.price(fuel) <= self.decision.money


def _needs(plants: Plants) -> Iterator[rules.Fuel]:
    """What plants burn in one run, with every mix of coal and oil that the hybrids among them allow."""
    fixed, mixed = rules.NO_FUEL, 0
    for plant in map(rules.PLANTS.__getitem__, plants):
        if plant.kind == "hybrid":
            mixed += plant.need
        else:
            fixed += rules.Fuel(**dict.fromkeys(plant.burns, plant.need))
    for coal in range(mixed + 1):
        yield fixed + rules.Fuel(coal=coal, oil=mixed - coal)
