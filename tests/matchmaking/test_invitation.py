"""The way of somebody who is new here from a share link to a seat."""

import pytest
from django.urls import reverse

from matchmaking.models import Table
from tests.accounts.mails import link_in
from tests.factories import PASSWORD, TableFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(ana):
    return TableFactory(host=ana, is_public=False)


def invitation(table: Table) -> str:
    return reverse("matchmaking:invite", args=[table.token])


def confirm(client, mail) -> object:
    """Open the link of the mail and press its button."""
    return client.post(link_in(mail), follow=True)


def test_new_player_is_led_back_to_the_invitation_after_signing_up(client, table, mailoutbox):
    client.get(invitation(table))
    form = {"name": "Dora", "email": "dora@example.org", "password1": PASSWORD, "next": invitation(table)}
    client.post(reverse("account_signup"), form)
    answer = confirm(client, mailoutbox[-1])
    assert answer.redirect_chain[-1][0] == invitation(table)
    client.post(reverse("matchmaking:join", args=[table.pk]))
    assert [seat.name for seat in table.seats.all()] == ["Ana", "Dora"]


def test_player_who_logs_in_is_led_back_to_the_invitation(client, table, bob):
    client.get(invitation(table))
    form = {"login": bob.email, "password": PASSWORD, "next": invitation(table)}
    assert client.post(reverse("account_login"), form).url == invitation(table)


def test_guest_is_led_back_to_the_invitation_after_registering(client, table, mailoutbox):
    client.post(reverse("matchmaking:practice"))
    client.get(invitation(table))
    form = {"name": "Dora", "email": "dora@example.org", "password1": PASSWORD, "next": invitation(table)}
    client.post(reverse("accounts:keep"), form)
    answer = confirm(client, mailoutbox[-1])
    assert answer.redirect_chain[-1][0] == invitation(table)
    client.post(reverse("matchmaking:join", args=[table.pk]))
    assert [seat.name for seat in table.seats.all()] == ["Ana", "Dora"]


def test_guest_who_registers_on_another_way_finds_the_invitation_among_the_tables(client, table, mailoutbox):
    client.post(reverse("matchmaking:practice"))
    client.get(invitation(table))
    client.post(reverse("accounts:keep"), {"name": "Dora", "email": "dora@example.org", "password1": PASSWORD})
    confirm(client, mailoutbox[-1])
    lobby = client.get(reverse("matchmaking:lobby"))
    assert [row.table for row in lobby.context["lobby"].invited] == [table]
