"""What people have here: the tables at which they sit, which they leave with their account, and their ratings."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime

from django.conf import settings
from django.db.models import F, Q
from django.utils.translation import gettext as _

from accounts.belongings import Row, Sheet
from accounts.models import User
from games.records.personal_data import lock_all
from matchmaking import tables
from matchmaking.models import Invitation, KeptPlace, Table, TableRefused, TableSeat
from matchmaking.ratings.figures import WITHIN
from matchmaking.ratings.models import Figures, Rating, RatingChange
from matchmaking.ratings.rating import lock
from notifications.models import Alert
from notifications.personal_data import forget_name

FORGOTTEN = (
    *("matchmaking.KeptPlace.user", "matchmaking.Invitation.user", "matchmaking.Invitation.host"),
    "matchmaking.Figures.user",
)
KEPT = (
    *("matchmaking.Table.host", "matchmaking.TableSeat.user"),
    *("matchmaking.Rating.user", "matchmaking.RatingChange.user"),  # those of the others follow from them
)
"""Of tables whose games began, as these tell what was agreed on there; and of which one was host up to their end."""

SCOPE = ("edition", "map")

TERMS = (
    "edition", "map", "players", "areas", "chosen_areas", "money_visible", "first_game", "start_cities",
    "two_player_mode", "tiebreak", "undo_by_consent", "bot_level", "least_reliability", "ratings", "is_public",
    "invited_only",
)  # fmt: skip


def export(user: User) -> Iterator[Sheet]:
    about = _("The tables that you opened or sat at, and what was agreed on there.")
    yield Sheet("tables", about, KEPT[:2], _tables(user))
    yield Sheet("kept_places", _("Tables at which a place is kept for you."), FORGOTTEN[:1], _kept_places(user))
    about = _("Tables to which you are invited, and the people you have invited to yours.")
    yield Sheet("invitations", about, FORGOTTEN[1:3], _invitations(user))
    yield Sheet("ratings", _("How well you play, by edition and board."), KEPT[2:3], _ratings(user))
    yield Sheet("rated_games", _("What each game did to your ratings."), KEPT[3:], _changes(user))
    yield Sheet("habits", _("How you played your rated games, in figures."), FORGOTTEN[3:], _figures(user))


def erase(user: User, *, now: datetime) -> None:
    """Get up from all tables that wait for players, and leave all leaderboards.

    Others host the tables; where nobody is left they close. A rematch, or the rating of games, waits meanwhile, and
    then sees that they have left: a rematch locks its game and then its table, and so does this.
    """
    lock()
    Figures.objects.filter(user=user).delete()
    Rating.objects.filter(user=user).update(is_listed=False)
    leave_all(user, now)
    _forget_in_alerts(user)
    KeptPlace.objects.filter(user=user).delete()
    Invitation.objects.filter(Q(user=user) | Q(host=user)).delete()
    Table.objects.open().filter(host=user).update(closed_at=now)
    TableSeat.objects.filter(user=user, table__game=None).delete()


def _forget_in_alerts(user: User) -> None:
    """Forget the name in alerts about their invitations, also about one that is gone and may have been theirs."""
    of_others = Invitation.objects.exclude(host=user).values("pk")
    invited = Alert.objects.filter(kind="invited").exclude(sequence__in=of_others)
    forget_name(User.objects.get(pk=user.pk).name, invited)


def leave_all(user: User, now: datetime) -> None:
    lock_all(user)
    for table in list(Table.objects.open().seating(user).order_by("pk")):
        with suppress(TableRefused):  # its game has begun since it was looked up, and is left as a game is
            tables.leave(table, user, now=now)
    for kept in list(KeptPlace.objects.filter(user=user).select_related("table").order_by("table")):
        with suppress(TableRefused):
            tables.release(kept.table, user, number=kept.number)


def _tables(user: User) -> Iterator[Row]:
    numbers = {
        *Table.objects.filter(host=user).values_list("pk", flat=True),
        *TableSeat.objects.filter(user=user).values_list("table", flat=True),
    }
    theirs = Table.objects.filter(pk__in=numbers).select_related("game").defer("game__setup").order_by("pk")
    for table in theirs.prefetch_related("seats").iterator(chunk_size=100):
        seat = table.seat_of(user)
        yield {
            "name": table.name,
            "page": settings.SITE_URL + table.get_absolute_url(),
            "you_are_the_host": table.host_id == user.pk,
            "your_seat": seat.number + 1 if seat else None,
            "you_added_to_the_seed": seat.share if seat else "",
            "opened_at": table.created_at,
            "closed_at": table.closed_at,
            "its_game": settings.SITE_URL + table.game.get_absolute_url() if table.game else None,
            "terms": {term: getattr(table, term) for term in TERMS},
        }


def _kept_places(user: User) -> Iterator[Row]:
    for kept in KeptPlace.objects.filter(user=user).select_related("table").order_by("pk"):
        page = settings.SITE_URL + kept.table.get_absolute_url()
        yield {"table": kept.table.name, "page": page, "seat": kept.number + 1}


def _invitations(user: User) -> Iterator[Row]:
    rows = Invitation.objects.filter(Q(user=user) | Q(host=user)).select_related("table", "user", "host")
    for invitation in rows.order_by("pk"):
        yield {
            "table": invitation.table.name,
            "page": settings.SITE_URL + invitation.table.get_absolute_url(),
            "host": invitation.host.name,
            "invited": invitation.user.name if invitation.user else invitation.email,
            "at": invitation.invited_at,
            "answer": invitation.get_answer_display(),
        }


def _ratings(user: User) -> Iterator[Row]:
    told = {"is_on_the_leaderboard": F("is_listed"), "last_game_ended_at": F("rated_at")}
    for row in Rating.objects.filter(user=user).order_by("pk").values(*SCOPE, "points", "games", "wins", **told):
        yield _scope_in_words(row)


def _changes(user: User) -> Iterator[Row]:
    told = {"place": F("rank"), "of": F("people"), "points_before": F("before"), "points_after": F("after")}
    changes = RatingChange.objects.filter(user=user).order_by("pk")
    for row in changes.values("game__name", *SCOPE, "at", **told).iterator():
        yield {"game": row.pop("game__name"), **_scope_in_words(row)}


def _scope_in_words(row: Row) -> Row:
    return {**row, **{name: row[name] or _("all") for name in SCOPE}}


def _figures(user: User) -> Iterator[Row]:
    rows = Figures.objects.filter(user=user).select_related("game").defer("game__setup").order_by("pk")
    for row in rows.iterator():
        yield {
            "game": row.game.name,
            "decisions_by_hand": row.by_hand,
            "decisions_by_plans": row.planned,
            "answers_within_seconds": [
                {"within": within, "answers": count}
                for within, count in zip((*WITHIN, None), row.waits, strict=True)
                if count
            ],
            "plants_bought": row.plants,
        }
