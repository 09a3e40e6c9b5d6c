"""Plans for what comes after the auctions, and for areas, made on the game page."""

import re

import pytest

import rules
from games.models import PoweringRule
from games.plans.language import (
    AreaPlan,
    BuildPlan,
    BuyPlan,
    CityWish,
    FuelWish,
    PowerPlan,
)
from games.turns import edit_plans
from tests.factories import GameFactory
from tests.games.pages.plans.positions import OPENED, PURCHASE, plans_of, plans_part
from tests.games.scripts import AUCTIONS, PURCHASES
from tests.games.taking import seat_of
from tests.pages import html_of, parts_of, words_of

pytestmark = pytest.mark.django_db


def test_purchase_is_planned(send, see):
    game = GameFactory(after=AUCTIONS)
    send(game, "Ana", plan="purchase", round=1, **PURCHASE)
    assert plans_of(game, "Ana") == {"purchase": BuyPlan((FuelWish("coal", 2, 4),), floor=6, otherwise="less")}
    assert "I buy 2 coal, each for at most 4 Elektro." in plans_part(see(game, "Ana"))
    assert "for round 1" in plans_part(see(game, "Ana"))


def test_purchase_is_proposed_from_present_prices(see):
    page = html_of(see(GameFactory(after=AUCTIONS), "Ana", plan="purchase"))
    assert re.search(r'name="coal" value="2"', page)
    assert "At current prices 2 coal would cost" in " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_price_alone_is_asked_for_when_an_amount_changes(see, send):
    game, headers = GameFactory(after=AUCTIONS), {"HX-Request": "true", "HX-Target": "plan-costs"}
    told = see(game, "Ana", headers, plan="purchase", composed=1, **{**PURCHASE, "coal": 1})
    assert "At current prices 1 coal would cost" in words_of(told)
    assert "plan-costs" in html_of(told)
    refused = send(game, "Ana", headers={"HX-Request": "true", "HX-Target": "plans"}, plan="purchase", coal="many")
    assert html_of(refused).count('id="plan-costs"') == 1


def test_tokens_can_be_picked_in_the_market_for_a_plan(client, see):
    page = see(GameFactory(after=AUCTIONS), "Ana", OPENED, plan="purchase")
    assert "fuel-market" in parts_of(page)
    href = re.search(r'id="token-coal-2" href="([^"]+)"', html_of(page))
    assert href
    composed = client.get(href[1].replace("&amp;", "&"), headers=OPENED)
    assert re.search(r'name="coal" value="2"', html_of(composed))


def test_cities_are_picked_on_the_map_for_a_plan(client, see):
    game = GameFactory(after=PURCHASES)
    page = see(game, "Ana", OPENED, plan="building")
    assert parts_of(page) >= {"board", "cities"}
    href = re.search(r'href="([^"]+city=leipzig)"', html_of(page))
    assert href
    composed = client.get(href[1].replace("&amp;", "&"), {}, headers=OPENED)
    assert '<input type="hidden" name="city" value="leipzig">' in html_of(composed)
    assert 'name="leipzig-most" value="10"' in html_of(composed)


def test_what_was_typed_for_a_city_is_kept_while_more_are_picked(see):
    page = see(GameFactory(after=PURCHASES), "Ana", OPENED, **{
        "plan": "building", "composed": 1, "action": "build", "city": ["leipzig", "halle"], "leipzig-most": 13,
    })  # fmt: skip
    assert 'name="leipzig-most" value="13"' in html_of(page)


def test_building_is_planned(send):
    game = GameFactory(after=PURCHASES)
    fields = {"city": ["leipzig", "halle"], "leipzig-most": 12, "halle-most": 20}
    send(game, "Ana", plan="building", composed=1, round=1, building_floor=3, building_otherwise="less", **fields)
    cities = (CityWish("leipzig", 12), CityWish("halle", 20))
    assert plans_of(game, "Ana") == {"building": BuildPlan(cities, floor=3, otherwise="less")}


def test_each_price_is_asked_for_by_what_it_buys(see):
    page = html_of(
        see(GameFactory(after=PURCHASES), "Ana", plan="building", composed=1, action="build", city="halle")
    )
    assert '>up to<span class="visually-hidden"> (Halle)</span></label>' in page
    page = html_of(see(GameFactory(after=AUCTIONS), "Ana", plan="purchase"))
    assert '<div class="fuel-wish" role="group" aria-label="coal">' in page


def test_building_nowhere_is_answered(send):
    response = send(GameFactory(after=PURCHASES), "Ana", plan="building", round=1)
    assert response.status_code == 400
    assert "Choose the cities to build in" in words_of(response)


def test_powering_is_planned_for_a_round(send):
    game = GameFactory(after=AUCTIONS)
    send(game, "Cid", plan="powering", round=1, kept="oil")
    assert plans_of(game, "Cid") == {"powering": PowerPlan(kept="oil")}
    assert edit_plans.of(seat_of(game, "Cid"))[0].round == 1


def test_powering_is_planned_by_the_rule_unless_it_is_changed(send):
    game = GameFactory(after=AUCTIONS, powering=PoweringRule.URANIUM)
    send(game, "Cid", plan="powering", round=1)
    assert plans_of(game, "Cid") == {"powering": PowerPlan(kept="uranium")}
    send(game, "Cid", plan="powering", round=1, kept="")
    assert plans_of(game, "Cid") == {"powering": PowerPlan()}


def test_rest_of_a_round_is_planned_on_one_form(send):
    game = GameFactory(after=AUCTIONS)
    building = {"city": "leipzig", "leipzig-most": 12, "building_floor": 0, "building_otherwise": "ask"}
    fields = PURCHASE | building | {"kept": ""}
    assert send(game, "Ana", plan="round", composed=1, round=1, **fields).status_code == 302
    assert set(plans_of(game, "Ana")) == {"purchase", "building", "powering"}


def test_areas_are_planned_by_number(send):
    game = GameFactory(options=rules.Options(areas="draft"))
    others = ("northeast", "east", "southwest", "southeast")
    send(game, "Bob", plan="areas", west=2, northwest=1, **dict.fromkeys(others, ""))
    assert plans_of(game, "Bob") == {"areas": AreaPlan(("northwest", "west"))}
