"""Who asks for too much is told when to go on, loses nothing that they wrote, and takes nobody else's time."""

import time
from itertools import count
from threading import Thread

import pytest
from django.test import Client
from django.urls import resolve, reverse

from games.pages.coach import views as coach_views
from games.pages.game import views
from games.pages.game.showing import page_for
from powergrid import limits
from powergrid.limits import Limit
from tests.factories import PASSWORD, GameFactory, GuestFactory, UserFactory
from tests.powergrid.test_urls import ADDRESSES

HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def _nobody_has_asked_yet():
    yield
    for limit in (value for value in vars(limits).values() if isinstance(value, Limit | limits.Known)):
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


def test_log_ins_of_all_together_leave_time_for_pages(db, settings, monkeypatch, django_assert_num_queries):
    settings.RATE_LIMITS = True
    monkeypatch.setattr(limits, "PASSWORDS", Limit(2, 1))
    sent = {"login": "ana@example.org", "password": "hush-hush"}
    for number in range(2):
        visitor = Client(REMOTE_ADDR=f"192.0.2.{number}")
        assert visitor.post(reverse("account_login"), sent).status_code == 200
    visitor = Client(REMOTE_ADDR="192.0.2.3")
    with django_assert_num_queries(0):
        answer = visitor.post(reverse("account_login"), sent)
    assert (answer.status_code, answer["Retry-After"]) == (429, "10")
    assert "there was no time for yours" in answer.content.decode()
    assert "hush-hush" not in answer.content.decode()
    assert visitor.get(reverse("account_login")).status_code == 200


def test_nobody_uses_up_the_log_ins_of_all(db, settings, monkeypatch):
    settings.RATE_LIMITS = True
    monkeypatch.setattr(limits, "PASSWORDS", Limit(3, 1))
    monkeypatch.setattr(limits, "PASSWORDS_OF_ONE", Limit(2, 1))
    hasty, other = Client(REMOTE_ADDR="192.0.2.1"), Client(REMOTE_ADDR="192.0.2.2")
    assert [hasty.post(reverse("account_login"), {}).status_code for _time in range(9)] == [200] * 2 + [429] * 7
    assert other.post(reverse("account_login"), {}).status_code == 200


def test_tables_are_counted_for_all_processes_together(client, ana, strict, monkeypatch):
    monkeypatch.setattr(limits, "SENDING", Limit(100, 100))
    client.force_login(ana)
    answers = [client.post(reverse("matchmaking:create"), {}).status_code for _time in range(3)]
    assert answers == [400, 400, 429]


def test_a_feed_has_a_limit_of_its_own_from_wherever_it_is_fetched(client, db, strict):
    addresses = ["192.0.2.1", "192.0.2.2", "192.0.2.3"]
    feed = reverse("notifications:feed", args=["secret"])
    assert [client.get(feed, REMOTE_ADDR=address).status_code for address in addresses] == [404, 404, 429]


def test_answers_of_the_coach_have_a_limit_of_their_own_and_cost_no_work(client, ana, strict):
    address = reverse("games:coach_answer", args=[GameFactory(players=2, bots=1).pk, 1])
    client.force_login(ana)
    assert [client.get(address).status_code for _time in range(3)] == [200, 200, 429]
    assert not limits.WORK_OF_PERSON._free_at
    guest = Client()
    guest.force_login(GuestFactory())
    assert [guest.get(address).status_code for _time in range(3)] == [403, 403, 429]


def test_answers_that_the_coach_has_no_time_for_do_not_count(client, ana, strict):
    address = reverse("games:coach_answer", args=[GameFactory(players=2, bots=1).pk, 1])
    client.force_login(ana)
    with coach_views.FREE:
        busy = [client.get(address, headers=headers).status_code for headers in ({}, HTMX, {}, HTMX)]
    assert busy == [503, 202, 503, 202]
    assert [client.get(address).status_code for _time in range(3)] == [200, 200, 429]


def test_pictures_can_be_kept_by_caches_of_all_all_the_same(client, db, settings):
    settings.RATE_LIMITS = True
    game = GameFactory(is_public=True)
    answer = client.get(reverse("games:board_picture", args=[game.pk, 0]))
    assert "Cookie" not in answer.get("Vary", "")


def test_another_guest_is_nobody_new_to_limits(db, strict):
    answers = []
    for _guest in range(3):
        browser = Client()
        browser.force_login(GuestFactory())
        answers.append(browser.get(reverse("accounts:settings")).status_code)
    assert answers == [200, 200, 429]


def test_guests_of_other_addresses_and_people_with_an_account_are_counted_apart(db, strict):
    for person, address in (
        (GuestFactory(), "192.0.2.1"),
        (GuestFactory(), "192.0.2.2"),
        (UserFactory(), "192.0.2.1"),
    ):
        browser = Client(REMOTE_ADDR=address)
        browser.force_login(person)
        assert [browser.get(reverse("accounts:settings")).status_code for _time in range(2)] == [200, 200]


def test_whatever_has_limits_of_its_own_exists():
    named = limits.OF_PICTURES | limits.OF_FEEDS | limits.OF_NEWS | limits.OF_MOVES | limits.OF_THE_COACH
    named |= limits.OF_PASSWORDS
    assert named | limits.OF_PEOPLE.keys() | limits.OF_ANYBODY.keys() <= {address.name for address in ADDRESSES}


# Work ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def drawing(settings, monkeypatch):
    """A site on which nothing takes time but to draw a game, and that a second: everybody may have it drawn twice."""
    settings.RATE_LIMITS = True
    worked = 0.0

    def drawn(*arguments, **more):
        nonlocal worked
        worked += 1
        return page_for(*arguments, **more)

    monkeypatch.setattr(views, "page_for", drawn)
    monkeypatch.setattr(limits.time, "thread_time", lambda: worked)
    monkeypatch.setattr(limits, "WORK_OF_VISITORS", Limit(1.5, 1))
    monkeypatch.setattr(limits, "WORK_OF_PERSON", Limit(1.5, 1))


def poll(browser, game, *, news=0):
    return browser.get(reverse("games:updates", args=[game.pk]), {"seen": 0, "news": news}, headers=HTMX).status_code


def test_what_a_poll_draws_counts_as_drawn_and_what_it_does_not_is_free(client, db, drawing):
    game = GameFactory(after=["open 3 3"])
    assert {poll(client, game, news=game.news) for _time in range(5)} == {204}
    assert [poll(client, game) for _time in range(3)] == [200, 200, 429]
    assert client.get(game.get_absolute_url()).status_code == 429


def test_poll_too_many_is_refused_and_asks_nothing_of_the_database(
    client, db, settings, monkeypatch, django_assert_num_queries
):
    settings.RATE_LIMITS = True
    monkeypatch.setattr(limits, "FOLLOWING", limits.Limit(2, 1))
    game = GameFactory(after=["open 3 3"])
    assert [poll(client, game, news=game.news) for _time in range(2)] == [204, 204]
    with django_assert_num_queries(0):
        assert poll(client, game, news=game.news) == 429


def test_poll_is_kept_by_no_cache_and_other_addresses_like_it_are_answered_as_all(client, db):
    game = GameFactory(after=["open 3 3"])
    answer = client.get(reverse("games:updates", args=[game.pk]), {"news": game.news})
    assert (answer.status_code, answer["Cache-Control"]) == (204, "private, no-store")
    assert answer.wsgi_request.resolver_match.view_name == resolve(answer.wsgi_request.path_info).view_name
    for address in ("/nothing/updates/", f"/games/{10**20}/updates/?news=1", f"/games/1/updates/?{'a&' * 1500}"):
        assert "default-src" in client.get(address).get("Content-Security-Policy", ""), address


def test_whoever_has_used_up_their_work_is_shown_nothing_at_any_address(client, db, settings):
    settings.RATE_LIMITS = True
    limits.WORK_OF_VISITORS.charge("127.0.0.1", time.monotonic(), 60)
    for address in (*(each.path for each in ADDRESSES), "/nothing/is/here/", "/nothing/updates/"):
        assert client.get(address).status_code == 429, address
        assert client.post(address, {"login": "ana@example.org"}).status_code == 429, address


def test_people_with_an_account_pay_for_themselves_and_not_for_their_neighbours(client, ana, bob, drawing):
    game = GameFactory(after=["open 3 3"])
    neighbour = Client()
    neighbour.force_login(bob)
    assert [poll(client, game) for _time in range(3)] == [200, 200, 429]
    assert [poll(neighbour, game) for _time in range(3)] == [200, 200, 429]
    client.force_login(ana)
    assert poll(client, game) == 200


def test_whoever_logs_in_pays_for_it_and_not_their_address(client, ana, settings, monkeypatch):
    settings.RATE_LIMITS = True
    seconds = count()
    monkeypatch.setattr(limits.time, "thread_time", lambda: next(seconds))
    monkeypatch.setattr(limits, "WORK_OF_VISITORS", Limit(1.5, 1))
    sent = {"login": ana.email, "password": PASSWORD}
    answers = [Client().post(reverse("account_login"), sent).status_code for _time in range(3)]
    assert answers == [302, 302, 302]
    assert not limits.WORK_OF_VISITORS.wait("127.0.0.1", time.monotonic())


def test_what_is_made_while_it_is_sent_counts(client, ana, settings, monkeypatch):
    settings.RATE_LIMITS = True
    client.force_login(ana)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    seconds = count()
    monkeypatch.setattr(limits.time, "thread_time", lambda: next(seconds))
    monkeypatch.setattr(limits, "WORK_OF_PERSON", Limit(1.5, 1))
    answer = client.post(reverse("accounts:take_along"))
    assert not limits.WORK_OF_PERSON.wait(f"user {ana.pk}", time.monotonic())
    answer.getvalue()
    assert limits.WORK_OF_PERSON.wait(f"user {ana.pk}", time.monotonic())


def test_what_a_page_of_another_site_had_sent_is_not_offered_once_more(db, settings):
    settings.RATE_LIMITS = True
    limits.WORK_OF_VISITORS.charge("127.0.0.1", time.monotonic(), 60)
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(GuestFactory())
    answer = browser.post(
        reverse("matchmaking:practice"), {"game": "first"}, headers={"Origin": "https://other.example"}
    )
    assert answer.status_code == 429
    assert "<form" not in answer.content.decode()


# Far beyond ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def hasty(settings, monkeypatch):
    """A site that has no time left for visitors at one address, and tells each of them so three times."""
    settings.RATE_LIMITS = True
    monkeypatch.setattr(limits, "REFUSED", Limit(3, 1))
    limits.WORK_OF_VISITORS.charge("127.0.0.1", time.monotonic(), 60)


@pytest.mark.parametrize("path", ["home", "account_login", "games:dashboard", "games:updates"])
def test_whoever_goes_on_is_refused_in_a_sentence_and_nobody_is_looked_up(
    client, db, hasty, path, django_assert_num_queries
):
    address = reverse(path, args=[1] if path == "games:updates" else [])
    client.cookies["sessionid"] = "made-up"
    for _time in range(3):
        assert "<html" in client.get(address).content.decode()
    with django_assert_num_queries(0):
        for method in (client.get, client.post):
            answer = method(address)
            assert (answer.status_code, answer["Content-Type"]) == (429, "text/plain; charset=utf-8")
            assert b"Wait a minute" in answer.content
            assert int(answer["Retry-After"]) > 0


@pytest.mark.parametrize(
    "sent", [{"SERVER_NAME": "elsewhere.example"}, {"QUERY_STRING": "x" * 5000}, {"HTTP_REFERER": "x" * 20_000}]
)
def test_what_is_refused_before_an_address_is_looked_for_has_a_limit_too(client, db, settings, monkeypatch, sent):
    settings.RATE_LIMITS = True
    settings.ALLOWED_HOSTS = ["testserver"]
    monkeypatch.setattr(limits, "REFUSED", Limit(3, 1))
    answers = [client.get("/", **sent).status_code for _time in range(4)]
    assert len(set(answers[:3])) == 1
    assert answers[0] in (400, 414, 431)
    assert answers[3] == 429


def test_whoever_waits_is_told_why_again(client, db, hasty, monkeypatch):
    for _time in range(4):
        answer = client.get("/")
    assert "<html" not in answer.content.decode()
    now = time.monotonic()
    monkeypatch.setattr(limits.time, "monotonic", lambda: now + 61)
    assert "<html" in client.get("/").content.decode()


def test_a_neighbour_who_goes_on_keeps_nobody_with_an_account_out(client, ana, bob, hasty):
    client.force_login(ana)
    assert client.get(reverse("games:dashboard")).status_code == 200
    other = Client()
    assert [other.get("/").status_code for _time in range(5)] == [429] * 5
    assert client.get(reverse("games:dashboard")).status_code == 200
    newcomer = Client()
    newcomer.force_login(bob)
    assert newcomer.get(reverse("games:dashboard")).status_code == 429


def test_visitors_who_are_refused_are_not_taken_for_somebody_who_has_logged_in(client, ana, settings, monkeypatch):
    settings.RATE_LIMITS = True
    monkeypatch.setattr(limits, "REFUSED", Limit(3, 1))
    assert client.post(reverse("account_login"), {"login": ana.email, "password": PASSWORD}).status_code == 302
    assert client.session.session_key in limits.KNOWN
    for address in ("192.0.2.1", "192.0.2.2"):
        limits.WORK_OF_VISITORS.charge(address, time.monotonic(), 60)
    visitor, other = Client(REMOTE_ADDR="192.0.2.1"), Client(REMOTE_ADDR="192.0.2.2")
    assert [visitor.get("/").status_code for _time in range(5)] == [429] * 5
    assert "<html" not in visitor.get("/").content.decode()
    assert "<html" in other.get("/").content.decode()


def test_somebody_with_an_account_who_goes_on_is_refused_by_themselves(client, ana, bob, hasty, monkeypatch):
    neighbour = Client()
    for browser, person in ((client, ana), (neighbour, bob)):
        browser.force_login(person)
        assert browser.get(reverse("games:dashboard")).status_code == 200
    monkeypatch.setattr(limits, "LOOKING", Limit(1, 1))
    assert [client.get(reverse("games:dashboard")).status_code for _time in range(5)] == [200, 429, 429, 429, 429]
    assert "<html" not in client.get(reverse("games:dashboard")).content.decode()
    assert neighbour.get(reverse("games:dashboard")).status_code == 200


@pytest.mark.parametrize("path", ["/nothing/here/", f"/{'x' * 5000}/", "/accounts/login/"])
def test_whatever_is_refused_counts_as_work(client, db, settings, monkeypatch, path):
    settings.RATE_LIMITS = True
    seconds = count()
    monkeypatch.setattr(limits.time, "thread_time", lambda: next(seconds))
    monkeypatch.setattr(limits, "VISITING", Limit(0, 1))
    assert client.get(path).status_code in (404, 414, 429)
    assert limits.WORK_OF_VISITORS._free_at["127.0.0.1"] > time.monotonic()
