"""Clocks that rest: checked minute by minute against wall clocks, over changes of the clocks of many zones."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.clock.calendars import Calendar, Rest, deadline, elapsed, rest_at

unhurried = settings(deadline=None)  # on a busy machine

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)

BERLIN = ZoneInfo("Europe/Berlin")

CHANGES = {
    "Europe/Berlin": (date(2026, 3, 29), date(2026, 10, 25)),
    "America/New_York": (date(2026, 3, 8), date(2026, 11, 1)),
    "Australia/Lord_Howe": (date(2026, 4, 5), date(2026, 10, 4)),  # by half an hour
    "Asia/Kathmandu": (date(1986, 1, 1), date(2026, 6, 1)),  # by a quarter of an hour, once
    "Africa/Casablanca": (date(2026, 2, 15), date(2026, 3, 22)),  # around Ramadan
    "Pacific/Apia": (date(2011, 12, 30), date(2011, 9, 24)),  # a whole day was left out
    "America/Santiago": (date(2026, 4, 5), date(2026, 9, 6)),  # at midnight
}
"""Days about which the clocks of a zone are changed."""

moments = st.sampled_from([(zone, day) for zone, days in CHANGES.items() for day in days])


@st.composite
def cases(draw):
    """A calendar, and a minute within some days of a change of the clocks in its zone."""
    name, day = draw(moments)
    minutes = st.integers(0, 24 * 60 - 1).map(lambda minute: time(minute // 60, minute % 60))
    odd_times = st.sampled_from([time(0), time(2), time(2, 30), time(23, 59), time(3)])
    start = datetime.combine(day, time(), UTC) + draw(st.integers(-3 * 24 * 60, 2 * 24 * 60)) * MINUTE
    first = day + timedelta(draw(st.integers(-3, 3)))
    vacation = (first, first + timedelta(draw(st.integers(0, 3))))
    calendar = Calendar(
        zone=ZoneInfo(name),
        sleep=draw(st.none() | st.tuples(minutes | odd_times, minutes | odd_times)),
        vacations=draw(st.sampled_from([(), (vacation,)])),
        rests_on_weekends=draw(st.booleans()),
    )
    return calendar, start


def ticks_at(calendar: Calendar, moment: datetime) -> bool:
    """Whether a clock ticks in the minute that begins now, in the plainest way."""
    wall = moment.astimezone(calendar.zone).replace(tzinfo=None)
    if any(first <= wall.date() <= last for first, last in calendar.vacations):
        return False
    if calendar.rests_on_weekends and wall.strftime("%A") in ("Saturday", "Sunday"):
        return False
    if calendar.sleep is None:
        return True
    falls_asleep, wakes = (hour.hour * 60 + hour.minute for hour in calendar.sleep)
    since = (wall.hour * 60 + wall.minute - falls_asleep) % (24 * 60)
    return since >= (wakes - falls_asleep) % (24 * 60)


def simulated(calendar: Calendar, start: datetime, minutes: int) -> timedelta:
    return sum((MINUTE for minute in range(minutes) if ticks_at(calendar, start + minute * MINUTE)), timedelta())


@unhurried
@given(cases(), st.integers(0, 3 * 24 * 60))
def test_time_passes_as_it_does_minute_by_minute(case, minutes):
    calendar, start = case
    assert elapsed(calendar, start, start + minutes * MINUTE) == simulated(calendar, start, minutes)


@unhurried
@given(cases(), st.integers(0, 5 * 24 * 3600))
def test_by_the_deadline_just_that_much_has_passed(case, seconds):
    calendar, start = case
    amount = timedelta(seconds=seconds)
    end = deadline(calendar, start, amount)
    assert elapsed(calendar, start, end) == amount
    if amount:
        assert elapsed(calendar, start, end - timedelta(seconds=1)) == amount - timedelta(seconds=1)


@unhurried
@given(cases(), st.integers(0, 5 * 24 * 3600))
def test_deadline_of_what_has_passed_is_now_or_when_the_rest_began(case, seconds):
    calendar, start = case
    now = start + timedelta(seconds=seconds)
    end = deadline(calendar, start, elapsed(calendar, start, now))
    assert start <= end <= now
    assert elapsed(calendar, end, now) == timedelta()


@unhurried
@given(cases(), st.integers(0, 72 * 60), st.integers(0, 72 * 60))
def test_time_never_runs_backwards_and_adds_up(case, first, second):
    calendar, start = case
    middle = start + first * MINUTE
    end = middle + second * MINUTE
    assert elapsed(calendar, start, middle) + elapsed(calendar, middle, end) == elapsed(calendar, start, end)
    assert elapsed(calendar, end, start - MINUTE) == timedelta()
    assert deadline(calendar, start, first * MINUTE) <= deadline(calendar, start, (first + second) * MINUTE)


def test_without_rests_time_is_time():
    calendar = Calendar(BERLIN)
    start = datetime(2026, 3, 28, 12, tzinfo=UTC)
    assert deadline(calendar, start, 24 * HOUR) == start + 24 * HOUR


def test_sleep_across_midnight_takes_both_sides():
    calendar = Calendar(BERLIN, sleep=(time(22), time(7)))
    evening = datetime(2026, 6, 1, 21, tzinfo=BERLIN)
    assert deadline(calendar, evening, 2 * HOUR) == datetime(2026, 6, 2, 8, tzinfo=BERLIN)


def test_sleep_by_day_leaves_the_night():
    calendar = Calendar(BERLIN, sleep=(time(8), time(16)))
    assert deadline(calendar, datetime(2026, 6, 1, 7, tzinfo=BERLIN), 2 * HOUR) == datetime(
        2026, 6, 1, 17, tzinfo=BERLIN
    )


def test_sleep_until_the_same_hour_is_none():
    calendar = Calendar(BERLIN, sleep=(time(8), time(8)))
    start = datetime(2026, 6, 1, 7, tzinfo=UTC)
    assert deadline(calendar, start, 2 * HOUR) == start + 2 * HOUR


def test_hour_shown_twice_is_slept_twice():
    calendar = Calendar(BERLIN, sleep=(time(2), time(3)))
    midnight = datetime(2026, 10, 25, tzinfo=BERLIN)
    assert deadline(calendar, midnight, 3 * HOUR).astimezone(BERLIN).hour == 4
    assert elapsed(calendar, midnight, datetime(2026, 10, 26, tzinfo=BERLIN)) == 23 * HOUR


def test_hour_left_out_is_not_slept():
    calendar = Calendar(BERLIN, sleep=(time(2), time(3)))
    midnight = datetime(2026, 3, 29, tzinfo=BERLIN)
    assert elapsed(calendar, midnight, datetime(2026, 3, 30, tzinfo=BERLIN)) == 23 * HOUR


def test_weekend_is_that_of_the_own_zone():
    calendar = Calendar(ZoneInfo("Pacific/Auckland"), rests_on_weekends=True)
    friday_in_london = datetime(2026, 6, 5, 11, 59, tzinfo=UTC)
    assert rest_at(calendar, friday_in_london) is None
    assert rest_at(calendar, friday_in_london + MINUTE) is Rest.WEEKEND
    assert deadline(calendar, friday_in_london, HOUR) == friday_in_london + 49 * HOUR


def test_vacation_is_of_whole_days_in_the_own_zone():
    calendar = Calendar(ZoneInfo("America/New_York"), vacations=((date(2026, 8, 3), date(2026, 8, 16)),))
    evening_before = datetime(2026, 8, 2, 23, tzinfo=calendar.zone)
    assert deadline(calendar, evening_before, 2 * HOUR) == datetime(2026, 8, 17, 1, tzinfo=calendar.zone)


@pytest.mark.parametrize(
    ("moment", "rest"),
    [
        (datetime(2026, 8, 1, 23, tzinfo=BERLIN), Rest.VACATION),
        (datetime(2026, 8, 9, 23, tzinfo=BERLIN), Rest.WEEKEND),
        (datetime(2026, 8, 10, 23, tzinfo=BERLIN), Rest.SLEEP),
        (datetime(2026, 8, 10, 12, tzinfo=BERLIN), None),
    ],
)
def test_longest_rest_is_the_reason(moment, rest):
    calendar = Calendar(BERLIN, (time(22), time(7)), ((date(2026, 7, 27), date(2026, 8, 7)),), rests_on_weekends=True)
    assert rest_at(calendar, moment) is rest


def test_deadline_behind_weeks_of_rest_is_found():
    year_end = ((date(2026, 12, 4), date(2026, 12, 31)), (date(2027, 1, 1), date(2027, 1, 28)))
    calendar = Calendar(BERLIN, (time(20), time(8)), year_end, rests_on_weekends=True)
    start = datetime(2026, 12, 3, 20, tzinfo=BERLIN)
    assert deadline(calendar, start, HOUR) == datetime(2027, 1, 29, 9, tzinfo=BERLIN)
    end = deadline(calendar, start, timedelta(days=60))
    assert elapsed(calendar, start, end) == timedelta(days=60)
