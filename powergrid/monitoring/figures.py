"""Figures of this moment, from rows. Each query finds by an index what waits, and reads nothing that is over."""

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import DatabaseError, connection
from django.db.models import Count, Min, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from announcements import maintenance
from announcements.models import Maintenance
from games.models import Game, Seat, damaged
from games.models.damaged import Damaged
from games.turns import thinking
from notifications import breakers
from notifications.models import MAIL_SERVER, Alert, Channel, FailingServer, OutgoingMail, Reason, State
from powergrid.models import BackUp, Heartbeat
from powergrid.monitoring import readiness, stuck_games
from powergrid.monitoring.stuck_games import StuckGames
from talk.models import Report

logger = logging.getLogger(__name__)

DAY = timedelta(days=1)
ADDRESSED = "account"  # what metrics call mails to addresses


@dataclass(frozen=True, slots=True)
class Late:
    """How many of something are due, and how late the oldest is."""

    number: int
    seconds: float

    @classmethod
    def since(cls, number: int, oldest: datetime | None, now: datetime) -> "Late":
        return cls(number, max(0.0, (now - oldest).total_seconds()) if oldest else 0.0)

    @property
    def whole_seconds(self) -> int:
        return max(1, int(self.seconds))


@dataclass(frozen=True, slots=True)
class Outbox:
    """The unsent alerts of one channel, some held on purpose. ``failed`` and ``bounced``: in the last day.

    Mails to addresses, about accounts or to invite people, are a channel of their own.
    """

    channel: str
    waiting: int
    due: Late
    failed: int
    bounced: int

    @property
    def words(self) -> str:
        if self.channel == ADDRESSED:
            return _("Mails about accounts")
        return str(Channel(self.channel).label) if self.channel in Channel else self.channel or "–"


@dataclass(frozen=True, slots=True)
class Games:
    running: int
    paused: int
    finished: int


@dataclass(frozen=True, slots=True)
class Figures:
    """All that waits, and which programs run that should do something about it.

    ``clocks``, ``plans`` and ``thoughts``, those of bots, are never late during ``maintenance``. ``damaged``: what
    lists stepped over lately. ``failing``: servers that are left alone, as they do not answer. ``queue``: tasks that
    wait at the broker; None if it is out of reach. ``connections``: those to the database, by what they do.
    """

    at: datetime
    clocks: Late
    plans: Late
    thoughts: Late
    outbox: tuple[Outbox, ...]
    games: Games
    standing: StuckGames | None
    reports: int
    maintenance: Maintenance | None
    damaged: tuple[Damaged, ...]
    failing: tuple[FailingServer, ...]
    queue: int | None
    programs: tuple[Heartbeat, ...]
    back_up: BackUp | None
    connections: dict[str, int]

    @classmethod
    def of(cls, now: datetime) -> "Figures":
        return cls(
            at=now,
            clocks=_clocks(now),
            plans=_plans(now),
            thoughts=_late(thinking.games(now), "thinks_at", now),
            outbox=(*_outbox(now), _addressed(now)),
            games=_games(now),
            standing=stuck_games.last_seen(),
            reports=Report.objects.open().count(),
            maintenance=maintenance.current(),
            damaged=tuple(damaged.last_met()),
            failing=tuple(breakers.left_alone()),
            queue=_queue(),
            programs=tuple(Heartbeat.objects.order_by("program", "name")),
            back_up=BackUp.objects.order_by("-at").first(),
            connections=_connections(),
        )

    def last_sign(self, program: Heartbeat.Program) -> datetime | None:
        return max((each.at for each in self.programs if each.program == program), default=None)

    def at_work(self, program: Heartbeat.Program) -> int:
        return sum(each.program == program and not each.is_quiet(self.at) for each in self.programs)


def _clocks(now: datetime) -> Late:
    return _late(Game.objects.filter(due_at__lte=now), "due_at", now)


def _plans(now: datetime) -> Late:
    return _late(Seat.objects.filter(game__due_at__lte=now, answers_at__lte=now), "answers_at", now)


def _late(due: QuerySet[Any], moment: str, now: datetime) -> Late:
    found = due.filter(~maintenance.going_on()).aggregate(number=Count("pk"), oldest=Min(moment))
    return Late.since(found["number"], found["oldest"], now)


def _outbox(now: datetime) -> tuple[Outbox, ...]:
    due = Q(due_at__lte=now)
    waiting = Alert.objects.filter(state__in=[State.NEW, State.CLAIMED]).order_by().values("channel")
    unsent = waiting.annotate(all=Count("pk"), due=Count("pk", filter=due), oldest=Min("due_at", filter=due))
    settled = Alert.objects.filter(state__in=[State.FAILED, State.DROPPED], due_at__gte=now - DAY).order_by()
    lost = settled.values("channel").annotate(
        failed=Count("pk", filter=Q(state=State.FAILED)), bounced=Count("pk", filter=Q(reason=Reason.UNREACHED))
    )
    # A damaged row may have a channel that there is not. Its alert is late as any other.
    rows: dict[str, dict[str, Any]] = {channel.value: {} for channel in Channel}
    for row in (*unsent, *lost):
        rows.setdefault(row["channel"], {}).update(row)
    return tuple(
        Outbox(
            channel=channel,
            waiting=row.get("all", 0),
            due=Late.since(row.get("due", 0), row.get("oldest"), now),
            failed=row.get("failed", 0),
            bounced=row.get("bounced", 0),
        )
        for channel, row in rows.items()
    )


def _addressed(now: datetime) -> Outbox:
    row = OutgoingMail.objects.aggregate(
        waiting=Count("pk", filter=Q(given_up_at=None)),
        due=Count("pk", filter=Q(given_up_at=None, due_at__lte=now)),
        oldest=Min("due_at", filter=Q(given_up_at=None, due_at__lte=now)),
        failed=Count("pk", filter=Q(given_up_at__gte=now - DAY)),
    )
    late = Late.since(row["due"], row["oldest"], now)
    return Outbox(ADDRESSED, waiting=row["waiting"], due=late, failed=row["failed"], bounced=0)


def _games(now: datetime) -> Games:
    every = Game.objects.filter(is_public__in=[True, False])  # to use the index of lists
    running = every.filter(finished_at=None).aggregate(
        running=Count("pk", filter=Q(paused_at=None)), paused=Count("pk", filter=Q(paused_at__isnull=False))
    )
    return Games(**running, finished=every.played().filter(finished_at__gte=now - DAY).count())


def _queue() -> int | None:
    try:
        return readiness.queue_length()
    except readiness.OutOfReach as error:
        logger.warning("The broker cannot say how many tasks wait: %s", error.__cause__)
        return None


def _connections() -> dict[str, int]:
    if connection.vendor != "postgresql":
        return {}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(state, 'other'), count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND backend_type = 'client backend' GROUP BY 1"
        )
        return dict(cursor.fetchall())


class Now(Collector):
    """The figures for Prometheus. If the database is out of reach, only that."""

    def collect(self) -> Iterator[Metric]:
        try:
            figures = Figures.of(timezone.now())
        except DatabaseError as error:
            logger.warning("The database cannot be read for metrics: %s", error)
            yield _gauge("up", "Whether the database answers", 0)
            return
        yield _gauge("up", "Whether the database answers", 1)
        yield from _metrics(figures)


def _metrics(figures: Figures) -> Iterator[Metric]:
    yield _gauge("due_games", "Games that should have gone on by themselves", figures.clocks.number)
    yield _gauge("due_games_oldest_seconds", "How late the oldest of them is", figures.clocks.seconds)
    yield _gauge("late_plans", "Plans that should have answered", figures.plans.number)
    yield _gauge("late_plans_oldest_seconds", "How late the oldest of them is", figures.plans.seconds)
    yield _gauge("waiting_bots", "Games in which a bot has to think and no worker does", figures.thoughts.number)
    yield _gauge("waiting_bots_oldest_seconds", "How long the first of them has waited", figures.thoughts.seconds)
    outbox = {box.channel: box for box in figures.outbox}
    by_channel: tuple[tuple[str, str, Callable[[Outbox], float]], ...] = (
        ("outbox_waiting", "Alerts that are not sent, some of them on purpose", lambda box: box.waiting),
        ("outbox_due", "Alerts that should have been sent", lambda box: box.due.number),
        ("outbox_oldest_seconds", "How late the oldest of them is", lambda box: box.due.seconds),
        ("outbox_failed", "Alerts given up in the last day", lambda box: box.failed),
        ("outbox_bounced", "Alerts not sent in the last day because mails came back", lambda box: box.bounced),
    )
    for name, words, value in by_channel:
        yield _gauges(name, words, "channel", {channel: value(box) for channel, box in outbox.items()})
    games = {state: getattr(figures.games, state) for state in ("running", "paused")}
    yield _gauges("games", "Games that are not over", "state", games)
    if figures.standing is not None:
        yield _gauge("standing_games", "Running games that ask no player anything", len(figures.standing.games))
    yield _gauge("open_reports", "Open reports of messages", figures.reports)
    yield _gauge("maintenance", "Whether maintenance is on", bool(figures.maintenance))
    yield _gauge("damaged", "Games and tables that could not be shown in the last hour", len(figures.damaged))
    by_mail = sum(server.name == MAIL_SERVER for server in figures.failing)
    kinds = {"mail": by_mail, "calls": len(figures.failing) - by_mail}
    yield _gauges("failing_servers", "Servers that are left alone, as they do not answer", "kind", kinds)
    if figures.queue is not None:
        yield _gauge("queue_length", "Tasks that wait at the broker", figures.queue)
    if figures.back_up is not None:
        age = (figures.at - figures.back_up.at).total_seconds()
        yield _gauge("last_back_up_seconds", "How long ago the newest back-up was made", age)
    if figures.connections:
        yield _gauges("database_connections", "Connections to the database", "state", figures.connections)
    signs = {program: figures.last_sign(program) for program in Heartbeat.Program}
    ages = {program.value: (figures.at - sign).total_seconds() for program, sign in signs.items() if sign}
    yield _gauges("last_sign_seconds", "How long ago any program of a kind was last seen", "program", ages)
    at_work = {program.value: figures.at_work(program) for program in Heartbeat.Program}
    yield _gauges("programs", "How many programs of a kind are running", "program", at_work)


def _gauge(name: str, words: str, value: float) -> Metric:
    return GaugeMetricFamily(f"powergrid_{name}", words, value=value)


def _gauges(name: str, words: str, label: str, values: Mapping[str, float]) -> Metric:
    family = GaugeMetricFamily(f"powergrid_{name}", words, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family
