"""How a company would get on till the end of the game: a reckoning in fractions of cities, round by round."""

from collections.abc import Sequence
from typing import NamedTuple

from rules.bots.normal.weights import Weights
from rules.scoring import PAYMENTS

LONGEST = 14
"""Rounds that are reckoned at most."""

_MOST_PAID = len(PAYMENTS) - 1


class Slot(NamedTuple):
    """Room for a plant: the cities it powers, and what the fuel for one of them costs."""

    powers: float
    fuel: float


def payment(cities: float) -> float:
    """The income for so many cities (table 3.2), fractions in between."""
    whole = int(cities)
    if whole >= _MOST_PAID:
        return PAYMENTS[_MOST_PAID]
    return PAYMENTS[whole] + (cities - whole) * (PAYMENTS[whole + 1] - PAYMENTS[whole])


class Course:
    """The way of one company through the rounds to come, as far as it can be reckoned without any others.

    Each round it buys one plant, of the usual kind, as far as that goes together with cities for it; fuel for what
    it can power; and cities, up to what its plants can power.

    :param slots: those with cheaper fuel first.
    :param on_offer: how many cities the largest plant powers that can be bought now.
    :param price: what the next city costs; 0 where that is not known.
    """

    def __init__(
        self,
        weights: Weights,
        end: int,
        money: float,
        cities: float,
        slots: Sequence[Slot],
        on_offer: float,
        price: float = 0.0,
    ) -> None:
        self.weights, self.end = weights, end
        self.money, self.cities = money, float(cities)
        self.price = price - weights.dearer * cities / end if price else weights.city
        self.on_offer = on_offer
        self.powers = [slot.powers for slot in slots]
        self.fuels = [slot.fuel for slot in slots]

    def until_end(self) -> int:
        """How many rounds it takes to build the cities that end the game."""
        for number in range(1, LONGEST):
            self._play_round(buys_plant=number > 1)
            if self.cities >= self.end:
                return number
        return LONGEST

    def after(self, rounds: int, *, begins_with_auction: bool = False) -> float:
        """What is reached after so many rounds, or one fewer: the cities that are powered then, and the money."""
        sooner, part = 0.0, self.weights.sooner if rounds > 1 else 0.0
        for number in range(rounds):
            if part and number == rounds - 1:
                sooner = self._reached()
            self._play_round(buys_plant=number > 0 or begins_with_auction, is_last=number == rounds - 1)
        return part * sooner + (1 - part) * self._reached()

    def _reached(self) -> float:
        return self.weights.city_at_end * min(self.cities, sum(self.powers), self.end) + self.money

    def _play_round(self, *, buys_plant: bool, is_last: bool = False) -> None:
        # This is most of what the bot does, so it spends no call that it can do without.
        cities, end = self.cities, self.end
        price = self.price + self.weights.dearer * cities / end
        if buys_plant:
            self._buy_plant(price)
        powers, money = sum(self.powers), self.money
        most = cities + money / price if money > 0 else cities
        money -= self._fuel_for(most)
        room = (powers if powers < end else end) - cities
        if money > 0 and room > 0:
            more = money / price
            more = room if more > room else more
            cities += more
            money -= more * price
        if not is_last:
            money += payment(powers if powers < cities else cities)
        self.money, self.cities = money, cities

    def _buy_plant(self, price: float) -> None:
        """Replace the smallest plant as far as money goes that is not spent on fuel and the cities to be powered."""
        weights, end, cities, powers = self.weights, self.end, self.cities, self.powers
        smallest, total = min(powers), sum(powers)
        self.on_offer += weights.larger
        new = weights.largest if self.on_offer > weights.largest else self.on_offer
        room = new - smallest
        room = end - total if room > end - total else room
        if room <= 0:
            return
        cost = weights.plant * (smallest + room) / room
        left = self.money - self._fuel_for(cities)
        if total > cities:
            left -= (total - cities) * price
        if left <= 0:
            return
        more = left / (price + cost)
        more = room if more > room else more
        self.money -= more * cost
        place = powers.index(smallest)
        powers[place] = smallest + more
        self.fuels[place] = (self.fuels[place] * smallest + weights.fuel / new * more) / powers[place]

    def _fuel_for(self, cities: float) -> float:
        """What fuel for so many cities costs, or for as many as there are plants for: the cheapest first."""
        total = 0.0
        for power, fuel in zip(self.powers, self.fuels, strict=True):
            if power >= cities:
                return total + cities * fuel
            total += power * fuel
            cities -= power
        return total
