"""Seats of running games whose people are absent: offered to others, with all there is to know, and taken over."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Self

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery, prefetch_related_objects
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from accounts.models import User, account_of
from accounts.statements import written_once
from games.board.miniature import draw_miniature
from games.board.picture import MapPicture
from games.models import Absence, Game, Seat, visible_to
from games.models.damaged import stepping_over
from games.models.pace import Preset, about_as_fast
from games.models.people import seats_with_people
from games.models.terms import Term, agreed
from games.pages import panels
from games.pages.game.page import Page, look
from games.replay import snapshots
from games.story import pace_terms, reliability
from games.story.names import Names, in_words
from games.turns import absence
from matchmaking import wording
from matchmaking.models import Table
from matchmaking.ratings import ranges
from matchmaking.refusals import Refusal

MOST_OFFERED = 12
"""How many seats the lobby shows: those that became free last."""

_OF_GAMES = ("name", "edition", "map", "phase", "round", "step", "sequence")
_COLUMNS = ("number", "name", "absent_since", *(f"game__{column}" for column in _OF_GAMES))
"""What the lobby needs of them."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat that can be taken over, as the lobby lists it.

    ``company`` is what it has, as everybody may see it; None where the position is not at hand.
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
        """The plants that it has, by their numbers."""
        return in_words(Names.plant(plant) for plant in self.company.plants) if self.company else ""


def offered(user: User | AnonymousUser, invitations: Collection[str], wishes: Mapping[str, str]) -> list[Offer]:
    """Seats that somebody may take over and that fit their wishes, those that became free last first. Two queries.

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
    """The seats of a game that can be taken over."""
    return [] if game.is_over else list(game.seats.filter(absent_since__isnull=False))


def _in_sight(accounts: Collection[int], tokens: Collection[str]) -> QuerySet[Seat]:
    """The seats of the games that somebody may see, or has the link to the table of."""
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


@dataclass(frozen=True, slots=True)
class Briefing:
    """All that somebody needs to know who may take over ``seat``.

    ``page`` is the game as everybody sees it, and ``picture`` its map with the houses of the seat standing out.
    ``row`` is what the seat has, ``place`` where it comes in the order of play, and ``neighbours`` how many companies
    are in that. ``terms`` are what was agreed on. ``objection`` says why this person cannot have it; empty where they
    can.
    """

    seat: Seat
    page: Page
    picture: MapPicture
    row: panels.PlayerRow
    place: int
    neighbours: int
    terms: tuple[Term, ...]
    objection: str

    @classmethod
    def of(cls, seat: Seat, user: User | AnonymousUser, *, objection: str = "") -> Self:
        """What there is to say to somebody.

        :param seat: of a game whose seats were prefetched with their people.
        """
        page = look(seat.game, AnonymousUser())
        rows = [row for row in page.table_view.players if isinstance(row, panels.PlayerRow)]
        place, row = next((place, row) for place, row in enumerate(rows, 1) if row.company.seat == seat.number)
        return cls(
            seat=seat,
            page=page,
            picture=replace(page.table_view.map, seat=seat.number),
            row=row,
            place=place,
            neighbours=len(rows),
            terms=tuple(_terms(seat.game)),
            objection=objection or (_objection(seat.game, user) if user.is_authenticated else ""),
        )

    @property
    def reason(self) -> str:
        """Why the seat is free."""
        began = next(row for row in reversed(self.seat.game.past_absences) if row.seat_id == self.seat.pk)
        if began.reason == Absence.Reason.LEFT:
            return _("{name} left the game.").format(name=self.seat.name)
        words = ngettext("{name} missed {count} turn.", "{name} missed {count} turns in a row.", Absence.MOST_MISSES)
        return words.format(name=self.seat.name, count=Absence.MOST_MISSES)


def find(user: User | AnonymousUser, invitations: Collection[str], game: int, number: int) -> Seat | None:
    """A seat of a game that somebody may see; be it free or not."""
    seat = _in_sight(account_of(user), invitations).filter(game__pk=game, number=number).first()
    if seat is not None:
        prefetch_related_objects([seat.game], seats_with_people())
    return seat


def take_over(seat: Seat, user: User, *, now: datetime) -> Game:
    """Play on instead of somebody who is absent.

    :raises Refusal: the seat is not free any more, or this person cannot have it.
    """
    try:
        if objection := _objection(seat.game, user):
            raise Refusal(objection)
        return absence.take_over(seat.game, seat.number, user, now=now)
    except absence.AbsenceRefused as refusal:
        raise Refusal(str(refusal)) from refusal


def _objection(game: Game, user: User) -> str:
    """Why somebody is not reliable or strong enough for a game, or too strong, by what was agreed at its table."""
    table = _table(game)
    if table is None:
        return ""
    return reliability.objection(user, table.least_reliability) or ranges.objection(user, table.ratings)


def _terms(game: Game) -> Sequence[Term]:
    """What was agreed on, as at the table; a game may have none any more."""
    table = _table(game)
    if table is not None:
        return wording.terms(table)
    setup = game.read_setup()
    return [*agreed(setup.options, setup.players), *pace_terms.terms(game)]


def _table(game: Game) -> Table | None:
    """Where a game began; uses the row that was selected along."""
    return getattr(game, "table", None)
