"""Whoever sits at tables: what they take along of them, and how they get up when they delete their account."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime

from django.conf import settings
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.belongings import Row, Sheet
from accounts.models import User
from games.records.personal_data import lock_all
from matchmaking import tables
from matchmaking.models import Invitation, KeptPlace, Table, TableRefused, TableSeat

FORGOTTEN = ("matchmaking.KeptPlace.user", "matchmaking.Invitation.user", "matchmaking.Invitation.host")
KEPT = ("matchmaking.Table.host", "matchmaking.TableSeat.user")
"""Of tables whose games began, as these tell what was agreed on there; and of which one was host up to their end."""

TERMS = (
    "edition", "map", "players", "areas", "chosen_areas", "money_visible", "first_game", "start_cities",
    "two_player_mode", "tiebreak", "undo_by_consent", "least_reliability", "ratings", "is_public",
    "invited_only",
)  # fmt: skip


def rename(user: User) -> None:
    """Nothing to do: tables know their people, and not what they were called."""


def pass_on(giver: User, receiver: User) -> None:
    """Nothing to do: guests sit at no table."""


def export(user: User) -> Iterator[Sheet]:
    about = _("The tables that you opened or sat at, and what was agreed on there.")
    yield Sheet("tables", about, KEPT, _tables(user))
    yield Sheet("kept_places", _("Tables at which a place is kept for you."), FORGOTTEN[:1], _kept_places(user))
    about = _("Tables to which you are invited, and whom you have invited to yours.")
    yield Sheet("invitations", about, FORGOTTEN[1:], _invitations(user))


def erase(user: User, *, now: datetime) -> None:
    """Get up from all tables that wait for players.

    Others host those of theirs; where nobody is left they close. Whoever wants to play again waits meanwhile: as a
    rematch locks its game and then its table, so is it done here.
    """
    leave_all(user, now)
    KeptPlace.objects.filter(user=user).delete()
    Invitation.objects.filter(Q(user=user) | Q(host=user)).delete()
    Table.objects.open().filter(host=user).update(closed_at=now)
    TableSeat.objects.filter(user=user, table__game=None).delete()


def leave_all(user: User, now: datetime) -> None:
    """Leave all tables that wait for players, and have no place kept any more."""
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
            "page": f"{settings.SITE_URL}{invitation.table.get_absolute_url()}",
            "host": invitation.host.name,
            "invited": invitation.user.name if invitation.user else invitation.email,
            "at": invitation.invited_at,
            "answer": invitation.get_answer_display(),
        }
