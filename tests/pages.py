"""What a page says, and the parts that an answer to htmx brings."""

import re

import msgspec
from django.http import HttpResponse

import rules
from games.models import Game, Snapshot
from games.replay import snapshots

COMPOSING = {"HX-Request": "true", "HX-Target": "action-panel"}
"""What htmx sends where something is picked in the action panel or on the map."""


HIDDEN = "hidden-money"
"""What stands where money is not shown."""


def html_of(response: HttpResponse) -> str:
    return response.content.decode()


def lasting(response: HttpResponse) -> str:
    """The page without what differs each time: its token, its number, and the moment at which it was made."""
    return re.sub(r'name="(csrfmiddlewaretoken|once)" value="\w+"|data-now="\d+"', "", html_of(response))


def words_of(response: HttpResponse) -> str:
    """The text of a page, without tags and surplus space."""
    return " ".join(re.sub(r"<[^>]+>", " ", html_of(response)).split())


def parts_of(response: HttpResponse) -> set[str]:
    """The elements that an answer replaces out of band."""
    return set(re.findall(r'id="([\w-]+)"[^>]*? hx-swap-oob=', html_of(response)))


def link(response: HttpResponse, element: str) -> str:
    """Where the link with this id leads."""
    found = re.search(rf'<a[^>]*? id="{element}"[^>]*? href="([^"]*)"', html_of(response))
    assert found, f"There is no link {element!r}."
    return found[1].replace("&amp;", "&")


def reshuffled(game: Game) -> Game:
    """The same game with other cards wherever nobody has seen them."""
    setup = rules.redrawn(snapshots.load(game), "another deck").setup
    Snapshot.objects.filter(game=game).delete()
    Game.objects.filter(pk=game.pk).update(setup=msgspec.to_builtins(setup))
    game.refresh_from_db()
    return game
