"""The plans that a seat would have needed to do what it did."""

from itertools import groupby
from random import Random

import pytest

import rules
from games.plans.answers import Act, answer
from games.plans.hindsight import Decided, fit_decided
from games.plans.language import (
    AreaPlan,
    AuctionPlan,
    BuildPlan,
    BuyPlan,
    CityWish,
    FuelWish,
    PowerPlan,
    StandingPass,
    Wish,
    plan_from_json,
    plan_to_json,
)
from rules.selfplay import play_game
from tests.games.plans.later_boards import later_boards, start_on
from tests.rules.positions import after, company, move, position, three_players
from tests.rules.random_play import Table, random_action, random_game, tables

NO_PLAN_IS_FOR = (rules.ChooseStartCity, rules.PlaceTrustHouse)


def fitted(state: rules.State, seat: int, *texts: str) -> tuple:
    decided = []
    for mover, action in map(move, texts):
        decided.append(Decided(state, mover, action))
        state = rules.apply(state, mover, action)
    return fit_decided(each for each in decided if each.seat == seat)


def test_passing_throughout_is_a_standing_pass():
    state = position(3, phase="auction")
    assert fitted(state, 1, "0: open 3 3", "1: pass", "2: pass", "1: decline") == (StandingPass(),)


def test_limit_is_what_the_seat_went_up_to():
    state = after(three_players(), "open 4 4")
    assert fitted(state, 1, "1: bid 5", "2: pass", "0: bid 6", "1: bid 7", "0: bid 8", "1: pass") == (
        AuctionPlan((Wish(4, 7),)),
    )


def test_bid_above_the_next_is_a_leap_and_so_are_those_before_it():
    state = after(three_players(), "open 4 4")
    (plan,) = fitted(state, 1, "1: bid 5", "2: bid 6", "0: pass", "1: bid 9", "2: bid 10", "1: bid 11")
    assert plan == AuctionPlan((Wish(4, 11, leaps=(5, 9)),))


def test_plant_put_up_first_is_wished_for_first():
    state = three_players()
    (plan,) = fitted(
        state, 0, "0: open 5 6", "1: bid 7", "2: pass", "0: pass", "0: open 4 4", "2: bid 5", "0: bid 6", "2: pass"
    )
    assert plan == AuctionPlan((Wish(5, 6, opening=6), Wish(4, 6, opening=4)))


def test_plant_drawn_later_is_wished_for_by_its_number():
    state = position(3, phase="auction", market=[3, 4, 5, 6, 7, 8, 9, 10], deck=[13, 20, 21, "step3"])
    moves = ("0: open 6 6", "1: pass", "2: pass", "1: open 7 7", "2: bid 8", "1: pass", "1: open 8 9", "1: decline")
    assert fitted(state, 1, *moves[:3], "1: open 7 8", "2: pass") == (AuctionPlan((Wish(7, 8, opening=8),)),)


def test_scrapping_is_said_with_the_plant_it_is_for():
    state = position(
        [company(50, [3, 5, 7], "o2 c2"), company(), company()],
        phase="auction",
        market=[8, 9, 10, 12, 14, 15, 16, 17],
    )
    (plan,) = fitted(state, 0, "0: open 9 9", "1: pass", "2: pass", "0: discard 5 c2")
    assert plan == AuctionPlan((Wish(9, 9, opening=9, scrap=rules.parse_action("discard 5 c2")),))


def test_scrapping_alone_bids_for_nothing():
    state = after(
        position(
            [company(50, [3, 5, 7]), company(), company()], phase="auction", market=[8, 9, 10, 12, 14, 15, 16, 17]
        ),
        "open 9 9",
        "pass",
        "pass",
    )
    assert fitted(state, 0, "0: discard 5") == (AuctionPlan((Wish(9, 0, scrap=rules.DiscardPlant(5)),)),)


def test_purchase_names_the_dearest_token_of_each_kind():
    state = position([company(50, [5, 6]), company()], phase="resources", order=(1, 0), resources="c24 o23 g6 u2")
    assert fitted(state, 0, "0: buy c4 g1") == (BuyPlan((FuelWish("coal", 4, 2), FuelWish("garbage", 1, 7))),)


def test_buying_nothing_is_a_plan_too():
    state = position([company(50, [5, 6]), company()], phase="resources", order=(1, 0))
    assert fitted(state, 0, "0: buy") == (BuyPlan(),)


def test_building_names_what_each_city_cost():
    state = position([company(90, cities="essen"), company()], phase="building", order=(1, 0))
    assert fitted(state, 0, "0: build duisburg munster") == (
        BuildPlan((CityWish("duisburg", 10), CityWish("munster", 16))),
    )


@pytest.mark.parametrize(
    ("done", "plan"),
    [
        ("run 5:c1o1", PowerPlan()),
        ("run 5:o2", PowerPlan(kept="coal")),
        ("run 5:c2", PowerPlan(kept="oil")),
        ("run", PowerPlan(runs=rules.RunPlants(()))),
    ],
)
def test_powering_is_said_by_rule_where_a_rule_says_it(done, plan):
    state = position([company(50, [5], "c2 o2", "essen"), company(50, [3], "o2", "kassel")], phase="bureaucracy")
    assert fitted(state, 0, f"0: {done}") == (plan,)


def test_areas_are_ranked_as_they_were_taken():
    setup = rules.new_setup(rules.Options(areas="draft"), 2, "areas")
    assert fitted(rules.start(setup), 0, "0: area northwest", "1: area northeast", "0: area east") == (
        AreaPlan(("northwest", "east")),
    )


def test_next_phase_is_not_looked_at():
    state = position([company(50, [3], cities="essen"), company()], phase="resources", order=(1, 0), acted=(1,))
    assert fitted(state, 0, "0: buy o2", "0: build duisburg") == (BuyPlan((FuelWish("oil", 2, 3),)),)


def test_who_is_asked_nothing_more_needs_no_plan():
    state = position(2, phase="building", order=(1, 0), acted=(0,))
    assert fitted(state, 0, "1: build") == ()


def some_tables() -> list[Table]:
    """Every fourth kind of game there is."""
    return list(tables())[::9]


@pytest.mark.parametrize("table", some_tables(), ids=lambda table: table.seed)
def test_fitted_plans_do_again_what_was_done_in_a_random_game(table):
    game = random_game(table)
    check(game.setup, game.moves, Random(table.seed))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_fitted_plans_do_again_what_was_done_in_a_game_of_bots(edition, seed):
    record, _ = play_game(rules.Options(edition=edition), 2 + seed % 5, f"hindsight {seed}")
    check(record.setup, record.moves, Random(seed))


@later_boards
def test_fitted_plans_do_again_what_was_done_on_a_later_board(map, edition, players):
    chance, state, moves = Random(map), start_on(map, edition, players), []
    while not state.is_over:
        seat = chance.choice(state.to_move)
        moves.append((seat, random_action(state, seat, chance)))
        state = rules.apply(state, *moves[-1])
    check(state.setup, moves, chance)


def check(setup: rules.Setup, moves, chance: Random) -> None:
    """From some position of each phase on, every seat is fitted and asked again."""
    states = rules.positions(setup, moves)
    decided = [Decided(state, *entry) for state, entry in zip(states, moves, strict=False)]
    for _, phase in groupby(decided, lambda each: (each.state.round, each.state.phase)):
        steps = list(phase)
        rest = steps[chance.randrange(len(steps)) :]
        for seat in range(setup.players):
            assert wrong_answers(rest, rules.Seat(seat)) == []


def wrong_answers(steps: list[Decided], seat: rules.Seat) -> list:
    plans = fit_decided(step for step in steps if step.seat == seat)
    assert [plan_from_json(plan_to_json(plan)) for plan in plans] == list(plans)
    own = [step for step in steps if step.seat == seat and not isinstance(step.action, NO_PLAN_IS_FOR)]
    answers = [answer(plans, step.state, seat) for step in own]
    return [
        (found, step.action)
        for found, step in zip(answers, own, strict=True)
        if not isinstance(found, Act) or found.action != step.action
    ]
