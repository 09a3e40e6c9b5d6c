import re

import pytest
from django.urls import reverse
from django.utils import timezone

import rules
from games.pages.dashboard.page import Dashboard
from games.replay import snapshots
from matchmaking import invitations
from tests.factories import GameFactory, GuestFactory, TableFactory, play_on, play_to_the_end, play_until

pytestmark = pytest.mark.django_db

SHORT = rules.Options(first_game=True)


def names(rows):
    return [row.game.name for row in rows]


def words_of(response):
    """What a page says, without tags and surplus space."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def test_games_that_wait_for_oneself_come_first_asked_first(ana):
    GameFactory(name="Lost my turn", after=["open 4 4"])
    older = GameFactory(name="Older")
    newer = GameFactory(name="Newer")
    assert names(Dashboard.of(ana).your_turn.rows) == ["Older", "Newer"]
    play_on(older, "open 4 4", "pass", "pass", "open 3 3", "pass", "open 5 5", "buy")
    assert newer.seat_of(ana).is_to_move
    assert names(Dashboard.of(ana).your_turn.rows) == ["Newer", "Older"]


def test_games_in_which_something_can_be_said_are_listed_the_latest_moved_first(ana):
    first = GameFactory(name="First", after=["open 4 4"])
    GameFactory(name="Second", after=["open 4 4"])
    play_on(first, "pass")
    assert names(Dashboard.of(ana).to_plan.rows) == ["First", "Second"]


def test_finished_games_are_listed_with_the_place(ana, client):
    game = play_to_the_end(GameFactory(name="Done", players=2, bots=1, options=SHORT))
    (row,) = Dashboard.of(ana).finished.rows
    client.force_login(ana)
    page = words_of(client.get(reverse("games:dashboard")))
    assert f"Place {row.seat.rank} of 2" in page
    assert f"{row.seat.powered} cities powered" in page
    assert "Bot 1 Easy bot" in page
    assert (names(Dashboard.of(ana).your_turn.rows), names(Dashboard.of(ana).waiting.rows)) == ([], [])
    assert game.is_over


def test_games_of_others_are_not_listed(bob):
    GameFactory(players=2, bots=1)
    games = Dashboard.of(bob)
    assert (games.your_turn.count, games.waiting.count, games.finished.count) == (0, 0, 0)


def test_longest_waiting_game_comes_first_among_those_that_wait_for_a_person(ana, bob):
    older, newer = GameFactory(), GameFactory()
    assert [row.game for row in Dashboard.of(ana).your_turn.rows] == [older, newer]
    assert Dashboard.of(bob).your_turn.rows == []


def test_page_says_what_is_asked_and_who_plays(client, ana):
    GameFactory(name="Friday round")
    client.force_login(ana)
    page = words_of(client.get(reverse("games:dashboard")))
    assert (
        "Friday round Germany · Classic · round 1, Step 1 Choose a plant to auction asked just now Ana Bob Cid"
        in page
    )
    assert "(1) Your games" in page


def test_page_says_where_a_game_stands_that_waits_for_others(client, bob):
    GameFactory(name="Friday round")
    client.force_login(bob)
    page = words_of(client.get(reverse("games:dashboard")))
    assert "Nothing waits for you right now." in page
    assert "Friday round Germany · Classic · round 1, Step 1 Ana Choose a plant to auction, asked just now" in page


def test_page_says_of_a_game_in_setup_that_it_is_before_the_game(client, ana, bob):
    GameFactory(name="Friday round", players=2, options=rules.Options(edition="recharged"))
    client.force_login(ana)
    page = words_of(client.get(reverse("games:dashboard")))
    assert "before the game Place a house of the Trust asked just now" in page
    client.force_login(bob)
    assert "before the game Ana Place a house of the Trust, asked just now" in words_of(
        client.get(reverse("games:dashboard"))
    )


def test_page_says_what_is_played(client, ana):
    GameFactory(options=rules.Options(edition="recharged", map="central-europe"))
    client.force_login(ana)
    assert "Central Europe · Recharged" in words_of(client.get(reverse("games:dashboard")))


def test_tables_one_waits_at_and_is_invited_to_come_with_the_page(client, ana, bob):
    TableFactory(host=ana, name="Monday grid")
    invitations.invite(TableFactory(host=bob, name="Sunday grid"), bob, [ana], "", now=timezone.now())
    client.force_login(ana)
    page = client.get(reverse("games:dashboard")).content.decode()
    words = words_of(client.get(reverse("games:dashboard")))
    assert "You are invited Sunday grid Bob invites you." in words
    assert "Tables you wait at Monday grid" in words
    assert 'hx-trigger="load"' not in page


def test_page_without_games_says_how_to_get_one(client, cid):
    client.force_login(cid)
    response = client.get(reverse("games:dashboard"))
    assert "You have no running games." in words_of(response)
    assert f'action="{reverse("matchmaking:practice")}"' in response.content.decode()


def test_name_of_a_game_is_shown_as_text(client, ana):
    GameFactory(name="<b>bold</b>")
    client.force_login(ana)
    assert "&lt;b&gt;bold&lt;/b&gt;" in client.get(reverse("games:dashboard")).content.decode()


def test_visitor_is_sent_to_log_in(client):
    response = client.get(reverse("games:dashboard"))
    assert (response.status_code, response.url) == (
        302,
        f"{reverse('account_login')}?next={reverse('games:dashboard')}",
    )


def test_guest_has_a_dashboard_too(client):
    client.force_login(GuestFactory())
    assert client.get(reverse("games:dashboard")).status_code == 200


def test_page_takes_get_only(client, ana):
    client.force_login(ana)
    assert client.post(reverse("games:dashboard")).status_code == 405


@pytest.mark.postgresql
@pytest.mark.parametrize("count", [1, 4])
def test_page_takes_ten_queries_whatever_the_number_of_games(client, ana, django_assert_max_num_queries, count):
    play_to_the_end(GameFactory(players=2, bots=1, options=SHORT))
    for _ in range(count):
        GameFactory()
        GameFactory(after=["open 4 4"])
    client.force_login(ana)
    with django_assert_max_num_queries(10):
        client.get(reverse("games:dashboard"))


def test_row_shows_where_oneself_and_the_others_have_built(ana):
    game = play_until(GameFactory(), lambda state: state.round == 2)
    games = Dashboard.of(ana)
    row = [*games.your_turn.rows, *games.to_plan.rows, *games.waiting.rows][0]
    own, *others = snapshots.load(game).players
    assert row.map.count('href="#mini-house-0"') == len(own.cities) > 0
    assert row.map.count("h0") == len({house.city for player in others for house in player.cities})


@pytest.mark.parametrize("damage", [{"state": "{}"}, {"sequence": 0}])
def test_row_without_a_present_snapshot_has_a_map_without_houses(ana, client, damage):
    game = play_until(GameFactory(), lambda state: state.round == 2)
    game.snapshot.__class__.objects.update(**damage)
    client.force_login(ana)
    page = client.get(reverse("games:dashboard")).content.decode()
    assert '<svg class="miniature"' in page
    assert 'class="house' not in page.partition('<ul class="game-company"')[0]


def test_each_map_is_drawn_once_however_many_games_are_played_on_it(ana):
    GameFactory()
    GameFactory()
    assert Dashboard.of(ana).outlines.count('id="mini-germany-classic"') == 1


def test_page_shows_the_first_games_of_a_long_list_and_all_on_demand(client, bob, monkeypatch):
    monkeypatch.setattr("games.pages.dashboard.page.MOST_AT_FIRST", 1)
    client.force_login(bob)
    for name in ("First", "Second", "Third"):
        GameFactory(name=name)
    page = client.get(reverse("games:dashboard"))
    assert (names(Dashboard.of(bob).to_plan.rows), Dashboard.of(bob).to_plan.count) == (["Third"], 3)
    assert "Show 2 more" in words_of(page)
    page = client.get(reverse("games:dashboard"), {"all": ""})
    assert all(name in words_of(page) for name in ("First", "Second", "Third"))
    assert "&amp;all" in page.content.decode()  # news of it are those of all games, too
    assert "more" not in words_of(page).partition("Before you are asked")[2].partition("This is a site")[0]


def updates(client, seen):
    return client.get(reverse("games:dashboard_updates"), {"seen": seen}, headers={"HX-Request": "true"})


def test_open_page_hears_nothing_while_nothing_happens(client, ana, django_assert_max_num_queries):
    GameFactory()
    client.force_login(ana)
    seen = Dashboard.of(ana).seen
    with django_assert_max_num_queries(3):
        assert updates(client, seen).status_code == 204


def test_open_page_hears_of_an_action_of_a_new_game_and_of_an_end(client, ana):
    client.force_login(ana)
    moments = [Dashboard.of(ana).seen]
    game = GameFactory(players=2, bots=1, options=SHORT)
    moments.append(Dashboard.of(ana).seen)
    game = play_on(game, "open 4 4")
    moments.append(Dashboard.of(ana).seen)
    play_to_the_end(game)
    assert Dashboard.of(ana).seen not in moments
    assert [updates(client, seen).status_code for seen in moments] == [200, 200, 200]


def test_news_bring_lists_title_and_badge(client, ana):
    client.force_login(ana)
    GameFactory(name="Friday round")
    news = updates(client, "").content.decode()
    assert "<title>(1) Your games" in news
    assert 'id="waiting-games" hx-swap-oob="true"' in news
    assert "Friday round" in news
    assert "<html" not in news
