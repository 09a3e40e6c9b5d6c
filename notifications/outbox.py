"""Telling people: alerts are stored with the change they tell about, and sent after it."""

from collections.abc import Iterable
from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from notifications import tasks
from notifications.models import Alert


def tell(recipients: Iterable[User], kind: str, subject_id: int, sequence: int, *, now: datetime) -> None:
    """Store one alert for each recipient, and have it sent once the caller's transaction is committed.

    Telling the same again does nothing. Guests and others without a mail address are left out.

    :param kind: one that is registered with :mod:`notifications.kinds`.
    :param subject_id: what it is about, such as the id of a game.
    :param sequence: which moment of that, such as the number of actions taken.
    """
    told = [
        Alert(recipient=user, kind=kind, subject_id=subject_id, sequence=sequence, created_at=now, due_at=now)
        for user in recipients
        if user.email
    ]
    if not told:
        return
    Alert.objects.bulk_create(told, ignore_conflicts=True)
    alerts = Alert.objects.due(now).filter(kind=kind, subject_id=subject_id, sequence=sequence)
    transaction.on_commit(partial(tasks.hand_out, list(alerts.values_list("pk", flat=True))))
