"""The rules, for everybody to read."""

from functools import partial

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

import rules as game_rules
from games.models.terms import TERMS, map_name
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
        choices=lambda: [(map, map_name(game_rules.board(map))) for map in game_rules.board_names()],
        error_messages={
            "invalid_choice": _("There is no such map. Choose one of these."),
            "required": _("Choose a map."),
        },
    )


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Lead to the rules that were chosen, or show those that most games are played by."""
    book = Rulebook(game_rules.Options())
    if "edition" not in request.GET and "map" not in request.GET:
        return _show(request, book)
    chooser = Chooser(request.GET)
    if chooser.is_valid():
        return redirect("games:rules_of", chooser.cleaned_data["edition"], chooser.cleaned_data["map"])
    return _show(request, book, chooser, status=400)


@require_safe
def rules_of(request: HttpRequest, edition: str, map: str) -> HttpResponse:
    """Show the rules of an edition on a board."""
    return _show(request, _book_or_404(edition, map))


@require_safe
def rules_of_edition(request: HttpRequest, edition: str) -> HttpResponse:
    """Lead to the rules of an edition on the board that most games are played on."""
    book = _book_or_404(edition, game_rules.Options().map)
    return redirect("games:rules_of", book.options.edition, book.options.map)


def _book_or_404(edition: str, map: str) -> Rulebook:
    try:
        return Rulebook.of(edition, map)
    except game_rules.RuleError as refusal:
        raise Http404(str(refusal)) from refusal


def _show(request: HttpRequest, book: Rulebook, chooser: Chooser | None = None, *, status: int = 200) -> HttpResponse:
    chooser = chooser or Chooser(initial={"edition": book.options.edition, "map": book.options.map})
    context = {"book": book, "chooser": chooser, "replaced": partial(words.replaced, book)}
    return render(request, "rulebook/rules.html", context, status=status)
