"""Worked examples of fuel: storing, buying, burning and refilling it."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

import rules
from games.pages.panels import FuelTrack, PlantCard
from games.pages.rulebook.scenes import buying, cards, start, tracks
from games.pages.rulebook.tables import PlantRows
from games.story.names import Names


@dataclass(frozen=True, slots=True)
class StorageExample:
    """Plants, and how much coal and oil they have room for: each alone, and oil beside all that coal."""

    plants: tuple[PlantCard, ...]
    most_oil: int
    most_coal: int
    oil_beside_coal: int
    too_much_coal: int


def storage_example() -> StorageExample:
    plants = (3, 5, 13)
    storage = rules.storage_of(plants)
    alone = storage.room(rules.NO_FUEL)
    beside = storage.room(rules.Fuel(coal=alone.coal))
    return StorageExample(cards(plants), alone.oil, alone.coal, beside.oil, alone.coal + 1)


@dataclass(frozen=True, slots=True)
class PurchaseRow:
    """A purchase in words, and what it costs: the single prices, and after an equals sign their sum."""

    tokens: str
    sum: str


def purchase_example(options: rules.Options) -> tuple[PurchaseRow, ...]:
    """Some purchases in the market at the start of a game."""
    resources = start(options).resources
    wanted = (rules.Fuel(coal=5), rules.Fuel(oil=4), rules.Fuel(garbage=2), rules.Fuel(uranium=2))
    return tuple(PurchaseRow(Names.fuel(fuel), in_sum(_prices(resources, fuel))) for fuel in wanted)


def _prices(resources: rules.Fuel, wanted: rules.Fuel) -> tuple[int, ...]:
    return tuple(price for kind in rules.KINDS for price in rules.market_prices(resources, kind)[: wanted[kind]])


def in_sum(prices: Sequence[int]) -> str:
    """Prices as they are added up.

    >>> in_sum((1, 1, 2))
    '1 + 1 + 2 = 4'
    """
    return f"{' + '.join(map(str, prices))} = {sum(prices)}"


@dataclass(frozen=True, slots=True)
class PoweringExample:
    """A network with more plants than it needs: what is stored, burnt and left, in words, and what is paid."""

    plants: tuple[PlantCard, ...]
    cities: int
    stored: str
    burnt: str
    left: str
    output: int
    income: int


def powering_example() -> PoweringExample:
    plants, fuel, cities = (7, 10, 15), rules.Fuel(coal=8, oil=6), 6
    powering = rules.best_run(plants, fuel, cities)
    return PoweringExample(
        plants=cards(plants),
        cities=powering.cities,
        stored=Names.fuel(fuel),
        burnt=Names.fuel(powering.burnt),
        left=Names.fuel(fuel - powering.burnt),
        output=sum(rules.PLANTS[run.number].powers for run in powering.action.plants),
        income=rules.payment(powering.cities),
    )


@dataclass(frozen=True, slots=True)
class RefillExample:
    """The market before and after a refill; amounts in words. ``is_short``: less comes than the table has."""

    bought: str
    burnt: str
    supply: str
    before: tuple[FuelTrack, ...]
    due: str
    refill: str
    is_short: bool
    after: tuple[FuelTrack, ...]


def refill_example(options: rules.Options) -> RefillExample:
    players, bought, burnt = 5, rules.Fuel(coal=10, oil=2, garbage=1), rules.Fuel(coal=4)
    opening = start(options, players)
    before = replace(opening, resources=opening.resources - bought, supply=opening.supply + burnt)
    refill = rules.refill_of(before)
    after = replace(before, resources=before.resources + refill, supply=before.supply - refill)
    due = rules.refill_due(before)
    return RefillExample(
        bought=Names.fuel(bought),
        burnt=Names.fuel(burnt),
        supply=Names.fuel(before.supply),
        before=tracks(before),
        due=Names.fuel(due),
        refill=Names.fuel(refill),
        is_short=refill != due,
        after=tracks(after),
    )


@dataclass(frozen=True, slots=True)
class CoalStorageExample:
    """Coal bought from market and storage; amounts in tokens, ``sum`` as in :class:`PurchaseRow`."""

    market: int
    storage: int
    wanted: int
    sum: str


def coal_storage_example(options: rules.Options) -> CoalStorageExample:
    """On a board with a coal storage."""
    market, storage, wanted = 4, 9, 6
    opening = start(options)
    low = replace(opening, resources=replace(opening.resources, coal=market), supply=rules.Fuel(coal=storage))
    prices = _offered(low, rules.Player(money=100, plants=(20,)), "coal")
    return CoalStorageExample(market, storage, wanted, in_sum(prices[:wanted]))


@dataclass(frozen=True, slots=True)
class GarbageExample:
    """The same tokens of garbage with the discount of a city and without."""

    count: int
    cheapest: int
    with_city: str
    without: str


def garbage_example(options: rules.Options) -> GarbageExample:
    """On a board where a city makes garbage cheaper."""
    count, city = 5, rules.board(options.map, options.edition).rules.garbage_discount_city
    opening = start(options)
    state = replace(opening, resources=replace(opening.resources, garbage=7))
    without = rules.Player(money=100, plants=(38,))
    prices = _offered(state, without, "garbage")
    cheaper = _offered(state, replace(without, cities=(rules.House(city, 10),)), "garbage")
    return GarbageExample(count, prices[0], in_sum(cheaper[:count]), in_sum(prices[:count]))


def _offered(state: rules.State, player: rules.Player, kind: rules.FuelKind) -> tuple[int, ...]:
    """What each token of a kind would cost a player."""
    state, seat = buying(state, player)
    decision = rules.legal(state, seat)
    if not isinstance(decision, rules.PurchaseDecision):
        raise TypeError(f"Seat {seat} is not asked to buy fuel, but {decision!r}.")
    return next(offer.prices for offer in decision.fuels if offer.kind == kind)


def fifth_plant_example(options: rules.Options) -> PlantRows:
    """On a board where an ecological plant can join the actual market."""
    return PlantRows.of(replace(start(options), market=(8, 9, 10, 11, 13, 15, 20, 26)))
