"""The page on which people say how and when they want to be told."""

from datetime import time, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from notifications import wishes
from notifications.models import Alert, AlertTimes, Channel, Destination, Frequency, Reason, State, times_of
from notifications.wishes import HowOften
from tests.factories import GuestFactory

pytestmark = pytest.mark.django_db

PAGE = "/alerts/"
NOW = timezone.now()


@pytest.fixture
def player(client, ana):
    client.force_login(ana)
    return client


@pytest.fixture
def hook(ana):
    """A webhook of Ana's."""
    return Destination.objects.create(
        user=ana, channel=Channel.DISCORD, address="https://discord.com/api/webhooks/1/secret", label="Friday round"
    )


@pytest.fixture
def foreign(bob):
    """A webhook of Bob's."""
    return Destination.objects.create(
        user=bob, channel=Channel.DISCORD, address="https://discord.com/api/webhooks/2/secret"
    )


def page_of(client):
    return client.get(PAGE).content.decode()


def waiting(destination, reason, *, due_at=NOW + timedelta(hours=9)):
    """An alert that was put off."""
    return Alert.objects.create(
        recipient=destination.user,
        destination=destination,
        channel=destination.channel,
        kind="knock",
        subject_id=12,
        sequence=1,
        due_at=due_at,
        held=[{"at": NOW.isoformat(), "until": due_at.isoformat(), "reason": reason}],
    )


def test_mail_is_a_way_before_anything_was_told_by_it(player, ana):
    assert "ana@example.org" in page_of(player)
    assert not ana.destinations.exists()  # looking changes nothing


def test_secrets_in_addresses_are_not_shown(player, hook):
    page = page_of(player)
    assert "Friday round" in page
    assert "discord.com" in page
    assert "/webhooks/1/" not in page


def test_ways_of_others_are_not_shown(player, foreign):
    Destination.objects.filter(pk=foreign.pk).update(label="Secret club")
    assert "Secret club" not in page_of(player)


@pytest.mark.postgresql
def test_number_of_queries_does_not_grow_with_the_ways(player, ana, hook, django_assert_max_num_queries):
    for number in range(8):
        Destination.objects.create(user=ana, channel=Channel.PUSH, address=f"https://push.example/{number}")
    with django_assert_max_num_queries(16):
        page_of(player)


def test_name_of_a_way_is_shown_as_it_was_written(player, hook):
    Destination.objects.filter(pk=hook.pk).update(label="<script>alert(1)</script>")
    page = page_of(player)
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page


@pytest.mark.parametrize(
    ("sent", "frequency", "hours"),
    [("at_once", "at_once", 3), ("spaced-6", "spaced", 6), ("daily", "daily", 3), ("never", "never", 3)],
)
def test_how_often_is_chosen_for_each_way(player, hook, sent, frequency, hours):
    player.post(reverse("notifications:frequency", args=[hook.pk]), {"how_often": sent})
    hook.refresh_from_db()
    assert (hook.frequency, hook.hours) == (frequency, hours)
    assert Destination.objects.filter(frequency=frequency).count() == 1


def test_how_often_mails_come_is_chosen_before_there_was_one(player, ana):
    player.post(reverse("notifications:frequency", args=[0]), {"how_often": "daily"})
    assert ana.destinations.get(channel=Channel.MAIL).frequency == Frequency.DAILY


@pytest.mark.parametrize("sent", ["", "spaced-5", "spaced", "often", "daily-3"])
def test_choice_that_is_none_changes_nothing(player, hook, sent):
    answer = player.post(reverse("notifications:frequency", args=[hook.pk]), {"how_often": sent})
    assert answer.status_code == 400
    hook.refresh_from_db()
    assert hook.frequency == Frequency.AT_ONCE


def test_every_choice_is_read_as_it_is_written():
    written = [str(choice) for choice in wishes.all_of_them()]
    assert len(set(written)) == len(written)
    for choice in wishes.all_of_them():
        assert HowOften.of(Destination(**choice.columns)) == choice


@pytest.mark.parametrize("action", ["frequency", "test", "turn_on", "remove"])
def test_ways_of_others_cannot_be_touched(player, foreign, action):
    answer = player.post(reverse(f"notifications:{action}", args=[foreign.pk]), {"how_often": "never"})
    assert answer.status_code == 404
    foreign.refresh_from_db()
    assert foreign.frequency == Frequency.AT_ONCE
    assert not Alert.objects.exists()


def test_way_is_removed_and_what_was_to_go_there_is_never_sent(player, ana, hook, sink):
    alert = waiting(hook, Reason.QUIET, due_at=NOW)
    player.post(reverse("notifications:remove", args=[hook.pk]))
    assert not ana.destinations.exists()
    alert.refresh_from_db()
    assert alert.destination is None


def test_mail_cannot_be_removed(player, ana):
    assert player.post(reverse("notifications:remove", args=[0])).status_code == 404


@pytest.mark.postgresql
@pytest.mark.parametrize("reason", [Reason.DAILY, Reason.SPACED, Reason.QUIET])
def test_alerts_that_wait_for_the_clock_are_looked_at_again_after_a_change(player, hook, reason):
    alert = waiting(hook, reason)
    player.post(reverse("notifications:frequency", args=[hook.pk]), {"how_often": "at_once"})
    alert.refresh_from_db()
    assert alert.due_at <= timezone.now()


@pytest.mark.parametrize("reason", [Reason.TROUBLE, Reason.JUST_ACTED, Reason.PRESENT])
def test_alerts_that_wait_for_something_else_go_on_waiting_after_a_change(player, hook, reason):
    alert = waiting(hook, reason)
    player.post(reverse("notifications:times"), {"quiet": "none", "digest_at": "08:00"})
    alert.refresh_from_db()
    assert alert.due_at == NOW + timedelta(hours=9)


def test_quiet_hours_and_the_hour_of_the_digest_are_chosen(player, ana):
    hours = {"quiet": "own", "quiet_from": "22:00", "quiet_until": "06:30", "digest_at": "18:15"}
    player.post(reverse("notifications:times"), hours)
    times = AlertTimes.objects.get(user=ana)
    assert (times.quiet_from, times.quiet_until, times.digest_at) == (time(22), time(6, 30), time(18, 15))


@pytest.mark.parametrize(
    ("quiet_from", "quiet_until", "sentence"),
    [
        ("", "07:00", "Say when your quiet hours begin."),
        ("22:00", "", "Say when your quiet hours are over."),
        ("22:00", "22:00", "Both times are the same."),
        ("late", "07:00", "Give a time of day, such as 22:30."),
    ],
)
def test_hours_that_are_none_are_refused_with_a_sentence(player, ana, quiet_from, quiet_until, sentence):
    sent = {"quiet": "own", "quiet_from": quiet_from, "quiet_until": quiet_until, "digest_at": "08:00"}
    answer = player.post(reverse("notifications:times"), sent)
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert not AlertTimes.objects.exists()


def test_quiet_hours_count_from_the_next_alert_on(player, ana):
    player.post(reverse("notifications:times"), {"quiet": "none", "digest_at": "08:00"})
    ana.refresh_from_db()
    assert times_of(ana).quiet == AlertTimes.Quiet.NONE


def test_new_people_are_told_what_they_can_say_before_they_are_asked():
    assert User.objects.create_user("eva@example.org", name="Eva").is_invited_to_plan


@pytest.mark.parametrize("wanted", [True, False])
def test_to_be_told_before_one_is_asked_is_a_choice(player, ana, wanted):
    player.post(reverse("notifications:invitations"), {"is_invited_to_plan": "on"} if wanted else {})
    ana.refresh_from_db()
    assert ana.is_invited_to_plan is wanted


def test_guest_hears_that_there_is_no_address(client):
    client.force_login(GuestFactory())
    page = page_of(client)
    assert "we have no address to write to" in page
    assert reverse("notifications:test", args=[0]) not in page


def test_guest_cannot_have_a_test_mailed(client, sink):
    client.force_login(GuestFactory())
    assert client.post(reverse("notifications:test", args=[0])).status_code == 404


def test_who_has_not_confirmed_the_address_hears_that(player, ana):
    ana.emailaddress_set.update(verified=False)
    assert "You have not confirmed yet" in page_of(player)


def test_every_page_says_that_mails_come_back(player, ana):
    assert "so we send you none for now" not in player.get(reverse("accounts:settings")).content.decode()
    ana.unreached_address = ana.email
    ana.save()
    assert "so we send you none for now" in player.get(reverse("accounts:settings")).content.decode()
    assert "Try again with a test" in page_of(player)


@pytest.mark.postgresql
def test_to_try_again_writes_to_an_address_from_which_mails_came_back(player, ana, sink):
    ana.unreached_address = ana.email
    ana.save()
    player.post(reverse("notifications:turn_on", args=[0]))
    ana.refresh_from_db()
    assert not ana.is_unreached
    assert Alert.objects.get(kind="test").recipient == ana


@pytest.mark.parametrize(("tried", "says_so"), [(timedelta(hours=1), True), (timedelta(days=7), False)])
def test_page_speaks_of_trouble_as_long_as_it_goes_on_trying(player, hook, tried, says_so):
    Destination.objects.filter(pk=hook.pk).update(failing_since=NOW - timedelta(days=8), rests_until=NOW - tried)
    assert ("we keep trying" in page_of(player)) is says_so


def test_way_that_was_given_up_is_taken_up_again_with_a_test(player, hook):
    Destination.objects.filter(pk=hook.pk).update(off_at=NOW, failing_since=NOW - timedelta(days=1))
    assert "Turn on again" in page_of(player)
    player.post(reverse("notifications:turn_on", args=[hook.pk]))
    hook.refresh_from_db()
    assert (hook.off_at, hook.failing_since) == (None, None)
    assert Alert.objects.get().kind == "test"


def test_alert_of_a_way_that_is_gone_stays_in_the_record(player, ana, hook):
    Alert.objects.filter(pk=waiting(hook, Reason.QUIET).pk).update(state=State.DROPPED, reason=Reason.GONE)
    hook.delete()
    assert "this way to reach you is gone" in page_of(player)
