"""A player's ratings on their page, and beside their names at tables."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils import timezone

import rules
from games.pages.charts import picture_of
from matchmaking.ratings import progress as progresses
from matchmaking.ratings.progress import MOST_SCOPES, Progress
from matchmaking.ratings.rating import FEWEST_GAMES
from tests.factories import TableFactory, person_called
from tests.matchmaking.ratings.ended import ended, rate, rating_of
from tests.pages import html_of, words_of

pytestmark = pytest.mark.django_db

PROFILE = "/players/Ana/"


def played(count, **terms):
    for number in range(count):
        ended("Ana", "Bob", at=timezone.now() - timedelta(days=20 - number), name=f"Game {number}", **terms)
    rate()


def progress(viewer=None):
    return Progress.of(person_called("Ana"), viewer or AnonymousUser())


def test_page_tells_rating_place_and_what_the_latest_games_changed(client):
    played(FEWEST_GAMES)
    points = rating_of("Ana").points
    found = progress()
    assert (found.overall.points, found.overall.place, found.overall.games) == (points, 1, FEWEST_GAMES)
    assert [step.game.name for step in found.steps] == ["Game 4", "Game 3", "Game 2", "Game 1", "Game 0"]
    assert found.steps[0].points == points
    assert sum(step.gain for step in found.steps) == points
    page = words_of(client.get(PROFILE))
    assert f"{points} Rating" in page or f"Rating {points}" in page
    assert "1 of 2" in page


def test_page_lists_editions_and_boards_by_their_games():
    played(2)
    ended("Ana", "Bob", options=rules.Options(map="usa"), at=timezone.now() - timedelta(days=1))
    rate()
    assert [(each.name, each.games, each.query) for each in progress().others] == [
        ("Classic", 3, "edition=classic"),
        ("Germany", 2, "map=germany"),
        ("Germany · Classic", 2, "edition=classic&map=germany"),
        ("USA", 1, "map=usa"),
        ("USA · Classic", 1, "edition=classic&map=usa"),
    ]


def test_who_has_few_games_has_a_rating_but_no_place(client):
    played(FEWEST_GAMES - 1)
    assert (progress().overall.place, progress().missing) == (None, 1)
    assert "leaderboards list it after 1 more game." in words_of(client.get(PROFILE))


def test_player_without_rated_games_has_no_rating_on_the_page(client, ana):
    assert 'id="rating"' not in html_of(client.get(PROFILE))


def test_private_game_counts_as_a_number_only(client, ana, bob, cid):
    played(2, is_public=False)
    assert [(step.game, step.at) for step in progress(cid).steps] == [(None, None)] * 2
    assert [step.game.name for step in progress(bob).steps] == ["Game 1", "Game 0"]
    page = html_of(client.get(PROFILE))
    assert "Game 1" not in page
    assert "a private game" in page


def test_two_queries_whatever_the_number_of_games(ana, cid, django_assert_num_queries):
    for number in range(6):
        map = ("usa", "germany", "france", "italy")[number % 4]
        ended("Ana", "Bob", at=timezone.now() - timedelta(days=20 - number), options=rules.Options(map=map))
    rate()
    with django_assert_num_queries(2):
        found = Progress.of(ana, cid)
        assert [step.game.name for step in found.steps] == ["Friday round"] * 6
    assert len(found.others) == MOST_SCOPES


def test_curve_has_each_game_and_what_was_before(client):
    played(3)
    points = [step.points for step in progress().steps]
    curve = progress().curve
    assert curve.rows == [(0, (0,)), *((number, (value,)) for number, value in enumerate(reversed(points), 1))]
    page = html_of(client.get(PROFILE))
    assert f"Rating, game 3: {points[0]}" in page
    assert "Rating, at the start: 0" in page
    assert "Over the last 3 rated games" in page


def test_curve_of_many_games_counts_on_and_keeps_close_to_its_values(monkeypatch):
    monkeypatch.setattr(progresses, "MOST_CHANGES", 2)
    played(6)
    curve = progress().curve
    assert [number for number, _values in curve.rows] == [4, 5, 6]
    assert min(min(values) for _number, values in curve.rows) > 200
    assert 0 not in {number for _at, number in picture_of(curve).values}


def test_tables_tell_the_ratings_of_who_sits_there(client, ana):
    played(1)
    table = TableFactory(players=3, people=[person_called("New")])
    points = rating_of("Ana").points
    for address in (reverse("matchmaking:lobby"), table.get_absolute_url()):
        page = words_of(client.get(address))
        assert re.findall(r"\w+ rating \d+", page) == [f"Ana rating {points}"]
