"""Leaderboards: who is on them, in which order, and what one sees of oneself."""

from datetime import timedelta

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from matchmaking.ratings import leaderboard as leaderboards
from matchmaking.ratings.leaderboard import Leaderboard
from matchmaking.ratings.models import Rating
from matchmaking.ratings.rating import FEWEST_GAMES
from tests.factories import GuestFactory, UserFactory, person_called
from tests.matchmaking.ratings.ended import ended, rate
from tests.pages import html_of, words_of

pytestmark = pytest.mark.django_db

PAGE = "/leaderboards/"

READS_THE_INDEX_ALONE = {
    "sqlite": "USING COVERING INDEX rating_leaderboard",
    "postgresql": "Index Only Scan using rating_leaderboard",
}
SORTS = {"sqlite": "TEMP B-TREE", "postgresql": "Sort"}
"""What databases say in their plans, each in its own words."""


def rated(name, points, *, games=10, wins=3, scope=("", ""), is_listed=True):
    return Rating.objects.create(
        user=person_called(name), edition=scope[0], map=scope[1], mu=25, sigma=2, points=points, games=games,
        wins=wins, is_listed=is_listed, rated_at=timezone.now(),
    )  # fmt: skip


def board(viewer=None, scope=("", ""), page=""):
    return Leaderboard.of(scope, viewer or UserFactory(), page=page)


def names(leaderboard):
    return [(line.place, line.user.name) for line in leaderboard.lines]


def test_best_are_first_and_equals_share_a_place():
    rated("Ana", 700)
    rated("Bob", 900)
    rated("Cid", 700)
    rated("Dan", 100)
    assert names(board()) == [(1, "Bob"), (2, "Ana"), (2, "Cid"), (4, "Dan")]


def test_games_bring_people_onto_the_page_once_they_are_enough(client):
    for number in range(FEWEST_GAMES):
        assert "No players yet." in words_of(client.get(PAGE))
        ended("Ana", "Bob", "Cid", at=timezone.now() - timedelta(days=20 - number))
        rate()
    page = words_of(client.get(PAGE))
    assert page.index("Ana") < page.index("Bob") < page.index("Cid")
    assert f"Players are listed after {FEWEST_GAMES} rated games" in page


def test_each_edition_and_board_has_its_own(client):
    rated("Ana", 700)
    rated("Bob", 300, scope=("classic", ""))
    rated("Cid", 300, scope=("", "usa"))
    rated("Dan", 300, scope=("classic", "usa"))
    shown = {
        query: [name for name in ("Ana", "Bob", "Cid", "Dan") if name in html_of(client.get(f"{PAGE}?{query}"))]
        for query in ("", "edition=classic", "map=usa", "edition=classic&map=usa", "map=france")
    }
    assert shown == {
        "": ["Ana"], "edition=classic": ["Bob"], "map=usa": ["Cid"], "edition=classic&map=usa": ["Dan"],
        "map=france": [],
    }  # fmt: skip


@pytest.mark.parametrize(
    "query",
    ["edition=nonsense", "map=%00", "map=atlantis&edition=<b>", "page=-1", "page=x",
     pytest.param(f"page={'9' * 4000}", id="a page of as many digits as an address may have")],
)  # fmt: skip
def test_nonsense_filters_nothing_and_breaks_nothing(client, query):
    rated("Ana", 700)
    answer = client.get(f"{PAGE}?{query}")
    assert answer.status_code == 200
    assert "Ana" in html_of(answer)


def test_own_line_is_marked_and_shown_from_any_page(monkeypatch):
    monkeypatch.setattr(leaderboards, "PAGE_SIZE", 2)
    for number, name in enumerate(("Ana", "Bob", "Cid", "Dan", "Eva")):
        rated(name, 900 - 100 * number)
    eva = person_called("Eva")
    first, last = board(eva), board(eva, page="3")
    assert names(first) == [(1, "Ana"), (2, "Bob")]
    assert (first.own.place, first.own.points, first.own.is_own) == (5, 500, True)
    assert names(last) == [(5, "Eva")]
    assert (last.own, last.lines[0].is_own) == (None, True)


def test_pages_go_on_where_the_last_one_ended(client, monkeypatch):
    monkeypatch.setattr(leaderboards, "PAGE_SIZE", 2)
    for number, name in enumerate(("Ana", "Bob", "Cid")):
        rated(name, 900 - 100 * number, scope=("", "usa"))
    page = html_of(client.get(f"{PAGE}?map=usa"))
    assert f'href="{PAGE}?map=usa&amp;page=2" rel="next"' in page
    assert "Cid" in html_of(client.get(f"{PAGE}?map=usa&page=2"))


def test_who_is_not_listed_yet_learns_what_is_missing(client):
    rated("Ana", 200, games=FEWEST_GAMES - 1, is_listed=False)
    client.force_login(person_called("Ana"))
    assert "You are listed here after 1 more rated game." in words_of(client.get(PAGE))
    client.force_login(person_called("Bob"))
    assert f"You are listed here after {FEWEST_GAMES} more rated games." in words_of(client.get(PAGE))


def test_guests_and_visitors_are_told_nothing_of_themselves(client):
    assert "You are listed here after" not in words_of(client.get(PAGE))
    client.force_login(GuestFactory())
    assert "You are listed here after" not in words_of(client.get(PAGE))


def test_hostile_name_is_only_a_name(client):
    rated("<i>Eve", 100)
    assert "<i>" not in html_of(client.get(PAGE))


def test_htmx_gets_the_list_alone(client):
    rated("Ana", 700)
    part = client.get(PAGE, headers={"HX-Request": "true", "HX-Target": "leaderboard"})
    assert html_of(part).strip().startswith('<section class="card" id="leaderboard"')
    assert "<html" in html_of(client.get(PAGE, headers={"HX-Request": "true", "HX-Target": "else"}))


def test_nobody_changes_anything_here(client):
    assert client.post(PAGE).status_code == 405


@pytest.mark.postgresql
def test_number_of_queries_does_not_grow_with_the_players(django_assert_max_num_queries):
    for number in range(30):
        rated(f"Player {number}", number)
    viewer = person_called("Ana")
    with django_assert_max_num_queries(6):
        board(viewer)


def test_index_holds_all_that_a_leaderboard_lists():
    listed = leaderboards.listed_in(("classic", "usa"))
    lines = listed.order_by("-points", "user").values_list("user", "points", "games", "wins")
    ahead = listed.filter(points__gt=500).order_by().values("points")
    for plan in (plan_of(lines), plan_of(ahead)):
        assert READS_THE_INDEX_ALONE[connection.vendor] in plan
        assert SORTS[connection.vendor] not in plan


def plan_of(rows):
    """How the database looks something up where there is much of it.

    Of a short table PostgreSQL would read all rows, or take the other index with the scope: neither is to be had.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("SET LOCAL enable_bitmapscan = off")
            cursor.execute("ALTER TABLE matchmaking_rating DROP CONSTRAINT IF EXISTS rating_once")
    return rows.explain()


def test_pages_of_the_site_lead_here(client):
    for page in (reverse("home"), reverse("matchmaking:lobby")):
        assert f'href="{PAGE}"' in html_of(client.get(page))


def test_who_was_shut_out_is_dropped_with_the_next_game():
    for number in range(FEWEST_GAMES):
        ended("Ana", "Bob", at=timezone.now() - timedelta(days=20 - number))
    rate()
    User.objects.filter(name="Ana").update(is_active=False)
    ended("Ana", "Bob", at=timezone.now() - timedelta(days=1))
    rate()
    assert names(board()) == [(1, "Bob")]
