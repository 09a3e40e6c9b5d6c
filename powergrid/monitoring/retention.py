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
from matchmaking.cleanup import RATED_BY
from notifications.tasks import KEPT as ALERTS_KEPT

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
    kept = []
    for task, what, span in _kinds():
        words = gettext("{days} d").format(days=span.days) if span else gettext("at once")
        row = last.get(task)
        is_late = row is not None and now - row.at > LATE
        kept.append(Kept(what, words, row.at if row else None, row.went if row else 0, is_late))
    return tuple(kept)


def _kinds() -> Iterator[tuple[str, "StrPromise", timedelta | None]]:
    yield "accounts.tasks.forget_guests", _("Guests who stay away"), settings.KEEP_GUESTS
    yield "accounts.tasks.forget_unconfirmed", _("Accounts whose address is not confirmed"), settings.KEEP_UNCONFIRMED
    yield "accounts.tasks.forget_former", _("Former players no game needs"), sessions.LOOKED_FOR
    yield "accounts.tasks.forget_sessions", _("Sessions that are over"), None
    yield "matchmaking.tasks.close_abandoned_tables", _("Open tables whose players stay away"), settings.KEEP_TABLES
    yield "matchmaking.tasks.forget_closed_tables", _("Closed tables, with what was said there"), settings.KEEP_TABLES
    yield "matchmaking.tasks.forget_practice_games", _("Practice games of people who left"), RATED_BY
    yield "games.tasks.forget_checkpoints", _("Saved positions of old games"), settings.KEEP_CHECKPOINTS
    yield "notifications.tasks.forget", _("Alerts that are settled"), ALERTS_KEPT
