"""What links show where they are shared: a title, a sentence, and a picture of a board.

Sites that ask for them are strangers, so they see what a stranger may, and nothing of private games.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _

import rules
from games.board.picture import MapPicture, map_picture
from games.board.png import SHARPNESS, draw_png, shown_size
from games.models import Game
from games.models.terms import map_name
from games.replay.lookback import recall

DRAWING = 2
"""Raised whenever pictures begin to look otherwise, so that nobody keeps the old ones."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What a link shows. Addresses are whole ones; ``width`` and ``height`` are those of the picture, in pixels."""

    title: str
    sentence: str
    address: str
    picture: str
    picture_words: str
    width: int
    height: int


def shared(game: Game, sequence: int, *, title: str, sentence: str, address: str) -> Shared | None:
    """What a link to a position shows; None where strangers may not see the game.

    :param address: of the page, from the root of the site.
    """
    if not game.is_public:
        return None
    picture = reverse("games:board_picture", args=[game.pk, sequence])
    words = _("The map of {game}, with everybody’s houses").replace("{game}", game.name)
    return _shared(game.map, game.edition, title, sentence, address, picture, words)


def shared_board(
    title: str, sentence: str, address: str, map: str = rules.Options().map, edition: str = rules.Options().edition
) -> Shared:
    """What a link to a page shows that is about no game: a board as it is in its box."""
    picture = reverse("games:bare_board", args=[map, edition])
    words = _("The map {map}").format(map=map_name(rules.board(map, edition)))
    return _shared(map, edition, title, sentence, address, picture, words)


def _shared(
    map: str, edition: str, title: str, sentence: str, address: str, picture: str, picture_words: str
) -> Shared:
    width, height = shown_size(map, edition)
    return Shared(
        title=title,
        sentence=sentence,
        address=f"{settings.SITE_URL}{address}",
        picture=f"{settings.SITE_URL}{picture}",
        picture_words=picture_words,
        width=round(width * SHARPNESS),
        height=round(height * SHARPNESS),
    )


def public_game(pk: int) -> Game | None:
    """A game that strangers may see."""
    return Game.objects.visible_to(AnonymousUser()).filter(pk=pk).first()


def as_picture(
    request: HttpRequest, shown: Iterable[object], draw: Callable[[], bytes], *, max_age: int
) -> HttpResponse:
    """A drawing as other sites show it where they show a link; for those who have it already no drawing.

    :param shown: what is on it, which does not change.
    """
    etag = f'"{"-".join(map(str, (*shown, DRAWING)))}"'
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = HttpResponse(draw(), content_type="image/png", headers={"ETag": etag})
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"
    patch_cache_control(answer, public=True, max_age=max_age, immutable=True)
    return answer


def draw_bare(map: str, edition: str) -> bytes:
    """A board as PNG, with all of its areas and nobody on it."""
    areas = tuple(area.id for area in rules.board(map, edition).areas)
    return draw_png(MapPicture(map, edition, areas, step=1, names=(), houses={}))


def draw(game: Game, sequence: int) -> bytes:
    """The board after an action as PNG, as a stranger sees it. What was drawn lately is not drawn again.

    :raises NoSuchPosition: there is none of that number.
    """
    view = rules.view(recall(game, sequence).position.state)
    return draw_png(map_picture(view, names=()))
