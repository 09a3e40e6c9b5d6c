"""What the workers do for this app: rate games, tell of invitations, and forget tables and games that nobody needs.

What forgets says how many went: see :mod:`accounts.retention`.
"""

from datetime import datetime, timedelta

from celery import shared_task
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts import retention
from games.models import Absence, Game, Seat
from matchmaking import invitations, tables
from matchmaking.models import Table, TableSeat
from matchmaking.ratings import figures, rating
from talk.models import Conversation, Report

BATCH = 50

RATED_BY = timedelta(days=1)  # after how long a game that has ended has been rated for certain


def abandoned_tables(now: datetime) -> int:
    """Close tables that wait for players while nobody who sits there has been here for long."""
    since = now - settings.KEEP_TABLES
    waiting = TableSeat.objects.filter(table=OuterRef("pk"), user__last_here__gte=since)
    abandoned = Table.objects.open().filter(~Exists(waiting), created_at__lt=since)
    some = list(abandoned.order_by("pk")[:BATCH])
    for table in some:
        tables.give_up(table, now=now, among=abandoned)
    return len(some)


def closed_tables(now: datetime) -> int:
    """Delete tables that were closed long ago. What was said there goes with them, unless a report is about it."""
    since = now - settings.KEEP_TABLES
    reports = Report.objects.filter(message__conversation=OuterRef("conversation"))
    reported = Exists(reports.filter(Q(settled_at=None) | Q(settled_at__gte=since)))
    closed = Table.objects.filter(~reported, game=None, closed_at__lt=since)
    some = list(closed.order_by("closed_at")[:BATCH])
    with transaction.atomic():
        Table.objects.filter(pk__in=[table.pk for table in some]).delete()
        Conversation.objects.filter(pk__in=[table.conversation_id for table in some]).delete()
    return len(some)


def practice_games(now: datetime) -> int:
    """Delete private games against bots alone of people who have left. Nobody can see them, or is rated by them."""
    with transaction.atomic():
        numbers = list(_of_former_players(now).order_by("game").values_list("game", flat=True)[:BATCH])
        # A table before its game, as everywhere; and without its game it would wait for players again.
        Table.objects.filter(game__in=numbers).delete()
        some = list(Game.objects.filter(pk__in=numbers).lock_each())
        Game.objects.filter(pk__in=[game.pk for game in some]).delete()
        Conversation.objects.filter(pk__in=[game.conversation_id for game in some]).delete()
    return len(some)


def _of_former_players(now: datetime) -> QuerySet[Seat]:
    seats = Seat.objects.filter(user__left_at__isnull=False)
    over = seats.filter(game__is_public=False, game__finished_at__lt=now - RATED_BY)
    others = Seat.objects.filter(game=OuterRef("game"), is_bot=False).exclude(pk=OuterRef("pk"))
    absent = Absence.objects.filter(seat__game=OuterRef("game")).exclude(user=OuterRef("user"), substitute=None)
    return over.filter(~Exists(others), ~Exists(absent))


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def rate() -> None:
    rating.rate_finished(now=timezone.now())
    figures.gather()


close_abandoned_tables = retention.task_of("matchmaking.tasks.close_abandoned_tables", abandoned_tables)
forget_closed_tables = retention.task_of("matchmaking.tasks.forget_closed_tables", closed_tables)
forget_practice_games = retention.task_of("matchmaking.tasks.forget_practice_games", practice_games)


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def tell_invited() -> None:
    invitations.sweep(now=timezone.now())
