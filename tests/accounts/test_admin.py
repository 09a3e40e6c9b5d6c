import pytest
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_an_address_that_staff_writes_is_found_when_its_owner_logs_in(admin_client, ana):
    page = reverse("admin:accounts_user_change", args=[ana.pk])
    answer = admin_client.post(page, {"name": "Ana", "email": "Ana.Maria@Example.org", "is_active": "on"})
    assert answer.status_code == 302
    assert User.objects.get(email="ana.maria@example.org") == ana
