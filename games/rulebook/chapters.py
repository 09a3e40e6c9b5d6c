"""The chapters of the rules page, in reading order."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

import rules
from games.terms import map_name


class Chapter(NamedTuple):
    """``id`` is what addresses lead to."""

    id: str
    title: str
    template: str


def chapters(options: rules.Options) -> Iterator[Chapter]:
    """What there is to tell of an edition on a board."""
    board = rules.board(options.map, options.edition)
    edition = rules.edition(options.edition)
    yield Chapter("in-brief", _("The game in brief"), "rulebook/_in_brief.html")
    yield Chapter("map", _("The map and what lies beside it"), "rulebook/_map.html")
    yield Chapter("plants", _("Power plants"), "rulebook/_plants.html")
    yield Chapter("setup", _("Before the game"), "rulebook/_setup.html")
    yield Chapter("plant-market", _("The plant market"), "rulebook/_plant_market.html")
    yield Chapter("order", _("Phase 1: player order"), "rulebook/_order.html")
    yield Chapter("auction", _("Phase 2: auctions"), "rulebook/_auction.html")
    yield Chapter("resources", _("Phase 3: resources"), "rulebook/_resources.html")
    yield Chapter("building", _("Phase 4: building"), "rulebook/_building.html")
    yield Chapter("bureaucracy", _("Phase 5: bureaucracy"), "rulebook/_bureaucracy.html")
    yield Chapter("steps", _("The three Steps"), "rulebook/_steps.html")
    yield Chapter("ending", _("The end of the game"), "rulebook/_ending.html")
    yield Chapter("this-map", _("On this map: {map}").format(map=map_name(board)), _board_template(options.map))
    if edition.has_first_game:
        yield Chapter("first-game", _("Variant: the first game"), "rulebook/_first_game.html")
    if edition.has_start_cities:
        yield Chapter("start-cities", _("Variant: standard start cities"), "rulebook/_start_cities.html")
    if edition.has_trust:
        yield Chapter("trust", _("Two players: Against the Trust"), "rulebook/_trust.html")
    yield Chapter("options", _("What a table can agree on"), "rulebook/_options.html")


def _board_template(map: str) -> str:
    return f"rulebook/boards/_{map.replace('-', '_')}.html"
