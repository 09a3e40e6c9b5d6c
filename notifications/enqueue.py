"""What people are owed: alerts, stored with the change that they tell about. A sweep finds what nobody hands out."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from django.db.models import QuerySet

from accounts.models import User
from accounts.statements import written_once
from notifications.models import Alert, AlertQuerySet, Channel, Destination, Reason

AFTER_ACTING = timedelta(minutes=10)
"""When a player at the page is told: most likely they have seen what it is about by then."""


def enqueue(
    recipients: Iterable[User],
    kind: str,
    subject_id: int,
    sequence: int,
    *,
    now: datetime,
    at_the_page: Collection[int] = (),
) -> AlertQuerySet:
    """Store an alert for each way to reach each recipient, and answer those that are due at once."""
    told = []
    for destination in _destinations(list(recipients)):
        alert = Alert.by(destination, kind, subject_id, sequence, now)
        if destination.user_id in at_the_page:
            alert.hold(now, now + AFTER_ACTING, Reason.JUST_ACTED)
        told.append(alert)
    if not told:
        return Alert.objects.none()
    Alert.objects.bulk_create(told, ignore_conflicts=True)
    return Alert.objects.due(now).filter(kind=kind, subject_id=subject_id, sequence=sequence)


def _destinations(recipients: Sequence[User]) -> list[Destination]:
    """All ways to reach people; mail is one for all with an address, from the first alert on."""
    people = [user.pk for user in recipients]
    found = _ways(people)
    have_mail = {destination.user_id for destination in found if destination.channel == Channel.MAIL}
    lacking = [user for user in recipients if user.email and user.pk not in have_mail]
    if lacking:
        mails = [Destination(user=user, channel=Channel.MAIL) for user in lacking]
        Destination.objects.bulk_create(mails, ignore_conflicts=True)
        found = _ways(people)
    return [destination for destination in found if destination.off_at is None]


@written_once
def _ways(people: Collection[int]) -> QuerySet[Destination]:
    return Destination.objects.filter(user__in=people)
