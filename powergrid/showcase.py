"""The board on the front page."""

from dataclasses import dataclass
from typing import Self

from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.safestring import SafeString

import rules
from accounts.requests import number_in
from games.board.map import draw_map
from games.board.picture import MapPicture, map_picture
from games.models import Game
from games.models.damaged import stepping_over
from games.models.people import seats_with_people
from games.pages import panels
from games.replay import snapshots
from games.story.names import Names
from games.story.sentences import lines
from games.story.story import MINOR

MOST_SENTENCES = 2
A_FEW = 5  # actions that make a board worth a look: it begins empty
MOST_TRIED = 5  # games to try if some cannot be shown


@dataclass(frozen=True, slots=True)
class Standing:
    company: panels.Company
    cities: int
    is_to_move: bool
    has_won: bool


@dataclass(frozen=True, slots=True)
class Showcase:
    """A board: of ``game`` as it stands, or of the first map, still empty.

    ``told`` are sentences about the last action. ``seen`` tells this position from later ones. All is made before the
    page is drawn, so that a damaged game can be left out.
    """

    picture: MapPicture
    drawn: SafeString
    game: Game | None = None
    in_brief: str = ""
    standing: tuple[Standing, ...] = ()
    waiting: panels.Waiting | None = None
    told: tuple[str, ...] = ()

    @classmethod
    def of_now(cls) -> Self:
        """Show the public game that moved last: one under way, else one that has begun, else one that is over."""
        games = Game.objects.filter(is_public=True).prefetch_related(seats_with_people()).order_by("-moved_at")
        running = games.filter(finished_at=None)
        for some in (running.filter(sequence__gte=A_FEW), running, games.filter(ended_early=False)):
            for game in some[:MOST_TRIED]:
                with stepping_over(Game, game.pk):
                    return cls.of(game)
        untouched = _untouched()
        return cls(untouched, draw_map(untouched))

    @classmethod
    def of(cls, game: Game) -> Self:
        state = snapshots.load(game)
        view, seats = rules.view(state, None), list(game.seats.all())
        table = panels.companies(seats, None)
        picture = map_picture(view, [company.name for company in table])
        told = lines((event for event in state.happened if not isinstance(event, MINOR)), Names.of(game))
        return cls(
            picture=picture,
            drawn=draw_map(picture),
            game=game,
            in_brief=game.in_brief,
            standing=tuple(
                Standing(table[seat.number], len(view.companies[seat.number].cities), seat.is_to_move, seat.rank == 1)
                for seat in seats
            ),
            waiting=panels.waiting_for(game, seats, table, timezone.now()),
            told=tuple(line.words for line in told)[-MOST_SENTENCES:],
        )

    @property
    def seen(self) -> str:
        return f"{self.game.pk}.{self.game.sequence}" if self.game else ""


def news_since(seen: str) -> Showcase | None:
    """The game that was :attr:`Showcase.seen` if it has gone on; another one if it can no longer be shown."""
    known, _, sequence = seen.partition(".")
    number = number_in(known)
    game = None if number is None else Game.objects.filter(is_public=True, ended_early=False, pk=number).first()
    if game is None:
        return Showcase.of_now()
    if str(game.sequence) == sequence:
        return None
    prefetch_related_objects([game], seats_with_people())
    with stepping_over(Game, game.pk):
        return Showcase.of(game)
    return Showcase.of_now()


def _untouched() -> MapPicture:
    options = rules.Options()
    areas = tuple(area.id for area in rules.board(options.map, options.edition).areas)
    return MapPicture(map=options.map, edition=options.edition, areas=areas, step=1, names=(), houses={})
