"""The way of somebody who is new here from a share link to a seat."""

import re

import pytest
from django.urls import reverse

from matchmaking.models import Table
from tests.accounts.mails import link_in
from tests.factories import PASSWORD, TableFactory, person_called
from tests.pages import html_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mails_go_out")]


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


def test_shared_invitation_says_who_invites_to_what_with_the_board(client, table, settings):
    settings.SITE_URL = "https://power.example"
    page = html_of(client.get(invitation(table)))
    found = dict(re.findall(r'<meta property="(og:[^"]*)" content="([^"]*)">', page))
    assert found["og:title"] == "Ana invites you to Friday grid"
    assert found["og:description"].startswith("Germany · ")
    assert found["og:url"] == f"https://power.example{invitation(table)}"
    assert found["og:image"] == "https://power.example/boards/germany/classic/board.png"


def test_hostile_name_of_a_table_is_words_in_a_shared_invitation(client, ana):
    page = html_of(client.get(invitation(TableFactory(host=ana, name='"><script>x</script> {0} %s'))))
    assert 'content="Ana invites you to &#34;&gt;&lt;script&gt;x&lt;/script&gt; {0} %s">' in page


@pytest.mark.parametrize(("name", "button"), [("", "Sign up</a>"), ("Bob", 'id="join"')], ids=["visitor", "player"])
def test_way_to_join_stands_before_who_sits_there(client, table, name, button):
    if name:
        client.force_login(person_called(name))
    before, _places, _after = html_of(client.get(invitation(table))).partition('class="gathering')
    assert button in before.partition('id="table-seats"')[2]
