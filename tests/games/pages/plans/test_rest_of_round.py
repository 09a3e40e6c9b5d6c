"""The rest of a round: asked of everybody at once, composed like a turn, planned or done; and plans for areas."""

import re
from urllib.parse import urlencode, urlsplit

import pytest
from django.http import QueryDict
from django.utils import timezone
from msgspec.structs import replace

import rules
from games.models import Origin
from games.plans.language import AreaPlan, BuildPlan, BuyPlan, CityWish, FuelWish, PowerPlan
from games.turns import edit_plans
from tests.factories import GameFactory, person_called, play_on, play_until
from tests.games.pages.plans.positions import PURCHASE, SENT, action_panel, plans_of
from tests.games.planned import plan
from tests.games.scripts import AUCTIONS, PURCHASES
from tests.games.taking import seat_of
from tests.pages import html_of, parts_of, words_of

pytestmark = pytest.mark.django_db

CITIES = {"city": ["leipzig", "halle"], "leipzig-most": 12, "halle-most": 20}
ROUND_OF_ALL = {"plan": "round", "composed": 1, "round": 1, **PURCHASE, **CITIES}


# Who is asked -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Ana", "Cid"])
def test_everybody_is_asked_for_their_round_when_the_auctions_are_over(see, name):
    words = action_panel(see(GameFactory(after=AUCTIONS), name))
    assert "Your round" in words
    assert "It is done in your turn. The game waits for: Bob" in words
    assert "Fuel coal" in words
    assert "Cities Pick cities on the map or here" in words


def test_who_comes_before_is_said(see):
    game = GameFactory(after=AUCTIONS)
    assert "You buy and build first." in action_panel(see(game, "Bob"))
    assert "Bob buys and builds before you." in action_panel(see(game, "Ana"))
    assert "Bob and Ana buy and build before you." in action_panel(see(game, "Cid"))


def test_who_has_bought_is_asked_for_cities_alone(see):
    words = action_panel(see(GameFactory(after=[*AUCTIONS, "buy o2"]), "Bob"))
    assert "Your round You build first." in words
    assert "Fuel" not in words


def test_who_plays_against_bots_alone_is_asked_phase_by_phase(see):
    game = play_until(GameFactory(bots=2), lambda state: state.phase is rules.Phase.RESOURCES)
    assert action_panel(see(game, "Ana")).startswith("Your turn What would Hard do? Buy resources")


def test_nobody_is_asked_for_a_round_before_the_auctions_are_over_or_once_it_is_said(see):
    assert "Your round" not in words_of(see(GameFactory(after=["open 4 4"]), "Ana"))
    game = GameFactory(after=AUCTIONS)
    plan(game, "Ana", BuyPlan())
    assert "Waiting for others" in action_panel(see(game, "Ana"))


# Composing ----------------------------------------------------------------------------------------------------------


def test_prices_are_those_of_now_and_those_at_worst(see):
    words = action_panel(see(GameFactory(after=AUCTIONS), "Cid", plan="round", composed=1, coal=2))
    assert "now 2 · at worst 4" in words


def test_no_more_is_proposed_than_can_be_paid(see):
    game = play_until(
        GameFactory(players=6), lambda state: any(cannot_run_all(state, seat) for seat in state.to_move)
    )
    asked = game.seats.get(is_to_move=True)
    assert "Run all plants" not in action_panel(see(game, asked.name))


def cannot_run_all(state: rules.State, seat: rules.Seat) -> bool:
    """Whether a seat is to buy, and can pay for some of its plants, but not for all."""
    decision = rules.legal(state, seat)
    if not isinstance(decision, rules.PurchaseDecision) or rules.forced(state, seat):
        return False
    rich = replace(decision, money=9999)
    return rules.fuel_to_run_all(state.players[seat], rich) != rules.fuel_to_run_all(state.players[seat], decision)


def test_city_is_priced_as_it_is_now_and_as_it_is_at_worst(see):
    fields = {"plan": "round", "composed": 1, "city": "leipzig"}
    assert "Leipzig now 10 · may be taken by then" in action_panel(see(GameFactory(after=AUCTIONS), "Ana", **fields))
    assert "Leipzig now 10 up to" in action_panel(see(GameFactory(after=AUCTIONS), "Bob", **fields))


def test_totals_are_those_of_fuel_and_cities(see):
    fields = {"plan": "round", "composed": 1, "coal": 2, "coal-most": 4, "city": ["leipzig", "halle"]}
    words = action_panel(see(GameFactory(after=AUCTIONS), "Ana", **fields))
    assert "Plan: buy for 2, build 2 for 20" in words
    assert "Costs 22 Money left 24 of 46 Could power 1 of 2, pays 22" in words


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"coal": 2}, "You will be asked where to build."),
        ({"city": "halle"}, "You will be asked for fuel."),
        ({"coal": 2, "city": ["halle", "erfurt", "dresden", "fulda"]}, "your money does not reach for all of it"),
        ({"coal": 2, "city": "halle"}, ""),
    ],
)
def test_what_is_left_open_is_said(see, fields, words):
    told = action_panel(see(GameFactory(after=AUCTIONS), "Ana", plan="round", composed=1, **fields))
    assert words in told
    assert words or "You will be asked" not in told


def test_most_that_a_round_can_cost_is_said(see):
    fields = {"plan": "round", "composed": 1, "coal": 2, "coal-most": 2, "city": "leipzig", "leipzig-most": 20}
    assert "Costs 12 at most 24" in action_panel(see(GameFactory(after=AUCTIONS), "Cid", **fields))


def test_cities_beyond_a_number_are_second_choices(see):
    fields = {"plan": "round", "composed": 1, "houses": 1, "city": ["leipzig", "halle"]}
    page = see(GameFactory(after=AUCTIONS), "Ana", **fields)
    assert "Plan: build 1 for 10" in action_panel(page)
    assert html_of(page).count('class="is-second"') == 1


def test_tokens_can_be_picked_in_the_market(client, see):
    page = see(GameFactory(after=AUCTIONS), "Ana", SENT, plan="round")
    assert "fuel-market" in parts_of(page)
    href = re.search(r'id="token-coal-2" href="([^"]+)"', html_of(page))
    assert href
    composed = client.get(href[1].replace("&amp;", "&"), headers=SENT)
    assert re.search(r'name="coal"[^>]* value="2"', html_of(composed))


def test_cities_are_picked_on_the_map(client, see):
    page = see(GameFactory(after=PURCHASES), "Ana", SENT, plan="round")
    assert parts_of(page) >= {"board", "cities"}
    href = re.search(r'href="([^"]+city=leipzig)"', html_of(page))
    assert href
    composed = client.get(href[1].replace("&amp;", "&"), {}, headers=SENT)
    assert '<input type="hidden" name="city" value="leipzig">' in html_of(composed)


def test_what_was_typed_is_kept_while_more_is_picked(see):
    fields = {"plan": "round", "composed": 1, "coal": 1, "city": ["leipzig", "halle"], "leipzig-most": 13, "floor": 5}
    page = html_of(see(GameFactory(after=AUCTIONS), "Ana", SENT, **fields))
    assert re.search(r'name="leipzig-most" value="13"', page)
    assert re.search(r'name="floor" value="5"', page)
    assert re.search(r'name="coal"[^>]* value="1"', page)


def test_each_limit_is_asked_for_by_what_it_is_for(see):
    page = html_of(see(GameFactory(after=AUCTIONS), "Ana", plan="round", composed=1, city="halle"))
    assert '>up to<span class="visually-hidden"> (Halle)</span></label>' in page
    assert '>up to<span class="visually-hidden"> (coal)</span></label>' in page


def test_only_the_sums_are_sent_when_an_amount_changes(see):
    headers = {"HX-Request": "true", "HX-Target": "composed"}
    told = see(GameFactory(after=AUCTIONS), "Ana", headers, plan="round", composed=1, coal=2)
    assert "Plan: buy 2 coal for 2" in words_of(told)
    assert "action-panel" not in parts_of(told)


def test_each_value_stands_once_in_the_address_however_often_something_is_picked(client, see):
    """htmx sends what is filled in along with a link that holds it already, and the answer says the new address."""
    game = GameFactory(after=AUCTIONS)
    client.force_login(person_called("Ana"))
    filled_in = {
        "plan": "round",
        "composed": 1,
        "coal": 2,
        "coal-most": 4,
        "floor": 6,
        "run": [4, 5],
        "otherwise": "ask",
    }
    address, longest = f"{game.get_absolute_url()}?{urlencode({**filled_in, 'coal': 1}, doseq=True)}", 0
    for _press in range(4):
        page = client.get(address, headers=SENT)
        pick = re.search(r'id="pick-(?:leipzig|halle)" href="([^"]+)"', html_of(page))
        assert pick
        address = f"{pick[1].replace('&amp;', '&')}&{urlencode(filled_in, doseq=True)}"
        shown = QueryDict(urlsplit(page.headers["HX-Replace-Url"]).query)
        assert all(len(values) == len({*values}) for _name, values in shown.lists())
        assert [name for name, values in shown.lists() if len(values) > 1 and name not in {"run", "city"}] == []
        longest = max(longest, len(pick[1]))
    assert QueryDict(urlsplit(client.get(address, headers=SENT).headers["HX-Replace-Url"]).query)["coal"] == "2"
    assert longest < 250


# Sending ------------------------------------------------------------------------------------------------------------


def test_fuel_and_cities_are_planned_at_once(send):
    game = GameFactory(after=AUCTIONS)
    assert send(game, "Ana", **ROUND_OF_ALL).status_code == 302
    assert plans_of(game, "Ana") == {
        "purchase": BuyPlan((FuelWish("coal", 2, 4),), floor=6, otherwise="less"),
        "building": BuildPlan((CityWish("leipzig", 12), CityWish("halle", 20)), floor=6, otherwise="next"),
    }
    assert {row.round for row in edit_plans.of(seat_of(game, "Ana"))} == {1}


def test_limits_that_are_not_said_are_those_proposed(send):
    game = GameFactory(after=AUCTIONS)
    send(game, "Cid", plan="round", composed=1, round=1, coal=2, city="leipzig", houses="")
    plans = plans_of(game, "Cid")
    assert plans["purchase"].fuels == (FuelWish("coal", 2, 2),)
    assert plans["building"].cities == (CityWish("leipzig", 10),)


def test_limits_may_be_as_high_as_money_can_be(send):
    game = GameFactory(after=AUCTIONS)
    limits = {"coal-most": 10_000, "leipzig-most": 20_500, "floor": 999_999}
    send(game, "Ana", plan="round", composed=1, round=1, coal=2, city="leipzig", houses="", **limits)
    plans = plans_of(game, "Ana")
    assert plans["purchase"].fuels == (FuelWish("coal", 2, 10_000),)
    assert plans["building"].cities == (CityWish("leipzig", 20_500),)
    assert plans["building"].floor == 999_999


def test_whoever_wants_to_be_asked_says_so(send):
    game = GameFactory(after=AUCTIONS)
    send(game, "Ana", **ROUND_OF_ALL | {"otherwise": "ask", "houses": 1})
    plans = plans_of(game, "Ana")
    assert plans["purchase"].otherwise == "ask"
    assert (plans["building"].otherwise, plans["building"].houses) == ("ask", 1)


def test_some_of_a_round_can_be_left_open(send):
    game = GameFactory(after=AUCTIONS)
    send(game, "Ana", plan="round", composed=1, round=1, **CITIES)
    assert set(plans_of(game, "Ana")) == {"building"}


def test_what_is_taken_out_of_a_plan_is_planned_no_more(send):
    game = GameFactory(after=AUCTIONS)
    send(game, "Ana", **ROUND_OF_ALL | {"own-runs": "on", "run": 4})
    send(game, "Ana", plan="round", composed=1, round=1, coal=1)
    assert set(plans_of(game, "Ana")) == {"purchase"}


def test_nothing_is_bought_and_built_where_that_is_said(send):
    game = GameFactory(after=AUCTIONS)
    send(game, "Ana", **{"plan": "round", "composed": 1, "round": 1, "no-fuel": "on", "no-cities": "on"})
    plans = plans_of(game, "Ana")
    assert plans["purchase"].fuels == ()
    assert plans["building"].cities == ()


def test_a_round_of_which_nothing_is_said_is_answered(send):
    response = send(GameFactory(after=AUCTIONS), "Ana", plan="round", composed=1, round=1)
    assert response.status_code == 400
    assert "Choose fuel, or cities, or tick that you want none." in words_of(response)


def test_plants_to_run_can_be_chosen_for_once(send, see):
    game = GameFactory(after=AUCTIONS)
    said = ROUND_OF_ALL | {"own-runs": "on", "run": [5, 5, 4, "x"], "coal-5": 1}
    send(game, "Cid", **said)
    assert plans_of(game, "Cid")["powering"] == PowerPlan(runs=rules.RunPlants((rules.Run(5, coal=1, oil=1),)))
    page = html_of(see(game, "Cid", plan="round"))
    assert re.search(r'name="own-runs"[^>]* checked', page)
    assert re.search(r'name="run" value="5" checked', page)


def test_no_plant_is_run_where_that_is_chosen(send):
    game = GameFactory(after=AUCTIONS)
    send(game, "Cid", **ROUND_OF_ALL | {"own-runs": "on"})
    assert plans_of(game, "Cid")["powering"] == PowerPlan(runs=rules.RunPlants(()))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"coal-most": "many"}, "Enter a whole number of Elektro."),
        ({"coal-most": 9999999}, "Enter 0 to 999999 Elektro."),
        ({"leipzig-most": -1}, "Enter 0 to 999999 Elektro."),
        ({"houses": "some"}, "Choose one of these."),
        ({"otherwise": "weep"}, "Choose one of these."),
        ({"floor": "x"}, "Enter a whole number of Elektro."),
    ],
)
def test_what_cannot_be_read_is_marked_and_stores_nothing(send, fields, words):
    game = GameFactory(after=AUCTIONS)
    response = send(game, "Ana", headers=SENT, **ROUND_OF_ALL | fields)
    assert response.status_code == 400
    assert words in words_of(response)
    assert plans_of(game, "Ana") == {}


def test_whoever_is_asked_buys_at_once_and_plans_the_rest(send):
    game = GameFactory(after=AUCTIONS)
    fields = {"oil": 2, "city": "halle", "expected": game.sequence}
    response = send(game, "Bob", headers=SENT, plan="round", composed=1, round=1, **fields)
    assert response.status_code == 200
    assert "Waiting for others Your plan is saved. It is done in your turn." in words_of(response)
    bought = game.actions.last()
    assert (bought.origin, str(rules.action_from_json(bought.body))) == (Origin.PLAYER, "buy o2")
    assert set(plans_of(game, "Bob")) == {"building"}


def test_purchase_that_is_refused_leaves_everything_as_it_was(send):
    game = GameFactory(after=AUCTIONS)
    fields = {"garbage": 2, "city": "halle", "expected": game.sequence}
    response = send(game, "Bob", headers=SENT, plan="round", composed=1, round=1, **fields)
    assert response.status_code == 422
    assert "Rule RES-2" in words_of(response)
    assert plans_of(game, "Bob") == {}
    game.refresh_from_db()
    assert game.sequence == len(AUCTIONS)


def test_whoever_comes_too_late_is_shown_what_they_wanted(send):
    game = GameFactory(after=[*AUCTIONS, "buy o2"])
    fields = {"coal": 1, "city": "halle", "expected": len(AUCTIONS)}
    response = send(game, "Ana", headers=SENT, plan="round", composed=1, round=1, **fields)
    assert response.status_code == 409
    assert "The game went on while you were deciding" in words_of(response)
    assert re.search(r'name="coal"[^>]* value="1"', html_of(response))
    assert plans_of(game, "Ana") == {}


def test_whoever_is_to_build_by_now_goes_on_with_the_cities_that_they_composed(send, see):
    game = GameFactory(after=PURCHASES)
    fields = {"plan": "round", "composed": 1, "round": 1, "city": ["halle", "nowhere", "leipzig"]}
    assert "Build 2 for 20" in action_panel(see(game, "Bob", **fields))
    response = send(game, "Bob", headers=SENT, **fields)
    assert response.status_code == 422
    assert "It is your turn by now. Please check what you composed, and send it." in words_of(response)
    assert "Build 2 for 20" in words_of(response)
    assert plans_of(game, "Bob") == {}


def test_number_beyond_the_cities_that_are_left_means_all_of_them(send):
    game = GameFactory(after=AUCTIONS)
    send(game, "Ana", **ROUND_OF_ALL | {"houses": 2})
    send(game, "Ana", **ROUND_OF_ALL | {"city": "halle", "houses": 2})
    assert plans_of(game, "Ana")["building"].cities == (CityWish("halle", 20),)


def test_what_is_left_out_of_a_changed_round_is_not_planned_any_more(send, see):
    game = GameFactory(after=AUCTIONS)
    send(game, "Cid", **ROUND_OF_ALL | {"oil": 1})
    words = action_panel(see(game, "Cid", plan="round", composed=1, oil=1))
    assert "Plan: buy 1 oil for 3" in words
    page = html_of(see(game, "Cid", plan="round", composed=1))
    assert 'id="confirm"' not in page
    send(game, "Cid", plan="round", composed=1, round=1, city="halle")
    assert set(plans_of(game, "Cid")) == {"building"}


def test_whole_numbers_may_be_written_with_a_point(send):
    game = GameFactory(after=AUCTIONS)
    send(game, "Ana", **ROUND_OF_ALL | {"coal": "2.0", "coal-most": "4.0", "leipzig-most": "12.0"})
    plans = plans_of(game, "Ana")
    assert plans["purchase"].fuels == (FuelWish("coal", 2, 4),)
    assert plans["building"].cities[0] == CityWish("leipzig", 12)


def test_planned_cities_stay_in_view_while_fuel_is_composed(see):
    game = GameFactory(after=AUCTIONS)
    plan(game, "Bob", BuildPlan((CityWish("halle", 10),)))
    assert "Buy for 6, build 1 for 10" in action_panel(see(game, "Bob", action="buy", oil=2))


def test_nothing_is_known_of_others_before_the_auctions_are_over(see, send):
    game = GameFactory(after=["open 4 4", "pass", "pass"])
    words = action_panel(see(game, "Ana", plan="round", composed=1, coal=2))
    assert "nobody knows yet what others will buy before you" in words
    assert "at worst" not in words
    send(game, "Ana", plan="round", composed=1, round=1, coal=2)
    assert plans_of(game, "Ana")["purchase"].fuels == (FuelWish("coal", 2, 4),)


# When a plan asks ---------------------------------------------------------------------------------------------------


def test_plan_that_asks_says_why_and_keeps_what_was_composed(see):
    game = GameFactory(after=AUCTIONS)
    plan(game, "Ana", BuyPlan((FuelWish("coal", 2, 0),), otherwise="ask"))
    plan(game, "Ana", BuildPlan((CityWish("leipzig", 10),)))
    play_on(game, "buy o2")
    page = see(game, "Ana")
    words = action_panel(page)
    assert "Your plan asks you: The most expensive token that you want" in words
    assert "Buy for 2, build 1 for 10" in words
    assert re.search(r'name="coal"[^>]* value="2"', html_of(page))


def test_cities_of_a_plan_that_asks_are_composed_as_far_as_they_can_be_had(see):
    game = GameFactory(after=PURCHASES)
    plan(game, "Ana", BuildPlan((CityWish("halle", 10), CityWish("leipzig", 10)), otherwise="ask"))
    play_on(game, "build halle")
    words = action_panel(see(game, "Ana"))
    assert "Your plan asks you:" in words
    assert "Build 1 for 10" in words


def test_plan_of_a_round_that_is_over_fills_in_nothing(see):
    game = GameFactory(after=PURCHASES)
    plan(game, "Bob", BuildPlan((CityWish("halle", 10),)))
    edit_plans.stop(game, seat_of(game, "Bob"), now=timezone.now())
    game = play_until(play_on(game, "build hannover"), lambda state: state.round == 2 and is_to_build(state, 1))
    assert "Your plan asks you:" not in action_panel(see(game, "Bob"))
    assert "Build 1 for" not in action_panel(see(game, "Bob"))


def is_to_build(state: rules.State, seat: int) -> bool:
    return state.phase is rules.Phase.BUILDING and seat in state.to_move


# Areas --------------------------------------------------------------------------------------------------------------


def test_areas_are_planned_by_number(send):
    game = GameFactory(options=rules.Options(areas="draft"))
    others = ("northeast", "east", "southwest", "southeast")
    send(game, "Bob", plan="areas", west=2, northwest=1, **dict.fromkeys(others, ""))
    assert plans_of(game, "Bob") == {"areas": AreaPlan(("northwest", "west"))}


def test_rest_of_a_round_can_be_said_before_the_auctions_are_over(see):
    game = GameFactory(after=["open 4 4", "pass", "pass"])
    assert "Round 1:" in words_of(see(game, "Ana"))
    assert "Your round" in action_panel(see(game, "Ana", plan="round"))
