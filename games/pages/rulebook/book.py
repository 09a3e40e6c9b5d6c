"""The rules page as one value: what its templates need to know about an edition and a board."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Self

from django.utils.translation import gettext as _
from msgspec.structs import replace

import rules
from games.board.picture import MapPicture
from games.models.terms import TERMS, Term, area_name, map_name
from games.pages.panels.fuel_market import FuelTrack
from games.pages.panels.pieces import FUEL_NAMES, PlantCard
from games.pages.rulebook import tables
from games.pages.rulebook.examples import Examples
from games.story.names import Names, in_words


class Chapter(NamedTuple):
    """``id`` is what addresses lead to. A macro of the template tells it, which is called as the id is."""

    id: str
    title: str
    template: str

    @property
    def macro(self) -> str:
        return self.id.replace("-", "_")


@dataclass(frozen=True)
class Rulebook:
    """What holds in an edition on a board, by a version of the rules, unless a table agrees on something else."""

    payments = rules.PAYMENTS
    player_numbers = tables.PLAYER_NUMBERS
    seats = range(rules.MAX_PLAYERS)
    ordinary_plants = rules.PLANTS
    card = PlantCard(ordinary_plants[20])
    """The one that explains them all."""

    options: rules.Options
    version: int = rules.VERSION

    @classmethod
    def of(cls, edition: str, map: str, version: int = rules.VERSION) -> Self:
        """The rules of an edition on a board.

        :raises RuleError: there is no such board.
        """
        rules.board(map, edition, version)
        return cls(rules.options_from_data({"edition": edition, "map": map}), version)

    @property
    def edition_name(self) -> str:
        return str(TERMS["edition"][self.options.edition])

    @property
    def is_recharged(self) -> bool:
        return self.options.edition == "recharged"

    @property
    def edition(self) -> rules.Edition:
        """The rules of the edition, as they are on this board."""
        return self.start.edition

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        return tuple(_chapters(self))

    def has_variant(self, option: str) -> bool:
        """Whether a table can agree on this option, with any number of players."""
        return any(rules.applies(option, self.options, count, self.version) for count in self.player_numbers)

    # The board ------------------------------------------------------------------------------------------------------

    @property
    def board(self) -> rules.Board:
        return rules.board(self.options.map, self.options.edition, self.version)

    @property
    def map_name(self) -> str:
        return map_name(self.board)

    @property
    def picture(self) -> MapPicture:
        areas = tuple(area.id for area in self.board.areas)
        return MapPicture(
            self.options.map, self.options.edition, areas, step=1, names=(), houses={}, version=self.version
        )

    @property
    def metropolises(self) -> tuple[str, ...]:
        """The cities that connections of cost 0 join, such as "Essen and Duisburg"."""
        return tuple(in_words(self.board.cities[city].name for city in group) for group in tables.joined(self.board))

    @property
    def area_drawn_first(self) -> str:
        """The area that is always in play where they are drawn; empty where there is none."""
        return next(
            (area_name(area) for area in self.board.areas if area.id == self.board.rules.area_drawn_first), ""
        )

    @property
    def nuclear_areas(self) -> str:
        """The areas that permit nuclear plants, on a board where not all do."""
        return self.areas_in_words(self.board.rules.nuclear.areas)

    def areas_in_words(self, areas: Collection[str]) -> str:
        """Some areas, by their ids, in the order of the board."""
        return in_words(area_name(area) for area in self.board.areas if area.id in areas)

    def cities_in_words(self, cities: Iterable[str]) -> str:
        return in_words(self.board.cities[city].name for city in cities)

    def cities_with_slots(self, *slots: int) -> str:
        """The cities whose slots cost just this."""
        return self.cities_in_words(city.id for city in self.board.cities.values() if city.slots == slots)

    @property
    def discount_city(self) -> str:
        """The city that makes garbage cheaper, on a board that has one."""
        return self.board.cities[self.board.rules.garbage_discount_city].name

    # Plants ---------------------------------------------------------------------------------------------------------

    @cached_property
    def plants(self) -> tuple[PlantCard, ...]:
        cards = self.board.plants(()).values()
        return tuple(PlantCard(plant) for plant in cards if plant.number not in self._missing)

    def plants_of_kind(self, kind: str) -> list[PlantCard]:
        return [card for card in self.plants if card.plant.kind == kind]

    @property
    def plants_of_areas(self) -> list[tuple[str, list[PlantCard]]]:
        """The plants that areas bring when they are in play, with the names of these."""
        usual = self.board.plants(())
        return [
            (
                area_name(area),
                [PlantCard(card) for card in self.board.plants((area.id,)).values() if card != usual[card.number]],
            )
            for area in self.board.areas
        ]

    def half(self, name: str) -> list[PlantCard]:
        return [card for card in self.plants if card.plant.half == name]

    @staticmethod
    def plants_in_words(plants: Iterable[int]) -> str:
        return in_words(map(Names.plant, plants))

    @property
    def missing_plants(self) -> str:
        """Those that are out of the game on this board, with any number of players."""
        return self.plants_in_words(self._missing)

    @property
    def missing_count(self) -> int:
        return len(self._missing)

    @cached_property
    def _missing(self) -> tuple[int, ...]:
        first, *others = (row.out for row in self.settings)
        return tuple(plant for plant in first if all(plant in out for out in others))

    @property
    def missing_by_players(self) -> list[tuple[str, str]]:
        """Those that are out beside these: the numbers of players, and the plants."""
        found: dict[str, list[str]] = {}
        for row in self.settings:
            plants = self.plants_in_words(plant for plant in row.out if plant not in self._missing)
            found.setdefault(plants, []).append(str(row.players))
        return [(in_words(players), plants) for plants, players in found.items() if plants]

    @property
    def early_plant(self) -> str:
        """The one that comes early on this board; empty where there is none."""
        return Names.plant(self.board.rules.early_plant) if self.board.rules.early_plant else ""

    # The start of a game --------------------------------------------------------------------------------------------

    @cached_property
    def start(self) -> rules.State:
        return tables.start(self.options, version=self.version)

    @cached_property
    def settings(self) -> list[tables.Settings]:
        """Ascending by the number of players."""
        return [tables.settings(self.options, players, self.version) for players in tables.PLAYER_NUMBERS]

    @property
    def first_game_cities(self) -> int:
        return rules.thresholds(replace(self.options, first_game=True), rules.MIN_PLAYERS, self.version).end

    @property
    def tokens(self) -> rules.Fuel:
        """All that there are."""
        return self.start.resources + self.start.supply

    @property
    def tracks(self) -> tuple[FuelTrack, ...]:
        return tables.tracks(self.start)

    @property
    def market(self) -> tables.PlantRows:
        """The plant market, in Recharged one of many that may come up."""
        return tables.PlantRows.of(self.start)

    @property
    def has_own_deal(self) -> bool:
        return tables.has_own_deal(self.start.setup)

    @property
    def has_usual_places(self) -> bool:
        """Whether fuel is sold in one market, with the places of the basic game."""
        basic = rules.board(rules.Options().map, self.options.edition)
        return [market.track(1) for market in self.board.markets] == [market.track(1) for market in basic.markets]

    @property
    def has_usual_rows(self) -> bool:
        return self.board.rules.rows == rules.MapRules().rows

    @property
    def top_plant(self) -> str:
        """The plant on top of the deck; in Recharged one of many."""
        return Names.plant(int(self.start.deck[0]))

    @property
    def shuffled_plants(self) -> int:
        """How many plants are neither in the market nor on top of the deck, nor set aside."""
        return len(self.plants) - len(self.start.market) - 1 - len(self.board.rules.deal.set_aside)

    @property
    def refills(self) -> list[tuple[str, str, list[list[int]]]]:
        """What comes of each kind, and its name: for each number of players in each Step."""
        steps = (1, 2, 3) if self.board.rules.deal.has_step3 else (1,)
        due = [[self.board.refill(players, step) for step in steps] for players in tables.PLAYER_NUMBERS]
        return [
            (kind, str(FUEL_NAMES[kind]), [[fuel[kind] for fuel in steps] for steps in due])
            for kind in rules.KINDS
            if self.board.tokens[kind]
        ]

    @property
    def choices(self) -> list[list[Term]]:
        """What a table can agree on, the default first."""
        return [list(terms.values()) for name, terms in TERMS.items() if name != "edition" and self.has_variant(name)]

    # Examples -------------------------------------------------------------------------------------------------------

    @cached_property
    def examples(self) -> Examples:
        return Examples(self.options, self.version)


def _chapters(book: Rulebook) -> Iterator[Chapter]:
    """What there is to tell of an edition on a board, in reading order."""
    yield Chapter("in-brief", _("The game in brief"), "rulebook/game.html")
    yield Chapter("map", _("The map and what lies beside it"), "rulebook/game.html")
    yield Chapter("plants", _("Power plants"), "rulebook/plants.html")
    yield Chapter("setup", _("Before the game"), "rulebook/setup.html")
    yield Chapter("plant-market", _("The plant market"), "rulebook/plants.html")
    yield Chapter("order", _("Phase 1: player order"), "rulebook/phases.html")
    yield Chapter("auction", _("Phase 2: auctions"), "rulebook/auction.html")
    yield Chapter("resources", _("Phase 3: resources"), "rulebook/phases.html")
    yield Chapter("building", _("Phase 4: building"), "rulebook/building.html")
    yield Chapter("bureaucracy", _("Phase 5: bureaucracy"), "rulebook/bureaucracy.html")
    yield Chapter("steps", _("The three Steps"), "rulebook/steps.html")
    yield Chapter("ending", _("The end of the game"), "rulebook/steps.html")
    yield Chapter("this-map", _("On this map: {map}").format(map=book.map_name), f"{book.options.map}/rules.html")
    if book.has_variant("first_game"):
        yield Chapter("first-game", _("Variant: the first game"), "rulebook/variants.html")
    if book.has_variant("start_cities"):
        yield Chapter("start-cities", _("Variant: standard start cities"), "rulebook/variants.html")
    if book.has_variant("two_player_mode"):
        yield Chapter("trust", _("Two players: Against the Trust"), "rulebook/trust.html")
    yield Chapter("options", _("What a table can agree on"), "rulebook/variants.html")
