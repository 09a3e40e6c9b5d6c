"""Where the fuel of a company lies. The rules count it together (PLT-7), and a mat shows it on the plants."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

import rules
from games.pages.panels.pieces import FuelAmount, PlantCard


@dataclass(frozen=True, slots=True)
class StoredPlant:
    """A plant as it lies on a mat, with the tokens on it."""

    card: PlantCard
    tokens: tuple[rules.FuelKind, ...]


@lru_cache(maxsize=1024)
def stored_plants(cards: tuple[PlantCard, ...], fuel: tuple[FuelAmount, ...]) -> tuple[StoredPlant, ...]:
    """The plants with all fuel on them, so that as many as can be have enough to run.

    First what no other plant has room for goes to the hybrids. Then each plant gets what it needs, then what else
    it can store.
    """
    left = Counter({amount.kind: amount.amount for amount in fuel})
    plants = [card.plant for card in cards]
    lying: dict[int, list[rules.FuelKind]] = {plant.number: [] for plant in plants}
    room: Counter[rules.FuelKind] = Counter()

    def lay(plant: rules.Plant, kind: rules.FuelKind, most: int) -> None:
        tokens = max(0, min(most, left[kind], plant.storage - len(lying[plant.number])))
        lying[plant.number] += [kind] * tokens
        left[kind] -= tokens

    pure = [(plant, kind) for plant in plants if plant.kind != "hybrid" for kind in plant.burns]
    hybrids = [(plant, kind) for plant in plants if plant.kind == "hybrid" for kind in plant.burns]
    for plant, kind in pure:
        room[kind] += plant.storage
    for plant, kind in hybrids:
        lay(plant, kind, left[kind] - room[kind])
    for plant, kind in (*pure, *hybrids):
        lay(plant, kind, plant.need - len(lying[plant.number]))
    for plant, kind in pure:
        lay(plant, kind, left[kind])
    return tuple(StoredPlant(card, tuple(lying[card.number])) for card in cards)
