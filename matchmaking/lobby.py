"""The tables that wait, as the lobby lists them: whose, which, and how many."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self, TypeVar
from urllib.parse import urlencode

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Manager, Max, Model, Prefetch, Q, QuerySet, Sum, prefetch_related_objects
from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

import rules
from accounts.models import User
from games.board.miniature import draw_miniature, outlines
from games.models.damaged import stepping_over
from games.models.pace import Preset, about_as_fast
from games.models.terms import TERMS, Term, map_name
from matchmaking import table_terms
from matchmaking.invitations import asked_to
from matchmaking.models import KeptPlace, Table, TableQuerySet, TableSeat
from matchmaking.ratings.leaderboard import points_of
from matchmaking.ratings.models import Range
from matchmaking.substitutes import Offer, offered

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

M = TypeVar("M", bound=Model)

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
    """What somebody would like to play. What makes no sense is no wish."""

    map = forms.ChoiceField(label=_("Map"), required=False)
    edition = forms.ChoiceField(label=_("Edition"), required=False)
    players = forms.ChoiceField(label=_("Players"), required=False)
    pace = forms.ChoiceField(label=_("Pace"), required=False)
    ratings = forms.ChoiceField(label=_("Rating"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        numbers = [str(number) for number in range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1)]
        answers: dict[str, Iterable[tuple[str, Any]]] = {
            "map": [(map_id, map_name(rules.board(map_id))) for map_id in rules.board_names()],
            "edition": [(edition, term.word) for edition, term in TERMS["edition"].items()],
            "players": [(number, number) for number in numbers],
            "pace": list(PACES.items()),
            "ratings": [(value, words) for value, words in Range.choices if value],
        }
        for name, choices in answers.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101  (for the type checker)
            field.choices = [("", ANY[name]), *choices]

    @cached_property
    def uttered(self) -> dict[str, str]:
        """What is wished for, by field; nothing where anything will do."""
        self.full_clean()
        return {name: value for name, value in self.cleaned_data.items() if value}


@lru_cache
def draw_wishes(wishes: tuple[tuple[str, str], ...], _language: str | None) -> list[tuple[str, str, str]]:
    """The id, label and answers of each question for wishes: the same for all who wish for the same."""
    form = Wishes(dict(wishes), auto_id="wish-%s")
    return [(field.id_for_label, str(field.label), str(field)) for field in form]


@dataclass(frozen=True, slots=True)
class Row:
    """A table as the lobby lists it; ``seat`` is the visitor's own, if any, and ``is_asked``: they can say no."""

    table: Table
    tags: list[Term]
    seat: TableSeat | None
    picture: SafeString
    is_asked: bool = False

    @property
    def free(self) -> int:
        return sum(place.is_free for place in self.table.places())

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
    ``offers`` are seats of running games to take over. ``points`` are the ratings of who sits at the tables.
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
        wishes: Wishes,
        before: int | None,
        unless: str | None = None,
    ) -> Self | None:
        """Seven queries, whatever the number of tables, and one more for invitations.

        Three where it is as it was ``seen``, and so None.

        :param unless: the moment that an open page shows.
        """
        known = list(Table.objects.open().known_to(user, invitations).order_by("-pk"))
        listed = Table.objects.listed().exclude(pk__in=[table.pk for table in known])
        counted = _count(listed, wishes.uttered)
        offers = [] if before else offered(user, invitations, wishes.uttered)
        seen = f"{moment(known)}.{counted['listed']}.{counted['newest']}.{counted['versions']}.{_moment(offers)}"
        if seen == unless:
            return None
        fitting = listed.filter(_fits(wishes.uttered))
        page = list((fitting.filter(pk__lt=before) if before else fitting).order_by("-pk")[: PAGE_SIZE + 1])
        load_seats([*known, *page])
        asked = asked_to([table for table in known if not table.seat_of(user)], user, invitations)
        rows = _rows(known, user, asked)
        return cls(
            own=[row for row in rows if row.seat],
            invited=[row for row in rows if not row.seat],
            others=_rows(page[:PAGE_SIZE], user, {}),
            offers=offers,
            matching=counted["matching"],
            listed=counted["listed"],
            hints=[] if counted["matching"] else _hints(wishes.uttered, counted),
            older=page[PAGE_SIZE - 1].pk if len(page) > PAGE_SIZE else None,
            points=points_of(seat.user for table in (*known, *page) for seat in table.seats.all()),
            seen=seen,
        )

    @property
    def outlines(self) -> SafeString:
        """What the small maps are made of, once for the page."""
        tables = (row.table.board for row in (*self.own, *self.invited, *self.others))
        return outlines((*tables, *(offer.game.board for offer in self.offers)))


def load_seats(tables: list[Table]) -> None:
    """Fetch all seats of these tables, with the people on them, in one query, and the places that are kept."""
    prefetch_related_objects(tables, Prefetch("seats", _with_people(TableSeat.objects)))
    following = [table for table in tables if table.follows_id]
    prefetch_related_objects(following, Prefetch("kept", _with_people(KeptPlace.objects)))


def _with_people(places: Manager[M]) -> QuerySet[M]:
    """With the people on them as far as pages show them: whole accounts are large."""
    own = [field.name for field in places.model._meta.fields]
    return places.select_related("user").only(*own, "user__name", "user__is_guest", "user__left_at")


def moment(tables: Collection[Table]) -> str:
    """What tells these tables as they are from what becomes of them."""
    return f"{len(tables)}.{sum(table.version for table in tables)}"


def _moment(offers: Collection[Offer]) -> str:
    """What tells these seats, as they are, from others and from later."""
    return f"{len(offers)}-{sum(offer.seat.pk + offer.game.sequence for offer in offers)}"


def _count(listed: TableQuerySet, wishes: dict[str, str]) -> dict[str, int]:
    """How many tables there are, how many fit the wishes, and how many would without one of them."""
    without = {
        f"without_{name}": Count("pk", filter=_fits({**wishes, name: ""})) for name in wishes if len(wishes) > 1
    }
    return listed.aggregate(
        listed=Count("pk"),
        matching=Count("pk", filter=_fits(wishes)),
        newest=Max("pk", default=0),
        versions=Sum("version", default=0),
        **without,
    )


def _fits(wishes: dict[str, str]) -> Q:
    pace = about_as_fast(Preset(wishes["pace"])) if wishes.get("pace") else Q()
    columns = {name: value for name, value in wishes.items() if value and name != "pace"}
    return Q(pk__isnull=False, **columns) & pace


def _hints(wishes: dict[str, str], counted: dict[str, int]) -> list[Hint]:
    hints = [
        Hint(ANY[name], urlencode({other: value for other, value in wishes.items() if other != name}), count)
        for name in wishes
        if (count := counted.get(f"without_{name}", 0))
    ]
    if wishes and not hints and counted["listed"]:
        hints.append(Hint(_("All tables"), "", counted["listed"]))
    return hints


def _rows(tables: Iterable[Table], user: User | AnonymousUser, asked: Mapping[int, bool]) -> list[Row]:
    rows = []
    for table in tables:
        with stepping_over(Table, table.pk):
            rows.append(_row(table, user, is_asked=asked.get(table.pk, False)))
    return rows


def _row(table: Table, user: User | AnonymousUser, *, is_asked: bool = False) -> Row:
    picture = draw_miniature(table.board, table.chosen_areas)
    return Row(table, table_terms.tags(table), table.seat_of(user), picture, is_asked)
