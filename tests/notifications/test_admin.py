"""The outbox in the admin: what is stuck in it, to look at and no more."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from notifications.admin import LATE
from notifications.models import Alert, Channel, Destination, State
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

LIST = reverse("admin:notifications_alert_changelist")


def an_alert(state, *, age=timedelta(0), attempts=0, wait=timedelta(0)):
    """An alert that was due so long ago, or is due after a while."""
    ana = UserFactory(name="Ana")
    return Alert.objects.create(
        recipient=ana,
        destination=Destination.objects.create(user=ana, channel=Channel.WEBHOOK, address="https://secret.example/"),
        channel=Channel.WEBHOOK,
        kind="knock",
        subject_id=765432,
        sequence=654321,
        state=state,
        attempts=attempts,
        held=[{"at": "", "until": "", "reason": "present"}],
        title="Friday round: your turn",
        sentence="Bid on plant 13.",
        created_at=timezone.now() - age,
        due_at=timezone.now() - age + wait,
    )


def shown_at(alert):
    return reverse("admin:notifications_alert_change", args=[alert.pk])


@pytest.mark.parametrize(
    "circumstances",
    [
        {"state": State.FAILED},
        {"state": State.NEW, "age": LATE},
        {"state": State.CLAIMED, "age": 2 * LATE},
        {"state": State.NEW, "attempts": 1, "wait": timedelta(hours=1)},
    ],
)
def test_operator_sees_what_is_stuck_but_not_what_it_is_about(admin_client, circumstances):
    alert = an_alert(**circumstances)
    listed = admin_client.get(LIST, {"q": "Ana"})
    shown = admin_client.get(shown_at(alert))
    assert list(listed.context["cl"].queryset) == [alert]
    assert "knock" in listed.content.decode()
    assert shown.status_code == 200
    assert 'name="_save"' not in shown.content.decode()
    for page in (listed, shown):
        for secret in ("765432", "654321", "Friday", "plant 13", "secret.example", "present"):
            assert secret not in page.content.decode()


@pytest.mark.parametrize(
    "circumstances",
    [
        {"state": State.SENT, "age": 2 * LATE},
        {"state": State.DROPPED, "age": 2 * LATE},
        {"state": State.GATHERED, "age": 2 * LATE},
        {"state": State.NEW},
        {"state": State.CLAIMED, "attempts": 1},
        {"state": State.NEW, "age": 2 * LATE, "wait": timedelta(hours=9)},
    ],
)
def test_whom_a_game_has_told_is_nothing_for_staff(admin_client, circumstances):
    alert = an_alert(**circumstances)
    assert not admin_client.get(LIST).context["cl"].queryset.exists()
    assert admin_client.get(shown_at(alert)).status_code == 302


@pytest.mark.parametrize("lookup", ["subject_id", "sequence__lt", "recipient__alerts__subject_id"])
def test_what_an_alert_is_about_cannot_be_asked_for_by_address(admin_client, lookup):
    an_alert(State.FAILED)
    assert admin_client.get(LIST, {lookup: "765432"}).status_code == 400


def test_nobody_makes_changes_or_deletes_alerts_by_hand(admin_client):
    alert = an_alert(State.FAILED)
    for view, args in (("add", []), ("delete", [alert.pk])):
        assert admin_client.get(reverse(f"admin:notifications_alert_{view}", args=args)).status_code == 403
    assert admin_client.post(shown_at(alert), {"state": "sent"}).status_code == 403
