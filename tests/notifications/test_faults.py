"""What a service says of how long it wants to be left alone."""

from datetime import UTC, datetime, timedelta

import pytest

from notifications.channels.faults import asked_pause

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("words", "pause"),
    [
        ("120", timedelta(minutes=2)),
        (" 0 ", timedelta(0)),
        ("Sun, 01 Mar 2026 12:05:00 GMT", timedelta(minutes=5)),
        ("Sun, 01 Mar 2026 11:00:00 GMT", timedelta(0)),
        ("99999999999999999999", timedelta(days=1)),
        ("Fri, 01 Mar 2126 12:00:00 GMT", timedelta(days=1)),
    ],
)
def test_pause_is_said_in_seconds_or_by_a_moment_and_lasts_a_day_at_most(words, pause):
    assert asked_pause(words, NOW) == pause


@pytest.mark.parametrize("words", [None, "", "soon", "-5", "1.5", "①②", "12:05"])
def test_what_cannot_be_read_asks_for_nothing(words):
    assert asked_pause(words, NOW) is None
