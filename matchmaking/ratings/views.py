"""The page of leaderboards."""

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.parts import draw_part
from accounts.requests import VisitorRequest
from matchmaking.ratings.leaderboard import Filters, Leaderboard
from matchmaking.ratings.rating import FEWEST_GAMES


@require_safe
@vary_on_headers("HX-Request", "HX-Target")
def leaderboards(request: VisitorRequest) -> HttpResponse:
    filters = Filters(request.GET, auto_id="filter-%s")
    edition, board = filters.scope
    context = {
        "filters": filters,
        "filtered": urlencode({name: value for name, value in (("edition", edition), ("map", board)) if value}),
        "leaderboard": Leaderboard.of(filters.scope, request.user, page=request.GET.get("page", "")),
        "fewest": FEWEST_GAMES,
    }
    if request.htmx.target == "leaderboard":
        return HttpResponse(draw_part(request, "matchmaking/leaderboards.html", "leaderboard", context))
    return render(request, "matchmaking/leaderboards.html", context)
