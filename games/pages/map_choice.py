"""Choosing a map among many: by its picture, what is special about it, and how much there is to learn for it."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules
from accounts.models import User
from accounts.statements import written_once
from games.board.geometry import facts
from games.board.miniature import miniature_address
from games.models import Seat
from games.models.terms import map_name

OWN_RULES = {
    "none": _("As in the base game"),
    "few": _("A few rules of its own"),
    "many": _("Many rules of its own"),
}
"""How much players who know the game have to learn for a map."""

FEW_MAPS = 12
"""So many maps are seen at once. More can be searched."""

RECENT_GAMES = 5


@dataclass(frozen=True, slots=True)
class MapChoice:
    """A map to choose. ``is_recent``: the person who chooses has played on it lately."""

    board: rules.Board
    is_favourite: bool = False
    is_recent: bool = False

    def __str__(self) -> str:
        return map_name(self.board)

    @property
    def picture(self) -> str:
        return miniature_address(self.board.map, self.board.edition)

    @property
    def own_rules(self) -> str:
        return str(OWN_RULES[facts(self.board.map).own_rules])

    @property
    def has_first_game(self) -> bool:
        return "first_game" not in self.board.rules.not_offered.variants

    @property
    def special(self) -> str:
        """What sets the map apart, in a line; empty where nobody has written it."""
        line = facts(self.board.map).special
        return gettext(line) if line else ""


def map_choices(
    edition: str = "classic", favourites: Iterable[str] = (), lately: Iterable[str] = ()
) -> list[tuple[str, MapChoice]]:
    """The maps of an edition: a person's favourites, those they played lately, then the others by their place."""
    liked, played = [*favourites], [*lately]
    ranks = {map: rank for rank, map in enumerate(dict.fromkeys([*liked, *played]))}
    maps = sorted(rules.board_names(edition), key=lambda map: ranks.get(map, len(ranks)))
    return [(map, MapChoice(rules.board(map, edition), map in liked, map in played)) for map in maps]


def maps_played_lately(user: User) -> list[str]:
    """The maps of the last games of a person, the latest first."""
    return list(dict.fromkeys(map for (map,) in _latest_games([user.pk])))


@written_once
def _latest_games(people: Collection[int]) -> QuerySet[Seat, tuple[str]]:
    return Seat.objects.filter(user__in=people).order_by("-game").values_list("game__map")[:RECENT_GAMES]


class Maps(forms.RadioSelect):
    """Maps in a list, each with a picture."""

    template_name = "games/_maps.html"
    list_id = "{id}"

    def __init__(self, *args: Any, has_stars: bool = False, beside_first_game: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.has_stars = has_stars
        """Whether a person can make maps their favourites here: the page has a form for it."""
        self.beside_first_game = beside_first_game
        """Whether the form asks for a first game, too, which some maps do not have."""

    def get_context(self, *args: Any) -> dict[str, Any]:
        context = super().get_context(*args)
        options = [option for _group, options, _index in context["widget"]["optgroups"] for option in options]
        chosen = next((option["label"] for option in options if option["selected"]), "")
        context["widget"] |= {
            "options": options,
            "chosen": chosen,
            "has_stars": self.has_stars,
            "beside_first_game": self.beside_first_game,
            "has_search": len(options) > FEW_MAPS,
            "list_id": self.list_id.format(id=context["widget"]["attrs"]["id"]),
        }
        return context

    def create_option(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(*args, **kwargs)
        attrs = option["attrs"]
        if isinstance(option["label"], MapChoice):  # else any map will do
            name = f"{attrs['id']}_name"
            attrs |= {"aria-labelledby": name, "aria-describedby": f"{attrs['id']}_about"}
        return option


class MapMenu(Maps):
    """The same where there is less room: a button that says what is chosen, and the list behind it."""

    template_name = "games/_map_menu.html"
    list_id = "{id}_list"
    use_fieldset = False

    def id_for_label(self, id_: str, index: Any = None) -> str:
        return id_ if index is None else super().id_for_label(id_, index)
