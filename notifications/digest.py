"""Several alerts in one: what is told every few hours, or once a day."""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from notifications import circumstances, kinds
from notifications.kinds import Notice, Urgency
from notifications.models import Alert, Frequency, State, Wish

GATHERS = (Frequency.SPACED, Frequency.DAILY)


def gather(leader: Alert, wish: Wish, now: datetime) -> list[Alert]:
    """Have others that are due go along with an alert that was claimed, where its recipient wants them together."""
    if not _goes_along(leader, wish):
        return []
    others = Alert.objects.filter(destination=leader.destination, state=State.NEW, due_at__lte=now)
    found = [
        other.pk
        for other in others.select_related("destination")
        if _goes_along(other, circumstances.wish_for(other))
    ]
    Alert.objects.filter(pk__in=found, state=State.NEW).update(state=State.GATHERED, leader=leader)
    return list(leader.members.filter(state=State.GATHERED).select_related("recipient", "destination").order_by("pk"))


def combine(notices: Sequence[Notice]) -> Notice:
    """One notice that says what all of them do."""
    if len(notices) == 1:
        return notices[0]
    count = len(notices)
    return Notice(
        template="digest",
        title=ngettext("{count} piece of news of your games", "{count} pieces of news of your games", count).format(
            count=count
        ),
        sentence=" · ".join(notice.title for notice in notices),
        url=settings.SITE_URL + reverse(settings.LOGIN_REDIRECT_URL),
        button=_("See your games"),
        context={"notices": notices},
    )


def _goes_along(alert: Alert, wish: Wish) -> bool:
    return kinds.known[alert.kind].urgency is Urgency.PLAIN and wish.frequency in GATHERS
