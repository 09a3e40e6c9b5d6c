"""The chapters of the rules page, in reading order."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

import rules
from games.models.terms import map_name


class Chapter(NamedTuple):
    """``id`` is what addresses lead to. A macro of the template tells it, which is called as the id is."""

    id: str
    title: str
    template: str

    @property
    def macro(self) -> str:
        return self.id.replace("-", "_")


def chapters(options: rules.Options) -> Iterator[Chapter]:
    """What there is to tell of an edition on a board."""
    board = rules.board(options.map, options.edition)
    edition = rules.edition(options.edition)
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
    yield Chapter("this-map", _("On this map: {map}").format(map=map_name(board)), f"{options.map}/rules.html")
    if edition.has_first_game:
        yield Chapter("first-game", _("Variant: the first game"), "rulebook/variants.html")
    if edition.has_start_cities:
        yield Chapter("start-cities", _("Variant: standard start cities"), "rulebook/variants.html")
    if edition.has_trust:
        yield Chapter("trust", _("Two players: Against the Trust"), "rulebook/trust.html")
    yield Chapter("options", _("What a table can agree on"), "rulebook/variants.html")
