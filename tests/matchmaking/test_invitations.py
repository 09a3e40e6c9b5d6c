"""Inviting people to a table by name, and what they do about it."""

from datetime import timedelta

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from accounts import bans
from accounts.models import Ban, User
from matchmaking import rematches, table_page, tables
from matchmaking.models import Answer, Invitation, Table, TableRefused
from notifications import delivery
from talk import conversations
from tests.factories import GameFactory, GuestFactory, TableFactory, UserFactory, person_called
from tests.matchmaking.inviting import STRANGER, alerts_of, invite, is_listed, press, seated, sweep, table_in
from tests.matchmaking.test_rematches import given_up
from tests.pages import words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(ana) -> Table:
    return TableFactory.create(host=ana, is_public=False, invited_only=True)


# By name ------------------------------------------------------------------------------------------------------------


def test_host_invites_somebody_by_name_who_sits_down_with_one_press(client, table, ana, bob):
    """The whole way: from the form over the alert and the list of games to the seat."""
    press(client, "invite_people", table, ana, who=" bOB ")
    assert "Bob has not answered" in words_of(client.get(table.get_absolute_url()))
    sweep()
    delivery.deliver(alerts_of(bob)[0].pk, now=timezone.now())
    assert mail.outbox[0].subject == "Ana invites you: Friday grid"
    assert "Join, or decline." in str(mail.outbox[0].body)
    client.logout()
    page = table_in(mail.outbox[0])
    assert client.get(page).url == f"{reverse('account_login')}?next={page}"
    client.force_login(bob)
    assert "Ana invites you to Friday grid" in words_of(client.get(page))
    mine = client.get(reverse("matchmaking:mine"), headers={"HX-Request": "true"}).content.decode()
    assert f'action="{reverse("matchmaking:join", args=[table.pk])}"' in mine
    assert f'action="{reverse("matchmaking:decline", args=[table.pk])}"' in client.get(page).content.decode()
    press(client, "join", table)
    assert seated(table) == ["Ana", "Bob"]
    assert not Invitation.objects.exists()


@pytest.mark.postgresql
def test_who_declines_is_asked_no_more_and_the_host_sees_it(client, table, ana, bob):
    invite(table, "Bob")
    sweep()
    assert press(client, "decline", table, bob).url == reverse("games:dashboard")
    assert delivery.deliver(alerts_of(bob)[0].pk, now=timezone.now()) is None
    assert not mail.outbox
    mine = client.get(reverse("matchmaking:mine"), headers={"HX-Request": "true"})
    assert "Friday grid" not in words_of(mine)
    assert press(client, "decline", table).status_code == 409
    client.force_login(ana)
    page = client.get(table.get_absolute_url())
    assert "Bob has declined" in words_of(page)
    assert 'id="withdraw-' not in page.content.decode()
    press(client, "withdraw", table, number=str(Invitation.objects.get().pk))
    with pytest.raises(TableRefused, match="has declined"):
        invite(table, "Bob")


def test_host_is_told_whom_they_had_invited_already(client, table, ana, bob, cid):
    def told(**fields: str) -> str:
        press(client, "invite_people", table, ana, **fields)
        return words_of(client.get(table.get_absolute_url()))

    already, invited = "is invited already, and has not answered yet.", "Invited. We tell them"
    for who in ("Bob", STRANGER):
        assert already not in told(who=who)
        page = told(who=who)
        assert f"{who} {already}" in page
        assert invited not in page
    GameFactory.create(players=3)  # so that Cid is suggested
    page = told(who="Bob", people=str(cid.pk))
    assert f"Bob {already}" in page
    assert invited in page


@pytest.mark.postgresql
def test_refused_invitation_is_told_in_the_form_that_was_sent(client, table, ana, bob):
    invite(table, "Bob")
    press(client, "decline", table, bob)
    answer = press(client, "invite_people", table, ana, who="Bob")
    assert answer.status_code == 409
    before, form = answer.content.decode().split('id="invite"')
    assert "Bob has declined, but can still join." in form
    assert "Bob has declined, but can still join." not in before


def test_who_has_declined_can_think_better_of_it(client, table, bob):
    invite(table, "Bob")
    press(client, "decline", table, bob)
    press(client, "join", table)
    assert seated(table) == ["Ana", "Bob"]


def test_lobby_shows_an_invitation_with_both_answers(client, table, bob):
    invite(table, "Bob")
    client.force_login(bob)
    lobby = client.get(reverse("matchmaking:lobby")).content.decode()
    for name in ("join", "decline"):
        assert f'action="{reverse(f"matchmaking:{name}", args=[table.pk])}"' in lobby


@pytest.mark.postgresql
def test_invitation_that_is_withdrawn_opens_nothing_and_is_told_once(client, table, ana, bob):
    invite(table, "Bob")
    sweep()
    for _press_twice in range(2):
        press(client, "withdraw", table, ana, number=str(Invitation.objects.get().pk))
        assert "The invitation is withdrawn." in words_of(client.get(table.get_absolute_url()))
    assert press(client, "join", table, bob).status_code == 404
    with pytest.raises(TableRefused, match="Only invited players"):
        tables.join(table, bob)
    delivery.deliver(alerts_of(bob)[0].pk, now=timezone.now())
    assert not mail.outbox
    invite(table, "Bob")
    sweep()
    assert len(alerts_of(bob)) == 1
    assert seated(tables.join(table, bob)) == ["Ana", "Bob"]


@pytest.mark.postgresql
def test_link_to_a_withdrawn_invitation_says_so_and_leads_to_other_tables(client, table, ana, bob, cid):
    invite(table, "Bob", email=STRANGER)
    invitations_sent = list(Invitation.objects.order_by("pk"))
    for invitation in invitations_sent:
        press(client, "withdraw", table, ana, number=str(invitation.pk))
    client.logout()
    by_mail = client.get(reverse("matchmaking:invite", args=[invitations_sent[1].token]), follow=True)
    client.force_login(bob)
    by_name = client.get(table.get_absolute_url(), follow=True)
    for answer in (by_mail, by_name):
        assert answer.redirect_chain == [(reverse("matchmaking:lobby"), 302)]
        assert "The host has withdrawn this invitation." in words_of(answer)
    client.force_login(cid)
    assert client.get(table.get_absolute_url()).status_code == 404
    assert client.get(reverse("matchmaking:detail", args=[2**70])).status_code == 404
    assert client.get(reverse("matchmaking:invite", args=["of-nobody"])).status_code == 404


def test_only_the_host_invites_and_withdraws(client, ana, bob, cid):
    table = TableFactory.create(host=ana, people=[bob], players=4)
    invite(table, "Cid")
    assert press(client, "invite_people", table, bob, who="Dan").status_code in (400, 403)
    person_called("Dan")
    assert press(client, "invite_people", table, bob, who="Dan").status_code == 403
    assert press(client, "withdraw", table, bob, number=str(Invitation.objects.get().pk)).status_code == 403
    assert "Cid has not answered" not in words_of(client.get(table.get_absolute_url()))
    assert Invitation.objects.get().answer == Answer.NONE


def test_who_has_muted_the_host_hears_nothing_and_the_host_nothing_of_that(client, table, ana, bob, cid):
    conversations.mute(bob, ana)
    for name in ("Bob", "Cid"):
        press(client, "invite_people", table, ana, who=name)
    sweep()
    assert not alerts_of(bob)
    assert alerts_of(cid)
    page = words_of(client.get(table.get_absolute_url()))
    assert "Bob has not answered" in page
    assert "Cid has not answered" in page
    assert [name for name in ("Bob", "Cid") if is_listed(client, table, name)] == ["Cid"]


def test_who_may_say_nothing_here_invites_nobody(table, ana, bob):
    staff = UserFactory.create(name="Operator", is_staff=True, is_superuser=True)
    bans.impose(ana, kind=Ban.Kind.TALK, reason="Insults", until=None, by=staff, now=timezone.now())
    with pytest.raises(TableRefused, match="Insults"):
        invite(table, "Bob")


def test_who_wants_no_invitations_gets_none(client, table, ana, bob):
    User.objects.filter(pk=bob.pk).update(takes_invitations=False)
    answer = press(client, "invite_people", table, ana, who="Bob")
    assert "Bob does not want to be invited." in words_of(answer)
    invite(table, email=bob.email)
    sweep()
    assert not alerts_of(bob)
    assert not mail.outbox
    assert not is_listed(client, table, "Bob")


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("who", "words"),
    [
        ("", "Choose a player, or give a name or a mail address."),
        ("Nemo", "No player is called Nemo"),
        ("Guest 12", "is a guest"),
        ("Ana", "has a seat at this table"),
        ("ana@example.org", "your own address"),
        ("no@address", "This is not a mail address"),
        ("x" * 300, "That is too long for a name or address."),
    ],
)
def test_what_cannot_be_is_said_and_leaves_all_as_it_was(client, table, ana, who, words):
    GuestFactory.create(name="Guest 12")
    answer = press(client, "invite_people", table, ana, who=who)
    assert answer.status_code in (400, 409)
    assert words in words_of(answer)
    assert not Invitation.objects.exists()


def test_one_who_cannot_be_invited_keeps_back_the_others(table, bob):
    with pytest.raises(TableRefused):
        invite(table, "Bob", "Ana")
    assert not Invitation.objects.exists()


def test_invitations_end_with_the_table(table, ana, bob):
    invite(table, "Bob", email=STRANGER)
    sweep()
    tables.close(table, ana, now=timezone.now())
    delivery.deliver(alerts_of(bob)[0].pk, now=timezone.now())
    assert [message.to for message in mail.outbox] == [[STRANGER]]
    sweep()
    assert not Invitation.objects.exists()


def test_table_asks_nothing_of_who_is_invited(ana, bob):
    table = TableFactory.create(host=ana, players=3)
    Table.objects.filter(pk=table.pk).update(least_reliability=97)
    with pytest.raises(TableRefused):
        tables.join(table, bob)
    invite(table, "Bob")
    assert seated(tables.join(table, bob)) == ["Ana", "Bob"]


# Invited only -------------------------------------------------------------------------------------------------------


def test_link_alone_lets_nobody_sit_down_where_only_the_invited_can(client, table, ana, bob):
    client.force_login(bob)
    page = client.get(reverse("matchmaking:invite", args=[table.token]))
    assert "Only players invited by Ana can join." in words_of(page)
    assert 'id="join"' not in page.content.decode()
    assert press(client, "join", table).status_code == 409
    client.force_login(ana)
    assert table.token not in client.get(table.get_absolute_url()).content.decode()


def test_rematch_is_for_the_invited_where_the_table_was(ana, bob):
    game = given_up()
    TableFactory.create(host=ana, name="Before", is_public=False, invited_only=True)
    Table.objects.filter(name="Before").update(game=game)
    game.is_public = False
    game.save()
    assert rematches.play_again(game, ana, is_reversed=False, now=timezone.now()).invited_only


# Whom one plays with ------------------------------------------------------------------------------------------------


def test_people_one_plays_with_often_and_of_late_are_suggested_first(ana):
    now = timezone.now()
    for _ in range(3):  # with Bob and Cid, long ago
        game = GameFactory.create(players=3)
        game.created_at = now - table_page.LATELY - timedelta(days=1)
        game.save()
    GameFactory.create(players=2)  # with Bob
    GameFactory.create(players=4)  # with Bob, Cid and Dan
    UserFactory.create(name="Never met")
    suggested = table_page.companions_of(ana, besides=[], now=now)
    assert [person.name for person in suggested] == ["Bob", "Cid", "Dan"]
    conversations.mute(ana, person_called("Bob"))
    assert [person.name for person in table_page.companions_of(ana, besides=[person_called("Cid").pk], now=now)] == [
        "Dan"
    ]


def test_suggestions_are_ticked_and_nobody_else_can_be(client, table, ana):
    GameFactory.create(players=3)
    client.force_login(ana)
    page = client.get(table.get_absolute_url())
    bob = person_called("Bob")
    assert f'value="{bob.pk}"' in page.content.decode()
    press(client, "invite_people", table, people=str(bob.pk))
    assert Invitation.objects.get().user == bob
    assert press(client, "invite_people", table, people=str(bob.pk)).status_code == 400
    met_never = UserFactory.create(name="Never met")
    assert press(client, "invite_people", table, people=str(met_never.pk)).status_code == 400
