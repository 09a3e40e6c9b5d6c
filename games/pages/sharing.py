"""What links to a game show where they are shared: a title, a sentence, and a picture of the board.

Sites that ask for them are strangers, so they see what a stranger may, and nothing of private games.
"""

from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext as _

import rules
from games.board.picture import map_picture
from games.board.png import SHARPNESS, draw_png, shown_size
from games.models import Game
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
    width, height = shown_size(game.map, game.edition)
    return Shared(
        title=title,
        sentence=sentence,
        address=f"{settings.SITE_URL}{address}",
        picture=f"{settings.SITE_URL}{reverse('games:board_picture', args=[game.pk, sequence])}",
        picture_words=_("The map of {game}, with everybody’s houses").replace("{game}", game.name),
        width=round(width * SHARPNESS),
        height=round(height * SHARPNESS),
    )


def public_game(pk: int) -> Game | None:
    """A game that strangers may see."""
    return Game.objects.visible_to(AnonymousUser()).filter(pk=pk).first()


def etag(game: Game, sequence: int) -> str:
    """Tells whether a visitor has the picture already: what happened does not change."""
    return f'"{game.pk}-{sequence}-{DRAWING}"'


def draw(game: Game, sequence: int) -> bytes:
    """The board after an action as PNG, as a stranger sees it. What was drawn lately is not drawn again.

    :raises NoSuchPosition: there is none of that number.
    """
    view = rules.view(recall(game, sequence).position.state)
    return draw_png(map_picture(view, names=()))
