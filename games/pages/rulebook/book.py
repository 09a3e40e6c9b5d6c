"""The rules page as one value: what its templates need to know about an edition and a board."""

from dataclasses import dataclass
from functools import cached_property
from typing import Self

from msgspec.structs import replace

import rules
from games.board.picture import MapPicture
from games.models.terms import TERMS, Term, area_name, map_name
from games.pages.panels import FuelTrack, PlantCard
from games.pages.rulebook import examples, tables
from games.pages.rulebook.auctions import AuctionExample, Sale, auction_example
from games.pages.rulebook.building import BuildingExample, building_example
from games.pages.rulebook.chapters import Chapter, chapters
from games.pages.rulebook.scenes import cards, start, tracks
from games.story.names import Names, in_words

CARD_TO_EXPLAIN = 20


@dataclass(frozen=True)
class Rulebook:
    """What holds in an edition on a board, unless a table agrees on something else."""

    options: rules.Options

    @classmethod
    def of(cls, edition: str, map: str) -> Self:
        """The rules of an edition on a board.

        :raises RuleError: there is no such board.
        """
        rules.board(map, edition)
        return cls(rules.options_from_data({"edition": edition, "map": map}))

    @property
    def edition_name(self) -> str:
        return str(TERMS["edition"][self.options.edition])

    @property
    def is_recharged(self) -> bool:
        return self.options.edition == "recharged"

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        return tuple(chapters(self.options))

    # The board ------------------------------------------------------------------------------------------------------

    @property
    def board(self) -> rules.Board:
        return rules.board(self.options.map, self.options.edition)

    @property
    def map_name(self) -> str:
        return map_name(self.board)

    @property
    def picture(self) -> MapPicture:
        """The whole board, with nobody on it."""
        areas = tuple(area.id for area in self.board.areas)
        return MapPicture(self.options.map, self.options.edition, areas, step=1, names=(), houses={})

    @property
    def areas(self) -> tuple[tables.Area, ...]:
        return tables.areas(self.board)

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
        return in_words(area_name(area) for area in self.board.areas if area.id in self.board.rules.nuclear_areas)

    @property
    def discount_city(self) -> str:
        """The city that makes garbage cheaper, on a board that has one."""
        return self.board.cities[self.board.rules.garbage_discount_city].name

    @property
    def concerns_trust(self) -> bool:
        """Whether the rules of the board would concern the Trust, if it were a player (TRU-28)."""
        return bool(self.board.rules.nuclear_areas) or self.board.rules.offers_ecological_plant

    # Plants ---------------------------------------------------------------------------------------------------------

    @property
    def card(self) -> PlantCard:
        """One card to explain them all."""
        return cards([CARD_TO_EXPLAIN])[0]

    @cached_property
    def plants(self) -> tuple[PlantCard, ...]:
        """All that are in the game."""
        return cards(plant for plant in rules.PLANTS if plant not in self.board.rules.missing_plants)

    @property
    def plugs(self) -> tuple[PlantCard, ...]:
        return tuple(card for card in self.plants if rules.PLANTS[card.number].half == "plug")

    @property
    def sockets(self) -> tuple[PlantCard, ...]:
        return tuple(card for card in self.plants if rules.PLANTS[card.number].half == "socket")

    @cached_property
    def missing_plants(self) -> str:
        """Those that are out of the game on this board."""
        return in_words(map(Names.plant, self.board.rules.missing_plants))

    @property
    def early_plant(self) -> str:
        """The one that comes early on this board; empty where there is none."""
        return Names.plant(self.board.rules.early_plant) if self.board.rules.early_plant else ""

    # The start of a game --------------------------------------------------------------------------------------------

    @property
    def player_numbers(self) -> range:
        return tables.PLAYER_NUMBERS

    @property
    def seats(self) -> range:
        return range(rules.MAX_PLAYERS)

    @property
    def settings(self) -> tuple[tables.Settings, ...]:
        return tables.settings(self.options)

    @property
    def trust_settings(self) -> tables.Settings:
        """Those for two players."""
        return self.settings[0]

    @property
    def first_game_cities(self) -> int:
        return rules.thresholds(replace(self.options, first_game=True), rules.MIN_PLAYERS).end

    @property
    def start_money(self) -> int:
        return self._start.players[0].money

    @property
    def tokens(self) -> rules.Fuel:
        """All that there are."""
        return self._start.resources + self._start.supply

    @property
    def tracks(self) -> tuple[FuelTrack, ...]:
        return tracks(self._start)

    @property
    def lacks_uranium_for_marks(self) -> bool:
        """Whether there may be more start cities than tokens to mark them with (EXP-2)."""
        return self._start.supply.uranium < rules.MAX_PLAYERS

    @property
    def uranium_supply(self) -> int:
        return self._start.supply.uranium

    @property
    def market(self) -> tables.PlantRows:
        """The plant market, in Recharged one of many that may come up."""
        return tables.PlantRows.of(self._start)

    @property
    def top_plant(self) -> str:
        """The plant on top of the deck; in Recharged one of many."""
        return Names.plant(int(self._start.deck[0]))

    @property
    def shuffled_plants(self) -> int:
        """How many plants are neither in the market nor on top of the deck."""
        return len(self.plants) - len(self._start.market) - 1

    @cached_property
    def _start(self) -> rules.State:
        return start(self.options)

    # The end of a round ---------------------------------------------------------------------------------------------

    @property
    def payments(self) -> tuple[tuple[tables.Payment, ...], ...]:
        """In two halves, to stand one below the other."""
        paid = tables.payments()
        middle = (len(paid) + 1) // 2
        return paid[:middle], paid[middle:]

    @property
    def least_paid(self) -> tables.Payment:
        return tables.payments()[0]

    @property
    def most_paid(self) -> tables.Payment:
        return tables.payments()[-1]

    @property
    def refills(self) -> tuple[tables.RefillRow, ...]:
        return tables.refills(self.board)

    @property
    def choices(self) -> tuple[tuple[Term, ...], ...]:
        """What a table can agree on."""
        return tables.choices(self.options)

    # Examples -------------------------------------------------------------------------------------------------------

    @property
    def storage_example(self) -> examples.StorageExample:
        return examples.storage_example()

    @property
    def sale_example(self) -> Sale:
        return self.auction_example.sale

    @cached_property
    def auction_example(self) -> AuctionExample:
        return auction_example(self.options)

    @property
    def purchase_example(self) -> tuple[examples.PurchaseRow, ...]:
        return examples.purchase_example(self.options)

    @property
    def building_example(self) -> BuildingExample:
        return building_example(self.options)

    @property
    def powering_example(self) -> examples.PoweringExample:
        return examples.powering_example()

    @property
    def refill_example(self) -> examples.RefillExample:
        return examples.refill_example(self.options)

    @property
    def coal_storage_example(self) -> examples.CoalStorageExample:
        return examples.coal_storage_example(self.options)

    @property
    def garbage_example(self) -> examples.GarbageExample:
        return examples.garbage_example(self.options)

    @property
    def fifth_plant_example(self) -> tables.PlantRows:
        return examples.fifth_plant_example(self.options)
