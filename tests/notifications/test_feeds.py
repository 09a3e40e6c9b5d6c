"""The feed of alerts: who finds it, and what is in it."""

from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.urls import reverse

from notifications import delivery, feeds
from notifications.models import Alert, Channel, Destination, State
from tests.factories import UserFactory
from tests.notifications.hooked import HOSTILE, NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana():
    return UserFactory(name="Ana")


@pytest.fixture
def feed(ana):
    feeds.make(ana, now=NOW)
    return feeds.of(ana)


def told(feed, number=1, **values):
    given = {
        "kind": "knock",
        "subject_id": 12,
        "sequence": number,
        "state": State.SENT,
        "title": f"Knock {number}",
        "sentence": "Somebody is at the door.",
        "created_at": NOW + timedelta(minutes=number),
        "sent_at": NOW + timedelta(minutes=number),
    }
    return Alert.objects.create(recipient=feed.user, destination=feed, channel=feed.channel, **(given | values))


def address(feed):
    return reverse("notifications:feed", args=[feed.secret])


def items(client, feed):
    answer = client.get(address(feed))
    assert answer.status_code == 200
    return ElementTree.fromstring(answer.content).findall("channel/item")


def test_feed_shows_the_latest_first(client, feed):
    told(feed, 1)
    told(feed, 2)
    assert [item.findtext("title") for item in items(client, feed)] == ["Knock 2", "Knock 1"]


def test_feed_shows_only_what_was_sent_to_it(client, feed, ana):
    mail = Destination.objects.create(user=ana, channel=Channel.MAIL)
    told(mail, 1)
    for number, state in enumerate([State.NEW, State.CLAIMED, State.GATHERED, State.DROPPED, State.FAILED]):
        told(feed, 2 + number, state=state)
    assert items(client, feed) == []


def test_what_is_told_is_in_the_feed_at_once(client, feed):
    alert = told(feed, state=State.NEW, title="", sentence="", sent_at=None, due_at=NOW)
    delivery.deliver(alert.pk, now=NOW)
    (item,) = items(client, feed)
    assert item.findtext("title") == "Knock 1"


def test_what_is_said_no_more_is_in_the_feed_by_its_kind(client, feed):
    told(feed, title="", sentence="")
    (item,) = items(client, feed)
    assert item.findtext("title") == "Knock"


def test_number_of_an_item_stays_the_same(client, feed):
    told(feed)
    (before,), (after,) = items(client, feed), items(client, feed)
    assert before.findtext("guid") == after.findtext("guid")
    assert before.find("guid").get("isPermaLink") == "false"


def test_feed_is_not_sent_again_while_nothing_is_new(client, feed):
    told(feed)
    answer = client.get(address(feed))
    again = {"If-None-Match": answer.headers["ETag"]}
    assert client.get(address(feed), headers=again).status_code == 304
    told(feed, 2)
    assert client.get(address(feed), headers=again).status_code == 200


def test_feed_is_for_its_owner_alone(client, feed):
    headers = client.get(address(feed)).headers
    assert headers["Cache-Control"] == "private, no-cache"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Robots-Tag"] == "noindex"


def test_feed_ends_after_fifty(client, feed):
    for number in range(feeds.LATEST + 3):
        told(feed, number)
    assert len(items(client, feed)) == feeds.LATEST


def test_hostile_words_are_words(client, feed):
    told(feed, title=HOSTILE + "\x01\x0b", sentence="<script>alert(1)</script>\x1b")
    (item,) = items(client, feed)
    assert item.findtext("title") == HOSTILE
    assert item.findtext("description") == "&lt;script&gt;alert(1)&lt;/script&gt;"


def test_name_that_staff_gave_and_no_reader_could_take_breaks_no_feed(client, feed, ana):
    ana.name = "A\x01na <&>"
    ana.save()
    told(feed)
    assert len(items(client, feed)) == 1


@pytest.mark.postgresql
def test_feed_asks_little_of_the_database(client, feed, django_assert_max_num_queries):
    for number in range(20):
        told(feed, number, subject_id=number)
    with django_assert_max_num_queries(3):
        client.get(address(feed))


def test_secret_that_nobody_has_leads_nowhere(client, feed):
    assert client.get(reverse("notifications:feed", args=["other"])).status_code == 404


def test_secret_of_another_way_leads_nowhere(client, ana):
    Destination.objects.create(user=ana, channel=Channel.WEBHOOK, address="https://bot.example/", secret="known")
    assert client.get(reverse("notifications:feed", args=["known"])).status_code == 404


def test_feed_of_somebody_shut_out_is_gone(client, feed, ana):
    ana.is_active = False
    ana.save()
    assert client.get(address(feed)).status_code == 404


def test_feeds_are_made_moved_and_removed(client, ana):
    client.force_login(ana)
    client.post(reverse("notifications:make_feeds"))
    first = feeds.of(ana)
    assert first.secret in client.get(reverse("notifications:alerts")).content.decode()

    client.post(reverse("notifications:make_feeds"))
    assert feeds.of(ana).secret == first.secret

    client.post(reverse("notifications:renew_feeds"))
    moved = feeds.of(ana)
    assert client.get(address(first)).status_code == 404
    assert client.get(address(moved)).status_code == 200

    client.post(reverse("notifications:remove_feeds"))
    assert client.get(address(moved)).status_code == 404
    assert feeds.of(ana) is None


def test_moving_keeps_what_is_in_the_feed(client, feed, ana):
    told(feed)
    feeds.renew(ana)
    assert len(items(client, feeds.of(ana))) == 1


@pytest.mark.parametrize("action", ["make_feeds", "renew_feeds", "remove_feeds"])
def test_looking_changes_nothing(client, feed, ana, action):
    client.force_login(ana)
    assert client.get(reverse(f"notifications:{action}")).url == reverse("notifications:alerts")
    assert feeds.of(ana).secret == feed.secret


def test_secrets_are_long(feed):
    assert len(feed.secret) >= 43
