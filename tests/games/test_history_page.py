import pytest
from django.urls import reverse

import rules
from games import undo
from games.models import Game
from tests.factories import GameFactory, person_called, play_on, play_to_the_end
from tests.games.pages import HIDDEN, html_of, link, words_of
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES, ROUND

pytestmark = pytest.mark.django_db


@pytest.fixture
def look_back(client):
    """Open a past position as somebody, or as a visitor."""

    def open_page(game: Game, number: int, name: str = "", **query):
        if name:
            client.force_login(person_called(name))
        return client.get(reverse("games:history", args=[game.pk, number]), query)

    return open_page


def test_position_shows_the_board_as_it_stood_and_what_had_just_happened(look_back):
    game = GameFactory(after=BUILDINGS)
    words = words_of(look_back(game, len(AUCTIONS)))
    assert f"After action {len(AUCTIONS)} of {game.sequence}" in words
    assert "Cid put plant 05 up for auction at 5 Elektro." in words
    assert "Round 1 · Step 1 largest network 0" in words
    assert "largest network 1" in words_of(look_back(game, game.sequence))


def test_start_is_position_zero(look_back):
    page = look_back(GameFactory(after=["open 4 4"]), 0)
    assert "The start, before 1 actions" in words_of(page)
    assert 'id="previous"' not in html_of(page)


def test_position_says_when_it_came_about(look_back):
    game = GameFactory(after=["open 4 4"])
    made_at = game.actions.get(sequence=1).created_at
    assert f'datetime="{made_at.isoformat()}"' in html_of(look_back(game, 1))


def test_links_lead_back_and_on(look_back):
    game = GameFactory(after=AUCTIONS)
    page = look_back(game, 3)
    assert link(page, "previous") == reverse("games:history", args=[game.pk, 2])
    assert link(page, "next") == reverse("games:history", args=[game.pk, 4])
    assert 'id="next"' not in html_of(look_back(game, game.sequence))


def test_number_can_be_jumped_to(look_back):
    game = GameFactory(after=AUCTIONS)
    assert look_back(game, 3, to=5)["Location"] == reverse("games:history", args=[game.pk, 5])


def test_links_lead_to_phases_and_rounds(look_back):
    game = GameFactory(after=[*ROUND, "decline"])
    page = look_back(game, len(AUCTIONS) + 1)
    assert link(page, "phase-back") == reverse("games:history", args=[game.pk, len(AUCTIONS)])
    assert link(page, "phase-on") == reverse("games:history", args=[game.pk, len(PURCHASES)])
    assert link(page, "round-back") == reverse("games:history", args=[game.pk, 0])
    assert link(page, "round-on") == reverse("games:history", args=[game.pk, len(ROUND)])
    assert "Round 1 Round 2 Now" in words_of(page)


def test_links_lead_from_one_own_turn_to_the_next(look_back):
    game = GameFactory(after=[*ROUND, "decline"])
    page = look_back(game, len(AUCTIONS), "Bob")
    assert link(page, "own-back") == reverse("games:history", args=[game.pk, 4])
    assert link(page, "own-on") == reverse("games:history", args=[game.pk, len(AUCTIONS) + 1])
    assert "own-back" not in html_of(look_back(game, len(AUCTIONS), "Stranger"))


@pytest.mark.parametrize("to", ["", "many", "-1", "9" * 400])
def test_number_that_cannot_be_read_leads_nowhere(look_back, to):
    response = look_back(GameFactory(), 0, to=to)
    assert response.status_code == 404
    assert "has positions from 0, the start, to 0." in words_of(response)


@pytest.mark.parametrize("number", [2, 10**12])
def test_position_that_is_not_yet_there_is_a_friendly_404(look_back, number):
    response = look_back(GameFactory(after=["open 4 4"]), number)
    assert response.status_code == 404
    assert "The game has not come this far" in words_of(response)


def test_action_that_was_taken_back_says_so_and_the_taking_back_is_a_position_of_its_own(look_back):
    game = GameFactory(after=PURCHASES)
    game = play_on(game, "build leipzig")
    taken = game.sequence
    game = undo.take_back(game, game.seats.get(number=1), expected=taken)
    assert "Taken back later, so it does not count." in words_of(look_back(game, taken))
    assert "Bob took back" in words_of(look_back(game, taken + 1))
    assert "Taken back later" not in words_of(look_back(game, taken - 1))


def test_money_stays_hidden_while_the_game_runs(look_back):
    game = GameFactory(after=AUCTIONS)
    assert html_of(look_back(game, 2)).count(HIDDEN) == 3
    assert html_of(look_back(game, 2, "Ana")).count(HIDDEN) == 2


def test_nothing_is_hidden_after_the_end(look_back):
    game = play_to_the_end(GameFactory(options=rules.Options(first_game=True)))
    assert HIDDEN not in html_of(look_back(game, 5))


def test_last_position_of_a_finished_game_says_who_won_and_why(look_back):
    game = play_to_the_end(GameFactory(options=rules.Options(first_game=True)))
    assert "The game is over" in words_of(look_back(game, game.sequence))


def test_nothing_can_be_done_in_the_past(look_back):
    page = html_of(look_back(GameFactory(after=["open 4 4"]), 0, "Ana"))
    assert 'name="expected"' not in page
    assert "hx-get" not in page


def test_private_game_has_no_past_for_strangers(look_back):
    game = GameFactory(is_public=False)
    assert look_back(game, 0, "Stranger").status_code == 404
    assert look_back(game, 0, "Ana").status_code == 200


def test_visitors_are_asked_to_log_in_before_they_see_the_past_of_a_private_game(look_back):
    game = GameFactory(is_public=False)
    assert look_back(game, 0).url == f"{reverse('account_login')}?next={reverse('games:history', args=[game.pk, 0])}"


def test_page_costs_at_most_eight_queries(look_back, client, django_assert_max_num_queries):
    game = GameFactory(after=BUILDINGS)
    client.force_login(person_called("Ana"))
    with django_assert_max_num_queries(8):
        client.get(reverse("games:history", args=[game.pk, 7]))
