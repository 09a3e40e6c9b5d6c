"""How people are reached follows them: from a guest to the account they log in to."""

import re
from collections.abc import Iterator
from datetime import datetime
from urllib.parse import urlsplit

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.belongings import Row, Sheet
from accounts.models import User
from notifications import kinds
from notifications.models import Alert, AlertTimes, Channel, Destination, GameWish, Presence, State
from notifications.new_ways import tell_of_new_way

WAYS, WISHES, TIMES = (f"notifications.{model}.user" for model in ("Destination", "GameWish", "AlertTimes"))
PRESENCE, ALERTS = "notifications.Presence.user", "notifications.Alert.recipient"
FORGOTTEN = (WAYS, WISHES, TIMES, PRESENCE, ALERTS)
KEPT = ()


def pass_on(giver: User, receiver: User) -> None:
    """Give ways, with their alerts, and wishes for games to another player, whose own stay as they are."""
    have = set(receiver.destinations.values_list("channel", "address"))
    given = [way.pk for way in giver.destinations.all() if (way.channel, way.address) not in have]
    Destination.objects.filter(pk__in=given).update(user=receiver)
    Alert.objects.filter(destination__in=given).update(recipient=receiver)
    for way in receiver.destinations.filter(pk__in=given).exclude(channel=Channel.MAIL):
        tell_of_new_way(way)

    have_said = set(receiver.game_wishes.values_list("subject_id", "channel"))
    said = [wish.pk for wish in giver.game_wishes.all() if (wish.subject_id, wish.channel) not in have_said]
    GameWish.objects.filter(pk__in=said).update(user=receiver)


def export(user: User) -> Iterator[Sheet]:
    words = _("How we reach you, and how often. Keys and secret addresses are left out.")
    yield Sheet("ways_to_reach_you", words, (WAYS,), _ways(user))
    words = _("The games of which you want to hear more or less often than usual.")
    yield Sheet("wishes_for_games", words, (WISHES,), _wishes(user))
    yield Sheet("times_for_alerts", _("When you want to be left in peace."), (TIMES,), _times(user))
    yield Sheet("presence", _("Where and when you were last seen."), (PRESENCE,), _presence(user))
    words = _("Your alerts of the last two months, and what became of them.")
    yield Sheet("alerts", words, (ALERTS,), _alerts(user))


def erase(user: User, *, now: datetime) -> None:
    Alert.objects.filter(recipient=user).delete()
    Destination.objects.filter(user=user).delete()
    GameWish.objects.filter(user=user).delete()
    AlertTimes.objects.filter(user=user).delete()
    Presence.objects.filter(user=user).delete()


def forget_name(name: str, among: QuerySet[Alert]) -> None:
    """Forget what others were told where a name stands in it: alerts are kept for two months with what they said.

    Nobody knows whether it is meant as a name there, so no other is put in its place.
    """
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    for column in ("title", "sentence"):
        holding = among.filter(state=State.SENT, **{f"{column}__contains": name}).values_list("pk", column)
        naming = [pk for pk, said in holding if word.search(said)]
        Alert.objects.filter(pk__in=naming).update(**{column: ""})


def _ways(user: User) -> Iterator[Row]:
    for way in Destination.objects.filter(user=user).order_by("pk"):
        yield {
            "channel": way.get_channel_display(),
            "name": way.label,
            "server": urlsplit(way.address).hostname,
            "how_often": way.get_frequency_display(),
            "hours": way.hours,
            "since": way.created_at,
            "was_given_up_at": way.off_at,
        }


def _wishes(user: User) -> Iterator[Row]:
    for wish in GameWish.objects.filter(user=user).order_by("pk"):
        yield {
            "game": wish.subject_id,
            "channel": wish.get_channel_display(),
            "how_often": wish.get_frequency_display(),
            "hours": wish.hours,
        }


def _times(user: User) -> Iterator[Row]:
    for times in AlertTimes.objects.filter(user=user):
        yield {
            "quiet": times.get_quiet_display(),
            "from": times.quiet_from,
            "until": times.quiet_until,
            "daily_digest_at": times.digest_at,
        }


def _presence(user: User) -> Iterator[Row]:
    for presence in Presence.objects.filter(user=user):
        yield {"game": presence.subject_id or None, "seen_at": presence.seen_at}


def _alerts(user: User) -> Iterator[Row]:
    for alert in Alert.objects.filter(recipient=user).order_by("pk").iterator():
        yield {
            "what": kinds.words_for(alert),
            "game": alert.subject_id or None,
            "by": alert.get_channel_display(),
            "at": alert.created_at,
            "title": alert.title,
            "sentence": alert.sentence,
            "outcome": alert.get_state_display(),
            "sent_at": alert.sent_at,
            "not_sent_because": alert.get_reason_display() or None,
        }
