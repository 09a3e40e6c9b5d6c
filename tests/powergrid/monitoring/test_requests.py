"""Each request has a number, and one line that says nothing of people but the number of who asked."""

import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from tests.factories import PASSWORD, GameFactory
from tests.powergrid.monitoring.conftest import Lines

GIVEN = "a-number.of-the-proxy_1"


@pytest.fixture
def game(db: None) -> Game:
    return GameFactory.create(after=[])


def test_a_request_has_one_line_that_says_what_was_asked_by_whom(lines: Lines, client: Client, ana: User):
    client.force_login(ana)
    answer = client.get(reverse("games:dashboard"))
    [line] = lines()
    assert line["event"] == "GET games:dashboard: 200"
    assert line["request_id"] == answer["X-Request-ID"]
    assert (line["method"], line["route"], line["status"], line["user"]) == ("GET", "games:dashboard", 200, ana.pk)
    assert line["queries"] > 1
    assert line["ms"] > 0
    assert line["level"] == "info"
    assert line["logger"] == "powergrid.monitoring.requests"


def test_each_request_counts_its_own_queries_and_leaves_nothing_behind(lines: Lines, client: Client, db: None):
    client.get(reverse("games:rules"))
    around = list(connection.execute_wrappers)
    for _ in range(2):
        client.get(reverse("matchmaking:lobby"))
    assert connection.execute_wrappers == around
    first, second = lines()[-2:]
    assert first["queries"] == second["queries"] > 0


def test_each_request_has_a_number_of_its_own(client: Client, db: None):
    numbers = {client.get(reverse("robots"))["X-Request-ID"] for _ in range(3)}
    assert len(numbers) == 3
    assert all(re.fullmatch(r"[0-9a-f]{16}", number) for number in numbers)


def test_a_proxy_of_ours_numbers_requests(client: Client, db: None, settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert client.get(reverse("robots"), headers={"X-Request-ID": GIVEN})["X-Request-ID"] == GIVEN


def test_a_visitor_does_not(client: Client, db: None, settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 0
    assert client.get(reverse("robots"), headers={"X-Request-ID": GIVEN})["X-Request-ID"] != GIVEN


@pytest.mark.parametrize("given", ["short", "x" * 65, 'quoted"12345', "two words 1", "-begins-so"])
def test_what_is_no_number_is_not_taken_for_one(client: Client, db: None, settings, given: str):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert client.get(reverse("robots"), headers={"X-Request-ID": given})["X-Request-ID"] != given


def test_files_have_no_line_unless_they_are_missing(lines: Lines, client: Client, db: None):
    client.get("/static/css/tokens.css")
    assert lines() == []
    client.get("/static/css/nothing.css")
    assert [line["route"] for line in lines() if "route" in line] == ["static"]


def test_methods_and_addresses_that_there_are_not_are_one_word_each(lines: Lines, client: Client, db: None):
    client.generic("CONJURE", "/nowhere/at/all/")
    assert [line["event"] for line in lines() if "route" in line] == ["other unknown: 404"]


def test_an_action_is_told_with_its_game_and_number(lines: Lines, client: Client, game: Game):
    seat = game.seats.get(is_to_move=True)
    assert seat.user is not None
    client.force_login(seat.user)
    action = {"action": "open", "plant": "4", "bid": "4", "expected": game.sequence}
    assert client.post(reverse("games:play", args=[game.pk]), action).status_code == 302
    assert lines()[-1]["game"] == game.pk
    assert lines()[-1]["sequence"] > game.sequence
    client.get(reverse("robots"))
    assert "game" not in lines()[-1]


def test_what_breaks_is_told_with_the_number_that_its_visitor_sees(
    lines: Lines, client: Client, ana: User, monkeypatch
):
    def break_down() -> None:
        raise ValueError(f"{ana!r} at {ana.email} from 192.0.2.7 sessionid=secret went amqp://power:grid@broker/")

    monkeypatch.setattr("powergrid.views.Showcase.of_now", break_down)
    client.raise_request_exception = False
    answer = client.get("/")
    number = answer["X-Request-ID"]
    assert answer.status_code == 500
    assert f"<code>{number}</code>" in answer.content.decode()
    error = next(line for line in lines() if line["level"] == "error")
    assert error["request_id"] == number
    assert "ValueError: <User: …> at … from … sessionid=… went amqp://…broker/" in error["exception"]


def test_nothing_that_is_logged_tells_who_somebody_is(lines: Lines, client: Client, ana: User, game: Game):
    client.get(reverse("account_login"))
    client.post(reverse("account_login"), {"login": ana.email, "password": "wrong"})
    client.post(reverse("account_login"), {"login": ana.email, "password": PASSWORD})
    client.get(reverse("games:profile", args=["Ana"]))
    client.get(reverse("games:profile", args=["Anastasia"]))
    client.get("/games/404/", {"q": "Ana"})
    client.post(reverse("games:say", args=[game.pk]), {"words": "Ana has something to say", "text": "Ana"})
    client.post(reverse("account_reset_password"), {"email": ana.email})
    told = json.dumps(lines())
    secret = ["Ana", "ana@", "example", "127.0.0.1", "wrong", PASSWORD, client.cookies["csrftoken"].value]
    secret.append(client.cookies["sessionid"].value)
    assert len(lines()) >= 8
    assert [word for word in secret if word in told] == []
    assert {line["user"] for line in lines() if "user" in line} == {ana.pk}
