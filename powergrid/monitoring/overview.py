"""The page for those who run the site: what waits, which programs run, and what to do where something is wrong."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

import rules
from accounts import sessions
from accounts.models import Forgetting
from accounts.parts import draw_part
from accounts.times import roughly
from games.pages.charts import Chart, Series
from games.turns import thinking
from matchmaking.tasks import RATED_BY
from notifications.models import MAIL_SERVER
from notifications.tasks import KEPT as ALERTS_KEPT
from powergrid.models import Heartbeat
from powergrid.monitoring import action_counts, readiness
from powergrid.monitoring.figures import Figures, Late
from powergrid.receipts import KEPT as RECEIPTS_KEPT

LATE = 60  # seconds after which a game or plan is late: there is a sweep every few seconds
LATE_ALERT = 5 * 60  # the same for alerts: a slow mail service is left alone for a while
LATE_DAILY = timedelta(days=2)  # the same for tasks of every day
MANY_LOST = 20  # alerts of one way that may be given up in a day: some browser or webhook is always gone
LONG_QUEUE = 500  # tasks that may wait: after a minute without workers there are about 100
_DISC = "M-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0Z"


@dataclass(frozen=True, slots=True)
class Tile:
    name: str
    figure: int | None
    note: str
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """One kind of thing, and how long it is kept. ``at``, ``went``: when some last went, and how many."""

    what: str
    span: str
    at: datetime | None = None
    went: int = 0
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class Overview:
    """The page. ``troubles`` are sentences, each with what to do."""

    figures: Figures
    troubles: tuple[str, ...]
    tiles: tuple[Tile, ...]
    chart: Chart
    kept: tuple[Kept, ...]
    facts: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, now: datetime) -> "Overview":
        figures = Figures.of(now)
        counted = action_counts.recent(now)
        by_hour = action_counts.by_hour(counted, now)
        found = readiness.Readiness.of_now()
        kept = tuple(_kept(now))
        return cls(
            figures=figures,
            troubles=(*found.missing, *found.degraded, *_troubles(figures, kept)),
            tiles=tuple(_tiles(figures, by_hour)),
            chart=_chart(by_hour),
            kept=kept,
            facts=tuple(_facts(figures)),
        )


def _troubles(figures: Figures, kept: Sequence[Kept]) -> Iterator[str]:
    if figures.maintenance:
        yield _("Maintenance is on: nothing can be changed, and clocks stand still. End it in the admin.")
    if not figures.at_work(Heartbeat.Program.SCHEDULER):
        yield _("No scheduler is running, so nothing happens by itself. Start celery --app powergrid beat.")
    if figures.at_work(Heartbeat.Program.SCHEDULER) > 1:
        yield _("More than one scheduler is running. That wastes work, but does no harm. Stop all but one.")
    if not figures.at_work(Heartbeat.Program.WORKER):
        yield _("No worker is running, so games stop and no alerts go out. Start celery --app powergrid worker.")
    if figures.clocks.seconds > LATE:
        yield _("Some games are late. Check whether the workers keep up, and what their log says.")
    if figures.thoughts.seconds > LATE:
        yield _(
            "Hard bots wait too long. Start powergrid-thinker@1 or, with Docker, thinker; if it runs, another one."
        )
    if any(box.due.seconds > LATE_ALERT for box in figures.outbox):
        yield _(
            "Some alerts are late. Check whether powergrid-sender@mail and powergrid-sender@calls or, with Docker,"
            " mailer and caller are running, which way fails below, and what the log says."
        )
    if any(server.name == MAIL_SERVER for server in figures.failing):
        yield _(
            "The mail server does not answer. All mails wait, and go out once it does. Check EMAIL_URL and the log."
        )
    if any(box.failed > MANY_LOST for box in figures.outbox):
        yield _("Many alerts were given up in the last day. The admin says why, or the log for mails about accounts.")
    if figures.standing is not None and figures.standing.games:
        yield _("Some running games ask no player anything. That is a bug. They are named below.")
    if figures.damaged:
        yield _("Some games or tables cannot be shown. See below, and run manage.py verify_games.")
    if settings.BACK_UP_HOURS and figures.back_up is None:
        yield _("No back-up is known. Start powergrid-backup.timer or, with Docker, the container nightly.")
    elif figures.back_up and 0 < settings.BACK_UP_HOURS < (figures.at - figures.back_up.at) / timedelta(hours=1):
        yield _("The newest back-up is too old. Check the log of powergrid-backup or nightly.")
    if figures.queue is not None and figures.queue > LONG_QUEUE:
        yield _("Many tasks wait at the broker. Check whether the workers are stuck. If not, start more.")
    if any(each.is_late for each in kept):
        yield _("Nothing marked below has been forgotten for two days. Check what the log says about it.")


def _tiles(figures: Figures, by_hour: list[int]) -> Iterator[Tile]:
    games, alerts = figures.games, sum(box.due.number for box in figures.outbox)
    latest = max((box.due for box in figures.outbox), key=lambda due: due.seconds, default=Late(0, 0))
    yield _late(_("Due games"), figures.clocks, LATE)
    yield _late(_("Due plans"), figures.plans, LATE)
    yield _late(_("Bots waiting to think"), figures.thoughts, LATE)
    yield _late(_("Due alerts"), Late(alerts, latest.seconds), LATE_ALERT)
    yield Tile(
        _("Waiting tasks"),
        figures.queue,
        _("broker out of reach") if figures.queue is None else _("for the next free worker"),
        figures.queue is None or figures.queue > LONG_QUEUE,
    )
    yield Tile(
        _("Running games"),
        games.running,
        _("{paused:,} paused, {finished:,} finished in 24 hours").format(
            paused=games.paused, finished=games.finished
        ),
    )
    yield Tile(
        _("Open reports"),
        figures.reports,
        ngettext("waits for a moderator", "wait for a moderator", figures.reports)
        if figures.reports
        else _("nothing waits"),
    )
    yield Tile(_("Actions this hour"), by_hour[-1], _("{number:,} in 24 hours").format(number=sum(by_hour)))


def _late(name: str, late: Late, bound: float) -> Tile:
    if not late.number:
        return Tile(name, 0, _("nothing waits"))
    words = ngettext("for {span}", "the oldest for {span}", late.number)
    return Tile(name, late.number, words.format(span=roughly(late.whole_seconds)), late.seconds > bound)


def _chart(by_hour: list[int]) -> Chart:
    return Chart(
        key="actions",
        title=_("Actions by the hour"),
        note=_("The last day. Hour {last} ends now.").format(last=action_counts.HOURS),
        first=1,
        series=(Series(_("actions"), "of-actions", _DISC, "", tuple(by_hour)),),
        marks=(),
        unit=_("hour"),
    )


def _kept(now: datetime) -> Iterator[Kept]:
    last = {row.task: row for row in Forgetting.objects.all()}
    for task, what, span in _kinds():
        words = _("{days} d").format(days=span.days) if span else _("at once")
        if row := last.get(task):
            yield Kept(what, words, row.at, row.went, is_late=now - row.at > LATE_DAILY)
        else:
            yield Kept(what, words)


def _kinds() -> Iterator[tuple[str, str, timedelta | None]]:
    yield "accounts.tasks.forget_guests", _("Guests who stay away"), settings.KEEP_GUESTS
    yield "accounts.tasks.forget_unconfirmed", _("Accounts with an unconfirmed address"), settings.KEEP_UNCONFIRMED
    yield "accounts.tasks.forget_former", _("Former players that no game needs"), sessions.LOOKED_FOR
    yield "accounts.tasks.forget_sessions", _("Sessions that are over"), None
    yield "matchmaking.tasks.close_abandoned_tables", _("Open tables whose players stay away"), settings.KEEP_TABLES
    yield "matchmaking.tasks.forget_closed_tables", _("Closed tables and their talk"), settings.KEEP_TABLES
    yield "matchmaking.tasks.forget_practice_games", _("Practice games of players who left"), RATED_BY
    yield "games.tasks.forget_checkpoints", _("Saved positions of old games"), settings.KEEP_CHECKPOINTS
    yield "powergrid.tasks.forget_counts", _("What limits have counted"), None
    yield "games.tasks.forget_thinking_time", _("For whom Hard bots have thought"), thinking.COUNTS_FOR
    yield "notifications.tasks.forget", _("Alerts that are settled"), ALERTS_KEPT
    yield "powergrid.tasks.forget_receipts", _("Receipts of forms that were done"), RECEIPTS_KEPT


def _facts(figures: Figures) -> Iterator[tuple[str, str]]:
    yield _("Release"), settings.RELEASE
    yield _("Rules"), _("version {number}").format(number=rules.VERSION)
    yield _("Database"), connection.display_name
    if figures.connections:
        by_use = (f"{number} {use}" for use, number in sorted(figures.connections.items()))
        yield _("Connections"), ", ".join(by_use)
    if figures.back_up:
        age = roughly(max(1, int((figures.at - figures.back_up.at).total_seconds())))
        yield _("Newest back-up"), _("{age} old, {size}").format(age=age, size=filesizeformat(figures.back_up.size))
    else:
        yield _("Newest back-up"), _("none")
    yield _("Broker"), settings.CELERY_BROKER_URL.partition(":")[0]
    yield _("Metrics"), _("at /metrics") if settings.METRICS_TOKEN else _("off: no METRICS_TOKEN")
    yield _("Error reports"), _("on") if settings.SENTRY_DSN else _("off: no SENTRY_DSN")


@require_safe
@vary_on_headers("HX-Request")
def operation(request: HttpRequest) -> HttpResponse:
    """Show the page, or for htmx its content alone, which the page fetches every half a minute."""
    context = {"overview": Overview.of(timezone.now())}
    if request.headers.get("HX-Request"):
        return HttpResponse(draw_part(request, "operation.html", "operation", context))
    return render(request, "operation.html", context)
