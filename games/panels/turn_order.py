"""The players in turn order, and the auction that runs."""

from collections.abc import Mapping
from dataclasses import dataclass

import rules
from games.panels.pieces import Companies, Company, FuelAmount, PlantCard, fuel_amounts, plant_card
from rules import events


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One company in turn order. ``money`` is None where it is hidden.

    ``capacity`` are the cities that the plants could supply with fuel in plenty, ``powers`` those they can supply
    now, and ``income`` what these would pay; or where ``has_powered``, those supplied in this round and what that
    paid.
    """

    place: int
    company: Company
    money: int | None
    plants: tuple[PlantCard, ...]
    fuel: tuple[FuelAmount, ...]
    cities: int
    capacity: int
    powers: int
    income: int
    has_powered: bool
    has_acted: bool
    is_to_move: bool


def players(
    view: rules.View, table: Companies, powered: Mapping[int, events.CitiesPowered] | None = None
) -> tuple[PlayerRow, ...]:
    """The companies in turn order. ``powered`` has what those did, by seat, who have powered in this bureaucracy."""
    return tuple(
        _player(view, view.companies[seat], table[seat], place, (powered or {}).get(seat))
        for place, seat in enumerate(view.order, start=1)
    )


def _player(
    view: rules.View, seen: rules.CompanyView, company: Company, place: int, done: events.CitiesPowered | None
) -> PlayerRow:
    powers = done.cities if done else rules.most_cities(seen.plants, seen.fuel, len(seen.cities))
    return PlayerRow(
        place=place,
        company=company,
        money=seen.money,
        plants=tuple(map(plant_card, seen.plants)),
        fuel=fuel_amounts(seen.fuel),
        cities=len(seen.cities),
        capacity=sum(rules.PLANTS[number].powers for number in seen.plants),
        powers=powers,
        income=done.income if done else rules.payment(powers),
        has_powered=done is not None,
        has_acted=seen.seat in view.acted,
        is_to_move=seen.seat in view.to_move,
    )


@dataclass(frozen=True, slots=True)
class AuctionBox:
    """The plant that is bid for. ``bidders`` are still in, the holder of the highest bid included, in seat order."""

    plant: PlantCard
    bid: int
    holder: Company
    asked: Company
    bidders: tuple[Company, ...]
    passed: tuple[Company, ...]


def auction(view: rules.View, table: Companies) -> AuctionBox | None:
    running = view.auction
    if running is None:
        return None
    out = [company for company in table if company.seat not in running.bidders and company.seat not in view.acted]
    return AuctionBox(
        plant=plant_card(running.plant),
        bid=running.bid,
        holder=table[running.bidder],
        asked=table[running.turn],
        bidders=tuple(table[seat] for seat in running.bidders),
        passed=tuple(out),
    )
