"""Inviting people to a table by their mail address, which tells nobody whose it is."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import bans
from accounts.models import Ban, User
from matchmaking import invitations, rematches, table_page, tables
from matchmaking.models import Answer, Invitation, Table, TableRefused
from notifications import outgoing, strangers
from notifications.channels import mail_connection
from notifications.channels.mail_connection import NoLine
from notifications.models import OutgoingMail
from tests.accounts.mails import link_in
from tests.factories import PASSWORD, TableFactory, UserFactory
from tests.matchmaking.inviting import STRANGER, alerts_of, invite, press, seated, sweep, table_in
from tests.matchmaking.test_rematches import given_up
from tests.pages import words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(ana) -> Table:
    return TableFactory.create(host=ana, is_public=False, invited_only=True)


def test_address_without_an_account_gets_one_mail_by_which_one_signs_up_and_sits_down(
    client, table, ana, mails_go_out
):
    press(client, "invite_people", table, ana, who=STRANGER.upper())
    sweep()
    sweep()
    (letter,) = mail.outbox
    assert letter.to == [STRANGER]
    assert letter.subject == "Ana invites you to a game of Power Grid"
    assert not re.search(r"\{[%{#]", str(letter.body))
    assert "Friday grid" not in str(letter.body), "Words of others would make it a mail for whatever they like."
    client.logout()
    page = table_in(letter)
    assert "Ana invites you to Friday grid" in words_of(client.get(page))
    client.post(reverse("account_signup"), {"name": "Dora", "email": STRANGER, "password1": PASSWORD, "next": page})
    assert client.post(link_in(mail.outbox[-1]), follow=True).redirect_chain[-1][0] == page
    press(client, "join", table)
    assert seated(table) == ["Ana", "Dora"]


@pytest.mark.postgresql
def test_who_signs_up_elsewhere_with_that_address_finds_the_invitation(client, table):
    invite(table, email=STRANGER)
    dora = UserFactory.create(name="Dora", email=STRANGER)
    client.force_login(dora)
    assert "Friday grid" in words_of(client.get(reverse("matchmaking:mine"), headers={"HX-Request": "true"}))
    press(client, "join", table)
    assert seated(table) == ["Ana", "Dora"]


@pytest.mark.postgresql
def test_link_of_a_mail_is_good_for_one_seat(table, bob, cid):
    invite(table, email=STRANGER)
    token = Invitation.objects.get().token
    tables.join(table, bob, tokens=[token])
    with pytest.raises(TableRefused, match="Only invited players"):
        tables.join(table, cid, tokens=[token])


def test_address_of_an_account_is_told_by_its_alerts(table, bob):
    invite(table, email=bob.email)
    sweep()
    assert not mail.outbox
    assert len(alerts_of(bob)) == 1


def test_who_is_invited_by_their_address_is_told_what_an_answer_tells(client, table, bob):
    invite(table, email=bob.email)
    client.force_login(bob)
    page = words_of(client.get(table.get_absolute_url()))
    assert "Ana has invited your mail address. If you answer, they learn that it is yours." in page


def test_address_that_is_not_confirmed_is_written_to_like_one_without_an_account(table):
    UserFactory.create(name="Begun", email=STRANGER, address__verified=False)
    invite(table, email=STRANGER)
    sweep()
    assert [message.to for message in mail.outbox] == [[STRANGER]]


def leave_in_peace(_: Client) -> None:
    strangers.hear(STRANGER)


def say_never(client: Client) -> None:
    page = strangers.stop_url(STRANGER)
    assert b"Never write to me" in client.get(page).content
    assert strangers.may_be_written_to(STRANGER)
    assert b"Done" in Client(enforce_csrf_checks=True).post(page, {"List-Unsubscribe": "One-Click"}).content
    assert b"Write to me again" in client.get(page).content


@pytest.mark.parametrize("want_none", [leave_in_peace, say_never])
def test_address_that_wants_no_mails_gets_none_and_the_host_sees_no_difference(
    client, table, ana, want_none: Callable[[Client], None]
):
    want_none(client)
    assert press(client, "invite_people", table, ana, who=STRANGER).url == f"{table.get_absolute_url()}#messages"
    sweep()
    assert not mail.outbox
    assert f"{STRANGER} has not answered" in words_of(client.get(table.get_absolute_url()))


@pytest.mark.postgresql
def test_address_that_wants_no_mails_gets_none_when_the_site_has_another_key(settings):
    strangers.leave_in_peace(STRANGER)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "new" * 20
    assert not strangers.may_be_written_to(STRANGER)
    strangers.leave_in_peace("eva@bücher.example")  # as releases before knew it
    assert not strangers.may_be_written_to("eva@xn--bcher-kva.example")
    assert strangers.may_be_written_to("somebody.else@example.org")


def test_mail_waits_for_a_mail_service_that_is_away(table, monkeypatch):
    def fail(_mail: object) -> None:
        raise NoLine(ConnectionRefusedError())

    invite(table, email=STRANGER)
    with monkeypatch.context() as patch:
        patch.setattr(mail_connection, "send", fail)
        sweep()
    sweep()
    assert not mail.outbox
    outgoing.send_next(timezone.now() + timedelta(minutes=1))
    assert [message.to for message in mail.outbox] == [[STRANGER]]


def test_mail_that_waited_is_not_sent_once_the_invitation_is_withdrawn(table, ana):
    invite(table, email=STRANGER)
    invitations.sweep(now=timezone.now())
    invitations.withdraw(table, ana, Invitation.objects.get().pk)
    sweep()
    assert not mail.outbox
    assert not OutgoingMail.objects.exists()


def test_few_mails_go_out_for_one_table_and_one_host(client, settings, table, ana):
    for number in range(invitations.MOST_BY_MAIL):
        press(client, "invite_people", table, ana, who=f"{number}@example.org")
    answer = press(client, "invite_people", table, ana, who="one-more@example.org")
    assert "people to a table by mail" in words_of(answer)
    settings.ACCOUNT_RATE_LIMITS = {"invite_by_mail": "1/d/user"}
    other = TableFactory.create(host=ana, name="Other")
    assert press(client, "invite_people", other, who="a@example.org").status_code == 302
    answer = press(client, "invite_people", other, who="b@example.org")
    assert answer.status_code == 429
    assert "No more invitations by mail today." in words_of(answer)


def test_address_is_known_to_whoever_typed_it_alone(client, ana, bob):
    table = TableFactory.create(host=ana, people=[bob], players=4)
    invite(table, email=STRANGER)
    tables.leave(table, ana, now=timezone.now())
    client.force_login(bob)
    page = words_of(client.get(table.get_absolute_url()))
    assert "a person invited by mail has not answered" in page
    assert STRANGER not in page


# Whose address it is, and who is banned -----------------------------------------------------------------------------


def answers(table: Table) -> dict[str, str]:
    return {invitations.label(each, table.host): each.answer for each in table.invitations.all()}


def test_who_joins_an_open_table_shows_no_host_whose_address_it_is(client, ana, bob):
    table = TableFactory.create(host=ana, players=4)
    invite(table, email=bob.email)
    press(client, "join", table, bob)
    assert seated(table) == ["Ana", "Bob"]
    assert answers(table) == {bob.email: Answer.NONE}


def test_answer_to_an_invitation_by_name_answers_none_to_the_address(client, table, bob):
    invite(table, "Bob", email=bob.email)
    press(client, "decline", table, bob)
    assert answers(table) == {"Bob": Answer.DECLINED, bob.email: Answer.NONE}


def test_invitation_to_an_address_is_answered_where_it_is_said_what_that_shows(client, table, bob):
    invite(table, email=bob.email)
    client.force_login(bob)
    mine = client.get(reverse("matchmaking:mine"), headers={"HX-Request": "true"})
    assert "Ana invites you." in words_of(mine)
    assert f"decline-{table.pk}" not in mine.content.decode()
    assert "If you answer, they learn that it is yours" in words_of(client.get(table.get_absolute_url()))


def test_who_is_banned_is_neither_invited_nor_suggested_nor_waited_for(table, ana, bob):
    game = given_up(players=4)
    operator = UserFactory.create(name="Operator", is_staff=True, is_superuser=True)
    bans.impose(bob, kind=Ban.Kind.ALL, reason="Insults", until=None, by=operator, now=timezone.now())
    with pytest.raises(TableRefused, match="no longer plays here"):
        invite(table, "Bob")
    assert bob not in table_page.companions_of(ana, besides=[], now=timezone.now())
    rematch = rematches.play_again(game, ana, is_reversed=False, now=timezone.now())
    assert {place.kept.user.name for place in rematch.places() if place.kept} == {"Cid", "Dan"}


def test_nobody_is_written_to_for_a_host_who_was_banned_since(table, ana):
    invite(table, email=STRANGER)
    User.objects.filter(pk=ana.pk).update(banned_until=timezone.now() + timedelta(days=1))
    sweep()
    assert not mail.outbox
