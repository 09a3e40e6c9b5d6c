"""Which page takes longest of those that anybody may ask for."""

import time
from collections.abc import Iterator
from statistics import median

from django.urls import reverse

from accounts.models import User
from games.models import Game
from tests.services.visitors import Visitor

TRIES = 5


def dearest(address: str) -> tuple[str, float]:
    """The page that takes a site longest, and how many milliseconds that is."""
    return max(((path, takes_of(address, path)) for path in _pages()), key=lambda page: page[1])


def takes_of(address: str, path: str) -> float:
    """How many milliseconds a page takes a site."""
    visitor, times = Visitor(address), []
    for _try in range(TRIES):
        began = time.perf_counter()
        visitor.get(path, headers={"HX-Request": "true"}).raise_for_status()
        times.append(time.perf_counter() - began)
    return median(times) * 1000


def _pages() -> Iterator[str]:
    for name in ("home", "board", "games:rules", "games:fair_deck", "matchmaking:lobby", "ratings:leaderboards"):
        yield reverse(name)
    games = Game.objects.filter(is_public=True)
    for game in (
        games.filter(finished_at=None).latest("sequence"),
        games.exclude(finished_at=None).latest("sequence"),
    ):
        yield f"{reverse('games:detail', args=[game.pk])}?anew"
        yield f"{reverse('games:updates', args=[game.pk])}?seen=0&news=0"
        yield f"{reverse('games:history', args=[game.pk, game.sequence])}?since=0"
        for name in ("games:curves", "games:proof", *(["games:result", "games:record"] if game.finished_at else [])):
            yield reverse(name, args=[game.pk])
        yield reverse("games:board_picture", args=[game.pk, game.sequence // 2])
        people = User.objects.filter(seats__game=game).values_list("name", flat=True)
        yield from (reverse("games:profile", args=[name]) for name in people[:1])
