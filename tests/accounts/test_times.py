import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.template import engines
from django.utils import timezone

from accounts.times import amount, by_the_clock, left, span, to_the_minute


def told(macro, moment):
    """A moment as templates tell it."""
    return engines["jinja2"].env.globals[macro](moment)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(-30, "1 s"), (0, "1 s"), (59, "59 s"), (60, "1 min"), (7199, "1 h"), (86399, "23 h"), (200_000, "2 d")],
)
def test_span_is_told_in_the_largest_unit_that_fits(seconds, words):
    assert span(timezone.now() - timedelta(seconds=seconds)) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-30, "1 s"),
        (0.5, "1 s"),
        (40.5, "40 s"),
        (90.5, "1 min 30 s"),
        (3600.5, "1 h"),
        (3659.5, "1 h"),
        (104_400.5, "1 d 5 h"),
        (4 * 86_400 - 20, "3 d 23 h"),
        (604_799.5, "6 d 23 h"),
        (604_800.5, "7 d"),
        (1_000_000, "11 d"),
    ],
)
def test_time_left_is_told_in_the_units_that_count(seconds, words):
    assert left(timezone.now() + timedelta(seconds=seconds)) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (5, "1 minute"),
        (170, "3 minutes"),
        (3600, "1 hour"),
        (3660, "1 hour 1 minute"),
        (104_400, "1 day 5 hours"),
        (4 * 86_400 - 20, "4 days"),
        (340_000, "3 days 22 hours"),
        (1_000_000, "11 days"),
    ],
)
def test_time_left_is_told_in_words_where_it_is_read_later(seconds, words):
    now = datetime(2026, 11, 20, tzinfo=UTC)
    assert to_the_minute(now + timedelta(seconds=seconds), now) == words


@pytest.mark.parametrize(
    ("hours", "words"),
    [
        (0, "23:30"),
        (1, "Sat 00:30"),
        (24, "Sat 23:30"),
        (144, "Thu 23:30"),
        (168, "27 Nov 23:30"),
        (-24, "19 Nov 23:30"),
    ],
)
def test_moments_are_told_by_the_clock_of_the_reader(monkeypatch, hours, words):
    now = datetime(2026, 11, 20, 22, 30, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: now)
    with timezone.override(ZoneInfo("Europe/Berlin")):
        assert by_the_clock(now + timedelta(hours=hours)) == words


def test_amounts_are_told_in_the_two_largest_units_that_fit():
    assert amount(86400 * 3) == "3 d"
    assert amount(86400 + 3660) == "1 d 1 h"


@pytest.mark.parametrize(
    ("tell", "first", "later", "much_later"),
    [
        ("ago", "just now", "10 s ago", "3 h ago"),
        ("lasting", "just now", "for 10 s", "for 3 h"),
        ("age", "now", "10 s", "3 h"),
    ],
)
def test_what_is_seconds_ago_is_just_now(tell, first, later, much_later):
    def words(seconds):
        return re.sub(r"<[^>]+>", "", told(tell, timezone.now() - timedelta(seconds=seconds)))

    assert [words(9), words(10), words(3 * 3600)] == [first, later, much_later]


def test_script_is_told_how_to_keep_a_time_up_to_date():
    assert 'data-span="{span} ago" data-now="just now"' in told("ago", timezone.now())


def test_moment_comes_with_what_a_script_needs_to_keep_it_right():
    moment = datetime(2020, 7, 1, 12, 30, tzinfo=UTC)
    with timezone.override(ZoneInfo("Europe/Berlin")):
        element = told("at", moment)
    assert 'datetime="2020-07-01T12:30:00+00:00"' in element
    assert "data-clock>1 Jul 14:30</time>" in element
