"""Tests that people send themselves, to see whether a way to reach them works."""

from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.calendars import zone_of
from notifications import kinds, tasks
from notifications.kinds import Notice, Urgency
from notifications.models import Alert, Destination

KIND = "test"
NOTHING = 0  # in place of the id of a game
PAUSE = timedelta(seconds=10)
"""A test of a way that follows another one sooner is that one: a button was pressed twice."""


def register() -> None:
    kinds.register(KIND, write, gettext_lazy("A test"), urgency=Urgency.NOW)


def start(destination: Destination, *, now: datetime) -> None:
    """Send a test by one way, once the caller has committed."""
    tests = Alert.objects.filter(destination=destination, kind=KIND, subject_id=NOTHING)
    if tests.filter(created_at__gt=now - PAUSE).exists():
        return
    last: int | None = tests.aggregate(last=Max("sequence"))["last"]
    test = Alert.by(destination, KIND, NOTHING, (last or 0) + 1, now)
    # Of two that begin at the same moment, the unique key lets one through.
    Alert.objects.bulk_create([test], ignore_conflicts=True)
    started = Alert.objects.due(now).filter(destination=destination, kind=KIND, sequence=test.sequence)
    transaction.on_commit(partial(tasks.hand_out, started))


def write(alert: Alert) -> Notice:
    asked_at = date_format(alert.created_at.astimezone(zone_of(alert.recipient)), "j F, H:i:s")
    return Notice(
        template="notice",
        kind=KIND,
        title=_("A test: your alerts arrive here"),
        sentence=_("You asked for this test on {moment}. All is well.").format(moment=asked_at),
        url=settings.SITE_URL + reverse("notifications:alerts"),
        button=_("See your alerts"),
        is_trial=True,
    )
