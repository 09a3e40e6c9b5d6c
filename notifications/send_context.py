"""What decides whether an alert is sent now, looked up."""

from datetime import datetime, time

from django.db.models import Max, OuterRef, Subquery

from accounts.calendars import sleep_of, zone_of
from accounts.models import User
from notifications import kinds, timing
from notifications.breakers import Servers
from notifications.kinds import Urgency
from notifications.models import (
    Alert,
    AlertQuerySet,
    AlertTimes,
    Channel,
    Destination,
    Frequency,
    GameWish,
    State,
    Wish,
    times_of,
)
from notifications.presence import LIST_OF_GAMES
from notifications.timing import SendContext

GATHERING = (Frequency.SPACED, Frequency.DAILY)  # how often one is told of several things at once


def selected(alerts: AlertQuerySet) -> AlertQuerySet:
    """Alerts with all that decides about them, but for what was sent before; in one query."""
    own = GameWish.objects.filter(
        user=OuterRef("recipient"), subject_id=OuterRef("subject_id"), channel=OuterRef("channel")
    )
    return alerts.select_related("recipient__alert_times", "recipient__presence", "destination").annotate(
        own_frequency=Subquery(own.values("frequency")),  # type: ignore[no-redef]  # declared for its readers
        own_hours=Subquery(own.values("hours")),
    )


def load(alerts: AlertQuerySet) -> list[Alert]:
    """Alerts with all that is needed to send them. Those that go the same way share it, and see how it fares."""
    ways: dict[int, Destination] = {}
    servers = Servers.load()
    found = list(selected(alerts).prefetch_related("recipient__emailaddress_set"))
    for alert in found:
        if alert.destination is not None:
            alert.destination = ways.setdefault(alert.destination.pk, alert.destination)
            alert.destination.user = alert.recipient
            alert.destination.servers = servers
    kinds.look_up(found)
    return found


def of(alert: Alert, deadline: datetime | None, now: datetime) -> SendContext:
    """What decides about an alert that was :func:`selected`; ``deadline`` is when the time of its recipient is up."""
    wish = wish_for(alert)
    return SendContext(
        now=now,
        urgency=kinds.known[alert.kind].urgency,
        frequency=Frequency(wish.frequency),
        hours=wish.hours,
        zone=zone_of(alert.recipient),
        digest_at=times_of(alert.recipient).digest_at,
        created_at=alert.created_at,
        is_fetched=alert.channel == Channel.FEED,
        quiet=quiet_hours(alert.recipient),
        last_sent_at=_last_sent_at(alert, wish) if goes_along(alert) else None,
        seen_at=seen_at(alert),
        deadline=deadline,
    )


def wish_for(alert: Alert) -> Wish:
    """What counts for an alert that was :func:`selected`: the wish for its game, or else for all that goes there.

    A player who wants nothing there gets nothing: they may have said so to their mail program, which knows no games.
    """
    if alert.destination is None:
        raise ValueError(f"Alert {alert.pk} leads nowhere.")
    is_silent = alert.destination.frequency == Frequency.NEVER
    if is_silent or alert.own_frequency is None or alert.own_hours is None:
        return alert.destination
    return GameWish(frequency=alert.own_frequency, hours=alert.own_hours)


def is_wanted(alert: Alert) -> bool:
    """Whether its recipient wants to be told of such things at all. A test that they asked for comes in any case."""
    return kinds.known[alert.kind].urgency is Urgency.NOW or wish_for(alert).frequency != Frequency.NEVER


def goes_along(alert: Alert) -> bool:
    is_plain = kinds.known[alert.kind].urgency is Urgency.PLAIN
    return is_plain and alert.channel != Channel.FEED and wish_for(alert).frequency in GATHERING


def is_looking(alert: Alert, now: datetime) -> bool:
    return timing.is_looking(seen_at(alert), now)


def seen_at(alert: Alert) -> datetime | None:
    """When its recipient was last seen at what it is about; None where they have been elsewhere since."""
    presence = getattr(alert.recipient, "presence", None)
    if presence is None or presence.subject_id not in (alert.subject_id, LIST_OF_GAMES):
        return None
    seen: datetime = presence.seen_at
    return seen


def quiet_hours(user: User) -> tuple[time, time] | None:
    times = times_of(user)
    match times.quiet:
        case AlertTimes.Quiet.SLEEP:
            return sleep_of(user)
        case AlertTimes.Quiet.OWN if times.quiet_from is not None and times.quiet_until is not None:
            return times.quiet_from, times.quiet_until
        case _:
            return None


def _last_sent_at(alert: Alert, wish: Wish) -> datetime | None:
    """When something was last sent that the wish is about; so a game with a wish of its own holds up no other."""
    plain = [name for name, kind in kinds.known.items() if kind.urgency is Urgency.PLAIN]
    sent = Alert.objects.filter(destination=alert.destination, state=State.SENT, kind__in=plain)
    if isinstance(wish, Destination):
        own = GameWish.objects.filter(user=alert.recipient_id, channel=alert.channel)
        sent = sent.exclude(subject_id__in=own.values("subject_id"))
    else:
        sent = sent.filter(subject_id=alert.subject_id)
    found: datetime | None = sent.aggregate(last=Max("sent_at"))["last"]
    return found
