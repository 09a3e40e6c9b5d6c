from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from talk import conversations, personal_data
from talk.conversations import LATEST, MOST, TWICE, MessageRefused
from talk.models import Conversation, Message, Mute, Report
from tests.factories import GuestFactory
from tests.talk.scripts import hear

pytestmark = pytest.mark.django_db


@pytest.fixture
def conversation():
    return Conversation.objects.create()


def heard_by(listener, conversation):
    return [saying.text for saying in conversations.listen(conversation.pk, listener).sayings]


def test_messages_are_heard_newest_first_with_their_authors(conversation, ana, bob):
    hear(conversation, ana, "Hello")
    hear(conversation, bob, "Hello yourself")
    stretch = conversations.listen(conversation.pk, ana)
    assert [(saying.name, saying.text, saying.is_mine) for saying in stretch.sayings] == [
        ("Bob", "Hello yourself", False),
        ("Ana", "Hello", True),
    ]


def test_listening_takes_one_query_however_many_talk(conversation, ana, bob, cid, django_assert_num_queries):
    for number, author in enumerate([ana, bob, cid] * 3):
        hear(conversation, author, f"Word {number}")
    with django_assert_num_queries(1):
        assert {saying.name for saying in conversations.listen(conversation.pk, ana).sayings} == {"Ana", "Bob", "Cid"}


def test_where_nobody_has_spoken_there_is_nothing_to_ask_for(ana, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert conversations.listen(None, ana).sayings == ()


def test_long_conversations_are_heard_in_stretches(conversation, ana):
    Message.objects.bulk_create(
        Message(conversation=conversation, author=ana, text=str(number)) for number in range(LATEST + 20)
    )
    latest = conversations.listen(conversation.pk, ana)
    before = conversations.listen(conversation.pk, ana, before=latest.sayings[-1].pk)
    assert (len(latest.sayings), latest.has_earlier) == (LATEST, True)
    assert (len(before.sayings), before.has_earlier) == (20, False)
    assert before.sayings[0].text == "19"


@pytest.mark.postgresql
def test_what_is_sent_twice_is_said_once(conversation, ana):
    first = hear(conversation, ana, "Hello")
    assert hear(conversation, ana, "Hello", later=2) == first
    assert hear(conversation, ana, "Hello", later=int(TWICE.total_seconds()) + 1) != first


def test_the_same_words_can_be_said_elsewhere(conversation, ana):
    hear(conversation, ana, "Hello")
    hear(Conversation.objects.create(), ana, "Hello")
    assert Message.objects.count() == 2


@pytest.mark.parametrize(("most", "span"), MOST)
def test_who_says_a_lot_has_to_wait(conversation, ana, bob, most, span):
    now = timezone.now()
    Message.objects.bulk_create(
        Message(conversation=conversation, author=ana, text=str(number), said_at=now - span + timedelta(seconds=5))
        for number in range(most)
    )
    with pytest.raises(MessageRefused, match="Wait a little"):
        hear(Conversation.objects.create(), ana, "One more")
    assert hear(conversation, bob, "I have said nothing yet")
    assert hear(conversation, ana, "One more", later=6)


@pytest.mark.postgresql
def test_muted_people_are_not_heard_until_they_are_wanted_again(conversation, ana, bob, cid):
    hear(conversation, bob, "Boo")
    hear(conversation, cid, "Hi")
    conversations.mute(ana, bob)
    conversations.mute(ana, bob)
    assert heard_by(ana, conversation) == ["Hi"]
    assert heard_by(cid, conversation) == heard_by(AnonymousUser(), conversation) == ["Hi", "Boo"]
    conversations.unmute(ana, bob.pk)
    assert heard_by(ana, conversation) == ["Hi", "Boo"]


def test_muted_people_take_no_room_from_others(conversation, ana, bob, cid):
    hear(conversation, cid, "Hi")
    Message.objects.bulk_create(
        Message(conversation=conversation, author=bob, text=str(number)) for number in range(LATEST + 1)
    )
    conversations.mute(ana, bob)
    assert heard_by(ana, conversation) == ["Hi"]


def test_reported_message_is_marked_for_who_reported_it_alone(conversation, ana, bob, cid):
    message = hear(conversation, bob, "Boo")
    conversations.report(message, ana, reason="insult", remark="")
    assert [saying.is_reported for saying in conversations.listen(conversation.pk, ana).sayings] == [True]
    assert [saying.is_reported for saying in conversations.listen(conversation.pk, cid).sayings] == [False]


@pytest.mark.postgresql
def test_reporting_twice_is_reporting_once(conversation, ana, bob):
    message = hear(conversation, bob, "Boo")
    conversations.report(message, ana, reason="insult", remark="First")
    conversations.report(message, ana, reason="spam", remark="Second")
    assert Report.objects.get().remark == "First"


def test_words_of_people_who_have_left_stay(conversation, ana):
    guest = GuestFactory()
    hear(conversation, guest, "I was here")
    guest.delete()
    (saying,) = conversations.listen(conversation.pk, ana).sayings
    assert (saying.name, saying.text) == ("A player who has left", "I was here")


def test_what_a_guest_said_goes_along_to_their_account(conversation, ana, bob, cid):
    guest = GuestFactory()
    message = hear(conversation, guest, "Hello")
    report = hear(conversation, cid, "Boo")
    conversations.report(report, guest, reason="spam", remark="")
    conversations.mute(guest, cid)
    conversations.mute(bob, guest)
    conversations.mute(ana, guest)
    personal_data.pass_on(guest, ana)
    message.refresh_from_db()
    assert message.author == ana
    assert Report.objects.get().reporter == ana
    assert set(Mute.objects.values_list("user__name", "other__name")) >= {("Ana", "Cid"), ("Bob", "Ana")}
    guest.delete()
    assert Mute.objects.count() == 2


@pytest.mark.postgresql
def test_two_who_muted_the_same_become_one(conversation, ana, bob):
    guest = GuestFactory()
    for user in (guest, ana):
        conversations.mute(user, bob)
        conversations.mute(bob, user)
    message = hear(conversation, bob, "Boo")
    for user in (guest, ana):
        conversations.report(message, user, reason="spam", remark="")
    personal_data.pass_on(guest, ana)
    guest.delete()
    assert Mute.objects.count() == 2
    assert Report.objects.filter(reporter=ana).count() == 1
