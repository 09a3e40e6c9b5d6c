"""What decides whether an alert is sent now, looked up."""

from datetime import datetime, time

from django.db.models import Max

from accounts.calendars import sleep_of, zone_of
from accounts.models import User
from notifications import kinds
from notifications.kinds import Urgency
from notifications.models import Alert, AlertTimes, Channel, Destination, Frequency, GameWish, State, Wish, times_of
from notifications.timing import Circumstances

LIST_OF_GAMES = 0
"""In place of the id of a game: where all games of somebody are listed, with what they wait for."""


def of(alert: Alert, wish: Wish, deadline: datetime | None, now: datetime) -> Circumstances:
    """The circumstances of an alert that was claimed.

    :param wish: what counts for it, as :func:`wish_for` finds it.
    :param deadline: when the time of its recipient is up.
    """
    is_fetched = alert.channel == Channel.FEED  # by a reader that chooses its own time
    return Circumstances(
        now=now,
        urgency=Urgency.NOW if is_fetched else kinds.known[alert.kind].urgency,
        frequency=Frequency(wish.frequency),
        hours=wish.hours,
        zone=zone_of(alert.recipient),
        digest_at=times_of(alert.recipient).digest_at,
        created_at=alert.created_at,
        quiet=quiet_hours(alert.recipient),
        last_sent_at=_last_sent_at(alert, wish) if wish.frequency == Frequency.SPACED else None,
        seen_at=_seen_at(alert),
        deadline=deadline,
    )


def wish_for(alert: Alert) -> Wish:
    """What counts for an alert: the wish for its game, or else what holds for all that goes there."""
    if alert.destination is None:
        raise ValueError(f"Alert {alert.pk} leads nowhere.")
    own = GameWish.objects.filter(user=alert.recipient_id, subject_id=alert.subject_id, channel=alert.channel)
    return own.first() or alert.destination


def quiet_hours(user: User) -> tuple[time, time] | None:
    """The hours of the day in which somebody is not to be disturbed."""
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


def _seen_at(alert: Alert) -> datetime | None:
    presence = getattr(alert.recipient, "presence", None)
    if presence is None or presence.subject_id not in (alert.subject_id, LIST_OF_GAMES):
        return None
    seen_at: datetime = presence.seen_at
    return seen_at
