"""Several alerts in one: what is told every few hours, or once a day.

One leads: it is claimed, sent and noted like any alert, and the others go along. Who they are is stored before
anything is sent, and never changes, so a repetition tells the same, and nothing is in two messages.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from notifications import kinds, send_context
from notifications.kinds import Notice
from notifications.models import Alert, State

NEVER = datetime.max.replace(tzinfo=UTC)


def gather(leader: Alert, now: datetime) -> list[Alert]:
    """Have others that are due go along, where the recipient wants that; what was tried before may have arrived."""
    if not send_context.goes_along(leader):
        return []
    fresh = Alert.objects.filter(destination=leader.destination, state=State.NEW, attempts=0)
    found = [
        other.pk
        for other in send_context.selected(fresh.filter(due_at__lte=now))
        if send_context.goes_along(other) and not send_context.is_looking(other, now)
    ]
    if not found:
        return []
    fresh.filter(pk__in=found).update(state=State.GATHERED, leader=leader)
    return members(leader)


def members(leader: Alert) -> list[Alert]:
    """The alerts that go along with one, where it goes: even if its owner has removed that way this moment."""
    found = list(send_context.selected(Alert.objects.gathered_by(leader)).order_by("pk"))
    for member in found:
        member.destination = leader.destination
    kinds.look_up(found)
    return found


def let_go(member: Alert, now: datetime) -> None:
    """Have an alert that went along with another go by itself, as one that was tried before."""
    gathered = Alert.objects.filter(pk=member.pk, state=State.GATHERED, leader=member.leader_id)
    gathered.update(state=State.NEW, leader=None, due_at=now, attempts=1)


def combine(notices: Sequence[Notice]) -> Notice:
    """One notice that says what all of them do, first what time runs out for soonest."""
    if len(notices) == 1:
        return notices[0]
    notices = sorted(notices, key=lambda notice: notice.due_at or NEVER)
    count = len(notices)
    return Notice(
        template="digest",
        title=ngettext("Your games: {count} alert", "Your games: {count} alerts", count).format(count=count),
        sentence=" · ".join(notice.title for notice in notices),
        url=settings.SITE_URL + reverse(settings.LOGIN_REDIRECT_URL),
        button=_("See your games"),
        context={"notices": notices},
    )
