import re

import pytest
from django.urls import reverse
from django.utils import timezone

import rules
from games.models import Game, Origin
from games.turns import undo
from tests.factories import GameFactory, person_called, play_on, play_to_the_end
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES, ROUND
from tests.pages import HIDDEN, html_of, link, words_of

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
    assert "Round 1 Step 1" in words
    assert "Largest network: 1" in words_of(look_back(game, game.sequence))


def test_past_tells_the_level_of_bots(look_back, django_assert_max_num_queries):
    game = GameFactory(players=2, bots=1, bot_level="normal", after=["open 4 4"])
    with django_assert_max_num_queries(5):
        assert "Bot 1 Normal bot" in words_of(look_back(game, 1))


def test_start_is_position_zero(look_back):
    page = look_back(GameFactory(after=["open 4 4"]), 0)
    assert "The start, before 1 action " in words_of(page)
    assert 'id="previous"' not in html_of(page)


def test_start_of_a_game_without_actions_counts_none(look_back):
    page = look_back(GameFactory(), 0)
    assert "The start: no actions yet" in words_of(page)
    assert "<title>Friday round at the start" in html_of(page)


def test_game_without_actions_has_nothing_to_step_through(look_back):
    page = html_of(look_back(GameFactory(), 0))
    assert 'type="range"' not in page
    assert "Step through" not in page
    assert "history.js" not in page
    assert 'type="range"' in html_of(look_back(GameFactory(after=["open 4 4"]), 0))


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


def test_one_of_the_rounds_or_the_end_is_marked_as_the_place(look_back):
    game = play_to_the_end(GameFactory(options=rules.Options(first_game=True)))

    def marked(number: int) -> list[str]:
        return re.findall(r'<a id="(round-[^"]*)"[^>]* aria-current="true"', html_of(look_back(game, number)))

    assert marked(game.sequence) == ["round-end"]
    assert marked(game.sequence - 1) == [f"round-{game.round}"]


def test_links_lead_from_one_own_turn_to_the_next(look_back):
    game = GameFactory(after=[*ROUND, "decline"])
    page = look_back(game, len(AUCTIONS), "Bob")
    assert link(page, "own-back") == reverse("games:history", args=[game.pk, 4])
    assert link(page, "own-on") == reverse("games:history", args=[game.pk, len(AUCTIONS) + 1])
    assert "own-back" not in html_of(look_back(game, len(AUCTIONS), "Stranger"))


@pytest.mark.postgresql
@pytest.mark.parametrize("to", ["", "many", "-1", "9" * 400])
def test_number_that_cannot_be_read_leads_nowhere(look_back, to):
    response = look_back(GameFactory(), 0, to=to)
    assert response.status_code == 404
    assert "has positions from 0, the start, to 0." in words_of(response)


@pytest.mark.postgresql
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


def test_nothing_can_be_done_in_the_past_but_to_note_something(look_back):
    game = GameFactory(after=["open 4 4"])
    page = html_of(look_back(game, 0, "Ana"))
    posts = re.findall(r'<form method="post"[^>]* action="(/games/[^"]*)"', page)
    assert posts == [reverse("games:position_note", args=[game.pk, 0])]
    assert re.findall('hx-get="([^"]*)"', page) == [reverse("announcements:bar")]
    assert "hx-post" not in page


def test_private_game_has_no_past_for_strangers(look_back):
    game = GameFactory(is_public=False)
    assert look_back(game, 0, "Stranger").status_code == 404
    assert look_back(game, 0, "Ana").status_code == 200


def test_visitors_are_asked_to_log_in_before_they_see_the_past_of_a_private_game(look_back):
    game = GameFactory(is_public=False)
    assert look_back(game, 0).url == f"{reverse('account_login')}?next={reverse('games:history', args=[game.pk, 0])}"


@pytest.mark.parametrize("is_public", [True, False])
def test_page_costs_at_most_eight_queries(client, django_assert_max_num_queries, is_public):
    game = GameFactory(after=BUILDINGS, is_public=is_public)
    client.force_login(person_called("Ana"))
    with django_assert_max_num_queries(8):
        assert client.get(reverse("games:history", args=[game.pk, 7])).status_code == 200


def test_another_position_can_be_compared_with(look_back):
    game = GameFactory(after=BUILDINGS)
    page = look_back(game, len(BUILDINGS), since=3)
    assert f"What changed from action 3 to {len(BUILDINGS)}" in words_of(page)
    assert link(page, "previous").endswith(f"/{len(BUILDINGS) - 1}/?since=3")
    assert link(page, "stop-comparing") == reverse("games:history", args=[game.pk, len(BUILDINGS)])


def test_positions_can_be_compared_in_any_order_and_with_themselves(look_back):
    game = GameFactory(after=BUILDINGS)
    assert "What changed from action 3 to 7" in words_of(look_back(game, 3, since=7))
    assert "Nothing that you can see." in words_of(look_back(game, 3, since=3))


@pytest.mark.parametrize("since", ["many", "-1", "99", "9" * 400])
def test_position_that_is_not_there_cannot_be_compared_with(look_back, since):
    assert look_back(GameFactory(after=AUCTIONS), 3, since=since).status_code == 404


def test_form_sends_fields_that_were_left_empty(look_back):
    assert look_back(GameFactory(after=AUCTIONS), 3, since="", turns="").status_code == 200


def test_jump_keeps_whose_turns_and_what_to_compare_with(look_back):
    game = GameFactory(after=AUCTIONS)
    address = reverse("games:history", args=[game.pk, 5])
    assert look_back(game, 3, to=5, since=1, turns=2)["Location"] == f"{address}?since=1&turns=2"


def test_anybody_can_step_through_the_turns_of_a_seat(look_back):
    game = GameFactory(after=[*ROUND, "decline"])
    page = look_back(game, len(AUCTIONS), "Stranger", turns=1)
    assert link(page, "own-back") == reverse("games:history", args=[game.pk, 4]) + "?turns=1"
    assert 'aria-label="Bob: next turn"' in html_of(page)


def test_turns_by_a_plan_are_among_those_of_others(look_back):
    """Or one could tell by the steps what somebody had planned."""
    game = GameFactory(after=AUCTIONS)
    game.actions.filter(sequence=4).update(origin=Origin.PLAN)
    page = look_back(game, len(AUCTIONS), "Ana", turns=1)
    assert link(page, "own-back") == reverse("games:history", args=[game.pk, 4]) + "?turns=1"


@pytest.mark.parametrize("turns", [7, 10**6])
def test_seat_that_is_not_there_has_no_turns(look_back, turns):
    assert "own-back" not in html_of(look_back(GameFactory(after=AUCTIONS), 3, turns=turns))


def test_scripts_get_the_parts_of_the_page_that_changed(client):
    game = GameFactory(after=AUCTIONS)
    answer = client.get(reverse("games:history", args=[game.pk, 3]), headers={"HX-Request": "true"})
    assert "HX-Request" in answer["Vary"]
    assert "<title>Friday round after action 3" in html_of(answer)
    for part in ("past", "board", "players", "plant-market", "fuel-market", "scrub-jumps", "status"):
        assert f'id="{part}"' in html_of(answer)
    assert "<main" not in html_of(answer)


def test_how_a_game_ended_is_not_told_before_its_last_position(look_back):
    game = play_to_the_end(GameFactory(options=rules.Options(first_game=True)))
    winner = game.seats.get(rank=1).name
    early = words_of(look_back(game, 5))
    assert "The game is over" not in early
    assert f"{winner} wins" not in early
    assert f"{winner} wins" in words_of(look_back(game, game.sequence))


def test_game_that_was_ended_early_says_so_at_its_last_position(look_back):
    game = GameFactory(after=AUCTIONS)
    Game.objects.filter(pk=game.pk).update(finished_at=timezone.now(), ended_early=True)
    assert "ended early" not in words_of(look_back(game, 2))
    assert "to move Cities" in words_of(look_back(game, 2))
    assert "ended early" in words_of(look_back(game, game.sequence))
    assert "to move Cities" not in words_of(look_back(game, game.sequence))


def test_address_without_a_number_leads_to_the_last_position(client):
    game = GameFactory(after=AUCTIONS)
    answer = client.get(f"{game.get_absolute_url()}history/")
    assert answer.url == reverse("games:history", args=[game.pk, len(AUCTIONS)])
