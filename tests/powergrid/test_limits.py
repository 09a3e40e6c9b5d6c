"""Who asks for too much is told when to go on, loses nothing that they wrote, and takes nobody else's time."""

from threading import Thread

import pytest
from django.test import Client
from django.urls import reverse

from powergrid import limits
from powergrid.limits import Limit
from tests.factories import GameFactory, GuestFactory
from tests.powergrid.test_urls import ADDRESSES

HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def _nobody_has_asked_yet():
    yield
    for limit in (value for value in vars(limits).values() if isinstance(value, Limit)):
        limit.forget()


@pytest.fixture
def strict(settings, monkeypatch):
    """A site that lets everybody do everything twice, and then no more for long."""
    settings.RATE_LIMITS = True
    settings.ACCOUNT_RATE_LIMITS = {"open_table": "2/h/user"}
    for name in [name for name, value in vars(limits).items() if isinstance(value, Limit)]:
        monkeypatch.setattr(limits, name, Limit(2, 1))


# Counting -----------------------------------------------------------------------------------------------------------


def test_so_many_at_once_then_as_many_as_the_pace_lets_through():
    limit = Limit(at_once=3, a_minute=60)
    assert [limit.take("ana", 100.0) for _time in range(4)] == [0, 0, 0, 1]
    assert limit.take("ana", 100.5) == 0.5
    assert limit.take("ana", 101.0) == 0
    assert limit.take("ana", 101.0) == 1


def test_waiting_for_long_gives_no_more_than_the_first_time():
    limit = Limit(at_once=2, a_minute=60)
    assert limit.take("ana", 0.0) == 0
    assert [limit.take("ana", 1000.0) for _time in range(3)] == [0, 0, 1]


def test_people_are_counted_apart():
    limit = Limit(at_once=1, a_minute=1)
    assert [limit.take("ana", 0.0), limit.take("bob", 0.0), limit.take("ana", 0.0)] == [0, 0, 60]


def test_memory_is_not_filled_by_many(monkeypatch):
    monkeypatch.setattr(limits, "MOST_KNOWN", 10)
    limit = Limit(at_once=1, a_minute=1)
    for number in range(100):
        limit.take(f"visitor {number}", 0.0)
    assert len(limit._free_at) == 10
    assert limit.take("visitor 99", 0.0) > 0


def test_threads_get_no_more_together():
    limit = Limit(at_once=50, a_minute=1)
    granted: list[bool] = []
    threads = [
        Thread(target=lambda: granted.extend(limit.take("ana", 0.0) == 0 for _ in range(50))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert granted.count(True) == 50


def test_a_whole_game_in_haste_is_no_abuse():
    assert not any(limits.MOVING.take("ana", second * 0.1) for second in range(600))


# Refusing -----------------------------------------------------------------------------------------------------------


def test_visitors_are_told_when_to_go_on(client, db, strict):
    answers = [client.get(reverse("matchmaking:lobby")) for _time in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert 0 < int(answers[2]["Retry-After"]) <= 60
    assert "then go on where you were" in answers[2].content.decode()


def test_refusing_asks_the_database_nothing(client, db, strict, django_assert_num_queries):
    for _time in range(2):
        client.get(reverse("matchmaking:lobby"))
    with django_assert_num_queries(0):
        assert client.get(reverse("matchmaking:lobby")).status_code == 429


def test_actions_are_bounded_and_pages_of_htmx_stay_as_they_are(client, ana, strict):
    game = GameFactory()
    client.force_login(ana)
    sent = {"action": "nonsense", "expected": "0"}
    answers = [client.post(reverse("games:play", args=[game.pk]), sent, headers=HTMX) for _time in range(3)]
    assert [answer.status_code for answer in answers] == [400, 400, 429]
    assert answers[2].content == b"That was a lot in a short time."
    assert answers[2]["Retry-After"]


def test_one_persons_haste_is_nobody_elses_trouble(client, ana, bob, strict):
    client.force_login(ana)
    for _time in range(3):
        client.get(reverse("games:dashboard"))
    assert client.get(reverse("games:dashboard")).status_code == 429
    client.force_login(bob)
    assert client.get(reverse("games:dashboard")).status_code == 200


def test_a_made_up_session_makes_nobody_a_new_visitor(client, db, strict):
    answers = []
    for number in range(3):
        client.cookies["sessionid"] = f"made-up-{number}"
        answers.append(client.get(reverse("matchmaking:lobby")).status_code)
    assert answers == [200, 200, 429]


def test_neighbours_of_one_network_count_as_one(client, db, strict):
    answers = [
        client.get(reverse("home"), REMOTE_ADDR=f"2001:db8::{end}").status_code for end in ("1", "ffff:1", "2")
    ]
    assert answers == [200, 200, 429]
    assert client.get(reverse("home"), REMOTE_ADDR="2001:db8:0:1::1").status_code == 200


def test_what_was_written_can_be_sent_again_from_the_page(client, ana, strict):
    client.force_login(ana)
    words = {"name": "My <b>table</b>", "chosen_areas": ["1", "2"]}
    answers = [client.post(f"{reverse('matchmaking:create')}?a=1", words) for _time in range(3)]
    page = answers[2].content.decode()
    assert answers[2].status_code == 429
    assert f'action="{reverse("matchmaking:create")}?a=1"' in page
    assert '<input type="hidden" name="name" value="My &lt;b&gt;table&lt;/b&gt;">' in page
    assert page.count('name="chosen_areas"') == 2
    assert page.count('name="csrfmiddlewaretoken"') == 1


def test_passwords_are_not_written_into_the_page(client, db, settings):
    settings.ACCOUNT_RATE_LIMITS = {"login": "1/m/ip"}
    sent = {"login": "ana@example.org", "password": "hush-hush"}
    answers = [client.post(reverse("account_login"), sent) for _time in range(2)]
    assert answers[1].status_code == 429
    assert answers[1]["Retry-After"]
    assert "hush-hush" not in answers[1].content.decode()
    assert "ana@example.org" not in answers[1].content.decode()


def test_tables_are_counted_for_all_processes_together(client, ana, strict, monkeypatch):
    monkeypatch.setattr(limits, "SENDING", Limit(100, 100))
    client.force_login(ana)
    answers = [client.post(reverse("matchmaking:create"), {}).status_code for _time in range(3)]
    assert answers == [400, 400, 429]


def test_pictures_and_feeds_have_limits_of_their_own(client, db, strict):
    for name, arguments in (("games:board_picture", [1, 0]), ("notifications:feed", ["secret"])):
        answers = [client.get(reverse(name, args=arguments)).status_code for _time in range(3)]
        assert answers[0] == answers[1] != 429
        assert answers[2] == 429


def test_pictures_can_be_kept_by_caches_of_all_all_the_same(client, db, settings):
    settings.RATE_LIMITS = True
    game = GameFactory(is_public=True)
    answer = client.get(reverse("games:board_picture", args=[game.pk, 0]))
    assert "Cookie" not in answer.get("Vary", "")


def test_guests_are_people(db, strict):
    first, second = Client(), Client()
    for browser in (first, second):
        browser.force_login(GuestFactory())
        assert [browser.get(reverse("accounts:settings")).status_code for _time in range(2)] == [200, 200]


def test_whatever_has_limits_of_its_own_exists():
    named = limits.OF_PAST | limits.OF_PICTURES | limits.OF_FEEDS | limits.OF_MOVES | {*limits.COUNTED_BY_ALL}
    assert named <= {address.name for address in ADDRESSES}
