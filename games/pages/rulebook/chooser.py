"""Choosing whose rules to read."""

from django import forms
from django.utils.translation import gettext_lazy as _

import rules
from games.models.terms import TERMS, map_name


def _maps() -> list[tuple[str, str]]:
    """Every map is there in every edition, by the same name."""
    return [(map, map_name(rules.board(map))) for map in rules.board_names()]


class Chooser(forms.Form):
    """An edition and a map."""

    edition = forms.ChoiceField(
        label=_("Edition"),
        choices=list(TERMS["edition"].items()),
        error_messages={
            "invalid_choice": _("There is no such edition. Choose one of these."),
            "required": _("Choose an edition."),
        },
    )
    map = forms.ChoiceField(
        label=_("Map"),
        choices=_maps,
        error_messages={
            "invalid_choice": _("There is no such map. Choose one of these."),
            "required": _("Choose a map."),
        },
    )
