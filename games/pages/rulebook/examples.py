"""Worked examples of auctions and of fuel."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, takewhile

from msgspec.structs import replace

import rules
from games.models.terms import market_name
from games.pages.panels.pieces import PlantCard
from games.pages.rulebook.building import ANA, BOB, building_example
from games.pages.rulebook.tables import Example, PlantRows, cards, settings, start, tracks
from games.story import sentences
from games.story.names import Names
from rules import events


@dataclass(frozen=True)
class Examples:
    """The examples of an edition on a board."""

    options: rules.Options
    version: int

    def _first(self, *plants: int) -> int:
        """The first of some plants that is in the game on this board."""
        out = settings(self.options, rules.MIN_PLAYERS, self.version).out
        return next(plant for plant in plants if plant not in out)

    def _start(self, players: int = 3) -> rules.State:
        return start(self.options, players, version=self.version)

    @property
    def storage(self) -> Example:
        """Plants, and how much coal and oil they have room for: each alone, and oil beside all that coal."""
        plants = rules.PLANTS.of((self._first(3, 7), 5, 13))
        storage = rules.storage_of(plants)
        alone = storage.room(rules.NO_FUEL)
        return {
            "plants": tuple(map(PlantCard, plants)),
            "oil": alone.oil,
            "coal": alone.coal,
            "oil_beside": storage.room(rules.Fuel(coal=alone.coal)).oil,
        }

    @cached_property
    def auctions(self) -> Example:
        """Three people play the first auctions of a game, and the page of a game tells it; and the first sale."""
        opening = self._start()
        names = self._names(opening)
        positions = list(_play(opening))
        happened = list(chain.from_iterable(state.happened for state in positions))
        auctions = takewhile(lambda event: not isinstance(event, events.PhaseBegan), happened)
        first, count = opening.order[0], opening.setup.players
        return {
            "order": names.players(opening.order),
            "seats": names.players((first + place) % count for place in range(count)),
            "lines": [line.words for line in sentences.lines(auctions, names)],
            "bids": list(_first_bids(happened)),
            "sale": _first_sale(opening, positions),
        }

    def _names(self, state: rules.State) -> Names:
        """Ana is first in player order, then comes Bob, then Cid, wherever they sit."""
        of_seats = dict(zip(state.order, (ANA, BOB, "Cid"), strict=True))
        return Names(tuple(of_seats[seat] for seat in sorted(of_seats)), state.board)

    @property
    def purchases(self) -> list[tuple[str, str]]:
        """Some purchases in the market at the start of a game, in the first of several, and what they cost."""
        opening = self._start()
        wanted: dict[rules.FuelKind, int] = {"coal": 5, "oil": 4, "garbage": 2, "uranium": 2}
        prices = {kind: rules.market_prices(opening, kind) for kind in wanted}
        return [
            (Names.fuel(rules.Fuel(**{kind: count})), in_sum(prices[kind][:count]))
            for kind, count in wanted.items()
            if count <= len(prices[kind])
        ]

    @property
    def market(self) -> str:
        """What the market of those purchases is called; empty where there is one only."""
        return market_name(self._start().board.markets[0])

    @cached_property
    def building(self) -> Example:
        return building_example(self.options, self.version)

    @property
    def powering(self) -> Example:
        """A network with more plants than it needs."""
        plants, fuel = rules.PLANTS.of((self._first(7, 16), 10, 15)), rules.Fuel(coal=8, oil=6)
        powering = rules.best_run(plants, fuel, 6)
        return {
            "plants": tuple(map(PlantCard, plants)),
            "cities": powering.cities,
            "stored": Names.fuel(fuel),
            "burnt": Names.fuel(powering.burnt),
            "left": Names.fuel(fuel - powering.burnt),
            "output": sum(rules.PLANTS[run.number].powers for run in powering.action.plants),
            "income": rules.payment(powering.cities),
            "running": [(plant, (plant.kind,) * plant.need) for plant in plants],
        }

    @property
    def refill(self) -> Example:
        """The market before and after a refill. ``is_short``: less comes than the table has."""
        opening, burnt = self._start(players=5), rules.Fuel(coal=4)
        bought = rules.Fuel(coal=10, oil=2, garbage=min(1, opening.resources.garbage))
        before = replace(opening, resources=opening.resources - bought, supply=opening.supply + burnt)
        due, refill = rules.refill_due(before), rules.refill_of(before)
        after = replace(before, resources=before.resources + refill, supply=before.supply - refill)
        return {
            "bought": Names.fuel(bought),
            "burnt": Names.fuel(burnt),
            "supply": Names.fuel(before.supply),
            "before": tracks(before),
            "due": Names.fuel(due),
            "refill": Names.fuel(refill),
            "is_short": refill != due,
            "after": tracks(after),
        }

    @property
    def coal_storage(self) -> Example:
        """Coal bought from market and storage, on a board that has one."""
        market, storage, wanted = 4, 9, 6
        opening = self._start()
        low = replace(opening, resources=replace(opening.resources, coal=market), supply=rules.Fuel(coal=storage))
        prices = _offered(low, rules.Player(money=100, plants=(20,)), "coal")
        return {"market": market, "storage": storage, "wanted": wanted, "sum": in_sum(prices[:wanted])}

    @property
    def garbage(self) -> Example:
        """The same tokens with the discount of a city and without, on a board where there is one."""
        count, city = 5, rules.board(self.options.map, self.options.edition, self.version).rules.garbage_discount_city
        opening = self._start()
        state = replace(opening, resources=replace(opening.resources, garbage=7))
        without = rules.Player(money=100, plants=(38,))
        prices = _offered(state, without, "garbage")
        cheaper = _offered(state, replace(without, cities=(rules.House(city, 10),)), "garbage")
        return {
            "count": count,
            "cheapest": prices[0],
            "with_city": in_sum(cheaper[:count]),
            "without": in_sum(prices[:count]),
        }

    @property
    def fifth_plant(self) -> PlantRows:
        """On a board where an ecological plant can join the actual market."""
        return PlantRows.of(replace(self._start(), market=(8, 9, 10, 11, 13, 15, 20, 26)))


def in_sum(prices: tuple[int, ...]) -> str:
    """Prices as they are added up.

    >>> in_sum((1, 1, 2))
    '1 + 1 + 2 = 4'
    """
    return f"{' + '.join(map(str, prices))} = {sum(prices)}"


def _play(state: rules.State) -> Iterator[rules.State]:
    """The first opener is outbid, opens again and buys; the last one pays the minimum bid. Yields each position."""
    offers = _plants_offered(state)
    contested = offers[len(offers) // 2]
    yield (state := _act(state, rules.OpenAuction(contested.plant, contested.least)))
    yield (state := _act(state, rules.Bid(contested.least + 1)))
    yield (state := _act(state, rules.PassBid()))
    yield (state := _act(state, rules.Bid(contested.least + 3)))
    yield (state := _act(state, rules.Bid(contested.least + 4)))
    yield (state := _act(state, rules.PassBid()))
    cheapest = _plants_offered(state)[0]
    yield (state := _act(state, rules.OpenAuction(cheapest.plant, cheapest.least)))
    yield (state := _act(state, rules.PassBid()))
    if state.bonus is not None:  # who bought the plant under the token may buy another one (MAP-NYC-12)
        yield (state := _act(state, rules.DeclineAuction()))
    left = _plants_offered(state)[0]
    yield _act(state, rules.OpenAuction(left.plant, left.least))


def _plants_offered(state: rules.State) -> tuple[rules.PlantOffer, ...]:
    decision = rules.legal(state, state.to_move[0])
    if not isinstance(decision, rules.OpeningDecision):
        raise TypeError(f"Nobody is asked to open an auction, but {decision!r}.")
    return decision.plants


def _act(state: rules.State, action: rules.Action) -> rules.State:
    return rules.apply(state, state.to_move[0], action)


def _first_bids(happened: Iterable[rules.Event]) -> Iterator[tuple[int, int]]:
    """Who bids how much in the first auction."""
    for event in takewhile(lambda event: not isinstance(event, events.PlantBought), happened):
        match event:
            case events.AuctionOpened(seat=seat, bid=amount) | events.BidMade(seat=seat, amount=amount):
                yield seat, amount


def _first_sale(opening: rules.State, positions: list[rules.State]) -> Example:
    """The plant market before and after the first sale: the plant that left, and the one that came if any did."""
    sold_in = next(state for state in positions if state.bought)
    (sold,) = cards(opening, set(opening.market) - set(sold_in.market))
    drawn = "".join(card.label for card in cards(opening, set(sold_in.market) - set(opening.market)))
    return {"before": PlantRows.of(opening), "after": PlantRows.of(sold_in), "sold": sold.label, "drawn": drawn}


def _offered(state: rules.State, player: rules.Player, kind: rules.FuelKind) -> tuple[int, ...]:
    """What each token of a kind would cost a player who is the first to buy."""
    state = replace(state, phase=rules.Phase.RESOURCES, acted=())
    (seat,) = state.to_move
    decision = rules.legal(state.with_player(seat, player), seat)
    if not isinstance(decision, rules.PurchaseDecision):
        raise TypeError(f"Seat {seat} is not asked to buy fuel, but {decision!r}.")
    return next(offer.prices for offer in decision.fuels if offer.kind == kind)
