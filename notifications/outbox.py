"""Telling people: alerts and mails are stored with the change they tell about, and sent after it."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction

from accounts.models import User
from notifications import enqueue, tasks
from notifications.models import OutgoingMail


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

    Telling the same again does nothing.

    :param subject_id: the id of the game that it is about; 0 where it is about none, as wishes for games go by it.
    :param sequence: which moment of that, such as the number of actions taken.
    :param at_the_page: the ids of those who see it anyway, having just acted: they are told later, if at all.
    """
    alerts = enqueue.enqueue(recipients, kind, subject_id, sequence, now=now, at_the_page=at_the_page)
    transaction.on_commit(partial(tasks.hand_out, alerts))


def post(kind: str, address: str, facts: Mapping[str, Any], *, is_in_budget: bool = True) -> None:
    """Store a mail to an address, whosever it is, and have it sent once the caller has committed.

    :param kind: one that was registered with :mod:`notifications.outgoing`.
    :param is_in_budget: whether it may go to an address that no account is known to have.
    """
    OutgoingMail.objects.create(kind=kind, address=address, facts=facts, is_in_budget=is_in_budget)
    transaction.on_commit(tasks.hand_out_mails)
