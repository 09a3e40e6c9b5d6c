import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.urls import reverse
from django.utils import timezone

from accounts import deletion
from accounts.models import User

pytestmark = pytest.mark.django_db


def test_an_address_that_staff_writes_is_found_when_its_owner_logs_in(admin_client, ana):
    page = reverse("admin:accounts_user_change", args=[ana.pk])
    answer = admin_client.post(page, {"name": "Ana", "email": "Ana.Maria@Example.org", "is_active": "on"})
    assert answer.status_code == 302
    assert User.objects.get(email="ana.maria@example.org") == ana


def test_log_says_of_addresses_whose_they_are_and_nothing_of_it_is_left_when_they_leave(admin_client, ana):
    def do(what, *args, **fields):
        assert admin_client.post(reverse(f"admin:account_emailaddress_{what}", args=args), fields).status_code == 302

    do("add", user=ana.pk, email="second@example.org")
    second = EmailAddress.objects.get(email="second@example.org")
    do("change", second.pk, user=ana.pk, email="third@example.org", verified="on")
    do("delete", second.pk, post="yes")
    do("changelist", action="delete_selected", _selected_action=ana.emailaddress_set.get().pk, post="yes")
    assert not EmailAddress.objects.filter(user=ana).exists()
    said = [str(entry) for entry in LogEntry.objects.order_by("pk")]
    assert said == [f"Changed “Ana” — {what} a mail address." for what in ("Added", "Changed", "Deleted", "Deleted")]
    deletion.delete(ana, now=timezone.now())
    assert {entry.object_repr for entry in LogEntry.objects.all()} == {f"Former player {ana.pk}"}
