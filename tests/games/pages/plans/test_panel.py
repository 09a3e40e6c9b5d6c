"""The Plans part of the game page: what can be planned, what stands, and what becomes of it."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

import rules
from games.models import Origin, PoweringRule, Slot, StandingPlan
from games.plans.language import (
    AuctionPlan,
    BuyPlan,
    FuelWish,
    PowerPlan,
    ProxyBid,
    Wish,
)
from games.turns import edit_plans
from tests.factories import GameFactory, person_called, play_on, play_until
from tests.games.pages.plans.positions import PRESSED, PURCHASE, SENT, plans_of, plans_part
from tests.games.planned import come_due, plan
from tests.games.scripts import AUCTIONS, BUILDINGS, ROUND
from tests.games.taking import seat_of
from tests.pages import html_of, parts_of, words_of

pytestmark = pytest.mark.django_db


# What is offered ----------------------------------------------------------------------------------------------------


def test_what_can_be_planned_is_offered_by_round(see):
    words = plans_part(see(GameFactory(after=AUCTIONS), "Ana"))
    assert "Round 1: Fuel, cities, power Round 2: Auctions Pass, unless …" in words


def test_bidder_can_plan_the_running_auction_and_pass_it_in_one_press(see):
    words = plans_part(see(GameFactory(after=["open 4 4"]), "Cid"))
    assert "Bid for plant 04" in words
    assert "Pass on plant 04" in words


def test_plan_for_a_bid_and_plan_for_its_auction_share_no_id(see):
    page = html_of(see(GameFactory(after=["open 4 4"]), "Bob", plan="bid"))
    ids = re.findall(r' id="([^"]+)"', page)
    assert {"along-limit", "plan-limit"} <= set(ids)
    assert len(ids) == len(set(ids))


@pytest.mark.rule("MAP-IN-7")
def test_whoever_buys_in_turns_can_plan_them_buy_one_token_or_pass(see):
    game = play_until(GameFactory(options=rules.Options(map="india")), lambda state: state.phase.value == "resources")
    name = game.seats.get(is_to_move=True).name
    nothing, token = (html_of(see(game, name, plan="round", composed=1, coal=coal)) for coal in (0, 1))
    assert 'name="action" value="buy">Pass</button>' in nothing
    assert "Only 1 coal for 1, then ask me" in token
    ids = re.findall(r' id="([^"]+)"', token)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("plant", [4, 6])
def test_whoever_puts_a_plant_up_can_plan_how_far_to_bid_for_it(see, plant):
    assert 'id="along-limit"' in html_of(see(GameFactory(), "Ana", action="open", plant=plant, bid=plant))
    assert 'id="along-limit"' not in html_of(see(GameFactory(), "Ana"))


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


def test_part_is_folded_until_something_stands(see):
    game = GameFactory()
    assert '<details class="more" id="plans-fold">' in html_of(see(game, "Bob"))
    plan(game, "Bob", ProxyBid(4, 9))
    assert '<details class="more" id="plans-fold" open>' in html_of(see(game, "Bob"))


def test_part_stays_folded_for_who_is_asked_unless_a_plan_asks(see):
    game = GameFactory()
    plan(game, "Ana", PowerPlan())
    assert '<details class="more" id="plans-fold">' in html_of(see(game, "Ana"))
    game = plan(game, "Ana", AuctionPlan((Wish(4, 9, opening=0),)))
    edit_plans.stop(game, seat_of(game, "Ana"), now=timezone.now())
    assert '<details class="more" id="plans-fold" open>' in html_of(see(game, "Ana"))


def test_part_is_unfolded_for_those_who_come_to_plan(see):
    page = see(GameFactory(), "Bob", plan="")
    assert '<details class="more" id="plans-fold" open>' in html_of(page)
    assert "This does not say" not in plans_part(page)


def test_what_a_plan_is_gets_told_until_the_first_is_given(see):
    game = GameFactory()
    assert "Nobody else can see that you have a plan" in plans_part(see(game, "Bob"))
    plan(game, "Bob", ProxyBid(4, 9))
    assert "Nobody else can see" not in plans_part(see(game, "Bob"))


# What stands --------------------------------------------------------------------------------------------------------


def test_plan_is_withdrawn(send):
    game = GameFactory()
    plan(game, "Bob", ProxyBid(4, 9))
    assert send(game, "Bob", "withdraw_plan", slot="auction").status_code == 302
    assert plans_of(game, "Bob") == {}


def test_withdrawal_of_nothing_in_particular_is_answered(send):
    assert send(GameFactory(), "Bob", "withdraw_plan", slot="all").status_code == 422


def test_plan_that_asks_says_why_and_can_be_changed(see):
    game = GameFactory()
    plan(game, "Bob", ProxyBid(4, 9, beyond="ask"))
    play_on(game, "open 4 15")
    words = plans_part(see(game, "Bob"))
    assert "1 asks you" in words
    assert "It asks you: The next bid for plant 04 is 16 Elektro, and your limit is 9." in words
    assert 'id="change-auction"' in html_of(see(game, "Bob"))


def test_owner_sees_what_a_plan_is_about_to_do_and_can_stop_it(send, see):
    game = GameFactory()
    plan(game, "Bob", ProxyBid(4, 9))
    play_on(game, "open 4 4")
    assert "Your plan answers within 2 minutes: bid 5 Elektro" in words_of(see(game, "Bob"))
    assert send(game, "Bob", "stop_plan").status_code == 302
    assert seat_of(game, "Bob").answers_at is None
    assert "Your plan answers" not in words_of(see(game, "Bob"))
    assert "auction" in plans_of(game, "Bob")


def test_rule_for_powering_can_be_changed(send, see):
    game = GameFactory(powering=PoweringRule.LEAST)
    assert "Your cities are powered for you: as many as possible, with as little fuel" in plans_part(see(game, "Bob"))
    send(game, "Bob", "choose_powering", powering="oil")
    assert seat_of(game, "Bob").powering == PoweringRule.OIL
    assert "Your cities are powered for you: as many as possible, with as little oil" in plans_part(see(game, "Bob"))
    send(game, "Bob", "choose_powering", powering="ask")
    assert "You are asked each time to power your cities." in plans_part(see(game, "Bob"))


def test_rule_for_powering_is_told_to_answer_where_its_player_is_asked(send, see):
    game, told = GameFactory(after=BUILDINGS), "Set a rule, and they are powered now"
    assert told in plans_part(see(game, "Bob"))
    assert f'href="{game.get_absolute_url()}?plan#powering"' in html_of(see(game, "Bob"))
    answer = send(game, "Bob", "choose_powering", headers=PRESSED, powering="least")
    assert "action-panel" in parts_of(answer)
    assert told not in plans_part(see(game, "Bob"))
    assert "Bob powered 1 city" in words_of(see(game, "Bob"))


def test_fuel_that_nobody_could_burn_is_not_among_the_rules(see):
    page = html_of(see(GameFactory(after=AUCTIONS), "Ana"))
    offered = re.findall(r'<option value="(\w+)"', page)
    assert offered == ["ask", "least", "coal", "oil", "garbage"]


def test_rule_that_there_is_not_is_refused(send):
    game = GameFactory()
    assert send(game, "Bob", "choose_powering", powering="wood").status_code == 422
    assert seat_of(game, "Bob").powering == PoweringRule.ASK


# When it cannot be --------------------------------------------------------------------------------------------------


def test_plan_for_a_round_that_is_over_is_refused(send):
    game = GameFactory(after=BUILDINGS)
    response = send(game, "Bob", headers=PRESSED, plan="round", round=1, composed=1, **PURCHASE)
    assert response.status_code == 422
    assert "Your round is over, so there is nothing left to plan for it." in words_of(response)
    assert plans_of(game, "Bob") == {}


def test_plan_for_an_auction_that_is_over_is_refused(send):
    game = GameFactory(after=["open 4 4", "pass", "pass"])
    response = send(game, "Cid", plan="bid", round=1, limit=9, beyond="pass")
    assert response.status_code == 422
    assert "You are no longer in an auction" in words_of(response)


@pytest.mark.parametrize("kind", ["", "everything", "pass"])
def test_what_cannot_be_planned_is_answered(send, kind):
    assert send(GameFactory(), "Bob", plan=kind).status_code == 422


@pytest.mark.parametrize("to", ["give_plan", "bid_and_plan", "withdraw_plan", "stop_plan", "choose_powering"])
def test_who_only_watches_cannot_plan(send, to):
    assert send(GameFactory(), "Stranger", to).status_code == 403


@pytest.mark.parametrize("to", ["give_plan", "bid_and_plan", "withdraw_plan", "stop_plan", "choose_powering"])
def test_planning_takes_a_login_and_a_post(client, to):
    game = GameFactory()
    address = reverse(f"games:{to}", args=[game.pk])
    assert client.post(address).status_code == 302
    client.force_login(person_called("Ana"))
    assert client.get(address).headers["Location"] == game.get_absolute_url()
    assert not StandingPlan.objects.exists()


def test_htmx_gets_the_plans_and_an_address_without_what_was_composed(send):
    game = GameFactory(after=AUCTIONS)
    response = send(game, "Ana", headers=SENT, plan="round", round=1, composed=1, **PURCHASE)
    assert response.status_code == 200
    assert response["HX-Replace-Url"] == game.get_absolute_url()
    assert parts_of(response) >= {"board", "fuel-market", "plans"}


def test_what_somebody_plans_survives_that_others_act(client, see):
    """News bring the form with all that is filled in, as its address says it."""
    game = GameFactory(after=AUCTIONS)
    see(game, "Cid")
    play_on(game, "buy o2")
    composed = f"{game.get_absolute_url()}?plan=round&composed=1&coal=2&floor=7&city=halle"
    looking = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{composed}"}
    fields = {"seat": "", "seen": 6, "news": 0}
    response = client.get(reverse("games:updates", args=[game.pk]), fields, headers=looking)
    assert parts_of(response) >= {"action-panel", "plans-state", "plans-brief", "answering"}
    assert not parts_of(response).intersection({"plans", "planning"})
    assert re.search(r'name="coal"[^>]* value="2"', html_of(response))
    assert re.search(r'name="floor" value="7"', html_of(response))
    assert "Plan: buy for 2, build 1 for 10" in words_of(response)


# What plans did -----------------------------------------------------------------------------------------------------


def test_owner_is_told_what_a_plan_did(see):
    game = GameFactory()
    plan(game, "Bob", ProxyBid(4, 9))
    play_on(game, "open 4 4")
    game = come_due(game)
    page = words_of(see(game, "Bob"))
    assert "As you planned: Bob bid 5 Elektro for plant 04." in page
    assert '<small class="tag note" title="A plan did this.">plan</small>' in html_of(see(game, "Bob"))
    assert "As you planned" not in words_of(see(game, "Cid"))
    assert "A plan did this" not in html_of(see(game, "Cid"))


def test_everybody_is_told_of_plans_once_the_game_is_over(see):
    game = play_until(GameFactory(options=rules.Options(first_game=True)), lambda state: state.is_over)
    game.actions.filter(sequence=game.sequence).update(origin=Origin.PLAN)
    assert "A plan did this" in html_of(see(game, ""))


# Lists --------------------------------------------------------------------------------------------------------------


def test_games_are_listed_in_which_something_can_be_said_before_one_is_asked(client):
    game = GameFactory(after=AUCTIONS)
    client.force_login(person_called("Ana"))
    assert "Before you are asked" in words_of(client.get(reverse("games:dashboard")))
    button = f'id="plan-{game.pk}" href="{game.get_absolute_url()}">Your round<'
    assert button in html_of(client.get(reverse("games:dashboard")))
    plan(game, "Ana", BuyPlan((FuelWish("coal", 2, 4),)))
    assert "Before you are asked" not in words_of(client.get(reverse("games:dashboard")))


def test_game_in_which_a_plan_answers_waits_for_nobody(client):
    game = GameFactory()
    plan(game, "Bob", ProxyBid(4, 9))
    play_on(game, "open 4 4")
    assert StandingPlan.objects.filter(slot=Slot.AUCTION).exists()
    assert seat_of(game, "Bob").answers_at > timezone.now() + timedelta(seconds=15)
    client.force_login(person_called("Bob"))
    assert "Your turn 1" not in words_of(client.get(reverse("games:dashboard")))
