"""India: fuel is bought token by token, up to a price; too many new cities bring an outage."""

import pytest

import rules
from rules.events import CitiesPowered, PowerOutage
from tests.rules.positions import after, build_next, company, events, pass_on, position, refused, some_cities, tokens


def buying(*companies, **fields):
    """Phase 3, the last seat to buy first."""
    return position(companies, phase="resources", map="india", **fields)


def own(*plants, money=100, **fields):
    return company(money, plants, **fields)


def prices(state, kind):
    return next(offer.prices for offer in rules.legal(state, state.to_move[0]).fuels if offer.kind == kind)


def all_coal():
    """Three companies that burn coal."""
    return own(20), own(25), own(31)


@pytest.mark.rule("MAP-IN-7", "CC-IN-1")
def test_turns_go_round_until_all_have_passed():
    state, turns = buying(*all_coal()), []
    for text in ["buy c1", "buy c1", "buy c1", "buy", "buy c1", "buy c1", "buy c1", "buy", "buy c1", "buy"]:
        turns += state.to_move
        state = after(state, text)
    assert turns == [2, 1, 0, 2, 1, 0, 1, 0, 1, 1]
    assert (state.phase, state.last_turn) == ("building", None)


@pytest.mark.rule("MAP-IN-7")
def test_more_than_one_token_a_turn_is_refused():
    state = buying(*all_coal())
    for text in ("buy c2", "buy c1 o1"):
        with refused("MAP-IN-7"):
            after(state, text)
    assert rules.legal(state, 2).one_token


@pytest.mark.rule("MAP-IN-2", "MAP-IN-3", "CC-IN-2")
def test_five_coal_cost_1_four_times_and_then_2():
    state, paid = buying(*all_coal()), []
    for _ in range(5):
        (seat,) = state.to_move
        before, state = state, after(state, "buy c1")
        paid.append(before.players[seat].money - state.players[seat].money)
    assert paid == [1, 1, 1, 1, 2]


@pytest.mark.rule("MAP-IN-9", "CC-IN-3")
@pytest.mark.parametrize(
    ("step", "on_sale", "is_sold"), [(1, 5, False), (1, 6, True), (2, 4, True), (2, 3, False), (3, 1, True)]
)
def test_dear_tokens_are_not_sold_before_step_3(step, on_sale, is_sold):
    state = buying(own(20), own(25), own(23, 28), step=step, resources=f"c24 o21 g20 u{on_sale}")
    if is_sold:
        assert after(state, "buy u1").players[2].fuel == tokens("u1")
    else:
        assert prices(state, "uranium") == ()
        with refused("MAP-IN-9"):
            after(state, "buy u1")


@pytest.mark.rule("MAP-IN-8", "MAP-IN-9", "CC-IN-4")
def test_whoever_can_buy_nothing_passes():
    hoard = own(20, 31, 36, fuel="c11")
    state = buying(hoard, own(7), own(25), resources="c13 o21 g20 u3")
    assert prices(state, "coal") == ()
    assert rules.forced(state, 2) == rules.BuyResources()


@pytest.mark.rule("MAP-IN-7")
def test_bots_and_proposals_buy_one_token_of_what_they_need():
    state = buying(own(3), own(25), own(20))
    decision = rules.legal(state, 2)
    assert rules.fuel_to_run_all(state.players[2], decision) == rules.BuyResources(coal=1)
    assert rules.bots.decide(state, 2) == rules.BuyResources(coal=1)


@pytest.mark.rule("MAP-IN-4", "CC-IN-9")
def test_refill_of_three_players_in_step_1():
    state = pass_on(position(3, phase="bureaucracy", map="india"))
    assert state.resources == tokens("c24 o23 g21 u4")
    assert [rules.market_prices(state, kind)[0] for kind in ("oil", "garbage", "uranium")] == [1, 1, 5]


# Outage -------------------------------------------------------------------------------------------------------------


def bureaucracy(new_cities):
    """Phase 5 of four players: seat 0 powers 5 of 6 cities, and seat 1 none of 10."""
    first = company(0, (20,), "c3", some_cities(6, map="india"))
    second = company(0, cities=some_cities(10, after=6, map="india"))
    return position([first, second, company(), company()], phase="bureaucracy", map="india", new_cities=new_cities)


@pytest.mark.rule("MAP-IN-10", "CC-IN-7")
@pytest.mark.parametrize(("new_cities", "income"), [(8, (64, 10)), (9, (64 - 18, 0))])
def test_outage_lowers_all_incomes(new_cities, income):
    state = bureaucracy(new_cities)
    assert rules.legal(state, 0).best_income == income[0]
    done = (after(state, text) for text in ("0: run 20", "1: run"))
    assert tuple(events(each, CitiesPowered)[0].income for each in done) == income


@pytest.mark.rule("MAP-IN-10")
@pytest.mark.parametrize(("before", "told"), [(7, []), (8, [PowerOutage(9, 3)])])
def test_cities_of_all_players_count_in_the_round_in_which_they_are_connected(before, told):
    state = position([company(500)] * 4, phase="building", map="india", acted=(3, 2, 1), new_cities=before)
    state = build_next(state)
    assert (state.new_cities, events(state, PowerOutage)) == (before + 1, told)
    assert pass_on(state).new_cities == 0


@pytest.mark.rule("MAP-IN-10", "BUR-6")
def test_other_boards_know_no_outage():
    state = position([company(0, cities="koln"), company(), company()], phase="building", order=(1, 2, 0))
    assert after(state, "build", "build", "build").new_cities == 0


@pytest.mark.rule("MAP-IN-12", "END-3", "CC-IN-11")
def test_nobody_pays_in_the_round_that_ends_the_game():
    cities = some_cities(17, map="india")
    companies = [company(500, cities=cities[:16]), company(7), company(), company()]
    state = position(
        companies,
        phase="building",
        map="india",
        order=(0, 1, 2, 3),
        acted=(3, 2, 1),
        new_cities=12,
        market=range(20, 28),
    )
    state = after(state, f"build {cities[16]}")
    assert state.is_over
    assert (state.players[1].money, events(state, PowerOutage)) == (7, [])


# Powering -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-IN-11", "CC-IN-8")
def test_as_many_cities_have_to_be_powered_as_can_be():
    first = company(0, (20, 13), "c3", some_cities(4, map="india"))
    state = position([first, company(), company()], phase="bureaucracy", map="india")
    assert rules.legal(state, 0).least_cities == 4
    for text in ("0: run 13", "0: run"):
        with refused("MAP-IN-11"):
            after(state, text)
    assert [after(state, text).players[0].money for text in ("0: run 20", "0: run 13 20")] == [54, 54]


@pytest.mark.rule("MAP-IN-11")
def test_nobody_is_asked_where_only_one_choice_of_plants_powers_as_many_cities():
    holdings = [((20, 24), "c3"), ((21, 13), "c2"), ((25,), "c1")]
    companies = [company(0, plants, fuel, some_cities(4, map="india")) for plants, fuel in holdings]
    state = position(companies, phase="bureaucracy", map="india")
    assert [str(rules.forced(state, seat)) for seat in range(3)] == ["run 20", "None", "run"]
