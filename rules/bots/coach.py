"""What the hard bot would do where a player decides, what else it weighs, and the figures behind that.

It sees what the seat sees. Money is in Elektro, chances are of 1.
"""

from collections.abc import Iterator
from math import sqrt
from statistics import fmean

from msgspec import Struct
from msgspec.structs import replace

from rules import fuel_market, plant_market
from rules.actions import Action, BuildCities, BuyResources, RunPlants
from rules.bots import hard
from rules.bots.normal import auctions
from rules.bots.normal.outlook import Outlook
from rules.bots.normal.weights import WEIGHTS
from rules.decisions import (
    BiddingDecision,
    BuildingDecision,
    DiscardDecision,
    OpeningDecision,
    PurchaseDecision,
)
from rules.engine import apply, legal
from rules.fuel import KINDS, FuelKind
from rules.network import HOUSES
from rules.powering import most_cities
from rules.scoring import income, payment
from rules.state import Player, Seat, State

_ALONE = 4
"""A choice without another one takes only so much of the time: there is nothing to compare."""


class Option(Struct, frozen=True):
    """A choice, and what comes of it.

    ``chance`` is that to win, and ``behind`` how much higher it is with the leader of all, with its standard error
    ``doubt``. ``spent`` is what fuel or cities cost, ``powers`` how many cities the company can power after it, and
    ``income`` what powering brings; None with decisions in which that is not at stake.
    """

    action: Action
    chance: float
    behind: float
    doubt: float
    spent: int | None = None
    powers: int | None = None
    income: int | None = None


class PlantWorth(Struct, frozen=True):
    """A plant on offer, and its ``least`` price. ``most`` by seat: for so much, each is as well off as without it.

    That is less than ``least`` where it is not even worth that, and None for seats that cannot get it. ``limit`` is
    how far the own seat would bid: lower where it can have something else instead.
    """

    plant: int
    least: int
    most: tuple[int | None, ...]
    limit: int


class AuctionFigures(Struct, frozen=True):
    """What the plants on offer are worth to all, and the ``money`` of each seat: a guess where it is hidden."""

    plants: tuple[PlantWorth, ...]
    money: tuple[int, ...]


class DiscardFigures(Struct, frozen=True):
    """By plant: where the company ends without it, in Elektro, the cities that it powers then being counted in."""

    worth_without: dict[int, int]


class FuelTrade(Struct, frozen=True):
    """A kind of fuel: tokens ``on_sale``, ``burnt`` by all in a round, ``own`` of these, and ``refilled`` in a round.

    ``price`` is what the next token costs, None if it is sold out. ``foreseen`` is the average price of a token over
    the next rounds.
    """

    kind: FuelKind
    on_sale: int
    burnt: int
    own: int
    refilled: int
    price: int | None
    foreseen: int

    @property
    def is_scarce(self) -> bool:
        """Whether more is burnt than comes back."""
        return self.burnt > self.refilled


class FuelFigures(Struct, frozen=True):
    """How each kind of fuel is traded that the plants of the company burn, and how many cities it ``can_power``
    with what it has."""

    trades: tuple[FuelTrade, ...]
    can_power: int


class HouseCost(Struct, frozen=True):
    """One of the next cities to build in: what it costs, and how much more the company earns with it this round."""

    city: str
    slot: int
    connection: int
    earns: int


class BuildingFigures(Struct, frozen=True):
    """The next ``houses``, each the cheapest in its turn, and how far they lead.

    The company has ``cities`` and ``can_power`` so many with the fuel in hand; the game ends with ``end`` cities.
    """

    houses: tuple[HouseCost, ...]
    cities: int
    can_power: int
    end: int


Figures = AuctionFigures | DiscardFigures | FuelFigures | BuildingFigures


class Advice(Struct, frozen=True):
    """What the hard bot would do, ``best``, and all ``options`` that were weighed, the best first.

    ``taken`` is what the player did, if they have; it is one of the options whether the bot would think of it or not.
    Each was played on in so many ``deals``. The game may last so many ``rounds``, this one included.
    """

    best: Option
    taken: Option | None
    options: tuple[Option, ...]
    deals: int
    rounds: int
    guesses_money: bool
    figures: Figures | None


def advice(state: State, seat: Seat, taken: Action | None = None, *, playouts: int) -> Advice:
    """What the hard bot would do, with its reasons. The same position always gets the same advice.

    :param taken: what the player did.
    :param playouts: how often choices are played on in all, but each once at least.
    :raises RuleError: the seat is not asked, or could not have done that.
    """
    outlook = Outlook(state, seat, WEIGHTS)
    thought_of = hard.choices(state, seat)
    weighed = list(thought_of)
    if taken is not None:
        taken = next((choice for choice in thought_of if _is_same(outlook, choice, taken)), taken)
        weighed = list(dict.fromkeys([*thought_of, taken]))
    deals = max(1, playouts // (len(weighed) if len(weighed) > 1 else _ALONE))
    chances = _chances(outlook, weighed, deals)
    best = max(thought_of, key=lambda choice: fmean(chances[choice]))
    leader = max(weighed, key=lambda choice: fmean(chances[choice]))
    options = {choice: _option(outlook, choice, chances[choice], chances[leader]) for choice in weighed}
    return Advice(
        best=options[best],
        taken=None if taken is None else options[taken],
        options=tuple(sorted(options.values(), key=lambda option: -option.chance)),
        deals=deals,
        rounds=outlook.rounds,
        guesses_money=not state.options.money_visible,
        figures=_figures(outlook),
    )


def _is_same(outlook: Outlook, choice: Action, other: Action) -> bool:
    """Whether two choices come to the same: plants run in any order, cities are built for the same money."""
    match choice, other:
        case BuildCities(), BuildCities():
            return sorted(choice.cities) == sorted(other.cities) and _built(outlook, choice) == _built(outlook, other)
        case RunPlants(), RunPlants():
            return {*choice.plants} == {*other.plants}
    return choice == other


def _built(outlook: Outlook, choice: BuildCities) -> tuple[int, str | None]:
    """The money that is left after building, and where the free start is."""
    return apply(outlook.state, outlook.seat, choice).players[outlook.seat].money, choice.free_start


def _chances(outlook: Outlook, choices: list[Action], deals: int) -> dict[Action, list[float]]:
    """For each choice its chance to win in each deal: all are tried in the same deals."""
    chances: dict[Action, list[float]] = {choice: [] for choice in choices}
    for number in range(deals):
        deal = hard.as_it_could_be(outlook, f"{number}")
        for choice in choices:
            chances[choice].append(hard.chance_with(choice, deal, outlook))
    return chances


def _option(outlook: Outlook, choice: Action, chances: list[float], leader: list[float]) -> Option:
    behind = [one - other for one, other in zip(leader, chances, strict=True)]
    mean, count = fmean(behind), len(behind)
    doubt = sqrt(sum((value - mean) ** 2 for value in behind) / (count - 1) / count) if count > 1 else 1.0
    state, seat = outlook.state, outlook.seat
    before = state.players[seat]
    option = Option(choice, fmean(chances), mean, doubt)
    match choice:
        case BuyResources():
            after = apply(state, seat, choice).players[seat]
            return replace(option, spent=before.money - after.money, powers=_powers(outlook, after, HOUSES))
        case BuildCities():
            after = apply(state, seat, choice).players[seat]
            return replace(
                option, spent=before.money - after.money, powers=_powers(outlook, after, len(after.cities))
            )
        case RunPlants(plants=runs):
            network = len(before.cities)
            powers = min(network, sum(state.plants[run.number].powers for run in runs))
            return replace(option, powers=powers, income=income(state, powers, network))
    return option


def _powers(outlook: Outlook, player: Player, network: int) -> int:
    return most_cities(outlook.state.plants.of(player.plants), player.fuel, network)


def _figures(outlook: Outlook) -> Figures | None:
    match legal(outlook.state, outlook.seat):
        case OpeningDecision() | BiddingDecision():
            return AuctionFigures(tuple(_worths(outlook)), tuple(outlook.money))
        case DiscardDecision() as decision:
            return DiscardFigures(dict(_worths_without(outlook, decision)))
        case PurchaseDecision():
            player = outlook.state.players[outlook.seat]
            return FuelFigures(tuple(_trades(outlook)), _powers(outlook, player, HOUSES))
        case BuildingDecision():
            return _building(outlook)
    return None


def _worths(outlook: Outlook) -> Iterator[PlantWorth]:
    """The plant in auction is for those who still bid for it, others for all who have not bought one."""
    state, running = outlook.state, outlook.state.auction
    by_itself = Outlook(state, outlook.seat, replace(WEIGHTS, rival=0.0))
    waiting = [seat for seat in state.order if seat not in state.acted]
    for plant in plant_market.actual(state):
        seats = running.bidders if running and plant == running.plant else waiting
        yield PlantWorth(
            plant,
            plant_market.least_bid(state, plant),
            tuple(
                auctions.limit(by_itself, seat, plant)
                if seat in seats and plant_market.may_acquire(state, seat, plant)
                else None
                for seat in map(Seat, range(len(state.players)))
            ),
            auctions.limit(outlook, outlook.seat, plant),
        )


def _worths_without(outlook: Outlook, decision: DiscardDecision) -> Iterator[tuple[int, int]]:
    seat, money = outlook.seat, outlook.money[outlook.seat]
    for offer in decision.plants:
        kept = tuple([plant for plant in outlook.plants[seat] if plant.number != offer.plant])
        yield offer.plant, round(outlook.worth(seat, kept, money))


def _trades(outlook: Outlook) -> Iterator[FuelTrade]:
    state, seat = outlook.state, outlook.seat
    refilled = fuel_market.refill_due(state)
    markets = [fuel_market.prices_for(state, seat, market) for market in range(len(state.board.markets))]
    for kind in KINDS:
        if any(kind in plant.burns for plant in outlook.plants[seat]):
            own = outlook.burnt[seat][kind]
            prices = [prices[kind] for prices in markets]
            yield FuelTrade(
                kind,
                on_sale=sum(map(len, prices)),
                burnt=round(sum(burnt[kind] for burnt in outlook.burnt)),
                own=round(own),
                refilled=refilled[kind],
                price=min((one[0] for one in prices if one), default=None),
                foreseen=round(outlook.fuel_price(kind, seat, own)),
            )


def _building(outlook: Outlook) -> BuildingFigures:
    player, cities = outlook.state.players[outlook.seat], outlook.cities[outlook.seat]
    can_power = _powers(outlook, player, HOUSES)
    earned = [payment(min(can_power, cities + more)) for more in range(len(outlook.houses) + 1)]
    houses = [
        HouseCost(offer.city, offer.slot, offer.connection, after - before)
        for offer, before, after in zip(outlook.houses, earned[:-1], earned[1:], strict=True)
    ]
    return BuildingFigures(tuple(houses), cities, can_power, outlook.end)
