"""Ways that the site gave up: their owner hears of it by the others."""

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications import kinds, owing
from notifications.kinds import Notice
from notifications.models import Alert, Destination

KIND = "way_given_up"

NO_GAME = 0

MINUTE = timedelta(minutes=1)


def register() -> None:
    """Make this kind of alert known."""
    kinds.register(KIND, write, gettext_lazy("A way to reach you was given up"))


def tell_owner(given_up: Destination, now: datetime) -> None:
    """Have somebody told by all other ways, in the transaction that gives one of theirs up; a sweep sends it."""
    owing.owe([given_up.user], KIND, NO_GAME, _minute(now), now=now)


def write(alert: Alert) -> Notice | None:
    """Names all that was given up in that minute; no longer needed once it is on again, or removed."""
    since = datetime.fromtimestamp(alert.sequence * MINUTE.total_seconds(), UTC)
    given_up = alert.recipient.destinations.filter(off_at__gte=since, off_at__lt=since + MINUTE)
    names = [way.name for way in given_up.order_by("pk")]
    if not names:
        return None
    return Notice(
        template="notice",
        kind=KIND,
        title=_("Alerts do not arrive at {name}").format(name=", ".join(names)),
        sentence=_("Nothing is sent there any more. Once it works again, turn it on: you can send it a test then."),
        url=settings.SITE_URL + reverse("notifications:alerts"),
        button=_("Look at your alerts"),
    )


def _minute(now: datetime) -> int:
    """What alerts know a time by: what one trouble ends at the same time is told of together."""
    return int(now.timestamp() // MINUTE.total_seconds())
