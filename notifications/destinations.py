"""The ways to reach people: how they fare, and when the site gives one up."""

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications import bounces, enqueue, kinds
from notifications.kinds import Notice
from notifications.models import Alert, Channel, Destination, Reason

GIVEN_UP_AFTER = timedelta(days=1)
"""For how long nothing may arrive at a webhook or a browser before the site gives it up."""
SHORTEST_REST, LONGEST_REST = timedelta(minutes=1), timedelta(hours=4)
"""For how long nothing is tried where something has not arrived: as long again as it has failed, within these."""
LONGEST_REST_OF_MAIL = timedelta(minutes=10)
"""The same for mails: most trouble with them is that of the mail service, which is over for all at once."""


def failing_since(destination: Destination, now: datetime) -> datetime | None:
    """Since when nothing arrives; None where that was long ago, and nothing has been tried since."""
    rested = destination.rests_until
    is_long_ago = rested is not None and now - rested > GIVEN_UP_AFTER
    return None if is_long_ago else destination.failing_since


def arrived(destination: Destination) -> None:
    if destination.failing_since is not None:
        _note(destination, failing_since=None, rests_until=None)


def failed(destination: Destination, now: datetime, pause: timedelta | None = None) -> datetime:
    """Note that something has not arrived, though it may later, and answer until when nothing is tried there.

    A way by which nothing has arrived for long is given up; mail never is, for it is everybody's last one.

    :param pause: how long the other side wants to be left alone, where it said so.
    """
    since = failing_since(destination, now) or now
    failing_for = now - since
    longest = LONGEST_REST_OF_MAIL if destination.channel == Channel.MAIL else LONGEST_REST
    rest = max(min(max(failing_for, SHORTEST_REST), longest), min(pause or SHORTEST_REST, GIVEN_UP_AFTER))
    _note(destination, failing_since=since, rests_until=now + rest)
    if failing_for >= GIVEN_UP_AFTER and destination.channel != Channel.MAIL:
        give_up(destination, now)
    return now + rest


def refused(destination: Destination) -> Reason:
    """Note that something is never going to arrive, and answer what its recipient is told of it."""
    if destination.channel != Channel.MAIL:
        return Reason.TROUBLE
    address = destination.user.email or ""
    bounces.came_back(address)
    destination.user.unreached_address = address  # for other alerts that are at hand
    return Reason.UNREACHED


def give_up(destination: Destination, now: datetime) -> None:
    """Send nothing more there until its owner turns it on again, and tell them so by other ways."""
    with transaction.atomic():
        if Destination.objects.filter(pk=destination.pk, off_at=None).update(off_at=now):
            destination.off_at = now
            tell_owner(destination, now)


def take_up(destination: Destination) -> None:
    destination.off_at = destination.failing_since = destination.rests_until = None
    destination.save(update_fields=["off_at", "failing_since", "rests_until"])
    if destination.channel == Channel.MAIL:
        bounces.forgive(destination.user)


def _note(destination: Destination, **values: datetime | None) -> None:
    """Note how a way fares, unless its owner has removed it: for other alerts that are at hand, too."""
    Destination.objects.filter(pk=destination.pk).update(**values)
    for column, value in values.items():
        setattr(destination, column, value)


KIND = "way_given_up"
NO_GAME = 0
MINUTE = timedelta(minutes=1)


def register() -> None:
    kinds.register(KIND, write_given_up, gettext_lazy("A way to reach you was given up"))


def tell_owner(given_up: Destination, now: datetime) -> None:
    """Have a player told by all other ways, in the transaction that gives one of theirs up; a sweep sends it."""
    minute = int(now.timestamp() // MINUTE.total_seconds())  # what one trouble ends together is told of together
    enqueue.enqueue([given_up.user], KIND, NO_GAME, minute, now=now)


def write_given_up(alert: Alert) -> Notice | None:
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
        sentence=_("We no longer send anything there. Once it works again, turn it on, and we send a test."),
        url=settings.SITE_URL + reverse("notifications:alerts"),
        button=_("See your alerts"),
    )
