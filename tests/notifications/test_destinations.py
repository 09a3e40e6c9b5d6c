"""Ways to reach people that fail: they rest for longer and longer, and in the end are given up."""

from datetime import timedelta

import pytest

from notifications import destinations
from notifications.models import Channel
from tests.notifications.messages import NOW, way

pytestmark = pytest.mark.django_db

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def fail(destination, now=NOW, pause=None):
    """For how long a way rests that has just failed."""
    rests_until = destinations.failed(destination, now, pause)
    destination.refresh_from_db()
    assert destination.rests_until == rests_until
    return rests_until - now


def test_way_rests_as_long_again_as_it_has_failed():
    webhook = way(channel=Channel.WEBHOOK)
    assert fail(webhook) == MINUTE
    assert webhook.failing_since == NOW
    assert fail(webhook, NOW + MINUTE) == MINUTE
    assert fail(webhook, NOW + 10 * MINUTE) == 10 * MINUTE
    assert fail(webhook, NOW + 10 * HOUR) == destinations.LONGEST_REST
    assert webhook.failing_since == NOW


@pytest.mark.parametrize(
    ("pause", "rest"),
    [(timedelta(seconds=5), MINUTE), (2 * HOUR, 2 * HOUR), (400 * DAY, destinations.GIVEN_UP_AFTER)],
)
def test_way_rests_as_long_as_the_other_side_wants(pause, rest):
    assert fail(way(channel=Channel.WEBHOOK), pause=pause) == rest


def test_mail_rests_for_minutes_only_as_its_service_is_back_for_all_at_once():
    mails = way()
    fail(mails)
    assert fail(mails, NOW + 10 * HOUR) == destinations.LONGEST_REST_OF_MAIL


def test_trouble_of_last_week_does_not_count_where_nothing_was_tried_since():
    webhook = way(channel=Channel.WEBHOOK)
    fail(webhook)
    assert fail(webhook, NOW + 7 * DAY) == MINUTE
    assert (webhook.failing_since, webhook.off_at) == (NOW + 7 * DAY, None)


def test_way_that_works_again_has_forgotten_all_of_it():
    webhook = way(channel=Channel.WEBHOOK)
    fail(webhook)
    destinations.arrived(webhook)
    webhook.refresh_from_db()
    assert (webhook.failing_since, webhook.rests_until) == (None, None)


@pytest.mark.parametrize("channel", [Channel.WEBHOOK, Channel.DISCORD, Channel.SLACK, Channel.PUSH])
def test_way_by_which_nothing_arrives_for_a_day_is_given_up(channel):
    destination = way(channel=channel)
    fail(destination)
    fail(destination, NOW + DAY - MINUTE)
    assert destination.off_at is None
    fail(destination, NOW + DAY)
    assert destination.off_at == NOW + DAY


def test_mail_is_never_given_up():
    mails = way()
    fail(mails)
    fail(mails, NOW + 30 * DAY)
    assert mails.off_at is None


def test_what_works_costs_no_query(django_assert_num_queries):
    mails = way()
    with django_assert_num_queries(0):
        destinations.arrived(mails)
