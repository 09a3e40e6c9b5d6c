"""What a company can count on: rounds to come, what fuel will cost, and the money of others."""

from functools import cached_property

from rules import fuel_market
from rules.bots.normal import houses as building
from rules.bots.normal.prospects import Course, Slot
from rules.bots.normal.weights import Weights
from rules.decisions import CityOffer
from rules.fuel import KINDS, FuelKind
from rules.plants import Plant
from rules.scoring import PAYMENTS
from rules.state import Seat, State

_SOME = 4
_EMPTY = Slot(0.0, 0.0)
_AHEAD = 3
"""For so many rounds the fuel markets are foreseen."""


class Outlook:
    """A position as one seat sees it, with what follows from it for the rounds to come."""

    def __init__(self, state: State, seat: Seat, weights: Weights) -> None:
        self.state, self.seat, self.weights = state, seat, weights
        thresholds = state.thresholds
        self.end, self.most_plants = thresholds.end, thresholds.plants
        self.cards = state.plants
        self.plants = [self.cards.without_mines(player.plants) for player in state.players]
        self.cities = [len(player.cities) for player in state.players]
        self._worth: dict[tuple[int, tuple[Plant, ...], float], float] = {}
        self._prices: dict[tuple[FuelKind, float], float] = {}

    @cached_property
    def rounds(self) -> float:
        """How many rounds the game will last, this one included: until the first company can end it."""
        soonest = min(self.course(seat, self.plants[seat], self.money[seat]).until_end() for seat in range(len(self.cities)))
        return max(1.0, self.weights.late + self.weights.stretch * soonest)

    @cached_property
    def money(self) -> list[int]:
        """What each company has; a guess where it is hidden."""
        state = self.state
        return [
            player.money if state.options.money_visible or seat == self.seat else self._guessed_money(seat)
            for seat, player in enumerate(state.players)
        ]

    def _guessed_money(self, seat: int) -> int:
        """As most spend what they can: the income of the last round and a little more, less what was spent since."""
        state, weights = self.state, self.weights
        if state.round == 1:
            money = 50.0
        else:
            powered = min(self.cities[seat], sum(plant.powers for plant in self.plants[seat]))
            money = PAYMENTS[min(powered, 20)] + weights.left_over
        if seat in state.bought:
            money -= max(state.players[seat].plants, default=0)
        return max(10, round(money))

    @cached_property
    def _burnt(self) -> list[dict[FuelKind, float]]:
        """What each company burns in a round, as far as it has cities to power."""
        return [self._burnt_for(seat, plants) for seat, plants in enumerate(self.plants)]

    def burnt(self, seat: int) -> dict[FuelKind, float]:
        return self._burnt[seat]

    def _burnt_for(self, seat: int, plants: tuple[Plant, ...]) -> dict[FuelKind, float]:
        powers = sum(plant.powers for plant in plants)
        used = min(1.0, (self.cities[seat] + self.weights.spare) / powers) if powers else 0.0
        burnt: dict[FuelKind, float] = dict.fromkeys(KINDS, 0.0)
        for plant in plants:
            for kind in plant.burns:
                burnt[kind] += used * plant.need / len(plant.burns)
        return burnt

    def fuel_price(self, kind: FuelKind, seat: int, need: float) -> float:
        """What a token costs a company, on average over the next rounds, if it burns so many in each."""
        others = sum(burnt[kind] for number, burnt in enumerate(self._burnt) if number != seat)
        key = kind, others + need
        price = self._prices.get(key)
        if price is None:
            price = self._prices[key] = self._forecast(kind, others + need)
        return price

    def _forecast(self, kind: FuelKind, burnt: float) -> float:
        """The average price of a token if so many are burnt in each of the next rounds."""
        state, market = self.state, 0
        if len(state.board.markets) > 1:
            market = max(range(len(state.board.markets)), key=lambda place: fuel_market.on_sale(state)[place][kind])
        places = fuel_market.price_spaces(state, kind, market)
        room = len(places)
        stock: float = fuel_market.on_sale(state)[market][kind]
        refill = fuel_market.refills_due(state)[market][kind]
        taken = max(1, round(burnt))
        total, count = 0.0, 0
        for _ in range(_AHEAD):
            first = room - round(stock)
            bought = places[first : first + taken]
            total += sum(bought) + (taken - len(bought)) * self.weights.scarce
            count += taken
            stock = min(room, max(0, stock - burnt) + refill)
        return total / count

    def course(
        self, seat: int, plants: tuple[Plant, ...], money: float, cities: float | None = None, price: float | None = None
    ) -> Course:
        """The way of a company that has these plants, from this round's purchase of fuel on."""
        burnt = self._burnt_for(seat, plants)
        prices = {kind: self.fuel_price(kind, seat, amount) for kind, amount in burnt.items() if amount}
        slots = [
            Slot(plant.powers, plant.need * min([prices[kind] for kind in plant.burns], default=0.0) / plant.powers)
            for plant in plants
        ]
        slots += [_EMPTY] * (self.most_plants - len(slots))
        if cities is None:
            cities = self.cities[seat]
        if price is None:
            price = 0.0
        return Course(self.weights, self.end, money, cities, slots, price)

    @cached_property
    def houses(self) -> list[CityOffer]:
        """The next houses of the own company, each the cheapest in its turn; money is not looked at."""
        return building.cheapest(self.state, self.seat, self.state.players[self.seat].money, _SOME)

    def price_after(self, count: int) -> float:
        """What a house costs after the next ones, on average over a few; 0 where nobody knows."""
        if not self.cities[self.seat] and not count:
            return 0.0
        some = self.houses[count : count + _SOME]
        if len(some) < 2:
            return 0.0
        return self.weights.near * sum(offer.cost for offer in some) / len(some) + (1 - self.weights.near) * (self.weights.city + self.weights.dearer * self.cities[self.seat] / self.end)

    def worth(self, seat: int, plants: tuple[Plant, ...], money: float) -> float:
        """What a company has at the end of the game if it goes on with these plants and this money."""
        key = seat, plants, money
        found = self._worth.get(key)
        if found is None:
            found = self._worth[key] = self.course(seat, plants, money).after(self.rounds)
        return found

    def later(self, money: float, houses: int) -> float:
        """What the own company has at the end if it begins the next round with this money, and so many more houses."""
        cities = self.cities[self.seat] + houses
        course = self.course(self.seat, self.plants[self.seat], money, cities, self.price_after(houses))
        return course.after(self.rounds - 1, auction=True)

    def best_with(self, seat: int, new: Plant) -> tuple[Plant, ...]:
        """The best plants to keep once a new one is bought."""
        owned = self.plants[seat]
        if len(owned) < self.most_plants:
            return tuple(sorted((*owned, new), key=_number))
        kept = [
            tuple(sorted((*owned[:place], *owned[place + 1 :], new), key=_number)) for place in range(len(owned))
        ]
        return max(kept, key=lambda plants: self.worth(seat, plants, self.money[seat]))

    def run_cost(self, seat: int) -> float:
        """What fuel for one run of all plants costs, beyond what is held."""
        held, total = self.state.players[seat].fuel, 0.0
        burnt = self._burnt[seat]
        for kind in KINDS:
            missing = burnt[kind] - held[kind]
            if missing > 0:
                total += missing * self.fuel_price(kind, seat, burnt[kind])
        return total


def _number(plant: Plant) -> int:
    return plant.number
