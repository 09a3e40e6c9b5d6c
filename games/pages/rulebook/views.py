"""The rules, for everybody to read."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

import rules as game_rules
from games.pages.rulebook.book import Rulebook
from games.pages.rulebook.chooser import Chooser


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Lead to the rules that somebody chose, or show those that most games are played by."""
    if "edition" not in request.GET and "map" not in request.GET:
        options = game_rules.Options()
        return _show(request, Rulebook(options), _chooser(options))
    chooser = Chooser(request.GET)
    if chooser.is_valid():
        return redirect("games:rules_of", chooser.cleaned_data["edition"], chooser.cleaned_data["map"])
    return _show(request, Rulebook(game_rules.Options()), chooser, status=400)


@require_safe
def rules_of(request: HttpRequest, edition: str, map: str) -> HttpResponse:
    """Show the rules of an edition on a board."""
    book = _book_or_404(edition, map)
    return _show(request, book, _chooser(book.options))


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


def _chooser(options: game_rules.Options) -> Chooser:
    return Chooser(initial={"edition": options.edition, "map": options.map})


def _show(request: HttpRequest, book: Rulebook, chooser: Chooser, *, status: int = 200) -> HttpResponse:
    return render(request, "rulebook/rules.html", {"book": book, "chooser": chooser}, status=status)
