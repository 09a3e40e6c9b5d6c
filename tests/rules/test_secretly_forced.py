"""What leaves a company no choice that only those can tell who know its money."""

import pytest

import rules
from tests.rules.positions import after, company, position, with_money

IN_OPEN = {"money_visible": True}


def bidding(**options):
    return after(with_money(position(3, options=options), 50, 20, 50), "open 4 20")


def buying(money=500, plants=(4,), fuel="-", **fields):
    return position(
        [company(money, plants, fuel), company(), company()], phase="resources", order=(1, 2, 0), **fields
    )


def building(money, **options):
    return position([company(money), company(), company()], phase="building", order=(2, 1, 0), options=options)


@pytest.mark.parametrize(
    ("state", "seat", "action"),
    [
        (bidding(), 1, rules.PassBid()),
        (position([company(12), company(), company()], round=4, market=(13, 15, 17, 18, 20, 22, 24, 25)), 0,
         rules.DeclineAuction()),
        (buying(money=0), 0, rules.BuyResources()),
        (building(9), 0, rules.BuildCities(())),
    ],
    ids=["bidding", "opening", "buying", "building"],
)  # fmt: skip
def test_who_can_pay_for_nothing_is_forced_in_secret(state, seat, action):
    assert rules.forced(state, seat) == rules.secretly_forced(state, seat) == action


@pytest.mark.parametrize(
    ("state", "seat"),
    [
        (bidding(**IN_OPEN), 1),
        (building(9, **IN_OPEN), 0),
        (buying(plants=(13,)), 0),
        (buying(fuel="c4"), 0),
        (buying(resources="o18 g6 u2"), 0),
    ],
    ids=["open money", "open money again", "no plant that burns fuel", "no room", "sold out"],
)
def test_what_others_can_tell_is_no_secret(state, seat):
    assert rules.forced(state, seat) is not None
    assert rules.secretly_forced(state, seat) is None


def test_who_has_a_choice_is_not_forced():
    assert rules.secretly_forced(building(500), 0) is None
