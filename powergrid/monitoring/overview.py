"""What those who run the site see of it on one page: what waits, who is at work, and what to do about the rest."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

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
from accounts.parts import draw_part
from accounts.times import roughly
from games.pages.charts import Chart, Series
from powergrid.models import Heartbeat
from powergrid.monitoring import action_counts, readiness, retention
from powergrid.monitoring.figures import Figures, Late
from powergrid.monitoring.retention import Kept

if TYPE_CHECKING:
    pass

LATE = 60  # seconds after which what is done by itself is late: there is a sweep every second, or every few
LATE_ALERT = 5 * 60  # the same for alerts: a mail service may be slow, and is then left alone for a while
MANY_LOST = 20  # how many alerts of one way may be given up in a day: somebody's browser or webhook is always gone
LONG_QUEUE = 500  # how many tasks may wait: after a minute's silence of the workers there are about 100
_DISC = "M-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0Z"


@dataclass(frozen=True, slots=True)
class Tile:
    name: str
    figure: int | None
    note: str
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class Overview:
    """The page. ``troubles`` are sentences, each with what to do; none where all is well."""

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
        kept = retention.overview(now)
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
        yield _("Nothing can be changed on this site, and clocks rest: end the maintenance in the admin.")
    if not figures.at_work(Heartbeat.Program.SCHEDULER):
        yield _("No scheduler is at work, so nothing happens by itself: start celery --app powergrid beat.")
    if figures.at_work(Heartbeat.Program.SCHEDULER) > 1:
        yield _("More than one scheduler is at work, which does no harm but work: stop all but one.")
    if not figures.at_work(Heartbeat.Program.WORKER):
        yield _("No worker is at work, so games stand and nobody is told: start celery --app powergrid worker.")
    if figures.clocks.seconds > LATE:
        yield _("Games wait that should have gone on: see whether workers keep up, and what their log says.")
    if any(box.due.seconds > LATE_ALERT for box in figures.outbox):
        yield _("Alerts wait that should have been sent: see whether the ways below fail, and what the log says.")
    if any(box.failed > MANY_LOST for box in figures.outbox):
        yield _("Many alerts were given up within a day: the admin has a note on why at each of them.")
    if figures.standing is not None and figures.standing.games:
        yield _("Games run in which nobody is asked anything: that is a fault of ours. They are named below.")
    if figures.damaged:
        yield _(
            "Games or tables cannot be shown, and lists leave them out: see below, and run manage.py verify_games."
        )
    if settings.BACK_UP_HOURS and figures.back_up is None:
        yield _("No back-up is known: start powergrid-backup.timer, or the container nightly.")
    elif figures.back_up and 0 < settings.BACK_UP_HOURS < (figures.at - figures.back_up.at) / timedelta(hours=1):
        yield _("There is no new back-up: see what the log of powergrid-backup or nightly says.")
    if figures.queue is not None and figures.queue > LONG_QUEUE:
        yield _("Many tasks wait at the broker: more workers would help, if those there are do not stall.")
    if any(each.is_late for each in kept):
        yield _("For two days nothing was forgotten of what is marked below: see what the log says about it.")


def _tiles(figures: Figures, by_hour: list[int]) -> Iterator[Tile]:
    games, alerts = figures.games, sum(box.due.number for box in figures.outbox)
    latest = max((box.due for box in figures.outbox), key=lambda due: due.seconds, default=Late(0, 0))
    yield _late(_("Due games"), figures.clocks, LATE)
    yield _late(_("Due plans"), figures.plans, LATE)
    yield _late(_("Due alerts"), Late(alerts, latest.seconds), LATE_ALERT)
    yield Tile(
        _("Waiting tasks"),
        figures.queue,
        _("out of reach") if figures.queue is None else _("for the next free worker"),
        figures.queue is None or figures.queue > LONG_QUEUE,
    )
    yield Tile(
        _("Running games"),
        games.running,
        _("{paused:,} paused, {finished:,} over since yesterday").format(
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
        note=_("Of the last day; hour {last} is the one that ends now.").format(last=action_counts.HOURS),
        first=1,
        series=(Series(_("actions"), "of-actions", _DISC, "", tuple(by_hour)),),
        marks=(),
        unit=_("hour"),
    )


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
    yield _("Reports of errors"), _("on") if settings.SENTRY_DSN else _("off: no SENTRY_DSN")


@require_safe
@vary_on_headers("HX-Request")
def operation(request: HttpRequest) -> HttpResponse:
    """Show what waits and who is at work; the page asks for it anew every half a minute."""
    context = {"overview": Overview.of(timezone.now())}
    if request.headers.get("HX-Request"):
        return HttpResponse(draw_part(request, "operation.html", "operation", context))
    return render(request, "operation.html", context)
