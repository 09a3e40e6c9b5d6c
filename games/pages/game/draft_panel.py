"""Drafting areas at once: everybody puts all of them in the order of their wishes, which nobody else sees."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

import rules
from games.models import Game, Seat, Slot
from games.models.terms import areas_that_fit
from games.plans.active import read
from games.plans.language import AreaPlan
from games.story.names import Names, in_words
from games.turns import drafts, edit_plans


@dataclass(frozen=True, slots=True)
class AreaWish:
    """An area in the order of a player's wishes; ``place`` is 1 for the first."""

    id: str
    name: str
    cities: str
    place: int


@dataclass(frozen=True, slots=True)
class DraftPanel:
    """The wishes of the viewer. ``is_in``: they have said them, and can change them until all others have, too.

    ``fitting`` says how the areas have to lie.
    """

    wishes: tuple[AreaWish, ...]
    is_in: bool
    fitting: str

    @property
    def question(self) -> str:
        return _("Rank the areas: which do you wish for first? Everybody does so at the same time.")


def draft_panel(game: Game, mine: Seat | None, state: rules.State, names: Names) -> DraftPanel | None:
    """What the owner of a seat is asked while areas are drafted at once; None at any other time."""
    if mine is None or mine.plays_itself or game.is_over or not drafts.is_on(game, state):
        return None
    wished = _wished(mine)
    known = [area.id for area in names.board.areas]
    order = [*wished, *(area for area in known if area not in wished)]
    return DraftPanel(
        tuple(_wish(area, place, names) for place, area in enumerate(order, 1)),
        is_in=not mine.is_to_move,
        fitting=areas_that_fit(names.board),
    )


def _wished(seat: Seat) -> Sequence[str]:
    plans = [read(row) for row in edit_plans.of(seat) if row.slot == Slot.AREAS]
    return next((plan.areas for plan in plans if isinstance(plan, AreaPlan)), ())


def _wish(area: str, place: int, names: Names) -> AreaWish:
    cities = in_words(names.city(city) for city in names.board.cities_in((area,)))
    return AreaWish(area, names.area(area), cities, place)
