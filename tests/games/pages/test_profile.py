"""The page of a player: what is told of whom, and to whom."""

import re

import pytest
from django.template import engines
from django.urls import reverse

import rules
from accounts.models import User
from games.models import Game, Seat
from games.models.people import profile_of
from games.pages.dashboard import profile as profiles
from games.pages.dashboard.profile import Profile
from tests.factories import GameFactory, GuestFactory, UserFactory, play_to_the_end
from tests.pages import html_of, words_of

pytestmark = pytest.mark.django_db

SHORT = rules.Options(first_game=True)


def address(name):
    return reverse("games:profile", args=[name])


def names(rows):
    return [row.game.name for row in rows]


def profile(person, viewer=None, *, page=""):
    return Profile.of(person, viewer or person, page=page)


def end(game, *ranks):
    """Let a game be over, with these places by seat."""
    Game.objects.filter(pk=game.pk).update(finished_at=game.moved_at, phase="finished")
    for number, rank in enumerate(ranks):
        Seat.objects.filter(game=game, number=number).update(rank=rank, powered=10 - rank, is_to_move=False,
            asked_at=None, asked_sequence=None, question="")  # fmt: skip
    return game


def test_profile_says_since_when_what_runs_and_how_it_went(client, ana):
    GameFactory(name="Still running")
    over = play_to_the_end(GameFactory(name="Long ago", players=2, options=SHORT))
    page = words_of(client.get(address("Ana")))
    assert "Ana Here since" in page
    assert "1 Games finished" in " ".join(re.sub(r"(Games finished) (\d)", r"\2 \1", page).split())
    assert "Still running Germany · Classic · round 1, Step 1 Auction" in page
    assert f"Place {over.seat_of(ana).rank} of 2" in page


def test_record_counts_games_wins_and_places(ana):
    end(GameFactory(), 1, 2, 3)
    end(GameFactory(options=rules.Options(map="usa")), 3, 1, 2)
    end(GameFactory(options=rules.Options(map="usa", edition="recharged")), 1, 1, 3)
    record = profile(ana).record
    assert (record.games, record.wins, record.average_place) == (3, 2, pytest.approx(5 / 3))
    assert [(map.name, map.games) for map in record.maps] == [("USA", 2), ("Germany", 1)]
    assert [(edition.name, edition.games) for edition in record.editions] == [("Classic", 2), ("Recharged", 1)]


def test_player_without_games_has_a_page_without_a_record(client, ana):
    page = words_of(client.get(address("Ana")))
    assert "No running games right now." in page
    assert "No finished games yet." in page
    assert "Average place" not in page


def test_games_of_others_are_told_to_those_who_may_see_them(ana, bob, cid):
    GameFactory(name="Open to all")
    GameFactory(name="Among us", players=2, is_public=False)
    assert names(profile(ana, ana).running) == ["Among us", "Open to all"]
    assert names(profile(ana, bob).running) == ["Among us", "Open to all"]
    assert names(profile(ana, cid).running) == ["Open to all"]


def test_what_only_the_players_may_see_counts_for_nobody_else(ana, bob, cid):
    end(GameFactory(players=2, is_public=False), 1, 2)
    assert [profile(ana, viewer).record.games for viewer in (ana, bob, cid)] == [1, 1, 0]


def test_games_against_bots_alone_are_practice_and_do_not_count(ana):
    GameFactory(players=3, bots=2)
    end(GameFactory(players=2, bots=1), 1, 2)
    own = profile(ana)
    assert (own.running, own.finished, own.record.games) == ([], [], 0)


def test_many_games_are_shown_in_parts(client, ana, monkeypatch):
    monkeypatch.setattr(profiles, "PAGE_SIZE", 2)
    monkeypatch.setattr(profiles, "MOST_RUNNING", 2)
    for number in range(3):
        GameFactory(name=f"Running {number}", players=2)
        end(GameFactory(name=f"Over {number}", players=2), 1, 2)
    first, last = profile(ana), profile(ana, page="2")
    assert (names(first.running), first.are_more) == (["Running 2", "Running 1"], True)
    assert (names(first.finished), names(last.finished)) == (["Over 2", "Over 1"], ["Over 0"])
    assert 'href="?page=2" rel="next"' in html_of(client.get(address("Ana")))
    assert client.get(address("Ana"), {"page": "nonsense"}).status_code == 200


def test_own_profile_leads_to_the_settings_and_others_do_not(client, ana, bob):
    client.force_login(ana)
    settings = f'<a class="button quiet" href="{reverse("accounts:settings")}"'
    assert settings in html_of(client.get(address("Ana")))
    assert settings not in html_of(client.get(address("Bob")))


def test_name_in_other_letters_leads_to_the_one_there_is(client, ana):
    assert client.get(address("aNA")).url == address("Ana")
    assert client.get(address("Ａna")).url == address("Ana")


@pytest.mark.postgresql
@pytest.mark.parametrize("name", ["Nobody", "a/b", "..%2f", "Ana\x00", "W" * 3000, "‮anA"])
def test_nobody_of_that_name_is_not_found(client, ana, name):
    assert client.get(address(name)).status_code == 404


@pytest.mark.parametrize("name", ["<i>Eve", "a/b", "50% & more?", "Ольга Ж.", "O’Neill 2", "#1"])
def test_page_is_found_whatever_signs_the_name_holds(client, name):
    page = client.get(profile_of(UserFactory(name=name, email="somebody@example.org")))
    assert page.status_code == 200
    assert "<i>" not in html_of(page)


def test_guests_have_no_page(client):
    guest = GuestFactory()
    assert client.get(address(guest.name)).status_code == 404
    assert profile_of(guest) == ""


@pytest.mark.parametrize("name", ["", "two\nlines", "\u202eanA"])
def test_name_that_is_no_address_leads_nowhere_and_breaks_nothing(client, name):
    somebody = UserFactory(name=name, email="somebody@example.org")
    client.force_login(somebody)
    assert profile_of(somebody) == ""
    assert client.get(reverse("games:dashboard")).status_code == 200


def test_players_of_a_game_lead_to_their_pages(client, ana):
    game = GameFactory(players=3, bots=1)
    page = html_of(client.get(game.get_absolute_url()))
    assert f'href="{address("Ana")}"' in page
    assert f'href="{address("Bot 1")}"' not in page


def test_renamed_player_is_still_found_from_games_that_are_over(client, ana):
    over = end(GameFactory(players=2), 1, 2)
    User.objects.filter(pk=ana.pk).update(name="Anastasia")
    page = html_of(client.get(over.get_absolute_url()))
    assert f'href="{address("Anastasia")}">Ana</a>' in page


@pytest.mark.parametrize("count", [1, 4])
def test_page_takes_few_queries_whatever_the_number_of_games(client, ana, django_assert_max_num_queries, count):
    for _ in range(count):
        GameFactory()
        end(GameFactory(), 1, 2, 3)
    client.force_login(ana)
    with django_assert_max_num_queries(16):
        client.get(address("Ana"))


def test_page_takes_get_only(client, ana):
    assert client.post(address("Ana")).status_code == 405


def test_who_has_no_page_is_named_without_a_link():
    named = engines["jinja2"].from_string("{{ person(guest) }}").render({"guest": GuestFactory.build(name="<Guest>")})
    assert named == "<bdi>&lt;Guest&gt;</bdi>"
