"""The board on the front page."""

from dataclasses import dataclass
from typing import Self

from django.utils.safestring import SafeString

import rules
from games import snapshots
from games.board.map import draw_map
from games.board.picture import MapPicture, map_picture
from games.models import Game


@dataclass(frozen=True, slots=True)
class Showcase:
    """A drawn map: of ``game`` as it stands, or of the first map before anybody has built."""

    map: SafeString
    game: Game | None

    @classmethod
    def of_now(cls) -> Self:
        """Show the public game that moved last and still runs, if there is one."""
        games = Game.objects.filter(is_public=True, finished_at=None).order_by("-moved_at")
        game = games.prefetch_related("seats").first()
        return cls(draw_map(_present(game) if game else _untouched()), game)


def _present(game: Game) -> MapPicture:
    view = rules.view(snapshots.load(game), None)
    return map_picture(view, [seat.name for seat in game.seats.all()])


def _untouched() -> MapPicture:
    options = rules.Options()
    areas = tuple(area.id for area in rules.board(options.map, options.edition).areas)
    return MapPicture(map=options.map, edition=options.edition, areas=areas, step=1, names=(), houses={})
