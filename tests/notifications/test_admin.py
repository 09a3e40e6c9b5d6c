"""The outbox in the admin: to look at, and no more."""

import pytest
from django.urls import reverse

from notifications.models import Alert
from tests.factories import UserFactory


@pytest.fixture
def alert():
    return Alert.objects.create(recipient=UserFactory(name="Ana"), kind="knock", subject_id=12, sequence=1)


@pytest.mark.django_db
def test_operator_sees_what_became_of_an_alert(admin_client, alert):
    listed = admin_client.get(reverse("admin:notifications_alert_changelist"), {"q": "Ana"})
    assert "knock" in listed.content.decode()
    shown = admin_client.get(reverse("admin:notifications_alert_change", args=[alert.pk]))
    assert shown.status_code == 200
    assert 'name="_save"' not in shown.content.decode()


@pytest.mark.django_db
def test_nobody_makes_changes_or_deletes_alerts_by_hand(admin_client, alert):
    for view, args in (("add", []), ("delete", [alert.pk])):
        assert admin_client.get(reverse(f"admin:notifications_alert_{view}", args=args)).status_code == 403
    address = reverse("admin:notifications_alert_change", args=[alert.pk])
    assert admin_client.post(address, {"state": "sent"}).status_code == 403
