"""What is forgotten, after how long, and how that went: each room does it by a task of every day."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import sessions
from accounts.models import Forgetting
from matchmaking.forgetting import RATED_BY
from notifications.retention import KEPT as ALERTS_KEPT

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

LATE = timedelta(days=2)  # after how long something is late that should be done every day


@dataclass(frozen=True, slots=True)
class Kept:
    """One kind of thing, and how long it is kept; ``at`` and ``went`` tell of the last time that some of it went."""

    what: "StrPromise"
    span: str
    at: datetime | None
    went: int
    is_late: bool


def overview(now: datetime) -> tuple[Kept, ...]:
    last = {row.task: row for row in Forgetting.objects.all()}
    return tuple(_kept(what, span, last.get(task), now) for task, what, span in _kinds())


def _kept(what: "StrPromise", span: str, last: Forgetting | None, now: datetime) -> Kept:
    if last is None:
        return Kept(what, span, None, 0, is_late=False)
    return Kept(what, span, last.at, last.went, is_late=now - last.at > LATE)


def _kinds() -> Iterator[tuple[str, "StrPromise", str]]:
    yield "accounts.tasks.forget_guests", _("Guests who stay away"), _days(settings.KEEP_GUESTS)
    yield (
        "accounts.tasks.forget_unconfirmed",
        _("Accounts whose address is not confirmed"),
        _days(settings.KEEP_UNCONFIRMED),
    )
    yield "accounts.tasks.forget_former", _("Former players no game needs"), _days(sessions.LOOKED_FOR)
    yield "accounts.tasks.forget_sessions", _("Sessions that are over"), str(_("at once"))
    yield (
        "matchmaking.tasks.close_abandoned_tables",
        _("Open tables whose players stay away"),
        _days(settings.KEEP_TABLES),
    )
    yield (
        "matchmaking.tasks.forget_closed_tables",
        _("Closed tables, with what was said there"),
        _days(settings.KEEP_TABLES),
    )
    yield "matchmaking.tasks.forget_practice_games", _("Practice games of people who left"), _days(RATED_BY)
    yield ("games.tasks.forget_checkpoints", _("Saved positions of old games"), _days(settings.KEEP_CHECKPOINTS))
    yield "notifications.tasks.forget", _("Alerts that are settled"), _days(ALERTS_KEPT)


def _days(span: timedelta) -> str:
    return gettext("{days} d").format(days=span.days)
