"""The Plans part of the game page: giving, reading back, changing and withdrawing plans."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

import rules
from games import planning, standing
from games.models import Game, Origin, Seat, Slot, StandingPlan
from games.plans.language import (
    AreaPlan,
    AuctionPlan,
    BuildPlan,
    BuyPlan,
    CityWish,
    Condition,
    FuelWish,
    Plan,
    PowerPlan,
    ProxyBid,
    StandingPass,
    Wish,
)
from tests.factories import GameFactory, person_called, play_on
from tests.games.pages import bots_play, html_of, parts_of, words_of
from tests.games.planned import ring
from tests.games.scripts import AUCTIONS, PURCHASES, ROUND

pytestmark = pytest.mark.django_db

PRESSED = {"HX-Request": "true", "HX-Target": "plans"}
OPENED = {"HX-Request": "true", "HX-Target": "planning"}


@pytest.fixture
def send(client):
    """Send a form of the Plans part as somebody."""

    def post(game: Game, name: str, to: str = "give_plan", headers: dict[str, str] | None = None, **fields):
        if name:
            client.force_login(person_called(name))
        return client.post(reverse(f"games:{to}", args=[game.pk]), fields, headers=headers)

    return post


@pytest.fixture
def see(client):
    def get(game: Game, name: str, headers: dict[str, str] | None = None, **fields):
        if name:
            client.force_login(person_called(name))
        else:
            client.logout()
        return client.get(game.get_absolute_url(), fields, headers=headers)

    return get


def seat_of(game: Game, name: str) -> Seat:
    return game.seats.get(name=name)


def plans_of(game: Game, name: str) -> dict[str, Plan]:
    return {row.slot: standing.read(row) for row in planning.of(seat_of(game, name))}


def give(game: Game, name: str, plan: Plan) -> Game:
    return planning.give(game, seat_of(game, name), plan, now=timezone.now())


def plans_part(response) -> str:
    """The words of the Plans part."""
    part = re.search(r'<section class="game-panel plans".*?</section>', html_of(response), re.S)
    assert part
    return " ".join(re.sub(r"<[^>]+>", " ", part[0]).split())


# What is offered ----------------------------------------------------------------------------------------------------


def test_what_can_be_planned_is_offered_by_round(see):
    words = plans_part(see(GameFactory(after=AUCTIONS), "Ana"))
    assert "Round 1: Buying Building Powering Buying, building and powering Round 2: Auctions Pass, unless …" in words


def test_bidder_can_plan_the_running_auction_and_pass_it_in_one_press(see):
    words = plans_part(see(GameFactory(after=["open 4 4"]), "Cid"))
    assert "Bid for plant 04" in words
    assert "Pass on plant 04" in words


def test_nobody_is_offered_to_pass_all_auctions_of_the_first_round(see):
    assert "Pass all" not in plans_part(see(GameFactory(), "Bob"))
    assert "Pass all auctions of this round" in plans_part(see(GameFactory(after=ROUND), "Bob"))


def test_areas_can_be_planned_while_they_are_drafted(see):
    game = GameFactory(options=rules.Options(areas="draft"))
    assert "Before the game: The areas to play in" in plans_part(see(game, "Bob"))


@pytest.mark.parametrize("name", ["Stranger", ""])
def test_who_only_watches_has_nothing_to_plan(see, name):
    page = html_of(see(GameFactory(), name))
    assert "plans-fold" not in page
    assert "plans.css" not in page


def test_part_is_folded_until_something_stands(see):
    game = GameFactory()
    assert '<details class="more" id="plans-fold">' in html_of(see(game, "Bob"))
    give(game, "Bob", ProxyBid(4, 9))
    assert '<details class="more" id="plans-fold" open>' in html_of(see(game, "Bob"))


def test_part_is_unfolded_for_those_who_come_to_plan(see):
    page = see(GameFactory(), "Bob", plan="")
    assert '<details class="more" id="plans-fold" open>' in html_of(page)
    assert "This does not say" not in plans_part(page)


def test_what_a_plan_is_gets_told_until_the_first_is_given(see):
    game = GameFactory()
    assert "Nobody else can see that you have a plan" in plans_part(see(game, "Bob"))
    give(game, "Bob", ProxyBid(4, 9))
    assert "Nobody else can see" not in plans_part(see(game, "Bob"))


# Auctions -----------------------------------------------------------------------------------------------------------


def test_auction_is_passed_in_one_press(send):
    game = GameFactory(after=["open 4 4"])
    response = send(game, "Cid", plan="pass", round=1)
    assert (response.status_code, response["Location"]) == (302, f"{game.get_absolute_url()}#plans")
    assert plans_of(game, "Cid") == {"auction": StandingPass(4)}


def test_all_auctions_are_passed_in_one_press(send):
    game = GameFactory(after=ROUND)
    send(game, "Ana", plan="passes", round=2)
    assert plans_of(game, "Ana") == {"auctions": StandingPass()}


def test_plants_not_to_be_passed_can_be_named(send):
    game = GameFactory(after=ROUND)
    send(game, "Ana", plan="passes", round=2, unless=[30, 7])
    assert plans_of(game, "Ana") == {"auctions": StandingPass(unless=(7, 30))}


def test_site_bids_up_to_a_limit(send, see):
    game = GameFactory(after=["open 4 4"])
    send(game, "Cid", plan="bid", round=1, limit=17, beyond="ask", leaps="9, 12")
    assert plans_of(game, "Cid") == {"auction": ProxyBid(4, 17, beyond="ask", leaps=(9, 12))}
    words = plans_part(see(game, "Cid"))
    assert "I bid up to 17 Elektro for plant 04, and am asked if the others go beyond." in words
    assert "for this auction" in words


@pytest.mark.parametrize(
    ("limit", "sentence"),
    [
        ("51", "You have 50 Elektro."),
        ("4", "The bid to make is 5"),
        ("x", "A whole number of Elektro"),
        ("", "how much"),
    ],
)
def test_limit_that_makes_no_sense_is_answered_and_kept(send, limit, sentence):
    game = GameFactory(after=["open 4 4"])
    response = send(game, "Cid", headers=PRESSED, plan="bid", round=1, limit=limit, beyond="pass")
    assert response.status_code == 400
    assert sentence in words_of(response)
    assert not limit or f'value="{limit}"' in html_of(response)
    assert plans_of(game, "Cid") == {}


def test_wishes_become_a_plan_in_their_order(send):
    game = GameFactory(after=ROUND)
    fields = {
        "auctions_floor": 20,
        "auctions_otherwise": "ask",
        "wish-7-limit": 9,
        "wish-7-place": 2,
        "wish-8-limit": 21,
        "wish-8-place": 1,
        "wish-8-opening": 10,
        "wish-8-if-1-holds": "unless",
        "wish-8-if-1-fact": "bought:1",
        "wish-8-if-1-number": "",
        "other-1-plant": 20,
        "other-1-limit": 33,
        "other-1-place": 3,
        "other-1-only_if_others": "on",
        "other-1-if-1-holds": "only",
        "other-1-if-1-fact": "drawn",
        "other-1-if-1-number": "25",
    }
    response = send(game, "Ana", plan="wishes", round=2, **fields)
    assert response.status_code == 302
    assert plans_of(game, "Ana") == {
        "auctions": AuctionPlan(
            (
                Wish(8, 21, opening=10, given=(Condition("bought", seat=1, holds=False),)),
                Wish(7, 9, opening=0),
                Wish(20, 33, given=(Condition("drawn", plant=25),)),
            ),
            floor=20,
            otherwise="ask",
        )
    }


def test_plan_for_auctions_is_filled_in_again_to_be_changed(send, see):
    game = GameFactory(after=ROUND)
    plan = AuctionPlan((Wish(8, 21, opening=10), Wish(20, 33, given=(Condition("drawn", plant=25),))), floor=7)
    give(game, "Ana", plan)
    page = html_of(see(game, "Ana", plan="wishes"))
    form = dict(re.findall(r'<input type="number" name="([^"]+)" value="(\d+)"', page))
    assert form.items() >= {
        ("wish-8-limit", "21"),
        ("wish-8-opening", "10"),
        ("wish-8-place", "1"),
        ("other-1-limit", "33"),
        ("other-1-place", "2"),
        ("other-1-if-1-number", "25"),
        ("auctions_floor", "7"),
    }
    assert '<option value="20" selected>20</option>' in page


def test_wish_for_nothing_is_answered(send):
    response = send(GameFactory(after=ROUND), "Ana", plan="wishes", round=2)
    assert response.status_code == 400
    assert "Say for at least one plant" in words_of(response)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"other-1-limit": 5}, "Which plant?"),
        ({"other-1-limit": "", "other-1-plant": 20}, "Up to how much?"),
        ({"wish-8-limit": 9, "wish-8-opening": 10}, "That is above your limit of 9."),
        ({"wish-8-limit": 9, "wish-8-if-1-fact": "drawn"}, "Which plant?"),
        ({"wish-8-limit": 9, "wish-8-if-1-fact": "drawn", "wish-8-if-1-number": 41}, "There is no plant 41."),
        ({"wish-8-limit": 9, "wish-8-leaps": "soon"}, "Write whole numbers"),
        ({"wish-8-limit": 9, "wish-8-scrap": 9}, None),
    ],
)
def test_wish_that_cannot_be_read_is_answered_beside_it(send, fields, sentence):
    game = GameFactory(after=ROUND)
    response = send(game, "Ana", plan="wishes", round=2, **fields)
    assert response.status_code == (400 if sentence else 302)
    assert sentence is None or sentence in words_of(response)


def test_first_bid_and_the_plan_to_go_on_are_sent_at_once(send, see):
    game = GameFactory(after=["open 4 4"])
    assert "Bid for me up to …" in words_of(see(game, "Bob"))
    response = send(game, "Bob", "bid_and_plan", action="bid", amount=6, expected=1, limit=9, beyond="pass")
    assert response.status_code == 302
    assert game.actions.last().origin == Origin.PLAYER
    assert plans_of(game, "Bob") == {"auction": ProxyBid(4, 9)}


def test_plant_is_put_up_with_a_plan_to_go_on(send):
    game = GameFactory()
    send(game, "Ana", "bid_and_plan", action="open", plant=6, bid=6, expected=0, limit=9, beyond="ask")
    game.refresh_from_db()
    assert game.sequence == 1
    assert plans_of(game, "Ana") == {"auction": ProxyBid(6, 9, beyond="ask")}


def test_bid_with_a_limit_below_it_is_not_sent(send):
    game = GameFactory(after=["open 4 4"])
    response = send(game, "Bob", "bid_and_plan", action="bid", amount=12, expected=1, limit=9, beyond="pass")
    assert response.status_code == 400
    assert "The bid to make is 12" in words_of(response)
    game.refresh_from_db()
    assert game.sequence == 1


def test_late_bid_leaves_no_plan(send):
    game = GameFactory(after=["open 4 4", "bid 5"])
    response = send(game, "Bob", "bid_and_plan", action="bid", amount=5, expected=1, limit=9, beyond="pass")
    assert response.status_code == 409
    assert plans_of(game, "Bob") == {}


# What comes after the auctions --------------------------------------------------------------------------------------


PURCHASE = {
    "coal": 2,
    "coal-most": 4,
    "oil": 0,
    "oil-most": 5,
    "purchase_floor": 6,
    "purchase_otherwise": "less",
}


def test_purchase_is_planned(send, see):
    game = GameFactory(after=AUCTIONS)
    send(game, "Ana", plan="purchase", round=1, **PURCHASE)
    assert plans_of(game, "Ana") == {"purchase": BuyPlan((FuelWish("coal", 2, 4),), floor=6, otherwise="less")}
    assert "I buy 2 coal, each for at most 4 Elektro." in plans_part(see(game, "Ana"))
    assert "for round 1" in plans_part(see(game, "Ana"))


def test_purchase_is_proposed_from_present_prices(see):
    page = html_of(see(GameFactory(after=AUCTIONS), "Ana", plan="purchase"))
    assert re.search(r'name="coal" value="2"', page)
    assert "At present prices 2 coal would cost" in " ".join(re.sub(r"<[^>]+>", " ", page).split())


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


def test_building_nowhere_is_answered(send):
    response = send(GameFactory(after=PURCHASES), "Ana", plan="building", round=1)
    assert response.status_code == 400
    assert "Choose the cities to build in" in words_of(response)


@pytest.mark.parametrize(("scope", "in_round"), [("round", 1), ("game", None)])
def test_powering_is_planned_for_a_round_or_for_good(send, scope, in_round):
    game = GameFactory(after=AUCTIONS)
    send(game, "Cid", plan="powering", round=1, kept="oil", scope=scope)
    assert plans_of(game, "Cid") == {"powering": PowerPlan(kept="oil")}
    assert planning.of(seat_of(game, "Cid"))[0].round == in_round


def test_rest_of_a_round_is_planned_on_one_form(send):
    game = GameFactory(after=AUCTIONS)
    building = {"city": "leipzig", "leipzig-most": 12, "building_floor": 0, "building_otherwise": "ask"}
    fields = PURCHASE | building | {"kept": "", "scope": "round"}
    assert send(game, "Ana", plan="round", composed=1, round=1, **fields).status_code == 302
    assert set(plans_of(game, "Ana")) == {"purchase", "building", "powering"}


def test_areas_are_planned_by_number(send):
    game = GameFactory(options=rules.Options(areas="draft"))
    others = ("northeast", "east", "southwest", "southeast")
    send(game, "Bob", plan="areas", west=2, northwest=1, **dict.fromkeys(others, ""))
    assert plans_of(game, "Bob") == {"areas": AreaPlan(("northwest", "west"))}


# What stands --------------------------------------------------------------------------------------------------------


def test_plan_is_withdrawn(send):
    game = GameFactory()
    give(game, "Bob", ProxyBid(4, 9))
    assert send(game, "Bob", "withdraw_plan", slot="auction").status_code == 302
    assert plans_of(game, "Bob") == {}


def test_withdrawal_of_nothing_in_particular_is_answered(send):
    assert send(GameFactory(), "Bob", "withdraw_plan", slot="all").status_code == 422


def test_plan_that_asks_says_why_and_can_be_changed(see):
    game = GameFactory()
    give(game, "Bob", ProxyBid(4, 9, beyond="ask"))
    play_on(game, "open 4 15")
    words = plans_part(see(game, "Bob"))
    assert "1 asks you" in words
    assert "It asks you: The next bid for plant 04 is 16 Elektro, and your limit is 9." in words
    assert 'id="change-auction"' in html_of(see(game, "Bob"))


def test_owner_sees_what_a_plan_is_about_to_do_and_can_stop_it(send, see):
    game = GameFactory()
    give(game, "Bob", ProxyBid(4, 9))
    play_on(game, "open 4 4")
    assert "Your plan answers within two minutes: bid 5 Elektro" in words_of(see(game, "Bob"))
    assert send(game, "Bob", "stop_plan").status_code == 302
    assert seat_of(game, "Bob").answers_at is None
    assert "Your plan answers" not in words_of(see(game, "Bob"))
    assert "auction" in plans_of(game, "Bob")


def test_powering_by_itself_can_be_switched(send, see):
    game = GameFactory(powers_itself=True)
    assert "Your cities are powered for you" in plans_part(see(game, "Bob"))
    send(game, "Bob", "switch_powering")
    assert not seat_of(game, "Bob").powers_itself
    assert "You are asked to power your cities" in plans_part(see(game, "Bob"))
    send(game, "Bob", "switch_powering", on=1)
    assert seat_of(game, "Bob").powers_itself


# When it cannot be --------------------------------------------------------------------------------------------------


def test_plan_for_a_phase_that_is_over_is_refused_and_kept(send):
    game = GameFactory(after=[*AUCTIONS, "buy o2"])
    response = send(game, "Bob", headers=PRESSED, plan="purchase", round=1, **PURCHASE)
    assert response.status_code == 422
    assert "What you planned for is over for you. The same would now be for round 2" in words_of(response)
    assert re.search(r'name="coal" value="2"', html_of(response))
    assert plans_of(game, "Bob") == {}


def test_plan_for_an_auction_that_is_over_is_refused(send):
    game = GameFactory(after=["open 4 4", "pass", "pass"])
    response = send(game, "Cid", plan="bid", round=1, limit=9, beyond="pass")
    assert response.status_code == 422
    assert "You are in no auction any more" in words_of(response)


@pytest.mark.parametrize("kind", ["", "everything", "pass"])
def test_what_cannot_be_planned_is_answered(send, kind):
    assert send(GameFactory(), "Bob", plan=kind).status_code == 422


@pytest.mark.parametrize("to", ["give_plan", "bid_and_plan", "withdraw_plan", "stop_plan", "switch_powering"])
def test_who_only_watches_cannot_plan(send, to):
    assert send(GameFactory(), "Stranger", to).status_code == 403


@pytest.mark.parametrize("to", ["give_plan", "bid_and_plan", "withdraw_plan", "stop_plan", "switch_powering"])
def test_planning_takes_a_login_and_a_post(client, to):
    address = reverse(f"games:{to}", args=[GameFactory().pk])
    assert client.post(address).status_code == 302
    client.force_login(person_called("Ana"))
    assert client.get(address).status_code == 405


def test_htmx_gets_the_plans_and_an_address_without_what_was_composed(send):
    game = GameFactory(after=AUCTIONS)
    response = send(game, "Ana", headers=PRESSED, plan="purchase", round=1, **PURCHASE)
    assert response.status_code == 200
    assert html_of(response).lstrip().startswith('<section class="game-panel plans" id="plans"')
    assert response["HX-Replace-Url"] == game.get_absolute_url()
    assert parts_of(response) >= {"board", "fuel-market"}
    assert "action-panel" not in parts_of(response)


def test_what_somebody_plans_survives_that_others_act(client, see):
    """News never bring the form for a plan."""
    game = GameFactory(after=AUCTIONS)
    see(game, "Ana")
    play_on(game, "buy o2")
    looking = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{game.get_absolute_url()}?plan=building"}
    fields = {"seat": "", "seen": 6, "news": 0}
    response = client.get(reverse("games:updates", args=[game.pk]), fields, headers=looking)
    assert parts_of(response) >= {"plans-state", "plans-brief", "answering"}
    assert not parts_of(response).intersection({"plans", "planning"})
    assert "plan=building" in html_of(response)


# What plans did -----------------------------------------------------------------------------------------------------


def test_owner_is_told_what_a_plan_did(see):
    game = GameFactory()
    give(game, "Bob", ProxyBid(4, 9))
    play_on(game, "open 4 4")
    game = ring(game)
    page = words_of(see(game, "Bob"))
    assert "As you planned: Bob bid 5 Elektro for plant 04." in page
    assert '<small class="tag note" title="Done by a plan.">plan</small>' in html_of(see(game, "Bob"))
    assert "As you planned" not in words_of(see(game, "Cid"))
    assert "Done by a plan" not in html_of(see(game, "Cid"))


def test_everybody_is_told_of_plans_once_the_game_is_over(see):
    game = bots_play(GameFactory(options=rules.Options(first_game=True)), lambda state: state.is_over)
    game.actions.filter(sequence=game.sequence).update(origin=Origin.PLAN)
    assert "Done by a plan" in html_of(see(game, ""))


# Lists --------------------------------------------------------------------------------------------------------------


def test_games_to_plan_ahead_in_are_listed(client):
    game = GameFactory(after=AUCTIONS)
    client.force_login(person_called("Ana"))
    words = words_of(client.get(reverse("games:dashboard")))
    assert "You can plan ahead here" in words
    assert f'href="{game.get_absolute_url()}?plan#plans"' in html_of(client.get(reverse("games:dashboard")))
    give(game, "Ana", BuyPlan((FuelWish("coal", 2, 4),)))
    assert "You can plan ahead here" not in words_of(client.get(reverse("games:dashboard")))


def test_game_in_which_a_plan_answers_waits_for_nobody(client):
    game = GameFactory()
    give(game, "Bob", ProxyBid(4, 9))
    play_on(game, "open 4 4")
    assert StandingPlan.objects.filter(slot=Slot.AUCTION).exists()
    assert seat_of(game, "Bob").answers_at > timezone.now() + timedelta(seconds=15)
    client.force_login(person_called("Bob"))
    assert "Your turn 1" not in words_of(client.get(reverse("games:dashboard")))
