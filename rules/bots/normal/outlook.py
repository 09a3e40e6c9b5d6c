"""What a company can count on: the money of others, rounds to come, what fuel and houses will cost."""

from functools import cached_property
from operator import attrgetter

from rules import fuel_market, network, plant_market
from rules.bots.easy import builder
from rules.bots.normal.prospects import Course, Slot
from rules.bots.normal.weights import Weights
from rules.decisions import CityOffer
from rules.fuel import KINDS, FuelKind
from rules.plants import Plant
from rules.scoring import PAYMENTS
from rules.state import Seat, State

_FORESEEN = 3
"""For so many rounds the fuel markets are foreseen."""

_INCOME = 8
"""What a city brings in a round, about (table 3.2)."""

_MOST_HOUSES = 9
"""More than anybody builds in a round."""

_SOME_HOUSES = 4
"""So many houses tell what later ones cost."""

_MONEY_AT_START = 50

_NO_PLANT = Slot(0.0, 0.0)

_number, _fuel = attrgetter("number"), attrgetter("fuel")


class Outlook:
    """A position as one seat sees it, and what follows for the rounds to come.

    :param rounds: how many the game will last, this one included, where that was foreseen before.
    :param knows_all: it sees the money of others even where that is hidden, as in a position that was made up.
    """

    def __init__(
        self, state: State, seat: Seat, weights: Weights, *, knows_all: bool = False, rounds: int | None = None
    ) -> None:
        self.state, self.seat, self.weights = state, seat, weights
        self._rounds = rounds
        self._knows_all = knows_all or state.options.money_visible
        thresholds = state.thresholds
        self.end, self.most_plants = thresholds.end, thresholds.plants
        self.cards = state.plants
        self.plants = [self.cards.without_mines(player.plants) for player in state.players]
        self.cities = [len(player.cities) for player in state.players]
        self.on_offer_to: dict[int, dict[int, float]] = {}
        self._worth: dict[tuple[int, tuple[Plant, ...], float], float] = {}
        self._slots: dict[tuple[int, tuple[Plant, ...]], list[Slot]] = {}
        self._yields: dict[tuple[int, int], float] = {}
        self._prices: dict[tuple[FuelKind, int], float] = {}

    @cached_property
    def money(self) -> list[int]:
        """What each company has; a guess where it is hidden."""
        return [
            player.money if self._knows_all or seat == self.seat else self._guessed_money(seat)
            for seat, player in enumerate(self.state.players)
        ]

    def _guessed_money(self, seat: int) -> int:
        """Most spend what they can: it is the income of a round and a little more, less the plant just bought."""
        state = self.state
        money: float = _MONEY_AT_START
        if state.round > 1:
            money = PAYMENTS[min(self.cities[seat], self.powers(seat), 20)] + self.weights.left_over
        if seat in state.bought:
            money -= max(state.players[seat].plants, default=0)
        return max(10, round(money))

    def powers(self, seat: int) -> int:
        """How many cities the plants of a company can power."""
        return sum([plant.powers for plant in self.plants[seat]])

    @cached_property
    def rounds(self) -> int:
        """How many rounds the game will last, this one included: until the first company can end it."""
        if self._rounds is not None:
            return self._rounds
        everybody = range(len(self.cities))
        return min([self._course(seat, self.plants[seat], self.money[seat]).until_end() for seat in everybody])

    @cached_property
    def burnt(self) -> list[dict[FuelKind, float]]:
        """What each company burns in a round, as far as it has cities to power."""
        return [self._burnt_by(seat, plants) for seat, plants in enumerate(self.plants)]

    def _burnt_by(self, seat: int, plants: tuple[Plant, ...]) -> dict[FuelKind, float]:
        powers = sum([plant.powers for plant in plants])
        used = min(1.0, (self.cities[seat] + self.weights.spare) / powers) if powers else 0.0
        burnt: dict[FuelKind, float] = dict.fromkeys(KINDS, 0.0)
        for plant in plants:
            for kind in plant.burns:
                burnt[kind] += used * plant.need / len(plant.burns)
        return burnt

    @cached_property
    def _burnt_by_all(self) -> dict[FuelKind, float]:
        return {kind: sum([burnt[kind] for burnt in self.burnt]) for kind in KINDS}

    def fuel_price(self, kind: FuelKind, seat: int, burnt: float) -> float:
        """What a token costs a company that burns so many in a round, on average over the next rounds."""
        tokens = max(1, round(burnt + self._burnt_by_all[kind] - self.burnt[seat][kind]))
        price = self._prices.get((kind, tokens))
        if price is None:
            price = self._prices[kind, tokens] = self._foreseen_price(kind, tokens)
        return price

    def _foreseen_price(self, kind: FuelKind, tokens: int) -> float:
        """The average price of a token if so many are bought in each of the next rounds, and refilled as is due."""
        on_sale = fuel_market.on_sale(self.state)
        market = max(range(len(on_sale)), key=lambda place: on_sale[place][kind])
        places = fuel_market.price_spaces(self.state, kind, market)
        stock, refill = on_sale[market][kind], fuel_market.refills_due(self.state)[market][kind]
        total = 0.0
        for _ in range(_FORESEEN):
            first = max(0, len(places) - stock)
            bought = places[first : first + tokens]
            total += sum(bought) + (tokens - len(bought)) * self.weights.scarce
            stock = min(len(places), max(0, stock - tokens) + refill)
        return total / (tokens * _FORESEEN)

    def fuel_worth(self, seat: int) -> float:
        """What the fuel of a company would cost in the next rounds."""
        held, burnt = self.state.players[seat].fuel, self.burnt[seat]
        return sum([held[kind] * self.fuel_price(kind, seat, burnt[kind]) for kind in KINDS if held[kind]])

    def fuel_cost(self, seat: int) -> float:
        """What all plants of a company burn in a round, in Elektro."""
        return sum([slot.powers * slot.fuel for slot in self._slots_for(seat, self.plants[seat])])

    def worth(self, seat: int, plants: tuple[Plant, ...], money: float) -> float:
        """Where a company ends that buys fuel next, with these plants and this money, see :meth:`Course.after`."""
        key = seat, plants, money
        found = self._worth.get(key)
        if found is None:
            found = self._worth[key] = self._course(seat, plants, money).after(self.rounds)
        return found

    def worth_later(self, money: float, houses: int) -> float:
        """Where the own company ends that begins the next round with this money and so many houses more."""
        cities, plants = self.cities[self.seat] + houses, self.plants[self.seat]
        course = self._course(self.seat, plants, money, cities, self._price_after(houses))
        return course.after(self.rounds - 1, begins_with_auction=True)

    def _course(
        self, seat: int, plants: tuple[Plant, ...], money: float, cities: int | None = None, price: float = 0.0
    ) -> Course:
        slots = self._slots_for(seat, plants)
        cities = self.cities[seat] if cities is None else cities
        return Course(self.weights, self.end, money, cities, slots, self.on_offer, price)

    @cached_property
    def on_offer(self) -> int:
        """How many cities the largest plant powers that can be bought now."""
        return max([self.cards[number].powers for number in plant_market.actual(self.state)], default=0)

    def _slots_for(self, seat: int, plants: tuple[Plant, ...]) -> list[Slot]:
        slots = self._slots.get((seat, plants))
        if slots is None:
            slots = self._slots[seat, plants] = self._slots_of(seat, plants)
        return slots

    def _slots_of(self, seat: int, plants: tuple[Plant, ...]) -> list[Slot]:
        """The plants as a course has them, those with cheaper fuel first."""
        burnt = self._burnt_by(seat, plants)
        slots = [_NO_PLANT] * (self.most_plants - len(plants))
        for plant in plants:
            price = min([self.fuel_price(kind, seat, burnt[kind]) for kind in plant.burns], default=0.0)
            slots.append(Slot(plant.powers, plant.need * price / plant.powers))
        return sorted(slots, key=_fuel)

    def best_with(self, seat: int, new: Plant) -> tuple[Plant, ...]:
        """The plants to keep once a new one is bought: without the one that yields least."""
        owned = self.plants[seat]
        if len(owned) >= self.most_plants:
            worst = min(owned, key=lambda plant: self._yield(seat, plant))
            owned = tuple([plant for plant in owned if plant is not worst])
        return tuple(sorted((*owned, new), key=_number))

    def _yield(self, seat: int, plant: Plant) -> float:
        """What a plant brings in a round, about: each city that it can power, less its fuel."""
        key = seat, plant.number
        if key not in self._yields:
            fuel = min([self.fuel_price(kind, seat, plant.need) for kind in plant.burns], default=0.0)
            self._yields[key] = plant.powers * _INCOME - plant.need * fuel
        return self._yields[key]

    @cached_property
    def houses(self) -> list[CityOffer]:
        """The next houses of the own company, each the cheapest in its turn: all that it can pay, and a few more."""
        state, seat = self.state, self.seat
        money, more = state.players[seat].money, _SOME_HOUSES
        found = list[CityOffer]()
        while more and len(found) < _MOST_HOUSES and (offers := network.offers(state, seat)):
            player = state.players[seat]
            best = builder.best(state, seat, offers, money) if player.cities else builder.start(state, offers)
            found.append(best)
            money -= best.cost
            more -= money < 0
            state = state.with_player(seat, network.with_house(player, best))
        return found

    def _price_after(self, count: int) -> float:
        """What a house will cost after the next ones; 0 where nobody knows."""
        some = self.houses[count : count + _SOME_HOUSES]
        if len(some) < 2:
            return 0.0
        weights, near = self.weights, self.weights.near
        usual = weights.city + weights.dearer * self.cities[self.seat] / self.end
        return near * sum([offer.cost for offer in some]) / len(some) + (1 - near) * usual
