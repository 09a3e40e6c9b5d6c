"""Games as lists show them: who plays, whom it waits for, and a small map."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import prefetch_related_objects
from django.utils.safestring import SafeString

import rules
from games import snapshots
from games.board.miniature import draw_miniature, outlines
from games.models import Game, Seat
from games.panels import Companies, Company, Waiting, companies, waiting_for
from games.people import seats_with_people


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
        return self.seat.is_to_move and self.seat.answers_at is None

    @property
    def may_plan(self) -> bool:
        """Whether the person can say now what they want done when their turn comes in this phase."""
        return self.seat.may_plan_since is not None and not self.is_turn

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


def rows(seats: Sequence[Seat], now: datetime) -> list[Row]:
    """The games of some seats of one person. Three queries, whatever their number; each seat comes with its game."""
    games = [seat.game for seat in seats]
    prefetch_related_objects(games, seats_with_people())
    states = snapshots.glance(games)
    return [_row(seat, states.get(seat.game_id), now) for seat in seats]


def map_outlines(shown: Iterable[Row]) -> SafeString:
    """What the small maps of these rows are made of, once for each page."""
    return outlines(row.game.board for row in shown)


def _row(seat: Seat, state: rules.State | None, now: datetime) -> Row:
    players = list(seat.game.seats.all())
    table = companies(players, seat)
    return Row(seat, table, waiting_for(seat.game, players, table, now), _miniature(seat, state))


def _miniature(seat: Seat, state: rules.State | None) -> SafeString:
    board = seat.game.board
    if state is None:
        return draw_miniature(board)
    cities = [[house.city for house in player.cities] for player in state.players]
    others = [city for number, theirs in enumerate(cities) if number != seat.number for city in theirs]
    return draw_miniature(board, state.areas, seat=seat.number, own=cities[seat.number], others=others)
