"""A page with all that pages are made of, for those who build them. Not for players, and not translated."""

import re

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

import rules
from games.pages.panels.pieces import PlantCard
from games.pages.panels.stored import StoredPlant

_COLOUR = re.compile(r"(?<![\w-])--([\w-]+): (?:#|light-dark|rgb)")


class Example(forms.Form):
    """A field of each kind, and how it looks with an error."""

    name = forms.CharField(label="Text", help_text="What to enter here.")
    refused = forms.IntegerField(label="Refused", widget=forms.TextInput(attrs={"inputmode": "numeric"}))
    fixed = forms.CharField(label="Not now", disabled=True, initial="Cannot be changed", required=False)
    map = forms.ChoiceField(label="Select", choices=[("germany", "Germany"), ("usa", "USA")])
    words = forms.CharField(label="Longer text", widget=forms.Textarea(attrs={"rows": 3}))
    pace = forms.ChoiceField(
        label="Radio",
        widget=forms.RadioSelect,
        choices=[("daily", "Daily"), ("quick", "Quick"), ("none", "No clock")],
    )
    agreed = forms.BooleanField(
        label="Checkbox, with a label that may be as long as a whole sentence", required=False
    )


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    if not (settings.DEBUG or settings.DEVELOPMENT):
        raise Http404
    form = Example({"name": "Ana", "refused": "", "map": "usa", "words": "…", "pace": "daily", "agreed": True})
    sheet = settings.BASE_DIR / "static" / "css" / "tokens.css"
    colours = _COLOUR.findall(sheet.read_text(encoding="utf-8"))
    return render(request, "styleguide.html", {"colours": colours, "form": form, **_pieces()})


def _pieces() -> dict[str, object]:
    """Houses, tokens, and all plants, as cards and with half of the fuel that they can store."""
    return {
        "seats": (*range(rules.MAX_PLAYERS), None),
        "tokens": (*rules.KINDS, "eco", "fusion", "mine", "money"),
        "plants": list(map(PlantCard, rules.PLANTS.values())),
        "stored": [StoredPlant(PlantCard(plant), plant.burns[:1] * plant.need) for plant in rules.PLANTS.values()],
    }
