"""When alerts are told: against a plain simulation that looks at the clocks every minute."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from itertools import count, pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from notifications import timing
from notifications.kinds import Urgency
from notifications.models import Frequency, Reason
from notifications.timing import Hold, SendContext

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)

ZONES = [ZoneInfo(name) for name in ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Asia/Beirut")]
BERLIN = ZoneInfo("Europe/Berlin")

NEW_YEAR = datetime(2026, 1, 1, tzinfo=UTC)
CHANGES = [datetime(2026, month, day, tzinfo=UTC) for month, day in ((3, 8), (3, 29), (10, 25), (11, 1))]
"""Days on which somebody's clocks are changed."""

moments = st.builds(
    lambda day, number: day + MINUTE * number, st.sampled_from(CHANGES), st.integers(-2000, 2000)
) | st.integers(0, 365 * 24 * 60).map(lambda number: NEW_YEAR + MINUTE * number)
minutes = st.integers(0, 3 * 24 * 60).map(lambda number: timedelta(minutes=number))
hours_of_day = st.integers(0, 24 * 60 - 1).map(lambda number: time(number // 60, number % 60))


@st.composite
def circumstances(draw):
    """Something that comes up, for somebody of any habits."""
    created_at = draw(moments)
    seen_before = draw(st.none() | st.sampled_from([timedelta(seconds=30), timedelta(minutes=5, seconds=30)]))
    sent_before = draw(st.none() | minutes)
    ends_after = draw(st.none() | minutes)
    return SendContext(
        now=created_at,
        urgency=draw(st.sampled_from(Urgency)),
        frequency=draw(st.sampled_from([Frequency.AT_ONCE, Frequency.SPACED, Frequency.DAILY])),
        hours=draw(st.integers(1, 48)),
        zone=draw(st.sampled_from(ZONES)),
        digest_at=draw(hours_of_day),
        created_at=created_at,
        quiet=draw(st.none() | st.tuples(hours_of_day, hours_of_day)),
        last_sent_at=None if sent_before is None else created_at - sent_before,
        seen_at=None if seen_before is None else created_at - seen_before,
        deadline=None if ends_after is None else created_at + ends_after,
    )


def told_at(given):
    """When something is told: it is looked at again whenever it was held."""
    for _ in range(10):
        hold = timing.decide(given)
        if hold is None:
            return given.now
        assert hold.until > given.now
        given = replace(given, now=hold.until)
    raise AssertionError("It is held for ever.")


def is_quiet(given, moment):
    if given.quiet is None:
        return False
    since, until, local = (
        HOUR * clock.hour + MINUTE * clock.minute for clock in (*given.quiet, moment.astimezone(given.zone))
    )
    day = timedelta(days=1)
    return (local - since) % day < (until - since) % day


def is_too_late_after_the_quiet_hours(given, moment):
    if given.deadline is None:
        return False
    return all(is_quiet(given, moment + MINUTE * later) for later in range((given.deadline - moment) // MINUTE))


def has_the_hour_of_the_digest_come(given, moment):
    """Whether it came within the last minute; where clocks are put forward beyond it, it comes as they are."""
    before, local = ((moment - ago).astimezone(given.zone) for ago in (MINUTE, timedelta()))
    hour = datetime.combine(local, given.digest_at)
    return local.fold == 0 and before.replace(tzinfo=None) < hour <= local.replace(tzinfo=None)


def simulated(given):
    """The first minute at which nothing speaks against telling it."""
    digest_since = max(given.created_at, given.last_sent_at or given.created_at)
    has_struck = False
    for number in count():
        now = given.created_at + MINUTE * number
        has_struck = has_struck or (now > digest_since and has_the_hour_of_the_digest_come(given, now))
        is_apart = given.last_sent_at is None or now >= given.last_sent_at + HOUR * given.hours
        is_gathered = given.urgency is Urgency.PLAIN and (
            (given.frequency is Frequency.SPACED and not is_apart)
            or (given.frequency is Frequency.DAILY and not has_struck)
        )
        looks = given.seen_at is not None and now < given.seen_at + timedelta(seconds=90)
        is_left_alone = is_quiet(given, now) and not is_too_late_after_the_quiet_hours(given, now)
        if given.urgency is Urgency.NOW or not (looks or is_gathered or is_left_alone):
            return now
    raise AssertionError("It is never told.")


def are_clocks_put_forward(given, until):
    offsets = [
        (given.created_at + HOUR * number).astimezone(given.zone).utcoffset()
        for number in range(-24, (until - given.created_at) // HOUR + 24)
    ]
    return any(before < after for before, after in pairwise(offsets))


@given(circumstances())
@settings(max_examples=100, deadline=None)
def test_all_is_told_in_the_first_minute_in_which_nothing_speaks_against_it(given):
    expected = simulated(given)
    assume(not are_clocks_put_forward(given, expected))
    assert told_at(given) == expected


@given(circumstances())
@settings(max_examples=100, deadline=None)
def test_where_clocks_are_put_forward_it_is_told_no_later_than_that(given):
    given = replace(given, deadline=None)
    expected = simulated(given)
    assert expected <= told_at(given) + HOUR
    assert told_at(given) <= expected + timedelta(hours=25)


@given(circumstances())
@settings(max_examples=100, deadline=None)
def test_quiet_hours_are_broken_only_where_it_would_be_too_late(given):
    """Quiet hours whose end is skipped when clocks are put forward count as an hour longer."""
    moment = told_at(given)
    assume(given.deadline is None or not are_clocks_put_forward(given, given.deadline))
    if given.urgency is not Urgency.NOW and is_quiet(given, moment):
        assert is_too_late_after_the_quiet_hours(given, moment)


@given(circumstances())
@settings(max_examples=100, deadline=None)
def test_nothing_waits_longer_than_its_recipient_wants(given):
    longest = {Frequency.AT_ONCE: HOUR, Frequency.SPACED: 49 * HOUR, Frequency.DAILY: 25 * HOUR}
    quiet = timedelta(days=2) if given.quiet else timedelta()
    assert told_at(given) - given.created_at <= longest[given.frequency] + quiet


@given(circumstances())
@settings(deadline=None)
def test_last_call_is_gathered_with_nothing(given):
    given = replace(given, urgency=Urgency.LAST_CALL)
    assert told_at(given) == told_at(replace(given, frequency=Frequency.AT_ONCE))


@given(circumstances())
@settings(deadline=None)
def test_what_somebody_waits_for_or_fetches_comes_at_once(given):
    assert told_at(replace(given, urgency=Urgency.NOW)) == given.created_at
    assert told_at(replace(given, is_fetched=True)) == given.created_at


def evening(**other):
    """Something that came up at 21:30 in Berlin, for somebody who wants to be left alone from 22:00 until 07:00."""
    moment = datetime(2026, 6, 1, 19, 30, tzinfo=UTC)
    values = {"now": moment, "created_at": moment, "urgency": Urgency.PLAIN, "frequency": Frequency.AT_ONCE}
    return SendContext(hours=3, zone=BERLIN, digest_at=time(8), quiet=(time(22), time(7)), **(values | other))


def test_nothing_holds_what_comes_up_in_the_evening():
    assert timing.decide(evening()) is None


@pytest.mark.parametrize(
    ("other", "hold"),
    [
        ({"now": datetime(2026, 6, 1, 20, tzinfo=UTC)}, Hold(datetime(2026, 6, 2, 5, tzinfo=UTC), Reason.QUIET)),
        (
            {"seen_at": datetime(2026, 6, 1, 19, 29, tzinfo=UTC)},
            Hold(datetime(2026, 6, 1, 19, 30, 30, tzinfo=UTC), Reason.PRESENT),
        ),
        ({"frequency": Frequency.DAILY}, Hold(datetime(2026, 6, 2, 6, tzinfo=UTC), Reason.DAILY)),
        (
            {"frequency": Frequency.SPACED, "last_sent_at": datetime(2026, 6, 1, 18, tzinfo=UTC)},
            Hold(datetime(2026, 6, 1, 21, tzinfo=UTC), Reason.SPACED),
        ),
    ],
)
def test_hold_says_why_and_until_when(other, hold):
    assert timing.decide(evening(**other)) == hold


def test_digest_comes_once_a_day_however_late_it_was_sent():
    late = datetime(2026, 6, 2, 12, tzinfo=UTC)
    given = evening(frequency=Frequency.DAILY, last_sent_at=late, now=late)
    assert timing.decide(given) == Hold(datetime(2026, 6, 3, 6, tzinfo=UTC), Reason.DAILY)


def test_quiet_hours_that_end_in_an_hour_shown_twice_end_twice():
    quiet = (time(22), time(2, 30))
    first, second = (datetime(2026, 10, 25, hour, 15, tzinfo=UTC) for hour in (0, 1))  # both are 02:15 in Berlin
    for moment in (first, second):
        assert timing.end_of(quiet, moment, BERLIN) == moment + timedelta(minutes=15)


def test_digest_at_an_hour_shown_twice_comes_once():
    before = datetime(2026, 10, 25, 0, tzinfo=UTC)
    first = timing.next_time(before, time(2, 30), BERLIN)
    assert first == before + timedelta(minutes=30)
    assert timing.next_time(first, time(2, 30), BERLIN) == datetime(2026, 10, 26, 1, 30, tzinfo=UTC)


def test_hours_from_a_time_until_the_same_are_none():
    assert not timing.is_within(datetime(2026, 6, 1, 12, tzinfo=UTC), (time(12), time(12)), ZoneInfo("UTC"))
