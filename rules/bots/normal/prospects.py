"""How a company would get on till the end of the game: a reckoning in fractions of cities, round by round."""

from collections.abc import Sequence
from typing import NamedTuple

from rules.bots.normal.weights import Weights
from rules.scoring import PAYMENTS

LONGEST = 14
"""Rounds that are reckoned at most."""


class Slot(NamedTuple):
    """Room for a plant: the cities it powers, and what the fuel for one of them costs."""

    powers: float
    fuel: float


class Course:
    """The way of one company through the rounds to come."""

    def __init__(
        self, weights: Weights, end: int, money: float, cities: float, slots: Sequence[Slot], price: float = 0.0
    ) -> None:
        """:param price: what the next city costs; 0 where that is not known."""
        self.weights, self.end = weights, end
        self.price = price - weights.dearer * cities / end if price else weights.city
        self.money, self.cities = money, float(cities)
        slots = sorted(slots, key=_by_fuel)
        self.powers = [slot[0] for slot in slots]
        self.fuels = [slot[1] for slot in slots]

    def until_end(self) -> float:
        """How many rounds it takes to build the cities that end the game, fractions in between."""
        for number in range(LONGEST):
            before = self.cities
            self.play(buys_plant=number > 0)
            if self.cities >= self.end - 0.01:
                return number + (self.end - before) / max(self.cities - before, 0.01)
        return LONGEST

    def after(self, rounds: float, *, auction: bool = False) -> float:
        """What is reached after so many rounds: cities powered at the end, and money."""
        whole = int(rounds)
        for number in range(whole - 1):
            self.play(buys_plant=number > 0 or auction)
        part = rounds - whole
        if part < 0.05:
            return self._ended(buys_plant=whole > 1 or auction) if whole else self._reached()
        before = self.money, self.cities, self.powers[:], self.fuels[:]
        sooner = self._ended(buys_plant=whole > 1 or auction) if whole else self._reached()
        self.money, self.cities, self.powers, self.fuels = before
        if whole:
            self.play(buys_plant=whole > 1 or auction)
        return (1 - part) * sooner + part * self._ended(buys_plant=whole > 0 or auction)

    def _ended(self, *, buys_plant: bool) -> float:
        self.play(buys_plant=buys_plant, last=True)
        return self._reached()

    def _reached(self) -> float:
        powered = min(self.cities, sum(self.powers), self.end)
        return self.weights.city_at_end * powered + self.money

    def play(self, *, buys_plant: bool, last: bool = False) -> None:
        """One round: buy a plant, fuel and cities, and be paid."""
        weights, end, cities = self.weights, self.end, self.cities
        price = self.price + weights.dearer * cities / end
        if buys_plant:
            self._buy_plant(price)
        powers, money = sum(self.powers), self.money
        most = cities + money / price if money > 0 else cities
        most = end if most > end else most
        money -= self._fuel_for(powers if powers < most else most, powers)
        if money > 0:
            room = (powers if last else powers + weights.ahead) - cities
            room = end - cities if room > end - cities else room
            if room > 0:
                more = money / price
                more = room if more > room else more
                cities += more
                money -= more * price
        if not last:
            powered = powers if powers < cities else cities
            whole = int(powered)
            money += (
                PAYMENTS[whole] + (powered - whole) * (PAYMENTS[whole + 1] - PAYMENTS[whole]) if whole < 20 else 150
            )
        self.money, self.cities = money, cities

    def _buy_plant(self, price: float) -> None:
        """Have one more plant as far as it goes together with the cities for it."""
        weights, end, cities, powers = self.weights, self.end, self.cities, self.powers
        smallest, total = min(powers), sum(powers)
        progress = cities / end
        room = weights.new_cities + weights.larger * (progress if progress < 1 else 1) - smallest
        room = end - total if room > end - total else room
        if room <= 0:
            return
        cost = weights.plant * (smallest + room) / room
        left = self.money - self._fuel_for(total if total < cities else cities, total)
        if total > cities:
            left -= (total - cities) * price
        if left <= 0:
            return
        more = left / (price + cost)
        more = room if more > room else more
        self.money -= more * cost
        place = powers.index(smallest)
        powers[place] = smallest + more
        self.fuels[place] = (self.fuels[place] * smallest + weights.fuel * more) / powers[place]

    def _fuel_for(self, cities: float, powers: float) -> float:
        total = 0.0
        if cities >= powers:
            for power, fuel in zip(self.powers, self.fuels):  # noqa: B905
                total += power * fuel
            return total
        for power, fuel in zip(self.powers, self.fuels):  # noqa: B905
            if power >= cities:
                return total + cities * fuel
            total += power * fuel
            cities -= power
        return total


def _by_fuel(slot: Slot) -> float:
    return slot[1]
