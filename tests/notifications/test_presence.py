"""Who looks at what."""

from datetime import timedelta

import pytest
from django.utils import timezone

from notifications import presence
from notifications.models import Presence
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

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
