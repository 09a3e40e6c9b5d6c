"""Composing what is settled before the game: an area (SET-4), a house of the Trust (TRU-5), a start city (EXP-1)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

import rules
from games.models.terms import areas_that_fit
from games.pages.composing.asked import Asked, Panel
from games.story.names import in_words


@dataclass(frozen=True, slots=True)
class AreaChoice:
    """An area that can be taken into play."""

    id: str
    name: str
    cities: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class AreaPanel(Panel):
    """Pick an area. ``fitting`` says how the areas have to lie."""

    answer: ClassVar = "area"
    choices: tuple[AreaChoice, ...]
    fitting: str

    @property
    def confirm(self) -> str:
        return _("Take this area into play")


def area_panel(asked: Asked, decision: rules.AreaDecision, draft: rules.ChooseArea | None) -> AreaPanel:
    board = asked.names.board
    return AreaPanel(
        tuple(
            AreaChoice(
                id=area,
                name=asked.names.area(area),
                cities=in_words(board.cities[city].name for city in board.cities_in((area,))),
                is_chosen=draft is not None and draft.area == area,
            )
            for area in decision.areas
        ),
        areas_that_fit(board),
    )


@dataclass(frozen=True, slots=True)
class Site:
    """A city that can be chosen at ``href``."""

    id: str
    name: str
    href: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class PlacingPanel(Panel):
    """Choose one city, in the list, area by area, or on the map."""

    shown_in: ClassVar[tuple[str, ...]] = ("board", "cities")
    areas: tuple[tuple[str, tuple[Site, ...]], ...]

    @property
    def sites(self) -> tuple[Site, ...]:
        return tuple(site for _area, sites in self.areas for site in sites)

    @property
    def chosen(self) -> Site | None:
        return next((site for site in self.sites if site.is_chosen), None)


@dataclass(frozen=True, slots=True)
class FirstHouse:
    """One of the first houses of the Trust: who places it, and the ``city`` where it stands; empty before."""

    company: str
    city: str
    is_next: bool


@dataclass(frozen=True, slots=True)
class TrustHousePanel(PlacingPanel):
    """Place a house of the Trust: of its first ``houses`` the one with this ``number``."""

    answer: ClassVar = "trust"
    houses: tuple[FirstHouse, ...]
    number: int

    @property
    def confirm(self) -> str:
        return _("Place it in {city}").format(city=self.chosen.name) if self.chosen else ""

    @property
    def summary(self) -> str:
        return _("A house of the Trust in {city}.").format(city=self.chosen.name) if self.chosen else ""


@dataclass(frozen=True, slots=True)
class StartCityPanel(PlacingPanel):
    """Mark a start city; ``marked`` names those that are. ``trust_follows``: it gets a house there, too (TRU-6)."""

    answer: ClassVar = "start"
    marked: str
    trust_follows: bool

    @property
    def confirm(self) -> str:
        return _("Mark {city}").format(city=self.chosen.name) if self.chosen else ""

    @property
    def summary(self) -> str:
        return _("{city} as a start city.").format(city=self.chosen.name) if self.chosen else ""


def trust_house_panel(
    asked: Asked, decision: rules.TrustHouseDecision, draft: rules.PlaceTrustHouse | None
) -> TrustHousePanel:
    areas, houses = _areas(asked, "trust", decision.cities, draft), tuple(_first_houses(asked))
    return TrustHousePanel(areas, houses, number=len(houses) - decision.left + 1)


def start_city_panel(
    asked: Asked, decision: rules.StartCityDecision, draft: rules.ChooseStartCity | None
) -> StartCityPanel:
    return StartCityPanel(
        areas=_areas(asked, "start", decision.cities, draft),
        marked=in_words(asked.names.city(marker.city) for marker in asked.state.marked),
        trust_follows=asked.state.trust is not None,
    )


def _first_houses(asked: Asked) -> Iterator[FirstHouse]:
    standing = asked.state.trust.houses if asked.state.trust else ()
    for number, place in enumerate(rules.TRUST_PLACERS):
        yield FirstHouse(
            company=asked.names.player(asked.state.order[place]),
            city=asked.names.city(standing[number].city) if number < len(standing) else "",
            is_next=number == len(standing),
        )


def _areas(
    asked: Asked, action: str, cities: Iterable[str], draft: rules.PlaceTrustHouse | rules.ChooseStartCity | None
) -> tuple[tuple[str, tuple[Site, ...]], ...]:
    """The cities on offer by name, area by area in the order of the board."""
    chosen = draft.city if draft else ""
    sites: dict[str, list[Site]] = {area.id: [] for area in asked.names.board.areas}
    for city in sorted(cities, key=asked.names.city):
        site = Site(city, asked.names.city(city), asked.address(action, [("city", city)]), city == chosen)
        sites[asked.names.board.cities[city].area].append(site)
    return tuple((asked.names.area(area), tuple(found)) for area, found in sites.items() if found)
