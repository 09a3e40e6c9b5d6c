"""Plans that have turned illegal since they were given: each asks, says why, and is kept to be changed."""

import msgspec
import pytest

import rules
from games.models import Game, Origin, StandingPlan
from games.plans import active
from games.plans.language import AreaPlan, AuctionPlan, BuildPlan, BuyPlan, CityWish, FuelWish, Plan, ProxyBid, Wish
from games.plans.reasons import (
    AboveLimit,
    AnswerRefused,
    BelowFloor,
    CityTooDear,
    FuelTooDear,
    NoneLeft,
    NothingToOpen,
    Reason,
    Unwished,
    reason_from_json,
)
from tests.factories import GameFactory
from tests.games.pages.plans.positions import plans_part
from tests.games.planned import come_due, plan
from tests.games.scripts import AUCTIONS, PURCHASES
from tests.games.taking import act, rows, seat_of
from tests.pages import html_of, link

pytestmark = pytest.mark.django_db

AUCTIONED = ("Ana open 4 4", "Bob pass", "Cid pass", "Bob open 3 3", "Cid pass", "Cid open 5 5")


class Case(msgspec.Struct, frozen=True):
    """Cid has a plan, then all act by hand, and it fits no more. ``told`` is what the page says of the ``reason``.

    ``change`` fits again, and then does ``done``; ``fields`` are those with which the plan is filled in again.
    """

    after: tuple[str, ...]
    plan: Plan
    moves: tuple[str, ...]
    reason: Reason
    told: str
    fields: tuple[str, ...]
    change: Plan
    done: str
    options: rules.Options = rules.Options()


CASES = {
    "price rose": Case(
        after=AUCTIONS,
        plan=BuyPlan((FuelWish("coal", 2, 1),)),
        moves=("Bob buy o2", "Ana buy c2"),
        reason=FuelTooDear("coal", 2, 1),
        told="The most expensive token that you want, 1 coal, costs 2 Elektro. Your plan allows 1.",
        fields=('name="coal" value="2"',),
        change=BuyPlan((FuelWish("coal", 2, 2),)),
        done="buy c2",
    ),
    "city taken": Case(
        after=PURCHASES,
        plan=BuildPlan((CityWish("leipzig", 20),)),
        moves=("Bob build hannover", "Ana build leipzig"),
        reason=AnswerRefused(
            "BLD-9", "{city} already has a house. You can build a second one from Step 2 on.", {"city": "Leipzig"}
        ),
        told="Leipzig already has a house. You can build a second one from Step 2 on.",
        fields=("leipzig",),
        change=BuildPlan((CityWish("koln", 20),)),
        done="build koln",
    ),
    "plant gone": Case(
        after=(),
        plan=AuctionPlan((Wish(4, 9, opening=4),), otherwise="ask"),
        moves=("Ana open 4 15", "Bob pass", "Cid pass", "Bob open 3 3", "Cid pass"),
        reason=NothingToOpen((4,)),
        told="Plant 04 is not on offer.",
        fields=('name="plan" value="wishes"',),
        change=AuctionPlan((Wish(5, 9, opening=5),), otherwise="ask"),
        done="open 5 5",
    ),
    "plant not won": Case(
        after=(),
        plan=BuyPlan((FuelWish("garbage", 1, 9),)),
        moves=(*AUCTIONED, "Bob buy o2", "Ana buy c2"),
        reason=AnswerRefused("RES-2", "None of your plants burns {fuel}.", {"fuel": "garbage"}),
        told="None of your plants burns garbage.",
        fields=('name="garbage"',),
        change=BuyPlan((FuelWish("coal", 2, 2),)),
        done="buy c2",
    ),
    "fuel gone": Case(
        after=AUCTIONS,
        plan=BuyPlan((FuelWish("coal", 24, 9),)),
        moves=("Bob buy o2", "Ana buy c2"),
        reason=AnswerRefused(
            "RES-5",
            "You want {wanted} {fuel}, but only {left} can be bought.",
            {"wanted": 24, "fuel": "coal", "left": 22},
        ),
        told="You want 24 coal, but only 22 can be bought.",
        fields=('name="coal"',),
        change=BuyPlan((FuelWish("coal", 24, 9),), otherwise="less"),
        done="buy c4",
    ),
    "no room": Case(
        after=AUCTIONS,
        plan=BuyPlan((FuelWish("coal", 5, 9),)),
        moves=("Bob buy o2", "Ana buy c2"),
        reason=AnswerRefused("PLT-7", "Your plants cannot store that much fuel.", {}),
        told="Your plants cannot store that much fuel.",
        fields=('name="coal"',),
        change=BuyPlan((FuelWish("coal", 4, 9),)),
        done="buy c4",
    ),
    "less kept": Case(
        after=AUCTIONS,
        plan=BuyPlan((FuelWish("coal", 2, 9),), floor=43),
        moves=("Bob buy o2", "Ana buy c2"),
        reason=BelowFloor(price=3, money=45, floor=43),
        told="This costs 3 Elektro. You have 45, and want to keep 43.",
        fields=('name="coal"', 'name="floor" value="43"'),
        change=BuyPlan((FuelWish("coal", 2, 9),), floor=42),
        done="buy c2",
    ),
    "city dearer": Case(
        after=PURCHASES,
        plan=BuildPlan((CityWish("koln", 9),)),
        moves=("Bob build hannover", "Ana build leipzig"),
        reason=CityTooDear("koln", 10, 9),
        told="Köln costs 10 Elektro, connections included. Your plan allows 9.",
        fields=("koln",),
        change=BuildPlan((CityWish("koln", 10),)),
        done="build koln",
    ),
    "limit passed": Case(
        after=("open 4 4",),
        plan=ProxyBid(4, 9, beyond="ask"),
        moves=("Bob bid 10",),
        reason=AboveLimit(4, 11, 9),
        told="The next bid for plant 04 is 11 Elektro, and your limit is 9.",
        fields=('name="limit" value="9"',),
        change=ProxyBid(4, 12, beyond="ask"),
        done="bid 11",
    ),
    "other plant put up": Case(
        after=(),
        plan=AuctionPlan((Wish(5, 9, opening=5),), otherwise="ask"),
        moves=("Ana open 4 15", "Bob pass"),
        reason=Unwished(4),
        told="Plant 04 is up for auction, and your plan does not say what to do",
        fields=('name="wish-5-limit" value="9"',),
        change=AuctionPlan((Wish(4, 20),), otherwise="ask"),
        done="bid 16",
    ),
    "area taken": Case(
        after=(),
        plan=AreaPlan(("west",)),
        moves=("Ana area northwest", "Bob area west"),
        reason=NoneLeft(),
        told="You can no longer have any of the areas that you want",
        fields=('name="southwest"',),
        change=AreaPlan(("southwest",)),
        done="area southwest",
        options=rules.Options(areas="draft"),
    ),
    "money short": Case(
        after=PURCHASES[:-1],
        plan=BuildPlan((CityWish("koln", 20), CityWish("trier", 40))),
        moves=("Cid buy o4", "Bob build hannover", "Ana build leipzig"),
        reason=AnswerRefused(
            "BLD-14",
            "{city} costs {cost} Elektro, but you would have only {money} left.",
            {"city": "Trier", "cost": 30, "money": 20},
        ),
        told="Trier costs 30 Elektro, but you would have only 20 left.",
        fields=("koln", "trier"),
        change=BuildPlan((CityWish("koln", 20),)),
        done="build koln",
    ),
}


@pytest.fixture(params=CASES)
def case(request) -> Case:
    return CASES[request.param]


@pytest.fixture
def game(case) -> Game:
    """Cid is asked what they have planned, and it cannot be done."""
    game = plan(GameFactory.create(after=case.after, options=case.options), "Cid", case.plan)
    for move in case.moves:
        game = act(game, *move.split(" ", 1))
    return game


def test_plan_that_turned_illegal_asks_and_is_kept(case, game):
    (row,) = StandingPlan.objects.all()
    reason = reason_from_json(row.asks)
    assert reason == case.reason
    assert active.read(row) == case.plan
    cid = seat_of(game, "Cid")
    assert (cid.is_to_move, cid.answers_at, game.due_at) == (True, None, None)


def test_page_says_why_and_lets_the_plan_be_changed(case, game, see, client):
    page = see(game, "Cid")
    assert "It asks you: " in plans_part(page)
    assert case.told in plans_part(page)
    form = html_of(client.get(link(page, f"change-{case.plan.slot}")))
    assert all(field in form for field in case.fields)


def test_plan_that_was_changed_answers(case, game):
    game = come_due(plan(game, "Cid", case.change))
    assert rows(game)[-1] == (2, case.done)
    assert game.actions.get(sequence=game.sequence).origin == Origin.PLAN
