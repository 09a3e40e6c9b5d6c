"""The calendar of deadlines: an event for each clock of somebody that runs, by a secret address."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar, Event

from accounts.models import User
from games.models import Game
from games.pages.dashboard.deadlines import calendar
from games.turns import votes
from notifications import feeds
from tests.factories import GameFactory, person_called, play_on
from tests.games.taking import seat_of
from tests.games.turns.test_votes import PACE, PAUSE, RESUME, vote

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """Ana is asked; she has 4 days."""
    return GameFactory.create(pace=PACE)


def events(name: str = "Ana") -> list[Event]:
    return list(Calendar.from_ical(calendar(person_called(name))).events)


def event(name: str = "Ana") -> Event:
    [found] = events(name)
    return found


def in_seconds(moment: datetime) -> datetime:
    return moment.replace(microsecond=0)


def test_clock_that_runs_is_an_event_at_its_end(game):
    found = event()
    seat = seat_of(game, "Ana")
    assert found.start == in_seconds(seat.due_at)
    assert str(found["SUMMARY"]) == "Your time is up: Friday round"
    assert str(found["DESCRIPTION"]).startswith("Waiting for you: choose a plant to auction.\n")
    assert str(found["URL"]).endswith(game.get_absolute_url())
    assert found["TRANSP"] == "TRANSPARENT"
    assert "DTEND" not in found
    assert not found.alarms.times


def test_whoever_is_not_asked_has_no_deadline(game):
    assert events("Bob") == []
    play_on(game, "open 4 4")
    assert events("Ana") == []
    assert event("Bob").start == in_seconds(seat_of(game, "Bob").due_at)


def test_games_without_clocks_are_not_in_it():
    GameFactory()
    assert events() == []


def test_each_game_has_an_event_of_its_own_the_soonest_first():
    slow, quick = GameFactory.create(pace=PACE), GameFactory.create(pace={"move_time": 3600})
    first, second = events()
    assert str(first["URL"]).endswith(quick.get_absolute_url())
    assert str(second["URL"]).endswith(slow.get_absolute_url())
    assert first["UID"] != second["UID"]


def test_gift_moves_the_event_and_says_that_it_is_newer(game):
    before = event()
    votes.give_time(game, seat_of(game, "Bob"), 0, asked=0, now=timezone.now())
    after = event()
    assert after["UID"] == before["UID"]
    assert after.start == before.start + timedelta(days=1)
    assert after["SEQUENCE"] > before["SEQUENCE"]


def test_paused_game_leaves_the_calendar_and_comes_back(game):
    before = event()
    vote(game, PAUSE, "Ana", "Bob")
    assert events() == []
    vote(game, RESUME, "Ana", "Bob")
    after = event()
    assert after["UID"] == before["UID"]
    assert after["SEQUENCE"] > before["SEQUENCE"]


def test_next_decision_is_another_event(game):
    before = event()
    play_on(game, "open 4 4", "pass", "bid 5")
    assert event()["UID"] != before["UID"]


def test_game_that_is_over_is_not_in_it(game):
    vote(game, votes.Motion.END, "Ana", "Bob", "Cid")
    assert events() == []


def test_programs_are_asked_to_look_again_every_quarter_of_an_hour(game):
    lines = calendar(person_called("Ana")).split(b"\r\n")
    assert {b"REFRESH-INTERVAL;VALUE=DURATION:PT15M", b"X-PUBLISHED-TTL:PT15M"} <= {*lines}


def test_calendar_stays_the_same_until_there_is_news(game):
    assert calendar(person_called("Ana")) == calendar(person_called("Ana"))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ('a, b; c\\d: "e"', 'a, b; c\\d: "e"'),
        ("x\r\nATTENDEE:mailto:eve@example.org", "x ATTENDEE:mailto:eve@example.org"),
        ("x\x01\x07\u202ey\u2028END:VEVENT", "xy END:VEVENT"),
        ("🎲" * 80, "🎲" * 80),
    ],
)
def test_hostile_names_are_text_and_nothing_else(game, name, told):
    Game.objects.update(name=name)
    written = calendar(person_called("Ana"))
    assert str(event()["SUMMARY"]) == f"Your time is up: {told}"
    assert "ATTENDEE" not in event()
    assert all(len(line) <= 75 for line in written.split(b"\r\n"))
    assert written.count(b"BEGIN:VEVENT") == written.count(b"\r\nEND:VEVENT") == 1


def test_it_costs_one_query_however_many_games(django_assert_num_queries):
    for _number in range(3):
        GameFactory(pace=PACE)
    ana = person_called("Ana")
    ana.refresh_from_db()
    with django_assert_num_queries(1):
        assert calendar(ana).count(b"BEGIN:VEVENT") == 3


# Its address --------------------------------------------------------------------------------------------------------


@pytest.fixture
def address_of() -> Callable[[User], str]:
    def make(user: User) -> str:
        feeds.make(user, now=timezone.now())
        feed = feeds.of(user)
        assert feed is not None
        return reverse("games:deadlines", args=[feed.secret])

    return make


def test_whoever_knows_the_address_reads_the_calendar_without_logging_in(game, address_of):
    answer = Client().get(address_of(person_called("Ana")))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "no-cache" in answer["Cache-Control"]
    assert not answer.cookies
    assert answer.content == calendar(person_called("Ana"))


def test_program_that_has_it_already_is_told_so(game, address_of):
    address = address_of(person_called("Ana"))
    known = Client().get(address)["ETag"]
    assert Client().get(address, headers={"If-None-Match": known}).status_code == 304
    play_on(game, "open 4 4")
    assert Client().get(address, headers={"If-None-Match": known}).status_code == 200


def test_calendar_holds_nothing_of_others(game, address_of):
    play_on(game, "open 4 4")
    answer = Client().get(address_of(person_called("Cid"))).content.decode()
    assert "VEVENT" not in answer


def test_address_that_was_given_up_leads_nowhere(game, address_of):
    ana = person_called("Ana")
    address = address_of(ana)
    feeds.renew(ana)
    assert Client().get(address).status_code == 404
    feeds.remove(ana)
    assert Client().get(address).status_code == 404
    assert Client().get(reverse("games:deadlines", args=["nothing"])).status_code == 404


def test_person_who_may_not_play_any_more_has_no_calendar(game, address_of):
    ana = person_called("Ana")
    address = address_of(ana)
    User.objects.filter(pk=ana.pk).update(is_active=False)
    assert Client().get(address).status_code == 404
