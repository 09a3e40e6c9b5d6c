"""Who looks at what."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from notifications import presence
from notifications.models import Presence
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def seen() -> list[tuple[int, object]]:
    return list(Presence.objects.values_list("subject_id", "seen_at"))


def test_what_somebody_looked_at_last_is_kept():
    user = UserFactory()
    presence.see(user, 12, now=NOW)
    presence.see(user, 13, now=NOW + timedelta(seconds=1))
    assert seen() == [(13, NOW + timedelta(seconds=1))]


def test_each_person_looks_for_themselves():
    for user in UserFactory.create_batch(2):
        presence.see(user, 12, now=NOW)
    assert seen() == [(12, NOW), (12, NOW)]


def test_however_often_somebody_says_it_is_rarely_written(django_assert_num_queries):
    user = UserFactory()
    presence.see(user, 12, now=NOW)
    with django_assert_num_queries(1):
        presence.see(user, 12, now=NOW + timedelta(seconds=9))
    presence.see(user, 12, now=NOW + timedelta(minutes=1))
    assert seen() == [(12, NOW + timedelta(minutes=1))]


# Who is around, as others may know it ------------------------------------------------------------------------------

QUARTER = presence.beginning_of_quarter(NOW)


@pytest.fixture
def shown() -> User:
    """Somebody who shows whether they are online."""
    return UserFactory.create(shows_presence=True)


def around(user: User, *, at: timedelta) -> presence.Around | None:
    return presence.around([User.objects.get(pk=user.pk)], now=QUARTER + at).get(user.pk)


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


def test_who_does_not_show_it_is_not_told_of(shown):
    shy = UserFactory.create()
    for user in (shy, shown):
        presence.see(user, 12, now=QUARTER)
    assert presence.around([shy, shown], now=QUARTER + minutes(16)) == {shown.pk: presence.Around(True)}
    User.objects.update(shows_presence=False)
    assert around(shown, at=minutes(16)) is None


def test_who_comes_is_shown_with_the_next_quarter_of_an_hour(shown):
    presence.see(shown, 12, now=QUARTER - timedelta(days=3))
    presence.see(shown, 12, now=QUARTER + minutes(1))
    presence.see(shown, 12, now=QUARTER + minutes(9))
    assert [around(shown, at=minutes(number)) for number in (2, 10, 14.9)] == [presence.Around(False, days=3)] * 3
    assert [around(shown, at=minutes(number)) for number in (15, 29)] == [presence.Around(True)] * 2
    assert around(shown, at=minutes(30)) == presence.Around(False)


@pytest.mark.parametrize(("hours", "days"), [(1, 0), (9, 0), (23, 0), (25, 1), (49, 2)])
def test_of_who_is_away_days_are_told_and_no_hours(shown, hours, days):
    presence.see(shown, 12, now=QUARTER)
    assert around(shown, at=timedelta(hours=hours)) == presence.Around(False, days)


def test_plan_that_acts_is_shown_like_its_owner_who_comes_and_acts(shown):
    by_hand = UserFactory.create(shows_presence=True)
    for user in (shown, by_hand):
        presence.see(user, 12, now=QUARTER - timedelta(days=1))
    presence.see(by_hand, 12, now=QUARTER + minutes(3))
    presence.acted([shown.pk, by_hand.pk], at=QUARTER + minutes(5))
    for number in range(0, 120, 5):
        assert around(shown, at=minutes(number)) == around(by_hand, at=minutes(number))


@pytest.mark.postgresql
def test_plan_that_has_answered_a_while_ago_does_not_hide_that_its_owner_was_here_since(shown):
    presence.see(shown, 12, now=QUARTER)
    presence.acted([shown.pk], at=QUARTER - timedelta(days=2))
    assert around(shown, at=minutes(16)) == presence.Around(is_online=True)


def test_acting_is_nothing_that_was_looked_at(shown):
    """Alerts are held for who looks; a plan does not."""
    presence.acted([shown.pk], at=NOW)
    assert not Presence.objects.exists()
    presence.see(shown, 12, now=NOW)
    presence.acted([shown.pk], at=NOW + timedelta(minutes=5))
    assert seen() == [(12, NOW)]
