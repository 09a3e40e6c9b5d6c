"""Games as lists show them: who plays, who is asked, and a small map."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.safestring import SafeString

from accounts.calendars import load_vacations
from accounts.statements import written_once
from games.board.miniature import draw_miniature, outlines
from games.models import Game, Seat, levels
from games.models.damaged import stepping_over
from games.pages.panels.awaited import Waiting, waiting_for
from games.pages.panels.pieces import Companies, Company
from games.replay import snapshots
from games.replay.snapshots import Glimpse
from games.turns import votes

_COLUMNS = (
    *("game", "number", "user", "is_bot", "rank", "powered"),
    *("is_to_move", "asked_at", "question", "answers_at", "may_plan_since", "absent_since"),
    *("bank", "ticks_from", "spent", "extra", "due_at"),
)
"""What rows need of seats."""

_CALENDAR = ("user__time_zone", "user__sleeps_from", "user__sleeps_until")

_OF_GAMES = (
    *("name", "edition", "map", "phase", "round", "step", "moved_at", "finished_at", "ended_early"),
    *("paused_at", "resumes_at", "move_time", "bank_time", "bank_cap", "increment", "grace", "rests_on_weekends"),
    *("areas_at_once", "undo_request__seat", "undo_request__agreed", "undo_request__refused_by"),
)


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
        """Since when the game waits: for the person where they are asked, else for the first who was."""
        if self.seat.asked_at is None and self.waiting is not None:
            return self.waiting.since
        return self.seat.asked_at


class Named(NamedTuple):
    """What lists show of a seat."""

    number: int
    name: str
    is_bot: bool
    bot_level: str


class Running(NamedTuple):
    """What is asked of all games of a person that run, however many are shown; ``pk`` is that of their seat."""

    pk: int
    is_to_move: bool
    answers_at: datetime | None
    may_plan_since: datetime | None
    news: int


def is_turn(seat: Seat | Running) -> bool:
    return seat.is_to_move and seat.answers_at is None


def may_plan(seat: Seat | Running) -> bool:
    return seat.may_plan_since is not None and not is_turn(seat)


def rows(seats: Collection[int], now: datetime) -> dict[int, Row]:
    """The games of some seats of one person, by the number of the seat, but for those that cannot be shown.

    Five queries, whatever their number.
    """
    if not seats:
        return {}
    found = _seats(seats)
    games = [seat.game_id for seat in found]
    names, asked, known = _names(games), _asked(games), snapshots.glimpses(games)
    shown = {}
    for seat in found:
        with stepping_over(Game, seat.game_id):
            shown[seat.pk] = _row(seat, names[seat.game_id], asked[seat.game_id], known.get(seat.game_id), now)
    return shown


def map_outlines(shown: Iterable[Row]) -> SafeString:
    """What the small maps of these rows are made of, once for each page."""
    return outlines(row.game.board for row in shown)


@written_once
def _seats(seats: Collection[int]) -> QuerySet[Seat]:
    found = Seat.objects.filter(pk__in=seats).select_related("game__undo_request")
    return votes.with_calls(found.only(*_COLUMNS, *(f"game__{column}" for column in _OF_GAMES)))


def _names(games: Collection[int]) -> dict[int, list[Named]]:
    """What is shown of each seat of these games, in their order."""
    names: dict[int, list[Named]] = defaultdict(list)
    for game, number, name, is_bot, bot_level in _names_of_seats(games):
        names[game].append(Named(number, name, is_bot, bot_level))
    return names


@written_once
def _names_of_seats(games: Collection[int]) -> QuerySet[Seat, tuple[int, int, str, bool, str]]:
    seats = Seat.objects.filter(game__in=games).order_by("game", "number")
    return seats.values_list("game_id", *Named._fields)


def _asked(games: Collection[int]) -> dict[int, list[Seat]]:
    """The seats that these games wait for, with the calendars of their people."""
    asked: dict[int, list[Seat]] = defaultdict(list)
    seats = _seats_to_move(games)
    load_vacations(seat.user for seat in seats if seat.user)
    for seat in seats:
        asked[seat.game_id].append(seat)
    return asked


@written_once
def _seats_to_move(games: Collection[int]) -> QuerySet[Seat]:
    seats = Seat.objects.filter(game__in=games, is_to_move=True).order_by("number").select_related("user")
    return seats.only(*_COLUMNS, *_CALENDAR)


def _row(seat: Seat, names: Iterable[Named], asked: Sequence[Seat], known: Glimpse | None, now: datetime) -> Row:
    table = tuple(_company(named, is_mine=named.number == seat.number) for named in names)
    return Row(seat, table, waiting_for(seat.game, asked, table, now), _miniature(seat, known))


def _company(named: Named, *, is_mine: bool) -> Company:
    bot = levels.ONE[levels.known(named.bot_level)] if named.is_bot else None
    return Company(named.number, named.name, named.is_bot, is_mine, bot=bot)


def _miniature(seat: Seat, known: Glimpse | None) -> SafeString:
    board = seat.game.board
    if known is None:
        return draw_miniature(board)
    cities = known.cities()
    others = [city for number, theirs in enumerate(cities) if number != seat.number for city in theirs]
    return draw_miniature(board, known.areas, seat=seat.number, own=cities[seat.number], others=others)
