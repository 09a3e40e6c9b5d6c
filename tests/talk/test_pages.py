"""The pages about what was said: all of it, reporting and muting."""

import pytest
from django.urls import reverse
from django.utils import timezone

from talk import conversations
from talk.conversations import LATEST
from talk.models import Message, Mute, Report
from tests.factories import GameFactory, TableFactory, person_called
from tests.pages import html_of, words_of
from tests.talk.scripts import say

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(db):
    return GameFactory(is_public=False)


@pytest.fixture
def message(game, bob):
    return say(game, bob, "You are a <b>fool</b>")


def log_in(client, name):
    client.force_login(person_called(name))


def test_whoever_sees_the_game_can_read_all_that_was_said(client, game, message):
    log_in(client, "Cid")
    words = words_of(client.get(message.conversation.get_absolute_url()))
    assert "You are a &lt;b&gt;fool&lt;/b&gt;" in words


@pytest.mark.parametrize("name", ["Stranger", ""])
def test_talk_of_a_private_game_is_nobody_elses_business(client, message, name):
    if name:
        log_in(client, name)
    assert client.get(message.conversation.get_absolute_url()).status_code == 404


def test_talk_of_a_public_game_can_be_read_by_all(client, bob):
    message = say(GameFactory(), bob, "Hello, everybody")
    assert "Hello, everybody" in words_of(client.get(message.conversation.get_absolute_url()))


def test_talk_of_a_private_table_needs_its_link(client, ana):
    table = TableFactory(host=ana, is_public=False)
    client.force_login(ana)
    client.post(reverse("matchmaking:say", args=[table.pk]), {"text": "Welcome"})
    talk = Message.objects.get().conversation.get_absolute_url()
    log_in(client, "Bob")
    assert client.get(talk).status_code == 404
    client.get(reverse("matchmaking:invite", args=[table.token]))
    assert "Welcome" in words_of(client.get(talk))


def test_old_talk_is_read_page_by_page(client, game, message, bob):
    Message.objects.bulk_create(
        Message(conversation=message.conversation, author=bob, text=f"Word {number}") for number in range(LATEST)
    )
    log_in(client, "Ana")
    latest = html_of(client.get(message.conversation.get_absolute_url()))
    assert "fool" not in latest
    first = Message.objects.get(text="Word 0")
    assert f'?before={first.pk}"' in latest
    assert latest.index("Earlier messages") < latest.index("Word 0") < latest.index("Word 1")
    assert "fool" in html_of(client.get(message.conversation.get_absolute_url(), {"before": first.pk}))


@pytest.mark.parametrize("before", ["x", "-1", "9" * 40, "²"])
def test_addresses_that_name_no_message_show_the_latest(client, message, before):
    log_in(client, "Ana")
    assert "fool" in html_of(client.get(message.conversation.get_absolute_url(), {"before": before}))


def test_message_is_reported_with_thanks_and_folds(client, game, message):
    log_in(client, "Ana")
    address = reverse("talk:report", args=[message.pk])
    assert "You are a" in words_of(client.get(address))
    answer = client.post(address, {"reason": "insult", "remark": "Twice today"}, follow=True)
    assert answer.redirect_chain == [(game.get_absolute_url(), 302)]
    assert "Thank you." in words_of(answer)
    assert "You have reported this." in words_of(answer)
    report = Report.objects.get()
    assert (report.message, report.reporter.name, report.reason, report.remark) == (
        message,
        "Ana",
        "insult",
        "Twice today",
    )


def test_report_needs_a_reason_and_keeps_what_was_written(client, message):
    log_in(client, "Ana")
    answer = client.post(reverse("talk:report", args=[message.pk]), {"reason": "", "remark": "So rude"})
    assert answer.status_code == 400
    assert "Choose what fits best." in words_of(answer)
    assert "So rude" in words_of(answer)
    assert not Report.objects.exists()


def test_own_message_cannot_be_reported(client, message):
    log_in(client, "Bob")
    answer = client.post(reverse("talk:report", args=[message.pk]), {"reason": "spam"}, follow=True)
    assert "You cannot report your own message." in words_of(answer)
    assert not Report.objects.exists()


def test_removed_message_is_not_shown_again_to_be_reported(client, message):
    message.removed_at = timezone.now()
    message.save()
    log_in(client, "Ana")
    answer = client.get(reverse("talk:report", args=[message.pk]), follow=True)
    assert "The people who run the site have already removed this message." in words_of(answer)
    assert "fool" not in words_of(answer)


def test_message_that_one_may_not_read_can_be_neither_reported_nor_used_to_mute(client, message):
    log_in(client, "Stranger")
    assert client.get(reverse("talk:report", args=[message.pk])).status_code == 404
    assert client.post(reverse("talk:mute"), {"message": message.pk}).status_code == 404
    assert client.post(reverse("talk:mute"), {"message": "none"}).status_code == 404


def test_author_is_muted_and_heard_again(client, game, message):
    log_in(client, "Ana")
    answer = client.post(reverse("talk:mute"), {"message": message.pk}, follow=True)
    assert "You no longer see what Bob says, here or anywhere else." in words_of(answer)
    assert "fool" not in words_of(answer)
    muted = client.get(reverse("talk:muted"))
    assert "Bob" in words_of(muted)
    client.post(reverse("talk:unmute"), {"other": Mute.objects.get().other_id})
    assert "No muted players." in words_of(client.get(reverse("talk:muted")))
    assert "fool" in words_of(client.get(game.get_absolute_url()))


def test_nobody_mutes_themselves(client, message):
    log_in(client, "Bob")
    client.post(reverse("talk:mute"), {"message": message.pk})
    assert not Mute.objects.exists()


@pytest.mark.parametrize("other", ["", "x", "9" * 30])
def test_hearing_nobody_again_changes_nothing(client, ana, bob, other):
    conversations.mute(ana, bob)
    log_in(client, "Ana")
    assert client.post(reverse("talk:unmute"), {"other": other}).status_code == 302
    assert Mute.objects.count() == 1
