"""Telling people: alerts are stored with the change they tell about, and sent after it."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from accounts.models import User
from notifications import tasks
from notifications.models import Alert, Channel, Destination, Reason

AFTER_ACTING = timedelta(minutes=10)
"""When somebody is told who is at the page: most likely they have seen what it is about by then."""


def tell(
    recipients: Iterable[User],
    kind: str,
    subject_id: int,
    sequence: int,
    *,
    now: datetime,
    at_the_page: Collection[int] = (),
) -> None:
    """Store an alert for each way to reach each recipient, and have it sent once the caller has committed.

    Telling the same again does nothing. Who has no mail address, as a guest, and no other way, is left out.

    :param kind: one that is registered with :mod:`notifications.kinds`.
    :param subject_id: what it is about, such as the id of a game.
    :param sequence: which moment of that, such as the number of actions taken.
    :param at_the_page: the ids of those who see it anyway, having just acted: they are told later, if at all.
    """
    told = [
        _alert(destination, kind, subject_id, sequence, now, is_later=destination.user_id in at_the_page)
        for destination in _destinations(list(recipients))
    ]
    if not told:
        return
    Alert.objects.bulk_create(told, ignore_conflicts=True)
    alerts = Alert.objects.due(now).filter(kind=kind, subject_id=subject_id, sequence=sequence)
    transaction.on_commit(partial(tasks.hand_out, list(alerts.values_list("pk", flat=True))))


def _alert(
    destination: Destination, kind: str, subject_id: int, sequence: int, now: datetime, *, is_later: bool
) -> Alert:
    alert = Alert(
        recipient_id=destination.user_id,
        destination=destination,
        channel=destination.channel,
        kind=kind,
        subject_id=subject_id,
        sequence=sequence,
        created_at=now,
        due_at=now,
    )
    if is_later:
        alert.hold(now, now + AFTER_ACTING, Reason.JUST_ACTED)
    return alert


def _destinations(recipients: Sequence[User]) -> list[Destination]:
    """All ways to reach people; for who has an address, mail is one from the first alert on."""
    found = list(Destination.objects.filter(user__in=recipients, off_at=None))
    have_mail = {destination.user_id for destination in found if destination.channel == Channel.MAIL}
    lacking = [user for user in recipients if user.email and user.pk not in have_mail]
    if not lacking:
        return found
    Destination.objects.bulk_create(
        [Destination(user=user, channel=Channel.MAIL) for user in lacking], ignore_conflicts=True
    )
    return list(Destination.objects.filter(user__in=recipients, off_at=None))
