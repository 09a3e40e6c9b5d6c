"""The rules, for everybody to read."""

from collections.abc import Iterable
from functools import partial
from typing import Any, cast

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

import rules as game_rules
from accounts.models import favourites_of
from accounts.requests import VisitorRequest
from games.models.terms import TERMS
from games.pages.map_choice import MapMenu, map_choices
from games.pages.rulebook import words
from games.pages.rulebook.book import Rulebook


class Chooser(forms.Form):
    """An edition and a map. Every map is there in every edition, by the same name."""

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
        widget=MapMenu,
        error_messages={
            "invalid_choice": _("There is no such map. Choose one of these."),
            "required": _("Choose a map."),
        },
    )

    def __init__(self, *args: Any, favourites: Iterable[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast(forms.ChoiceField, self.fields["map"]).choices = map_choices(favourites=favourites)


@require_safe
def rules(request: VisitorRequest) -> HttpResponse:
    """Lead to the rules that were chosen, or show those that most games are played by."""
    book = Rulebook(game_rules.Options())
    if "edition" not in request.GET and "map" not in request.GET:
        return _show(request, book)
    chooser = Chooser(request.GET, favourites=favourites_of(request.user))
    if chooser.is_valid():
        return redirect("games:rules_of", chooser.cleaned_data["edition"], chooser.cleaned_data["map"])
    return _show(request, book, chooser, status=400)


@require_safe
def rules_of(request: VisitorRequest, edition: str, map: str) -> HttpResponse:
    """Show the rules of an edition on a board."""
    return _show(request, _book_or_404(edition, map))


@require_safe
def rules_of_edition(request: VisitorRequest, edition: str) -> HttpResponse:
    """Lead to the rules of an edition on the board that most games are played on."""
    book = _book_or_404(edition, game_rules.Options().map)
    return redirect("games:rules_of", book.options.edition, book.options.map)


def _book_or_404(edition: str, map: str) -> Rulebook:
    try:
        return Rulebook.of(edition, map)
    except game_rules.RuleError as refusal:
        raise Http404(str(refusal)) from refusal


def _show(
    request: VisitorRequest, book: Rulebook, chooser: Chooser | None = None, *, status: int = 200
) -> HttpResponse:
    shown = {"edition": book.options.edition, "map": book.options.map}
    chooser = chooser or Chooser(initial=shown, favourites=favourites_of(request.user))
    context = {"book": book, "chooser": chooser, "replaced": partial(words.replaced, book)}
    return render(request, "rulebook/rules.html", context, status=status)
