"""Telling people: with the change, after it, and once."""

from datetime import timedelta

import pytest
from celery import Celery
from django.db import transaction
from django.utils import timezone

from notifications import outbox, tasks
from notifications.models import Alert, State
from tests.factories import GuestFactory, UserFactory

pytestmark = pytest.mark.postgresql


def tell(*recipients, sequence=1):
    outbox.tell(recipients, "knock", 12, sequence, now=timezone.now())


@pytest.mark.django_db
def test_each_recipient_is_owed_one_alert():
    ana, bob = UserFactory(name="Ana"), UserFactory(name="Bob")
    tell(ana, bob)
    assert set(Alert.objects.values_list("recipient", "kind", "subject_id", "sequence", "state")) == {
        (ana.pk, "knock", 12, 1, State.NEW),
        (bob.pk, "knock", 12, 1, State.NEW),
    }


@pytest.mark.django_db
def test_guest_is_left_out():
    tell(GuestFactory())
    assert not Alert.objects.exists()


@pytest.mark.django_db
def test_alert_is_sent_after_the_change(mailoutbox, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        tell(UserFactory(name="Ana"))
        assert not mailoutbox
    assert [mail.to for mail in mailoutbox] == [["ana@example.org"]]


@pytest.mark.django_db
def test_telling_twice_sends_once(mailoutbox, django_capture_on_commit_callbacks):
    ana = UserFactory()
    with django_capture_on_commit_callbacks(execute=True):
        tell(ana)
        tell(ana)
    with django_capture_on_commit_callbacks(execute=True):
        tell(ana)
    assert len(mailoutbox) == 1


@pytest.mark.django_db
def test_next_moment_is_an_alert_of_its_own(mailoutbox, django_capture_on_commit_callbacks):
    ana = UserFactory()
    with django_capture_on_commit_callbacks(execute=True):
        tell(ana, sequence=1)
        tell(ana, sequence=2)
    assert [mail.subject for mail in mailoutbox] == ["Knock 1", "Knock 2"]


@pytest.mark.django_db(transaction=True)
def test_change_that_is_rolled_back_tells_nobody(mailoutbox):
    ana = UserFactory()
    with transaction.atomic():
        tell(ana)
        transaction.set_rollback(True)
    assert not Alert.objects.exists()
    assert not mailoutbox


@pytest.mark.parametrize("broker", ["redis://localhost:1/0", "amqp://localhost:1//", "filesystem://"])
@pytest.mark.django_db(transaction=True)
def test_broker_out_of_reach_only_delays_the_alert(broker, monkeypatch, tmp_path, mailoutbox, caplog):
    elsewhere = Celery(broker=broker, set_as_current=False)
    gone = str(tmp_path / "gone" / "queue")
    elsewhere.conf.broker_transport_options = (
        {"data_folder_in": gone, "data_folder_out": gone, "control_folder": gone} if "file" in broker else {}
    )
    with monkeypatch.context() as patch:
        patch.setattr(tasks, "deliver", elsewhere.tasks["notifications.tasks.deliver"])
        with transaction.atomic():
            tell(UserFactory())
    assert "waits for a sweep" in caplog.text
    assert not mailoutbox

    tasks.sweep()
    assert len(mailoutbox) == 1


@pytest.mark.django_db
def test_alert_that_the_broker_lost_is_sent_by_the_sweep(mailoutbox):
    tell(UserFactory())  # and nobody hands it out, for the test's transaction is never committed
    assert not mailoutbox

    tasks.sweep()
    tasks.sweep()
    assert len(mailoutbox) == 1


@pytest.mark.django_db
def test_longest_due_is_sent_first(mailoutbox):
    ana = UserFactory()
    for sequence in (1, 2, 3):
        tell(ana, sequence=sequence)
    Alert.objects.filter(sequence=3).update(due_at=timezone.now() - timedelta(hours=1))
    tasks.sweep()
    assert [mail.subject for mail in mailoutbox] == ["Knock 3", "Knock 1", "Knock 2"]


@pytest.mark.django_db
def test_telling_costs_two_queries_however_many_are_told(django_assert_num_queries):
    table = UserFactory.create_batch(6)
    tell(*table)
    with django_assert_num_queries(2):
        tell(*table, sequence=2)
