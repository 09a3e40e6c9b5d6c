"""What a company can count on: rounds to come, what fuel will cost, and the money of others."""

from functools import cached_property

from rules import fuel_market
from rules.bots.normal.prospects import Course, Slot
from rules.bots.normal.weights import Weights
from rules.fuel import KINDS, FuelKind
from rules.plants import Plant
from rules.scoring import PAYMENTS
from rules.state import Seat, State

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
        return max(1.0, soonest + self.weights.late)

    @cached_property
    def money(self) -> list[int]:
        """What each company has; a guess where it is hidden: as much in all as the own company."""
        state = self.state
        if state.options.money_visible:
            return [player.money for player in state.players]
        own = state.players[self.seat].money
        spent = [self._spent(seat) for seat in range(len(state.players))]
        return [
            player.money if seat == self.seat else max(10, round(own + 0.5 * (spent[self.seat] - spent[seat])))
            for seat, player in enumerate(state.players)
        ]

    def _spent(self, seat: int) -> float:
        player = self.state.players[seat]
        return sum(player.plants) + sum(house.slot for house in player.cities) + 6 * len(player.cities)

    @cached_property
    def _burnt(self) -> list[dict[FuelKind, float]]:
        """What each company burns in a round."""
        return [_burnt_by(plants) for plants in self.plants]

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

    def course(self, seat: int, plants: tuple[Plant, ...], money: float, cities: float | None = None) -> Course:
        """The way of a company that has these plants, from this round's purchase of fuel on."""
        burnt = _burnt_by(plants)
        prices = {kind: self.fuel_price(kind, seat, amount) for kind, amount in burnt.items() if amount}
        slots = [
            Slot(plant.powers, plant.need * min([prices[kind] for kind in plant.burns], default=0.0) / plant.powers)
            for plant in plants
        ]
        slots += [_EMPTY] * (self.most_plants - len(slots))
        return Course(self.weights, self.end, money, self.cities[seat] if cities is None else cities, slots)

    def worth(self, seat: int, plants: tuple[Plant, ...], money: float) -> float:
        """What a company has at the end of the game if it goes on with these plants and this money."""
        key = seat, plants, money
        found = self._worth.get(key)
        if found is None:
            found = self._worth[key] = self.course(seat, plants, money).after(self.rounds)
        return found

    def later(self, money: float, cities: float) -> float:
        """What the own company has at the end if it begins the next round with this."""
        course = self.course(self.seat, self.plants[self.seat], money, cities)
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


def _burnt_by(plants: tuple[Plant, ...]) -> dict[FuelKind, float]:
    burnt: dict[FuelKind, float] = dict.fromkeys(KINDS, 0.0)
    for plant in plants:
        for kind in plant.burns:
            burnt[kind] += plant.need / len(plant.burns)
    return burnt


def _number(plant: Plant) -> int:
    return plant.number
