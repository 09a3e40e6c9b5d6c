"""The tables that wait, as the lobby lists them: whose, which, and how many."""

import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self, cast
from urllib.parse import urlencode

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Max, Q, QuerySet, Sum, Value
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

import rules
from accounts.models import User, account_of
from accounts.statements import written_once
from games.board.miniature import draw_miniature, outlines, show_miniature
from games.models.damaged import stepping_over
from games.models.pace import Preset, about_as_fast
from games.models.terms import TERMS, Term
from games.pages.map_choice import MapMenu, map_choices
from matchmaking import table_terms
from matchmaking.invitations import asked_to
from matchmaking.models import Invitation, KeptPlace, Place, Table, TableSeat, known_to, open_addresses_of
from matchmaking.ratings.leaderboard import points_of
from matchmaking.ratings.models import Range
from matchmaking.substitutes import Offer, offered

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Wished = tuple[tuple[str, str], ...]
"""What a person wishes for, by field."""

NO_TABLE = 0
"""The number of no table: a statement takes no empty list of what to leave out."""

PAGE_SIZE = 30
"""How many tables of others the lobby shows at once."""

ANY = {
    "map": _("Any map"),
    "edition": _("Any edition"),
    "players": _("Any number"),
    "pace": _("Any pace"),
    "ratings": _("Any rating"),
}

PACES = {
    Preset.QUICK: _("Up to 12 hours"),
    Preset.DAILY: _("Up to a day"),
    Preset.RELAXED: _("Longer"),
    Preset.NONE: _("No clock"),
}
"""How long people want to have for a decision, or let others have."""


class Wishes(forms.Form):
    """What a person would like to play. What makes no sense is no wish."""

    map = forms.ChoiceField(label=_("Map"), required=False, widget=MapMenu)
    edition = forms.ChoiceField(label=_("Edition"), required=False)
    players = forms.ChoiceField(label=_("Players"), required=False)
    pace = forms.ChoiceField(label=_("Pace"), required=False)
    ratings = forms.ChoiceField(label=_("Rating"), required=False)

    def __init__(self, *args: Any, favourites: Iterable[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        numbers = [str(number) for number in range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1)]
        answers: dict[str, Iterable[tuple[str, Any]]] = {
            "map": map_choices(favourites=favourites),
            "edition": [(edition, term.word) for edition, term in TERMS["edition"].items()],
            "players": [(number, number) for number in numbers],
            "pace": list(PACES.items()),
            "ratings": [(value, words) for value, words in Range.choices if value],
        }
        for name, choices in answers.items():
            cast(forms.ChoiceField, self.fields[name]).choices = [("", ANY[name]), *choices]


def wished_for(asked: Mapping[str, str]) -> dict[str, str]:
    """What a person asks for, by field; nothing where anything will do."""
    if asked.keys().isdisjoint(Wishes.base_fields):
        return {}
    form = Wishes(asked)
    form.full_clean()
    return {name: value for name, value in form.cleaned_data.items() if value}


@lru_cache
def draw_wishes(wishes: Wished, favourites: tuple[str, ...], _language: str | None) -> list[tuple[str, str, str]]:
    """The id, label and answers of each question for wishes: the same for all with these wishes and favourites."""
    form = Wishes(dict(wishes), favourites=favourites, auto_id="wish-%s")
    return [(field.id_for_label, str(field.label), str(field)) for field in form]


@dataclass(frozen=True, slots=True)
class Row:
    """A table as the lobby lists it; ``seat`` is the visitor's own, if any, and ``is_asked``: they can say no."""

    table: Table
    places: list[Place]
    tags: list[Term]
    seat: TableSeat | None
    picture: SafeString
    is_asked: bool = False

    @property
    def free(self) -> int:
        return sum(place.is_free for place in self.places)

    @property
    def is_hosted(self) -> bool:
        """Whether the table is the visitor's own."""
        return self.seat is not None and self.seat.user_id == self.table.host_id


@dataclass(frozen=True, slots=True)
class Hint:
    """A wish to give up, and how many tables there would be then."""

    words: "StrPromise"
    query: str
    count: int


@dataclass(frozen=True, slots=True)
class Lobby:
    """The tables that wait, newest first.

    ``own`` are the visitor's, ``invited`` those of share links that they opened, and ``others`` one page of the rest
    that fit the wishes: ``matching`` in all, of ``listed``. Where there are none, ``hints`` say what to change.
    ``offers`` are seats of running games to take over. ``points`` are the ratings of the people there.
    ``older`` is where the next page begins. ``seen`` tells this moment from later ones.
    """

    own: list[Row]
    invited: list[Row]
    others: list[Row]
    offers: list[Offer]
    matching: int
    listed: int
    hints: list[Hint]
    older: int | None
    points: Mapping[int, int]
    seen: str

    @classmethod
    def of(
        cls,
        user: User | AnonymousUser,
        invitations: Collection[str],
        wishes: Mapping[str, str],
        before: int | None,
        unless: str | None = None,
    ) -> Self | None:
        """Seven queries, whatever the number of tables, and more for invitations and where nothing fits.

        Three where it is as it was ``seen``, and so None.

        :param unless: the moment that an open page shows.
        """
        known = _known(account_of(user), *open_addresses_of(user), invitations)
        besides = [table.pk for table in known] or [NO_TABLE]
        wished = tuple(wishes.items())
        ((listed, matching, newest, versions),) = _count(besides, wishes=wished)
        offers = [] if before else offered(user, invitations, wishes)
        seen = f"{moment(known)}.{listed}.{newest}.{versions}.{_moment(offers)}"
        if seen == unless:
            return None
        page = _page(besides, before or sys.maxsize, wishes=wished)
        load_seats([*known, *page])
        asked = asked_to([table for table in known if not table.seat_of(user)], user, invitations)
        rows = _rows(known, user, asked)
        return cls(
            own=[row for row in rows if row.seat],
            invited=[row for row in rows if not row.seat],
            others=_rows(page[:PAGE_SIZE], user, {}),
            offers=offers,
            matching=matching,
            listed=listed,
            hints=[] if matching else _hints(besides, wishes, listed),
            older=page[PAGE_SIZE - 1].pk if len(page) > PAGE_SIZE else None,
            points=points_of(seat.user for table in (*known, *page) for seat in table.taken_seats),
            seen=seen,
        )

    @property
    def outlines(self) -> SafeString:
        """What the small maps are made of that are drawn for their table or seat, once for the page."""
        tables = (row.table for row in (*self.own, *self.invited, *self.others))
        boards = (table.board for table in tables if table.chosen_areas)
        return outlines((*boards, *(offer.game.board for offer in self.offers)))


def load_seats(tables: list[Table]) -> None:
    """Fetch all seats of these tables, with the people on them, in one query, and the places that are kept."""
    seats = defaultdict[int, list[TableSeat]](list)
    for seat in _seats([table.pk for table in tables]) if tables else ():
        seats[seat.table_id].append(seat)
    kept = defaultdict[int, list[KeptPlace]](list)
    following = [table.pk for table in tables if table.follows_id]
    for place in _kept(following) if following else ():
        kept[place.table_id].append(place)
    for table in tables:
        table.known_seats, table.known_kept = seats[table.pk], kept[table.pk]


_PEOPLE = ("user__name", "user__is_guest", "user__left_at")
"""What pages show of people: whole accounts are large."""


@written_once
def _seats(tables: Collection[int]) -> QuerySet[TableSeat]:
    seats = TableSeat.objects.filter(table__in=tables).select_related("user")
    return seats.only("table", "number", "user", "share", *_PEOPLE)


@written_once
def _kept(tables: Collection[int]) -> QuerySet[KeptPlace]:
    places = KeptPlace.objects.filter(table__in=tables).select_related("user")
    return places.only("table", "number", "user", *_PEOPLE)


def moment(tables: Collection[Table]) -> str:
    """What tells these tables as they are from what becomes of them."""
    return f"{len(tables)}.{sum(table.version for table in tables)}"


def _moment(offers: Collection[Offer]) -> str:
    """What tells these seats, as they are, from others and from later."""
    return f"{len(offers)}-{sum(offer.seat.pk + offer.game.sequence for offer in offers)}"


@written_once
def _known(
    accounts: Collection[int], open_accounts: Collection[int], emails: Collection[str], tokens: Collection[str]
) -> QuerySet[Table]:
    invited = Invitation.objects.heard_at(open_accounts, emails, tokens)
    return Table.objects.open().filter(known_to(accounts, tokens, invited)).order_by("-pk")


@written_once
def _page(besides: Collection[int], before: int, *, wishes: Wished) -> QuerySet[Table]:
    """Tables that fit the wishes, newest first."""
    fitting = Table.objects.listed().filter(_fits(dict(wishes)), pk__lt=before).exclude(pk__in=besides)
    return fitting.order_by("-pk")[: PAGE_SIZE + 1]


@written_once
def _count(besides: Collection[int], *, wishes: Wished) -> QuerySet[Table, tuple[int, int, int, int]]:
    """How many tables there are, how many fit the wishes, the newest, and all of their versions."""
    as_one = Table.objects.listed().exclude(pk__in=besides).annotate(all=Value(1)).values("all")
    counted = {
        "listed": Count("pk"),
        "matching": Count("pk", filter=_fits(dict(wishes))),
        "newest": Max("pk", default=0),
        "versions": Sum("version", default=0),
    }
    return as_one.annotate(**counted).values_list(*counted)


def _fits(wishes: Mapping[str, str]) -> Q:
    pace = about_as_fast(Preset(wishes["pace"])) if wishes.get("pace") else Q()
    columns = {name: value for name, value in wishes.items() if value and name != "pace"}
    return Q(pk__isnull=False, **columns) & pace


def _hints(besides: Collection[int], wishes: Mapping[str, str], listed: int) -> list[Hint]:
    """What there would be without one of the wishes, or else without any."""
    hints = []
    for name in wishes if len(wishes) > 1 else ():
        others = {other: value for other, value in wishes.items() if other != name}
        ((_listed, matching, *_rest),) = _count(besides, wishes=tuple(others.items()))
        if matching:
            hints.append(Hint(ANY[name], urlencode(others), matching))
    if wishes and not hints and listed:
        hints.append(Hint(_("All tables"), "", listed))
    return hints


def _rows(tables: Iterable[Table], user: User | AnonymousUser, asked: Mapping[int, bool]) -> list[Row]:
    rows = []
    for table in tables:
        with stepping_over(Table, table.pk):
            rows.append(_row(table, user, is_asked=asked.get(table.pk, False)))
    return rows


def _row(table: Table, user: User | AnonymousUser, *, is_asked: bool = False) -> Row:
    areas = table.chosen_areas
    picture = draw_miniature(table.board, areas) if areas else show_miniature(table.board)
    return Row(table, table.places(), table_terms.tags(table), table.seat_of(user), picture, is_asked)
