"""Whole games of random legal actions, the same for the same seed.

The players lean towards building, so that a game comes to its end.
"""

import os
from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import product
from random import Random
from typing import Any

from msgspec import Struct

import rules
from rules import play_area
from rules.boards import first_version
from rules.plants import Plant
from rules.state import Seat, Setup, State
from rules.versions import NEWEST
from tests.rules.arrangements import can_run
from tests.rules.positions import first_with

ROUNDS = int(os.environ.get("RANDOM_GAMES", "1"))
"""How many games of each kind the tests play."""

MOST_ACTIONS = 3000

EDITIONS = ("classic", "recharged")

AREA_CHOICES = ("random", "host", "draft")

MIXED_OPTIONS: dict[str, tuple[Any, ...]] = {
    "money_visible": (False, True),
    "tiebreak": ("money_cities", "money"),
    "step2_removal_when_skipped": (False, True),
    "start_city_must_be_empty": (False, True),
    "trust_refill": ("two", "three"),
    "trust_triggers_phase_out": (False, True),
    "france_recharged_garbage": ("base", "classic"),
}
"""The options that are no variant of their own; every edition and map accepts them."""

VARIANTS: dict[str, dict[str, Any]] = {
    "usual": {},
    "first-game": {"first_game": True},
    "start-cities": {"start_cities": True},
    "plain": {"two_player_mode": "plain"},
    "plain-start-cities": {"two_player_mode": "plain", "start_cities": True},
}
"""What a table plays, by the name that :func:`variants` gives it."""


class Table(Struct, frozen=True):
    """A game to be. ``seed`` says everything about it, and so is printed by a test that fails."""

    options: rules.Options
    players: int
    seed: str
    of_version: int = 0

    @property
    def version(self) -> int:
        """Where no other is asked for, the version of new games, or the first with the board."""
        return self.of_version or first_with(self.options.map, self.options.edition)


class Game(Struct, frozen=True, dict=True):
    """A game played to its end. ``states`` begins with the start and has one entry more than ``moves``."""

    setup: Setup
    moves: tuple[tuple[Seat, rules.Action], ...]
    states: tuple[State, ...]

    @cached_property
    def decisions(self) -> tuple[dict[Seat, rules.Decision], ...]:
        """For each state, what every seat that is asked may do: many promises are about it, and it takes long."""
        return tuple({seat: rules.legal(state, seat) for seat in state.to_move} for state in self.states)

    def dice(self) -> Random:
        """Chance that is the same every time."""
        return Random(f"dice {self.setup.seed}")

    def is_one_in(self, count: int) -> bool:
        """Whether it is among those for what takes long: about one game in so many, the same ones every time."""
        return self.dice().randrange(count) == 0


def tables() -> Iterator[Table]:
    """Every kind of game on the boards that have been there from the beginning, and some of each on the others."""
    for number in range(ROUNDS):
        yield from _tables_of_all_kinds(number)
        yield from _tables_of_some_kinds(number)


def first_boards(edition: str) -> tuple[str, ...]:
    """The maps that an edition has been played on from the first version of the rules on."""
    return tuple(map for map in rules.board_names(edition, NEWEST) if first_version(map, edition) == 1)


def later_boards(edition: str) -> tuple[str, ...]:
    """The maps that came later, the first ones first: so those that are still to come change no game of these."""
    later = (map for map in rules.board_names(edition, NEWEST) if first_version(map, edition) > 1)
    return tuple(sorted(later, key=lambda map: (first_version(map, edition), map)))


def _tables_of_all_kinds(number: int) -> Iterator[Table]:
    """Each variant of each edition on each map with each number of players.

    The ways to choose areas go round, so that each variant meets each of them, on every map and with every number of
    players.
    """
    for edition, players in product(EDITIONS, range(2, 7)):
        played = enumerate((*variants(edition, players), "mixed"))
        for map, (place, variant) in product(first_boards(edition), played):
            seed = f"{edition}-{map}-{players}-{variant}-{number}"
            areas = AREA_CHOICES[(place + players + number) % len(AREA_CHOICES)]
            options = {"edition": edition, "map": map, "areas": areas, **_options(variant, seed)}
            yield Table(rules.options_from_data(options), players, seed)


def _tables_of_some_kinds(number: int) -> Iterator[Table]:
    """Two games of each edition on each map: numbers of players, ways to choose areas and variants go round."""
    for edition, first_turn in zip(EDITIONS, (4, 0), strict=True):
        boards = (map for map in later_boards(edition) for _ in range(2))
        for turn, map in enumerate(boards, first_turn + number):
            players = 2 + turn % 5
            yield Table(options_in_turn(edition, map, turn), players, f"{edition}-{map}-{players}p-{number}")


def options_in_turn(edition: str, map: str, turn: int) -> rules.Options:
    """Those of one of the variants that the board offers; how areas are chosen goes round where there is a choice."""
    played = (*variants(edition, 2 + turn % 5), "mixed")
    described = ({"edition": edition, "map": map, **_options(variant, f"{map} {turn}")} for variant in played)
    offered = [options for options in described if _is_offered(options)]
    options = offered[(turn + turn // 5) % len(offered)]
    with_areas = {**options, "areas": AREA_CHOICES[turn % len(AREA_CHOICES)]}
    return rules.options_from_data(with_areas if _is_offered(with_areas) else options)


def _is_offered(options: dict[str, Any]) -> bool:
    """Whether a board is played like this."""
    try:
        rules.check_options(rules.options_from_data(options), NEWEST)
    except rules.RuleError:
        return False
    return True


def variants(edition: str, players: int) -> tuple[str, ...]:
    """What can be played; at least as many as there are ways to choose areas, once options are mixed, too."""
    if edition == "classic":
        return "usual", "first-game"
    if players > 2:
        return "usual", "start-cities"
    return "usual", "start-cities", "plain", "plain-start-cities"


def random_game(table: Table) -> Game:
    """Play one game to its end."""
    chance = Random(table.seed)
    setup = random_setup(table, chance)
    moves: list[tuple[Seat, rules.Action]] = []
    states = [rules.start(setup)]
    while not states[-1].is_over:
        seat = chance.choice(states[-1].to_move)
        action = random_action(states[-1], seat, chance)
        moves.append((seat, action))
        states.append(rules.apply(states[-1], seat, action))
        assert len(moves) < MOST_ACTIONS, f"no end after {MOST_ACTIONS} actions: {table}"
    return Game(setup, tuple(moves), tuple(states))


def random_setup(table: Table, chance: Random) -> Setup:
    return rules.new_setup(table.options, table.players, table.seed, host_areas(table, chance), version=table.version)


def random_action(state: State, seat: Seat, chance: Random) -> rules.Action:
    """One of the actions that the decision of this seat offers."""
    match rules.legal(state, seat):
        case rules.AreaDecision(areas=areas):
            return rules.ChooseArea(chance.choice(areas))
        case rules.TrustHouseDecision(cities=cities):
            return rules.PlaceTrustHouse(chance.choice(cities))
        case rules.StartCityDecision(cities=cities):
            return rules.ChooseStartCity(chance.choice(cities))
        case rules.OpeningDecision() as decision:
            return _open(decision, chance)
        case rules.BiddingDecision() as decision:
            return _bid(decision, chance)
        case rules.DiscardDecision() as decision:
            return _discard(decision, chance)
        case rules.PurchaseDecision() as decision:
            return _purchase(decision, chance)
        case rules.BuildingDecision() as decision:
            return _build(state, seat, decision, chance)
        case rules.PoweringDecision() as decision:
            return decision.best if chance.random() < 0.9 else chance.choice(all_runs(decision))


@lru_cache(maxsize=16)
def all_runs(decision: rules.PoweringDecision) -> tuple[rules.RunPlants, ...]:
    """Every choice of plants and mixes that is allowed, each set of plants in one order only."""
    runs_of = [[None, *_runs_of(plant)] for plant in decision.plants]
    chosen = (tuple(run for run in runs if run) for runs in product(*runs_of))
    return tuple(rules.RunPlants(runs) for runs in chosen if _may_run(decision, runs))


def powered(decision: rules.PoweringDecision, action: rules.RunPlants) -> int:
    """The cities that a choice of plants powers."""
    powers = {plant.number: plant.powers for plant in decision.plants}
    return min(decision.network_size, sum(powers[run.number] for run in action.plants))


def _may_run(decision: rules.PoweringDecision, runs: tuple[rules.Run, ...]) -> bool:
    is_fuelled = not (decision.fuel - burnt(decision, runs)).is_negative
    if not is_fuelled or powered(decision, rules.RunPlants(runs)) < decision.least_cities:
        return False
    return decision.pools_fuel or can_run(decision.plants, decision.fuel, runs)


def burnt(decision: rules.PoweringDecision, runs: tuple[rules.Run, ...]) -> rules.Fuel:
    """The fuel that runs of own plants burn."""
    total, plants = rules.NO_FUEL, {plant.number: plant for plant in decision.plants}
    for run in runs:
        plant = plants[run.number]
        if plant.kind == "hybrid":
            total += rules.Fuel(coal=run.coal, oil=run.oil)
        elif plant.need:
            total += rules.Fuel(**{plant.kind: plant.need})
    return total


def drops(offer: rules.DiscardOffer) -> list[rules.Fuel]:
    """Every amount of fuel that may go back with a plant."""
    ranges = (range(must, may + 1) for (_, must), (_, may) in zip(offer.must.items(), offer.may.items(), strict=True))
    return [drop for drop in (rules.Fuel(*amounts) for amounts in product(*ranges)) if _may_drop(offer, drop)]


def may_buy(decision: rules.PurchaseDecision, fuel: rules.Fuel) -> bool:
    """Whether a purchase is within what the decision offers."""
    price = decision.price(fuel)
    return (
        price is not None
        and price <= decision.money
        and not (decision.one_token and fuel.tokens > 1)
        and fuel.coal + fuel.oil <= decision.mixed_room
        and all(fuel[offer.kind] <= offer.room for offer in decision.fuels)
    )


def can_build(state: State, seat: Seat, action: rules.BuildCities, money: int) -> bool:
    """Whether a list can be built and paid: of several start cities on offer only the first can be."""
    try:
        return rules.quote(state, seat, action.cities, action.free_start).total <= money
    except rules.RuleError:
        return False


def _options(variant: str, seed: str) -> dict[str, Any]:
    if variant == "mixed":
        chance = Random(f"options {seed}")
        return {name: chance.choice(values) for name, values in MIXED_OPTIONS.items()}
    chosen: dict[str, Any] = {"two_player_mode": "plain"} if variant.startswith("plain") else {}
    return chosen | {
        name: True for name in ("first_game", "start_cities") if variant.endswith(name.replace("_", "-"))
    }


def host_areas(table: Table, chance: Random) -> tuple[str, ...]:
    """The areas that a host picks, if it is for the host to do so."""
    if table.options.areas != "host":
        return ()
    board = rules.board(table.options.map, table.options.edition, table.version)
    ids = [area.id for area in board.areas]
    settings = rules.thresholds(table.options, table.players, table.version)
    while True:
        areas = tuple(chance.sample(ids, settings.areas))
        if play_area.fit(board, areas, settings):
            return areas


def _may_drop(offer: rules.DiscardOffer, drop: rules.Fuel) -> bool:
    chosen = drop - offer.must
    return chosen.coal + chosen.oil >= offer.choose and sum(amount for _, amount in drop.items()) <= offer.most


def _runs_of(plant: Plant) -> list[rules.Run]:
    """Every way to run one plant."""
    if plant.kind != "hybrid":
        return [rules.Run(plant.number)]
    return [rules.Run(plant.number, coal=coal, oil=plant.need - coal) for coal in range(plant.need + 1)]


def _open(decision: rules.OpeningDecision, chance: Random) -> rules.Action:
    if not decision.plants or (decision.may_decline and chance.random() < 0.6):
        return rules.DeclineAuction()
    offer = chance.choice(decision.plants)
    return rules.OpenAuction(offer.plant, chance.randint(offer.least, min(offer.most, offer.least + 2)))


def _bid(decision: rules.BiddingDecision, chance: Random) -> rules.Action:
    if decision.least > decision.most or chance.random() < 0.6:
        return rules.PassBid()
    return rules.Bid(chance.randint(decision.least, min(decision.most, decision.least + 3)))


def _discard(decision: rules.DiscardDecision, chance: Random) -> rules.DiscardPlant:
    offer = chance.choice(decision.plants)
    if not offer.choose and chance.random() < 0.5:
        return rules.DiscardPlant(offer.plant)
    return rules.DiscardPlant(offer.plant, rules.Drop(**dict(chance.choice(drops(offer)).items())))


def _purchase(decision: rules.PurchaseDecision, chance: Random) -> rules.BuyResources:
    """Token by token what fits and can be paid, until chance calls a halt, all in one market."""
    market = chance.choice(decision.markets) if decision.elsewhere else decision
    bought = rules.NO_FUEL
    while chance.random() < 0.85:
        more = [fuel for kind in rules.KINDS if may_buy(market, fuel := bought + rules.Fuel(**{kind: 1}))]
        if not more:
            break
        bought = chance.choice(more)
    return market.buying(bought)


def _build(state: State, seat: Seat, decision: rules.BuildingDecision, chance: Random) -> rules.BuildCities:
    """One of the three cheapest cities again and again, mostly as long as the money lasts."""
    built = rules.BuildCities(())
    while len(built.cities) < decision.most and chance.random() < 0.9:
        near = [offer for offer in decision.cities if offer.city not in built.cities][:3]
        if not near:
            break
        longer = with_city(built, chance.choice(near))
        if not can_build(state, seat, longer, decision.money):
            break
        built = longer
    return built


def with_city(built: rules.BuildCities, offer: rules.CityOffer) -> rules.BuildCities:
    """A building turn with one more of the cities on offer."""
    return rules.BuildCities((*built.cities, offer.city), offer.city if offer.free_start else built.free_start)
