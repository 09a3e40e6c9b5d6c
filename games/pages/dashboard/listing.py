"""Games as lists show them: who plays, whom it waits for, and a small map."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString

from accounts.calendars import with_vacations
from games.board.miniature import draw_miniature, outlines
from games.models import Game, Seat
from games.models.damaged import stepping_over
from games.pages.panels.awaited import Waiting, waiting_for
from games.pages.panels.pieces import Companies, Company
from games.replay import snapshots
from games.replay.snapshots import Glimpse

COLUMNS = (
    *("game", "number", "user", "is_bot", "rank", "powered"),
    *("is_to_move", "asked_at", "question", "answers_at", "may_plan_since", "absent_since"),
    *("bank", "ticks_from", "spent", "extra", "due_at"),
)
"""What rows need of seats."""

_CLOCK = ("user__time_zone", "user__sleeps_from", "user__sleeps_until")

_OF_GAMES = (
    *("name", "edition", "map", "phase", "round", "step", "moved_at", "finished_at", "ended_early", "news"),
    *("paused_at", "resumes_at", "move_time", "bank_time", "bank_cap", "increment", "grace", "rests_on_weekends"),
    *("areas_at_once", "sequence"),
)
GAME_COLUMNS = tuple(f"game__{column}" for column in _OF_GAMES)
"""What rows need of the games of seats, which come along."""


@dataclass(frozen=True, slots=True)
class Row:
    """One game of a list about one person: ``seat`` is theirs. ``waiting`` is None once the game is over."""

    seat: Seat
    companies: Companies
    waiting: Waiting | None
    map: SafeString

    @property
    def game(self) -> Game:
        return self.seat.game

    @property
    def is_turn(self) -> bool:
        """Whether the game waits for the person: not where they have planned what is done next."""
        return is_turn(self.seat)

    @property
    def may_plan(self) -> bool:
        """Whether the person can say now what they want done when their turn comes in this phase."""
        return may_plan(self.seat)

    @property
    def asks_consent(self) -> Company | None:
        """Who asks the person to let them take something back."""
        asked = self.game.asked_undo
        if asked is None or asked.is_refused or self.seat.number in {asked.seat, *asked.agreed}:
            return None
        return self.companies[asked.seat]

    @property
    def is_called(self) -> bool:
        """Whether the others vote on something that the person has not voted on; False where that is not known."""
        return bool(getattr(self.seat, "is_called", False)) and not self.seat.plays_itself

    @property
    def asked_at(self) -> datetime | None:
        """Since when the game waits: for the person where they are to move, else for whoever was asked first."""
        if self.seat.asked_at is None and self.waiting is not None:
            return self.waiting.since
        return self.seat.asked_at


def is_turn(seat: Seat) -> bool:
    return seat.is_to_move and seat.answers_at is None


def may_plan(seat: Seat) -> bool:
    return seat.may_plan_since is not None and not is_turn(seat)


def rows(seats: Sequence[Seat], now: datetime) -> dict[Seat, Row]:
    """The games of some seats of one person, but for those that cannot be shown.

    Four queries, whatever their number; each seat comes with its game.
    """
    games = [seat.game_id for seat in seats]
    names, asked, known = _names(games), _asked(games), snapshots.glimpses(games)
    shown = {}
    for seat in seats:
        with stepping_over(Game, seat.game_id):
            shown[seat] = _row(seat, names[seat.game_id], asked[seat.game_id], known.get(seat.game_id), now)
    return shown


def map_outlines(shown: Iterable[Row]) -> SafeString:
    """What the small maps of these rows are made of, once for each page."""
    return outlines(row.game.board for row in shown)


def _names(games: Collection[int]) -> dict[int, list[tuple[int, str, bool]]]:
    """Number, name and whether it is a bot's for each seat of these games, in their order."""
    names: dict[int, list[tuple[int, str, bool]]] = defaultdict(list)
    seats = Seat.objects.filter(game__in=games).order_by("game", "number")
    for game, number, name, is_bot in seats.values_list("game_id", "number", "name", "is_bot"):
        names[game].append((number, name, is_bot))
    return names


def _asked(games: Collection[int]) -> dict[int, list[Seat]]:
    """The seats that these games wait for, with the calendars of their people."""
    asked: dict[int, list[Seat]] = defaultdict(list)
    seats = Seat.objects.filter(game__in=games, is_to_move=True).order_by("number").select_related("user")
    for seat in seats.only(*COLUMNS, *_CLOCK).prefetch_related(with_vacations("user__")):
        asked[seat.game_id].append(seat)
    return asked


def _row(
    seat: Seat, names: Iterable[tuple[int, str, bool]], asked: Sequence[Seat], known: Glimpse | None, now: datetime
) -> Row:
    table = tuple(Company(number, name, is_bot, number == seat.number) for number, name, is_bot in names)
    return Row(seat, table, waiting_for(seat.game, asked, table, now), _miniature(seat, known))


def _miniature(seat: Seat, known: Glimpse | None) -> SafeString:
    board = seat.game.board
    if known is None:
        return draw_miniature(board)
    cities = known.cities()
    others = [city for number, theirs in enumerate(cities) if number != seat.number for city in theirs]
    return draw_miniature(board, known.areas, seat=seat.number, own=cities[seat.number], others=others)
