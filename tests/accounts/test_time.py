"""Settings about one's own time: where one lives, when one sleeps, when one is away."""

import re
from contextlib import contextmanager
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import calendars
from accounts.models import User, Vacation
from tests.factories import PASSWORD

pytestmark = pytest.mark.django_db

PAGE = reverse("accounts:time")
ADD = reverse("accounts:add_vacation")
NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)
TODAY = NOW.date()


@pytest.fixture
def player(client, ana):
    client.force_login(ana)
    return client


def hours(**change: str) -> dict[str, str]:
    return {"time_zone": "Europe/Berlin", "sleeps_from": "22:00", "sleeps_until": "07:00", **change}


def add(user: User, first: date, last: date) -> None:
    calendars.add_vacation(user, first, last, now=NOW)


def days_of(user: User) -> list[tuple[date, date]]:
    return [(vacation.first_day, vacation.last_day) for vacation in Vacation.objects.filter(user=user)]


def test_settings_lead_to_the_page(player):
    assert PAGE in player.get(reverse("accounts:settings")).content.decode()


def test_zone_and_sleep_are_stored_and_shown(player, ana):
    page = player.post(PAGE, hours(), follow=True).content.decode()
    ana.refresh_from_db()
    assert (ana.time_zone, ana.sleeps_from, ana.sleeps_until) == ("Europe/Berlin", time(22), time(7))
    assert "Your clocks follow it from now on." in page
    assert re.search(r'<option value="Europe/Berlin" selected\s*>Berlin</option>', page)
    assert 'value="22:00"' in page


def test_without_hours_there_is_no_night(player, ana):
    player.post(PAGE, hours())
    player.post(PAGE, hours(sleeps_from="", sleeps_until=""))
    ana.refresh_from_db()
    assert (ana.sleeps_from, ana.sleeps_until) == (None, None)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"time_zone": "Europe/Atlantis"}, "Choose one of the places in the list."),
        ({"time_zone": "../../etc/passwd"}, "Choose one of the places in the list."),
        ({"time_zone": "W" * 10_000}, "Choose one of the places in the list."),
        ({"sleeps_from": ""}, "Say when you fall asleep, too"),
        ({"sleeps_until": ""}, "Say when you wake up, too"),
        ({"sleeps_until": "22:00"}, "Both times are the same"),
        ({"sleeps_until": "10:01"}, "A night can have at most 12 hours"),
        ({"sleeps_from": "08:00", "sleeps_until": "07:00"}, "A night can have at most 12 hours"),
        ({"sleeps_from": "late"}, "Give a time of day, such as 22:30."),
        ({"sleeps_until": "25:00"}, "Give a time of day, such as 7:00."),
    ],
)
def test_hours_that_cannot_be_are_refused_in_words(player, ana, change, sentence):
    answer = player.post(PAGE, hours(**change))
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    ana.refresh_from_db()
    assert (ana.time_zone, ana.sleeps_from) == ("UTC", None)


@pytest.mark.parametrize("night", [("22:00", "10:00"), ("06:00", "18:00"), ("23:59", "00:00")])
def test_night_may_have_twelve_hours_and_lie_by_day(player, ana, night):
    player.post(PAGE, hours(sleeps_from=night[0], sleeps_until=night[1]))
    ana.refresh_from_db()
    assert ana.sleeps_from is not None


def test_all_zones_on_offer_are_known_to_this_machine():
    assert {"Europe/Berlin", "America/Argentina/Buenos_Aires", "Asia/Kathmandu", "UTC"} <= calendars.zone_names()
    assert all(ZoneInfo(name).key == name for name in calendars.zone_names())


@pytest.mark.parametrize("zone", ["CET", "US/Pacific", "Etc/GMT+5", "Japan", "EST5EDT"])
def test_zone_that_is_no_place_is_kept(player, ana, zone):
    sent = {"name": "Dora", "email": "dora@example.org", "password1": PASSWORD, "time_zone": zone}
    Client().post(reverse("account_signup"), sent)
    assert User.objects.get(name="Dora").time_zone == zone
    page = player.post(PAGE, hours(time_zone=zone), follow=True).content.decode()
    ana.refresh_from_db()
    assert ana.time_zone == zone
    assert re.search(rf'<option value="{re.escape(zone)}" selected', page)


@pytest.mark.parametrize("zone", ["localtime", "Factory", "posix/CET", "cet", "../CET"])
def test_zone_that_only_this_machine_knows_is_none(zone):
    assert zone not in calendars.zone_names()


def test_zone_that_counts_the_other_way_round_is_shown_as_people_count():
    _other, others = calendars.zone_choices()[-1]
    assert dict(others)["Etc/GMT+5"] == "UTC−5"
    assert dict(others)["Etc/GMT-14"] == "UTC+14"


def test_places_are_called_as_people_call_them():
    assert calendars.place_in_words("New_York") == "New York"
    assert calendars.place_in_words("Argentina/Buenos_Aires") == "Buenos Aires (Argentina)"


def test_vacation_is_noted_and_listed(player, ana):
    first, last = timezone.localdate() + timedelta(days=2), timezone.localdate() + timedelta(days=4)
    page = player.post(ADD, {"first_day": first, "last_day": last}, follow=True).content.decode()
    assert days_of(ana) == [(first, last)]
    assert "Your clocks stand still on these days" in page
    assert "Cancel it" in page


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({}, "Give the first day"),
        ({"first_day": "soon", "last_day": "later"}, "Give the first day"),
        ({"first_day": "2020-01-01", "last_day": "2020-01-02"}, "today or later"),
        ({"first_day": "9999-12-30", "last_day": "9999-12-31"}, "more than a year ahead"),
    ],
)
def test_vacation_that_cannot_be_is_refused_in_words(player, ana, sent, sentence):
    answer = player.post(ADD, sent)
    assert answer.status_code in (400, 422)
    assert sentence in answer.content.decode()
    assert days_of(ana) == []


@pytest.mark.parametrize(
    ("first", "last", "sentence"),
    [
        (date(2026, 7, 9), date(2026, 7, 8), "before the first"),
        (date(2026, 6, 30), date(2026, 7, 8), "today or later"),
        (date(2026, 7, 10), date(2026, 7, 12), "already have a vacation on some of these days"),
        (date(2026, 7, 1), date(2026, 7, 31), "already have a vacation on some of these days"),
        (date(2026, 8, 1), date(2026, 8, 19), "19 days in 2026, and you have 18 of 28 left"),
        (date(2026, 8, 1), date(9999, 12, 31), "28 days of vacation each year"),
        (date(2027, 7, 3), date(2027, 7, 4), "more than a year ahead"),
    ],
)
def test_vacation_fits_with_the_others_and_the_year(ana, first, last, sentence):
    add(ana, date(2026, 7, 11), date(2026, 7, 20))
    with pytest.raises(calendars.VacationRefused, match=sentence):
        add(ana, first, last)
    assert len(days_of(ana)) == 1


def test_whole_allowance_can_be_taken_and_each_year_has_its_own(ana):
    add(ana, date(2026, 12, 4), date(2027, 1, 28))
    with pytest.raises(calendars.VacationRefused, match="0 of 28 left"):
        add(ana, date(2026, 8, 1), date(2026, 8, 1))


def test_vacation_sent_twice_is_one(ana):
    for _ in range(2):
        add(ana, TODAY, TODAY + timedelta(days=9))
    assert len(days_of(ana)) == 1


def test_today_is_that_of_the_own_zone(ana):
    ana.time_zone = "Pacific/Kiritimati"
    ana.save()
    with pytest.raises(calendars.VacationRefused, match="today or later"):
        add(ana, TODAY, TODAY)
    add(ana, TODAY + timedelta(days=1), TODAY + timedelta(days=1))


def test_vacation_that_has_not_begun_is_called_off(ana):
    add(ana, TODAY + timedelta(days=1), TODAY + timedelta(days=3))
    calendars.end_vacation(ana, ana.vacations.get().pk, now=NOW)
    assert days_of(ana) == []


def test_running_vacation_ends_today_and_its_days_were_taken(ana):
    add(ana, TODAY, TODAY + timedelta(days=9))
    for _ in range(2):
        calendars.end_vacation(ana, ana.vacations.get().pk, now=NOW + timedelta(days=2))
    assert days_of(ana) == [(TODAY, TODAY + timedelta(days=2))]
    assert calendars.taken(ana.vacations.all())[2026] == 3


def test_past_vacation_stays_as_it_was(ana):
    add(ana, TODAY, TODAY + timedelta(days=2))
    calendars.end_vacation(ana, ana.vacations.get().pk, now=NOW + timedelta(days=9))
    assert days_of(ana) == [(TODAY, TODAY + timedelta(days=2))]


def test_vacation_of_somebody_else_is_out_of_reach(player, bob):
    tomorrow = timezone.localdate() + timedelta(days=1)
    Vacation.objects.create(user=bob, first_day=tomorrow, last_day=tomorrow)
    player.post(reverse("accounts:end_vacation", args=[bob.vacations.get().pk]))
    assert len(days_of(bob)) == 1


def say(user: User, zone: str, sleep: tuple[time, time] | None = None, *, now: datetime = NOW) -> None:
    calendars.tell_hours(user, zone, sleep, now=now)
    user.refresh_from_db()


NIGHT, NAP = (time(22), time(7)), (time(13), time(20))


def test_hours_can_be_mended_once_they_are_said_and_then_stand_for_a_day(ana):
    say(ana, "Europe/Berlin", NAP)
    say(ana, "Europe/Berlin", NIGHT)
    with pytest.raises(calendars.HoursRefused, match="You can change it again on Thu 2 Jul, 14:00"):
        say(ana, "Europe/Berlin", NAP, now=NOW + timedelta(hours=23))
    assert calendars.sleep_of(ana) == NIGHT
    say(ana, "Europe/Berlin", NAP, now=NOW + timedelta(days=1))
    assert calendars.sleep_of(ana) == NAP


def test_zone_that_the_device_told_leaves_hours_to_be_said_and_mended(ana):
    calendars.learn_zone(ana, "Europe/Berlin", now=NOW)
    say(ana, "Europe/Berlin", NAP)
    say(ana, "Europe/Berlin", NIGHT)
    assert (ana.time_zone, calendars.sleep_of(ana)) == ("Europe/Berlin", NIGHT)
    with pytest.raises(calendars.HoursRefused):
        say(ana, "Europe/Berlin", NAP)


@pytest.mark.parametrize(("zone", "sleep"), [("UTC", NIGHT), ("Asia/Tokyo", None)])
def test_device_does_not_overrule_what_was_said(ana, zone, sleep):
    say(ana, zone, sleep)
    calendars.learn_zone(ana, "Europe/Berlin", now=NOW)
    ana.refresh_from_db()
    assert ana.time_zone == zone


def test_hours_that_are_said_to_be_unknown_again_were_changed(ana):
    say(ana, "Europe/Berlin", NIGHT)
    say(ana, "UTC")
    with pytest.raises(calendars.HoursRefused):
        say(ana, "Europe/Berlin", NAP)


def test_hours_that_stay_as_they_are_can_be_saved_at_any_time(ana):
    say(ana, "Europe/Berlin")
    say(ana, "Europe/Berlin", NIGHT)
    say(ana, "Europe/Berlin", NIGHT, now=NOW + timedelta(minutes=1))
    say(ana, "Europe/Berlin", NAP, now=NOW + timedelta(days=1))


def test_page_says_when_hours_can_be_changed_again(player, ana, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    say(ana, "Europe/Berlin", NAP)
    say(ana, "Europe/Berlin", NIGHT)
    answer = player.post(PAGE, hours(sleeps_from="13:00", sleeps_until="20:00"))
    assert answer.status_code == 422
    assert "You can change it again on Thu 2 Jul, 14:00." in answer.content.decode()
    assert 'value="13:00"' in answer.content.decode()


def test_day_of_vacation_is_not_taken_twice_by_going_west(ana):
    add(ana, TODAY, TODAY)
    with pytest.raises(calendars.HoursRefused, match="You are on vacation today"):
        say(ana, "Pacific/Pago_Pago")
    say(ana, "UTC", NIGHT)
    assert ana.time_zone == "UTC"


def test_whatever_goes_by_a_calendar_is_told_before_and_after_a_change(ana, monkeypatch):
    seen = []

    class Keeper:
        def lock_clocks(self, user):
            seen.append("lock")

        @contextmanager
        def follow_calendar(self, user, now):
            seen.append((user.time_zone, user.vacations.count()))
            yield
            seen.append((user.time_zone, user.vacations.count()))

    monkeypatch.setattr(calendars, "keepers", [Keeper()])
    calendars.tell_hours(ana, "Asia/Tokyo", None, now=NOW)
    add(ana, TODAY + timedelta(days=1), TODAY + timedelta(days=1))
    assert seen == ["lock", ("UTC", 0), ("Asia/Tokyo", 0), "lock", ("Asia/Tokyo", 0), ("Asia/Tokyo", 1)]
