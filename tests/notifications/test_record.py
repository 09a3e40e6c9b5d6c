"""The record of alerts: what was told, when and by which way, and what was not."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from notifications import trials
from notifications.models import Alert, Channel, Destination, Reason, State
from notifications.record import record
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db

NOW = timezone.now()


@pytest.fixture
def player(client, ana):
    client.force_login(ana)
    return client


@pytest.fixture
def mail(ana):
    return Destination.objects.create(user=ana, channel=Channel.MAIL)


@pytest.fixture
def browser(ana):
    return Destination.objects.create(
        user=ana, channel=Channel.PUSH, address="https://push.example/", label="Firefox"
    )


def alert(destination, sequence=1, **values):
    return Alert.objects.create(
        recipient=destination.user,
        destination=destination,
        channel=destination.channel,
        sequence=sequence,
        **{"kind": "knock", "subject_id": 12, **values},
    )


def sent(destination, sequence=1, **values):
    said = {"title": "Friday round: your turn", "sentence": "Which plant do you open?"}
    return alert(destination, sequence, state=State.SENT, sent_at=NOW, **said, **values)


def held(reason, minutes=10):
    return {"at": NOW.isoformat(), "until": (NOW + timedelta(minutes=minutes)).isoformat(), "reason": reason}


def page_of(client, **wishes):
    return client.get(reverse("notifications:record"), wishes).content.decode()


def test_each_way_is_tried_for_itself(ana, mail, browser):
    sent(mail, kind=trials.KIND, subject_id=trials.NOTHING)
    sent(browser, kind=trials.KIND, subject_id=trials.NOTHING)
    assert [[course.way for course in entry.courses] for entry in record(ana).entries] == [["Firefox"], ["Mail"]]


def test_what_goes_by_several_ways_is_one_entry(ana, mail, browser):
    sent(mail)
    alert(browser)
    (entry,) = record(ana).entries
    assert entry.sentence == "Which plant do you open?"
    assert [(course.way, course.outcome) for course in entry.courses] == [("Mail", "sent"), ("Firefox", "under_way")]


def test_latest_comes_first(ana, mail):
    sent(mail, 1)
    sent(mail, 2)
    assert [entry.courses[0].alert.sequence for entry in record(ana).entries] == [2, 1]


def test_alert_that_waits_says_until_when_and_why(ana, mail):
    alert(mail, held=[held(Reason.PRESENT), held(Reason.QUIET, 600)], due_at=NOW + timedelta(hours=10))
    (course,) = record(ana).entries[0].courses
    assert (course.outcome, course.reason) == ("waits", "your quiet hours")
    assert [wait.reason for wait in course.past_waits] == ["you were looking at the game"]


@pytest.mark.parametrize(
    ("state", "reason", "words"),
    [
        (State.DROPPED, Reason.ANSWERED, "no longer needed"),
        (State.DROPPED, Reason.OFF, "you do not want it"),
        (State.FAILED, Reason.TROUBLE, "it could not be delivered"),
        (State.GATHERED, "", "goes along with another"),
        (State.CLAIMED, "", "is being sent"),
    ],
)
def test_page_says_what_became_of_an_alert(player, mail, state, reason, words):
    alert(mail, state=state, reason=reason)
    assert words in page_of(player)


def test_alerts_of_others_are_not_shown(player, bob):
    foreign = Destination.objects.create(user=bob, channel=Channel.MAIL)
    sent(foreign, subject_id=77)
    page = page_of(player)
    assert "Which plant" not in page
    assert "No alerts yet." in page


def test_pages_miss_nothing_and_repeat_nothing(ana, mail, browser):
    for sequence in range(7):
        sent(mail, sequence)
        alert(browser, sequence)
    seen, before = [], None
    while True:
        part = record(ana, before=before, size=5)
        seen += [course.alert.pk for entry in part.entries for course in entry.courses]
        before = part.older_than
        if before is None:
            break
    assert sorted(seen) == sorted(Alert.objects.values_list("pk", flat=True))
    assert len(part.entries[-1].courses) == 2  # what goes together is not torn apart


def test_game_is_named_and_can_be_filtered_by(player, ana):
    game = GameFactory(players=2, name="Friday <i>round</i>")
    other = GameFactory(players=2, name="Saturday round")
    page = page_of(player, game=game.pk)
    assert "Friday &lt;i&gt;round" in page
    assert reverse("games:detail", args=[other.pk]) not in page


@pytest.mark.parametrize("wishes", [{"game": "all"}, {"before": "-1"}, {"game": "9" * 30}, {"before": "٣"}])
def test_wishes_that_cannot_be_read_are_none(player, mail, wishes):
    sent(mail)
    assert "Which plant do you open?" in page_of(player, **wishes)


def test_private_game_that_one_cannot_see_is_not_named(player, ana, bob, mail):
    game = GameFactory(players=3, name="Secret circle", is_public=False)
    game.seats.filter(user=ana).update(user=None, is_bot=True)
    Alert.objects.all().delete()
    sent(mail, subject_id=game.pk)
    assert "Secret circle" not in page_of(player)


def test_number_of_queries_does_not_grow_with_the_record(player, mail, browser, django_assert_max_num_queries):
    for sequence in range(30):
        sent(mail, sequence, subject_id=sequence)
        alert(browser, sequence, subject_id=sequence)
    with django_assert_max_num_queries(8):
        page_of(player)
