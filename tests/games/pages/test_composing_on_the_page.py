"""What is composed on the page of a game: in the address, step by step, with htmx and without."""

import re

import pytest

from games.models import Game
from tests.factories import GameFactory, person_called, play_until
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES, ROUND
from tests.pages import COMPOSING, html_of, link, parts_of, words_of

pytestmark = pytest.mark.django_db

COMPOSED = {"HX-Request": "true", "HX-Target": "composed"}


@pytest.fixture
def look(client):
    """Open the page of a game as somebody, or as a visitor; further arguments compose."""

    def open_page(game: Game, name: str = "", headers: dict[str, str] | None = None, **composed):
        if name:
            client.force_login(person_called(name))
        return client.get(game.get_absolute_url(), composed, headers=headers)

    return open_page


def test_composing_stores_nothing(look):
    game = GameFactory(after=PURCHASES)
    look(game, "Bob", action="build", city="halle")
    game.refresh_from_db()
    assert game.sequence == len(PURCHASES)


def test_cities_are_composed_in_order_each_with_its_way_and_cost(look, client):
    game = GameFactory(after=PURCHASES)
    first = look(game, "Bob")
    second = client.get(link(first, "pick-halle"))
    third = client.get(link(second, "pick-erfurt"))
    words = words_of(third)
    assert "Halle the start of your network 10 " in words
    assert "Erfurt 10 + 6 from Halle 16" in words
    assert "Costs 26 Money left 15 of 41" in words
    assert "Build 2 for 26" in words
    assert "Undo last" in words
    assert link(third, "undo").endswith("?action=build&city=halle")
    assert link(third, "pick-halle").endswith("?action=build&city=erfurt")


def test_cities_can_be_picked_on_the_map(look):
    page = look(GameFactory(after=PURCHASES), "Bob")
    assert link(page, "city-halle") == link(page, "pick-halle")


def test_what_cannot_be_paid_is_objected_to_and_cannot_be_confirmed(look):
    game = GameFactory(after=PURCHASES)
    page = look(game, "Bob", action="build", city=["halle", "leipzig", "erfurt", "dresden"])
    assert "Dresden costs" in words_of(page)
    assert "Rule BLD-14" in words_of(page)
    assert 'id="confirm"' not in html_of(page)


@pytest.mark.parametrize("city", ["atlantis", "berlin"])
def test_cities_that_cannot_be_built_in_are_left_out_with_a_reason(look, city):
    page = look(GameFactory(after=PURCHASES), "Bob", action="build", city=["halle", city, "leipzig"])
    assert page.status_code == 200
    assert "Halle the start of your network" in words_of(page)
    assert 'role="alert"' in html_of(page)
    assert "Build 1 for" not in words_of(page)


def test_purchase_is_priced_exactly(look):
    page = look(GameFactory(after=AUCTIONS), "Bob", action="buy", oil=4)
    assert "Costs 13 Money left 34 of 47 Could power" in words_of(page)
    assert "Buy 4 oil for 13" in words_of(page)


@pytest.mark.parametrize("oil", [5, 50, 9999])
def test_purchase_beyond_the_plants_is_objected_to(look, oil):
    page = look(GameFactory(after=AUCTIONS), "Bob", action="buy", oil=oil)
    assert 'role="alert"' in html_of(page)
    assert "At most 4 oil: plant 03 has room for 4, and you have 0." in words_of(page)
    assert 'id="confirm"' not in html_of(page)
    assert "Start over" in words_of(page)


def test_purchase_before_the_first_city_says_what_it_is_good_for(look):
    words = words_of(look(GameFactory(after=AUCTIONS), "Bob", COMPOSED, action="buy", oil=2))
    assert "Could power 1 once you have cities" in words
    assert "2 oil for 6 Elektro, 41 left." in words


def test_best_plants_are_chosen_beforehand_and_fewer_earn_less(look):
    game = GameFactory(after=BUILDINGS)
    assert "Power 1 city, earn 22 Elektro" in words_of(look(game, "Cid"))
    assert "Power nothing, take 10 Elektro" in words_of(look(game, "Cid", action="run"))


def test_mix_of_a_hybrid_is_composed(look):
    page = look(GameFactory(after=BUILDINGS), "Cid", action="run", plant=5, **{"coal-5": 2})
    assert "Together these plants burn 2 coal, but you have 1 coal and 1 oil. Rule PLT-2" in words_of(page)
    assert "Power 1 city" not in words_of(page)


def test_hybrid_that_can_run_in_one_way_alone_asks_for_no_mix(look):
    page = look(GameFactory(after=BUILDINGS), "Cid", action="run", plant=5, **{"coal-5": 1})
    assert "coal, the rest oil" not in words_of(page)
    assert 'type="hidden" name="coal-5" value="1"' in html_of(page)


def test_fuel_that_goes_with_a_scrapped_plant_is_composed(look, client):
    game = play_until(GameFactory(players=4), lambda state: state.discarding is not None)
    name = game.seats.get(is_to_move=True).name
    page = look(game, name)
    assert "Scrap a plant" in words_of(page)
    choice = re.search(r'id="(plant-\d+)"', html_of(page))[1]
    assert re.search(r"Scrap plant \d\d", words_of(client.get(link(page, choice))))


def test_purchase_says_how_many_cities_it_powers(look):
    page = look(GameFactory(after=[*ROUND, *3 * ["decline"]]), "Bob", COMPOSED, action="buy", oil=1)
    assert re.search(r"1 oil for \d+ Elektro, \d+ left; you could power [01] of 1 city\.", words_of(page))


def test_draft_of_another_decision_is_left_out(look):
    page = look(GameFactory(after=AUCTIONS), "Bob", action="build", city="halle")
    assert page.status_code == 200
    assert "Your round" in words_of(page)
    assert "notice error problem" not in html_of(page)


def test_draft_of_another_decision_does_not_keep_from_confirming(look):
    page = look(GameFactory(after=BUILDINGS), "Cid", action="buy", oil=1)
    assert 'id="confirm"' in html_of(page)


def test_draft_of_somebody_who_only_watches_is_left_out(look):
    page = look(GameFactory(), "Stranger", action="nonsense")
    assert page.status_code == 200


@pytest.mark.parametrize(
    "composed",
    [
        {"action": "fly"},
        {"action": "buy", "oil": "-1"},
        {"action": "buy", "oil": "9" * 400},
        {"action": "buy", "oil": "٣"},
    ],
)
def test_draft_that_cannot_be_read_is_answered_with_a_sentence(look, composed):
    page = look(GameFactory(after=AUCTIONS), "Bob", **composed)
    assert page.status_code == 400
    assert 'role="alert"' in html_of(page)
    assert "Your round" in words_of(page)


def test_htmx_gets_only_what_composing_changes(look):
    game = GameFactory(after=PURCHASES)
    answer = look(game, "Bob", COMPOSING, action="build", city="halle")
    assert answer["HX-Replace-Url"] == f"{game.get_absolute_url()}?action=build&city=halle"
    assert html_of(answer).lstrip().startswith('<section class="action-panel is-mine" id="action-panel"')
    assert parts_of(answer) == {"board", "cities", "announcement"}


def test_htmx_leaves_the_fields_alone_where_amounts_are_composed(look):
    answer = look(GameFactory(after=AUCTIONS), "Bob", COMPOSED, action="buy", oil=4)
    assert "Buy 4 oil for 13" in words_of(answer)
    assert "data-step" not in html_of(answer)


def test_htmx_hears_that_the_composer_was_logged_out(look):
    assert look(GameFactory(after=PURCHASES), headers=COMPOSING, action="build").status_code == 401


@pytest.mark.parametrize("target", ["action-panel", "composed"])
def test_htmx_gets_what_is_asked_now_where_the_rest_was_decided_on_another_page(look, target):
    game = GameFactory(after=[*AUCTIONS, "buy o2"])
    answer = look(game, "Bob", {"HX-Request": "true", "HX-Target": target}, action="buy", oil=4)
    assert "The game waits for: Ana" in words_of(answer)
    assert answer["HX-Replace-Url"] == game.get_absolute_url()


def test_caches_keep_parts_and_pages_apart(look):
    vary = look(GameFactory())["Vary"]
    assert "HX-Request" in vary
    assert "HX-Target" in vary


def test_last_step_of_a_purchase_is_taken_back(look, client):
    game = GameFactory(after=AUCTIONS)
    page = look(game, "Bob", action="buy", oil=3, before=["buy", "buy o1"])
    assert "Buy 3 oil for 9" in words_of(page)
    back = client.get(link(page, "undo"))
    assert "Buy 1 oil for 3" in words_of(back)
    assert 'id="undo"' not in html_of(client.get(link(back, "undo")))


@pytest.mark.parametrize("before", [["sell o1"], ["buy o1"] * 31])
def test_steps_that_cannot_be_read_are_answered_with_a_sentence(look, before):
    page = look(GameFactory(after=AUCTIONS), "Bob", action="buy", oil=3, before=before)
    assert page.status_code == 400
    assert "notice error problem" in html_of(page)
    assert "Your round" in words_of(page)


def test_tokens_in_the_market_stand_out_while_they_are_composed(look):
    page = html_of(look(GameFactory(after=AUCTIONS), "Bob", action="buy", oil=2))
    assert page.count("token is-wanted") == 2


def test_plant_is_chosen_in_the_market_and_shown_beside_its_bid(look, client):
    game = GameFactory()
    page = look(game, "Ana")
    assert re.findall(r'class="offer" id="plant-(\d+)"', html_of(page)) == ["3", "4", "5", "6"]
    chosen = client.get(link(page, "plant-4"))
    assert "Open with plant 04" in words_of(chosen)
    marked = re.findall(r'id="plant-(\d+)"[^>]*aria-current="true"', html_of(chosen))
    assert marked == ["4"]
    assert parts_of(look(game, "Ana", COMPOSING, action="open", plant=4, bid=4)) == {
        *("plant-market", "announcement")
    }


def test_market_leads_nobody_to_buy_who_is_not_to(look):
    assert 'class="token" href' not in html_of(look(GameFactory(after=AUCTIONS), "Ana"))
