"""Forms of plans on boards that sell fuel, plants and cities in ways of their own."""

import pytest
from django.http import QueryDict
from django.utils.http import urlencode

import rules
from games.models import Slot
from games.pages.plans.auction import BidForm
from games.pages.plans.fields import PlanForm
from games.pages.plans.plan_form import Offer, OpenPlan
from games.pages.plans.planner import Planner
from games.pages.plans.round_form import RoundForm
from games.pages.plans.wishes import WishesForm
from games.plans.language import AuctionPlan, BuildPlan, BuyPlan, CityWish, FuelWish, Plan
from games.story.names import Names
from tests.rules.positions import after, company, drawn_setup, position

FUEL = {"composed": 1, "otherwise": "less"}


def planner_of(state: rules.State, seat: int = 0) -> Planner:
    return Planner(state, rules.Seat(seat), Names(("Ana", "Bob", "Cid"), state.board), "/games/1/")


def filled_in(
    form: type[PlanForm], state: rules.State, known: Plan | None = None, **fields: str | int | list[str]
) -> PlanForm:
    """A form as seat 0 sends it; as it is opened where nothing is filled in."""
    plans = {Slot(known.slot): known} if known else {}
    sent = QueryDict(urlencode(fields, doseq=True)) if fields else None
    return form(planner_of(state), plans, "plan", sent)


def planned(form: PlanForm) -> tuple[Plan, ...]:
    assert form.is_valid(), form.errors
    return form.plans()


# Fuel ---------------------------------------------------------------------------------------------------------------


def buying_tokens(fuel: str = "c1") -> rules.State:
    """In India seat 0 is to buy, and there is less oil than coal. Seat 1 has room for six oil."""
    companies = [company(50, (4, 5), fuel), company(50, (7,))]
    return position(companies, phase="resources", step=3, order=(1, 0), map="india", resources="c20 o17 g20 u4")


@pytest.mark.rule("MAP-IN-7")
def test_fuel_for_many_turns_is_planned_beside_what_is_held_what_is_scarce_first():
    form = filled_in(RoundForm, buying_tokens(), coal=2, oil=1, **FUEL)
    wishes = FuelWish("oil", 1, 5), FuelWish("coal", 2, 2)
    assert planned(form) == (BuyPlan(wishes, otherwise="less", held=rules.Fuel(coal=1)),)


@pytest.mark.rule("MAP-IN-7")
def test_token_can_be_bought_by_itself_and_is_no_purchase_of_all():
    form = filled_in(RoundForm, buying_tokens(), coal=2, oil=1, **FUEL)
    panel = form.panel
    assert (panel.is_now, panel.has_limits, panel.is_purchase_only, panel.objection) == (True, True, False, None)
    assert (panel.token.kind, panel.total) == ("oil", 3 + 2 + 2)
    assert "All buy in turns, a token each time, until they pass." in panel.turns
    assert form.is_valid()
    assert OpenPlan(Offer("round", "", 3), form, is_sent=True).purchase is None


@pytest.mark.rule("MAP-IN-7", "RES-2")
def test_each_kind_that_cannot_be_bought_is_objected_to():
    form = filled_in(RoundForm, buying_tokens(), coal=1, garbage=1, **FUEL)
    assert form.panel.objection.rule == "RES-2"


@pytest.mark.rule("MAP-IN-7")
def test_plan_that_is_changed_shows_what_is_still_to_be_bought():
    plan = BuyPlan((FuelWish("coal", 3, 4),), held=rules.Fuel(coal=1))
    assert filled_in(RoundForm, buying_tokens("c3"), plan)["coal"].value() == 1


def choosing_a_market(**fields) -> rules.State:
    """In Korea seat 0 is to buy for plants 07 and 16."""
    companies = [company(90, (7, 16)), company()]
    return position(companies, phase="resources", order=(1, 0), acted=(1,), map="korea", **fields)


@pytest.mark.rule("MAP-KR-5", "CC-KR-2")
@pytest.mark.parametrize(("market", "most"), [("", 4), ("south", 4), ("north", 6)])
def test_fuel_is_planned_in_the_market_that_is_named_or_in_the_best_one(market, most):
    """Four oil cost 3 to 6 in the North, and 3 to 4 in the South."""
    form = filled_in(RoundForm, choosing_a_market(), oil=4, market=market, **FUEL)
    assert planned(form) == (BuyPlan((FuelWish("oil", 4, most),), otherwise="less", market=market or None),)
    bought = OpenPlan(Offer("round", "", 3), form, is_sent=True).purchase
    assert str(bought) == f"buy {market or 'south'} o4"
    assert form.panel.market == (market or "south")


@pytest.mark.rule("MAP-KR-5")
def test_market_of_a_plan_is_filled_in_again():
    plan = BuyPlan((FuelWish("oil", 1, 9),), market="north")
    assert filled_in(RoundForm, choosing_a_market(), plan)["market"].value() == "north"


# Cities -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-JP-6")
def test_free_start_is_carried_and_planned():
    companies = [company(90, cities="kobe"), company(90, cities="fukuoka")]
    state = position(companies, phase="building", order=(0, 1), map="japan", areas=("centre", "west", "kyushu"))
    form = filled_in(RoundForm, state, city=["okayama", "osaka"], free_start="osaka", **FUEL)
    assert ("free_start", "osaka") in form.panel.fields
    wish = CityWish("osaka", 10, free_start=True)
    (plan,) = planned(form)
    assert isinstance(plan, BuildPlan)
    assert plan.cities[1] == wish
    assert planned(filled_in(RoundForm, state, BuildPlan((wish,)), composed=1, city="osaka", free_start="osaka"))


# Auctions -----------------------------------------------------------------------------------------------------------


def manhattan(edition: str) -> rules.State:
    options = {"edition": edition, "two_player_mode": "plain"}
    return position(3, map="manhattan", areas=("manhattan",), options=options)


@pytest.mark.rule("MAP-NYC-12")
def test_whether_to_buy_a_second_plant_is_asked_where_it_can_be_bought():
    state, fields = manhattan("recharged"), {"wish": 5, "wish-5-limit": 9, "wish-5-place": 1}
    (once,) = planned(filled_in(WishesForm, state, **fields))
    (again,) = planned(filled_in(WishesForm, state, second="on", **fields))
    assert (once.second, again.second) == (False, True)
    assert "second" not in filled_in(WishesForm, manhattan("classic")).fields


@pytest.mark.rule("MAP-AUS-6")
def test_nothing_is_scrapped_for_a_mine():
    """Plant 11 is a mine, and seat 0 has three plants."""
    companies = [company(50, (4, 5, 7)), company(50), company(50)]
    state = position(companies, map="australia", market=(11, 12, 13, 14, 15, 16, 18, 19))
    fields = {"wish": [11, 12], "wish-11-limit": 20, "wish-12-limit": 20, "scrap": 4}
    (plan,) = planned(filled_in(WishesForm, state, **fields))
    assert isinstance(plan, AuctionPlan)
    assert {wish.plant: wish.scrap for wish in plan.wishes} == {11: None, 12: rules.DiscardPlant(4)}
    assert "scrap" not in filled_in(WishesForm, state, **{"wish": 11, "wish-11-limit": 20}).fields
    opened = after(position(companies, map="australia", market=state.market, order=(1, 0, 2)), "open 11 11", "pass")
    assert "scrap" not in filled_in(BidForm, opened).fields


@pytest.mark.rule("MAP-CN-4", "MAP-RU-4", "MAP-ES-4", "MAP-ME-8", "MAP-NYC-5")
@pytest.mark.parametrize(
    ("map", "out", "to_come"),
    [
        ("china", {3, 4, 9, 11, 33, 46}, {5, 31, 50}),
        ("russia", {6, 14}, {13, 50}),
        ("spain-portugal", set(), {18, 22, 27}),
        ("middle-east", {6}, {50}),
        ("manhattan", {20, 22, 37}, {50}),
    ],
)
def test_only_plants_of_the_game_may_still_come_up(map, out, to_come):
    state = rules.start(drawn_setup(3, map))
    unseen, shown = set(planner_of(state).unseen), set(state.market)
    assert unseen.isdisjoint(out | shown)
    assert unseen >= to_come - shown
