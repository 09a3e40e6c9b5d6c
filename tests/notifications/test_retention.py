"""Old alerts: what became of them is not kept for ever."""

from datetime import timedelta

import pytest

from notifications import tasks
from notifications.models import Alert, State
from tests.notifications.messages import NOW, owe, way

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

OLD = NOW - tasks.KEPT - timedelta(seconds=1)


def kept():
    return set(Alert.objects.values_list("sequence", flat=True))


@pytest.mark.parametrize("state", [State.SENT, State.DROPPED, State.FAILED])
def test_what_was_settled_long_ago_is_forgotten(state):
    mails = way()
    owe(mails, 1, at=OLD)
    owe(mails, 2, at=NOW - tasks.KEPT)
    Alert.objects.update(state=state)
    assert tasks.delete_settled(now=NOW) == 1
    assert kept() == {2}


@pytest.mark.parametrize("state", [State.NEW, State.CLAIMED, State.GATHERED])
def test_what_is_still_to_come_stays_however_old(state):
    owe(way(), at=OLD)
    Alert.objects.update(state=state)
    assert tasks.delete_settled(now=NOW) == 0
    assert kept() == {1}


def test_many_go_in_batches(monkeypatch):
    monkeypatch.setattr(tasks, "BATCH", 2)
    mails = way()
    leader, *others = [owe(mails, number, at=OLD) for number in range(5)]
    Alert.objects.update(state=State.SENT)
    Alert.objects.filter(pk__in=[other.pk for other in others]).update(leader=leader)
    assert tasks.delete_settled(now=NOW) == 5
    assert not kept()
