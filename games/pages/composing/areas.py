"""Composing the choice of an area (SET-4)."""

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

import rules
from games.pages.composing.asked import Asked
from games.story.names import in_words


@dataclass(frozen=True, slots=True)
class AreaChoice:
    """An area that can be taken into play."""

    id: str
    name: str
    cities: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class AreaPanel:
    """Pick an area."""

    answer: ClassVar = "area"
    shown_in: ClassVar[tuple[str, ...]] = ()
    choices: tuple[AreaChoice, ...]

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
        )
    )
