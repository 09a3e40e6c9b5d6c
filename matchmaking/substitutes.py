"""Seats of running games whose players are absent: offered to others, with all there is to know, and taken over."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery, prefetch_related_objects
from django.utils.safestring import SafeString

import rules
from accounts.models import User, account_of
from accounts.statements import written_once
from games.board.miniature import draw_miniature
from games.models import Game, Seat, visible_to
from games.models.damaged import stepping_over
from games.models.pace import Preset, about_as_fast
from games.models.people import seats_with_people
from games.replay import snapshots
from games.story import reliability
from games.story.names import Names, in_words
from games.turns import absence
from matchmaking.models import Table, TableRefused
from matchmaking.ratings.models import Range

MOST_OFFERED = 12  # how many seats the lobby shows: those that became free last

_OF_GAMES = ("name", "edition", "map", "phase", "round", "step", "sequence")
_COLUMNS = ("number", "name", "absent_since", *(f"game__{column}" for column in _OF_GAMES))
"""What the lobby needs of them."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat that can be taken over.

    ``company`` is what all may see of it; None where the position is not at hand.
    """

    seat: Seat
    players: int
    company: rules.CompanyView | None
    picture: SafeString

    @property
    def game(self) -> Game:
        return self.seat.game

    @property
    def plants(self) -> str:
        return in_words(Names.plant(plant) for plant in self.company.plants) if self.company else ""


def offered(user: User | AnonymousUser, invitations: Collection[str], wishes: Mapping[str, str]) -> list[Offer]:
    """Seats that a person may take over and that fit their wishes, those that became free last first. Two queries.

    :param wishes: for map, edition, number of players and pace, as far as there are any.
    """
    found = _free(account_of(user), invitations, wishes=tuple(wishes.items()))
    states = snapshots.glance(seat.game for seat in found)
    offers = []
    for seat in found:
        with stepping_over(Game, seat.game_id):
            offers.append(_offer(seat, seat.players, states.get(seat.game_id)))
    return offers


@written_once
def _free(
    accounts: Collection[int], tokens: Collection[str], *, wishes: Iterable[tuple[str, str]]
) -> QuerySet[Seat, Any]:
    seats = _in_sight(accounts, tokens).filter(absent_since__isnull=False, game__finished_at=None)
    own = Seat.objects.filter(game=OuterRef("game"), user__in=accounts)
    at_the_table = Seat.objects.filter(game=OuterRef("game")).order_by().values("game")
    players = Subquery(at_the_table.annotate(count=Count("pk")).values("count"))
    fitting = seats.exclude(Exists(own)).annotate(players=players).filter(_fits(dict(wishes)))
    listed = fitting.select_related(None).select_related("game").only(*_COLUMNS)
    return listed.order_by("-absent_since")[:MOST_OFFERED]


def _fits(wishes: Mapping[str, str]) -> Q:
    columns = {"map": "game__map", "edition": "game__edition", "players": "players"}
    pace = about_as_fast(Preset(wishes["pace"]), "game__") if "pace" in wishes else Q()
    return Q(**{columns[name]: value for name, value in wishes.items() if name in columns}) & pace


def offered_of(game: Game) -> list[Seat]:
    return [] if game.is_over else list(game.seats.filter(absent_since__isnull=False))


def _in_sight(accounts: Collection[int], tokens: Collection[str]) -> QuerySet[Seat]:
    """The seats of the games that a person may see, or whose table they have the link to."""
    seats = Seat.objects.select_related("game__table", "user")
    return seats.filter(visible_to(accounts, "game__") | Q(game__table__token__in=tokens))


def _offer(seat: Seat, players: int, state: rules.State | None) -> Offer:
    board = seat.game.board
    if state is None:
        return Offer(seat, players, None, draw_miniature(board))
    cities = [[house.city for house in player.cities] for player in state.players]
    others = [city for number, theirs in enumerate(cities) if number != seat.number for city in theirs]
    picture = draw_miniature(board, state.areas, seat=seat.number, own=cities[seat.number], others=others)
    return Offer(seat, players, rules.view(state, None).companies[seat.number], picture)


def find(user: User | AnonymousUser, invitations: Collection[str], game: int, number: int) -> Seat | None:
    """A seat of a game that a person may see, free or not."""
    seat = _in_sight(account_of(user), invitations).filter(game__pk=game, number=number).first()
    if seat is not None:
        prefetch_related_objects([seat.game], seats_with_people())
    return seat


def take_over(seat: Seat, user: User, *, now: datetime) -> Game:
    try:
        if reason := objection(seat.game, user):
            raise TableRefused(reason)
        return absence.take_over(seat.game, seat.number, user, now=now)
    except absence.AbsenceRefused as refusal:
        raise TableRefused(str(refusal)) from refusal


def objection(game: Game, user: User) -> str:
    """Why a person is not reliable or strong enough for a game, or too strong, by what was agreed at its table."""
    table = table_of(game)
    if table is None:
        return ""
    return reliability.objection(user, table.least_reliability) or Range(table.ratings).objection(user)


def table_of(game: Game) -> Table | None:
    return getattr(game, "table", None)
