"""All addresses of the site, and the bare page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template import engines
from django.urls import include, path
from django.utils.safestring import mark_safe

from games.models import Game
from tests.benchmarks.bare import TEXT

_TEMPLATE = engines["django"].from_string(
    "<!doctype html><title>{{ game.name }}</title><p>{{ user.name }}, {{ visits }}</p>{{ text }}"
)


def bare(request: HttpRequest, pk: int) -> HttpResponse:
    """Session, user, one query by an index, 60 kB."""
    game = get_object_or_404(Game.objects.only("name"), pk=pk)
    page = {"game": game, "visits": request.session.get("visits", 0), "text": mark_safe(TEXT)}
    return HttpResponse(_TEMPLATE.render(page, request))


urlpatterns = [path("bare/<int:pk>/", bare, name="bare"), path("", include("powergrid.urls"))]
