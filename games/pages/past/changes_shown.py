"""Marks on what a viewer sees of a position: what is new there, and what was there before."""

from dataclasses import replace
from typing import Literal

import rules
from games.board.picture import MapPicture
from games.pages import panels
from games.pages.table_view import TableView
from games.story.diff import CompanyDifference, Differences


def marked(table_view: TableView, differences: Differences, plants: rules.Plants) -> TableView:
    """A position with marks on the map, in the markets and on the players where it differs from an earlier one.

    :param plants: the cards of the game.
    """
    picture = _map(table_view.map, differences)
    return replace(
        table_view,
        map=picture,
        cities=table_view.cities if picture == table_view.map else panels.cities(picture, table_view.companies),
        plant_market=_plant_market(table_view.plant_market, differences, plants),
        fuel_market=_fuel_market(table_view.fuel_market, differences),
        players=tuple(_row(row, differences.of(row.company.seat), plants) for row in table_view.players),
    )


def _map(picture: MapPicture, differences: Differences) -> MapPicture:
    fresh = set(differences.houses)
    houses = {
        city: tuple(replace(house, is_new=(house.seat, city) in fresh) for house in standing)
        for city, standing in picture.houses.items()
    }
    return replace(picture, houses=houses)


def _plant_market(market: panels.PlantMarket, differences: Differences, plants: rules.Plants) -> panels.PlantMarket:
    came = set(differences.came)
    return replace(
        market,
        actual=tuple(replace(plant, is_new=plant.card.number in came) for plant in market.actual),
        future=tuple(replace(plant, is_new=plant.card.number in came) for plant in market.future),
        went=tuple(map(panels.PlantCard, plants.of(differences.went))),
    )


def _fuel_market(market: panels.FuelMarket, differences: Differences) -> panels.FuelMarket:
    boards = (
        replace(board, tracks=tuple(_track(track, fuel[track.kind]) for track in board.tracks))
        for board, fuel in zip(market.boards, differences.fuel, strict=True)
    )
    return replace(market, boards=tuple(boards))


def _track(track: panels.FuelTrack, change: int) -> panels.FuelTrack:
    """Tokens that came are the cheapest ones, those that went left the places below (RES-7)."""
    if not change:
        return track
    empty = sum(not place.is_full for space in track.spaces for place in space.places)
    came = range(empty, empty + change) if change > 0 else range(empty + change, empty)
    spaces, number = [], 0
    for space in track.spaces:
        places = tuple(replace(place, is_other=number + at in came) for at, place in enumerate(space.places))
        spaces.append(replace(space, places=places))
        number += len(places)
    return replace(track, spaces=tuple(spaces), change=change)


def _row(
    row: panels.PlayerRow | panels.TrustRow, difference: CompanyDifference | None, plants: rules.Plants
) -> panels.PlayerRow | panels.TrustRow:
    if difference is None:
        return row
    gained = set(difference.gained)
    change = panels.RowChange(
        money=difference.money,
        cities=len(difference.built) - len(difference.cleared),
        new_plants=tuple(card for card in row.plants if card.number in gained),
        lost_plants=tuple(map(panels.PlantCard, plants.of(difference.lost))),
        fuel=tuple(
            panels.FuelAmount(kind, amount, str(panels.FUEL_NAMES[kind]))
            for kind, amount in difference.fuel.items()
            if amount
        ),
        moved=_moved(difference),
    )
    return replace(row, change=change)


def _moved(difference: CompanyDifference) -> Literal["up", "down", ""]:
    if difference.place is None or difference.former_place is None or not difference.has_moved:
        return ""
    return "up" if difference.place < difference.former_place else "down"
