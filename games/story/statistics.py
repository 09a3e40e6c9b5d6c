"""The course of a game in figures, found in one pass over the positions that count."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Self

import rules
from games.replay.history import Position
from rules import events


@dataclass(frozen=True, slots=True)
class Holding:
    """What a company has at one moment. ``money`` is None where the viewer may not know it.

    ``capacity`` is how many cities its plants could power with enough fuel.
    """

    money: int | None
    cities: int
    capacity: int
    fuel: rules.Fuel

    @classmethod
    def of(cls, player: rules.Player, plants: rules.Plants) -> Self:
        capacity = sum(plant.powers for plant in plants.of(player.plants))
        return cls(player.money, player.network_size, capacity, player.fuel)


@dataclass(frozen=True, slots=True)
class Round:
    """One round, from position ``start`` to ``end``; ``steps`` are those that began in it.

    ``prices`` has what the cheapest token of each kind cost when buying began: None if there was none, and empty
    before. ``income`` and ``bought`` are by seat; ``holdings`` has what each seat has at the end.
    """

    number: int
    start: int
    end: int
    steps: tuple[int, ...]
    prices: Mapping[rules.FuelKind, int | None]
    income: Mapping[int, int]
    bought: Mapping[int, rules.Fuel]
    holdings: tuple[Holding, ...]


@dataclass(frozen=True, slots=True)
class Spending:
    """What a company has paid in the whole game, in Elektro; ``bought`` is its fuel in tokens."""

    plants: int
    fuel: Mapping[rules.FuelKind, int]
    sites: int
    connections: int
    bought: rules.Fuel

    @property
    def total(self) -> int:
        return self.plants + sum(self.fuel.values()) + self.sites + self.connections


@dataclass(frozen=True, slots=True)
class Card:
    """A plant that was bought, by which action and in which round."""

    sequence: int
    round: int
    seat: int
    plant: int
    price: int

    @property
    def above(self) -> int:
        """What was paid beyond the number of the plant; below 0 with a discount."""
        return self.price - self.plant


@dataclass(frozen=True, slots=True)
class Course:
    """A game in figures. ``start`` is what the seats had before round 1; ``spending`` is by seat.

    Where money is hidden, ``spending`` is None, too: it would tell the money.
    """

    start: tuple[Holding, ...]
    rounds: tuple[Round, ...]
    spending: tuple[Spending | None, ...]
    cards: tuple[Card, ...]

    def seen_by(self, seat: int | None) -> "Course":
        """The same without the money of all other seats."""
        return replace(
            self,
            start=_veiled(self.start, seat),
            rounds=tuple(replace(each, holdings=_veiled(each.holdings, seat)) for each in self.rounds),
            spending=tuple(spent if number == seat else None for number, spent in enumerate(self.spending)),
        )


def course(leading: Sequence[Position]) -> Course:
    """The figures of a game.

    :param leading: the positions in force (:func:`games.replay.history.in_force`), from the start on.
    """
    first = leading[0]
    accounts = _Accounts(first)
    for event in first.state.happened:
        accounts.note(event, first)
    for before, after in pairwise(leading):
        accounts.pay(before, after)
        for event in after.state.happened:
            accounts.note(event, after)
    return accounts.closed(leading[-1])


def _veiled(holdings: Sequence[Holding], seat: int | None) -> tuple[Holding, ...]:
    return tuple(
        holding if number == seat else replace(holding, money=None) for number, holding in enumerate(holdings)
    )


def _holdings(state: rules.State) -> tuple[Holding, ...]:
    return tuple(Holding.of(player, state.plants) for player in state.players)


@dataclass(slots=True)
class _Running:
    """A round while it is gone through."""

    number: int
    start: int
    steps: list[int] = field(default_factory=list)
    prices: dict[rules.FuelKind, int | None] = field(default_factory=dict)
    income: dict[int, int] = field(default_factory=dict)
    bought: dict[int, rules.Fuel] = field(default_factory=dict)

    def closed(self, end: Position) -> Round:
        return Round(
            self.number,
            self.start,
            end.sequence,
            tuple(self.steps),
            self.prices,
            self.income,
            self.bought,
            _holdings(end.state),
        )


class _Accounts:
    """What has come together so far."""

    def __init__(self, first: Position) -> None:
        seats = range(first.state.setup.players)
        self.start = _holdings(first.state)
        self.rounds: list[Round] = []
        self.running = _Running(first.state.round, first.sequence)
        self.cards: list[Card] = []
        self.plants = [0 for _ in seats]
        self.sites = [0 for _ in seats]
        self.connections = [0 for _ in seats]
        self.fuel: list[dict[rules.FuelKind, int]] = [dict.fromkeys(rules.KINDS, 0) for _ in seats]
        self.bought = [rules.NO_FUEL for _ in seats]

    def pay(self, before: Position, after: Position) -> None:
        """Note what a purchase of fuel cost, kind by kind: its event has the whole price."""
        if after.move is None or not isinstance(after.move.action, rules.BuyResources):
            return
        decision = rules.legal(before.state, after.move.seat)
        if isinstance(decision, rules.PurchaseDecision):
            wanted = {
                event.seat: event.fuel for event in after.state.happened if isinstance(event, events.ResourcesBought)
            }
            for offer in decision.in_market_of(after.move.action).fuels:
                tokens = wanted[after.move.seat][offer.kind]
                self.fuel[after.move.seat][offer.kind] += sum(offer.prices[:tokens])

    def note(self, event: rules.Event, at: Position) -> None:
        """Take in what happened on the way to a position."""
        match event:
            case events.RoundBegan(round=number) if number != self.running.number:
                self.rounds.append(self.running.closed(at))
                self.running = _Running(number, at.sequence)
            case events.StepBegan(step=step):
                self.running.steps.append(step)
            case events.PhaseBegan(phase=rules.Phase.RESOURCES):
                self.running.prices = {kind: _cheapest(at.state, kind) for kind in rules.KINDS}
            case events.PlantBought(seat=seat, plant=plant, price=price):
                self.plants[seat] += price
                self.cards.append(Card(at.sequence, self.running.number, seat, plant, price))
            case events.ResourcesBought(seat=seat, fuel=fuel):
                self.bought[seat] += fuel
                self.running.bought[seat] = self.running.bought.get(seat, rules.NO_FUEL) + fuel
            case events.CityBuilt(seat=seat, slot=slot, connection=connection):
                self.sites[seat] += slot
                self.connections[seat] += connection
            case events.CitiesPowered(seat=seat, income=income):
                self.running.income[seat] = income

    def closed(self, last: Position) -> Course:
        paid = zip(self.plants, self.fuel, self.sites, self.connections, self.bought, strict=True)
        return Course(
            self.start,
            (*self.rounds, self.running.closed(last)),
            tuple(Spending(*each) for each in paid),
            tuple(self.cards),
        )


def _cheapest(state: rules.State, kind: rules.FuelKind) -> int | None:
    markets = range(len(state.board.markets))
    return min((price for market in markets for price in rules.market_prices(state, kind, market)[:1]), default=None)
