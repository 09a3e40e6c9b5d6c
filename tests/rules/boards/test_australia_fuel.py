"""Australia: mines sell uranium to a market of its own, and a tax makes fuel dearer in Step 3."""

import pytest
from msgspec.structs import replace

import rules
from rules import scoring, uranium_market
from rules.__main__ import state_line
from rules.events import UraniumSold, UraniumUsed
from tests.rules.positions import after, company, events, pass_on, position, price_of, tokens

AREAS = ("victoria", "new-south-wales", "queensland", "centre")
FULL = 12


def round_of(*companies, **fields):
    """Phase 5, the last in the order has the last seat."""
    return position(
        companies or 3,
        phase=fields.pop("phase", "bureaucracy"),
        map="australia",
        areas=AREAS[: 3 if len(companies) < 4 else 4],
        **fields,
    )


@pytest.mark.rule("MAP-AUS-8", "MAP-AUS-14")
def test_start():
    state = round_of()
    assert (state.resources, state.board.tokens) == (tokens("c24 o18 g15"), tokens("c24 o24 g24"))
    assert state.uranium_market == FULL
    assert state_line(0, state)["uranium_market"] == (2, 2, 2, 2, 2, 2)


@pytest.mark.rule("MAP-AUS-7", "RES-5")
def test_resource_market_sells_no_uranium():
    assert rules.price_spaces(round_of(), "uranium") == ()


@pytest.mark.rule("MAP-AUS-10", "MAP-AUS-12", "CC-AUS-5")
def test_full_market_pays_nothing_and_then_loses_its_cheapest_tokens():
    owner = company(0, (11,))
    state = pass_on(round_of(owner, company(), company(), company()))
    assert events(state, UraniumSold) == []
    assert events(state, UraniumUsed) == [UraniumUsed(2)]
    assert uranium_market.by_price(state) == (0, 2, 2, 2, 2, 2)
    state = pass_on(round_of(owner, company(), company(), company(), uranium_market=10))
    assert events(state, UraniumSold) == [UraniumSold(0, (11,), 1, 2, 2 * 2)]


@pytest.mark.rule("MAP-AUS-9", "MAP-AUS-11", "CC-AUS-6")
def test_mines_sell_in_reverse_player_order():
    state = uranium_market.sell(round_of(company(0, (23, 28)), company(0), company(0, (11,)), uranium_market=9))
    assert events(state, UraniumSold) == [UraniumSold(2, (11,), 1, 3, 6), UraniumSold(0, (23, 28), 2, 2, 14)]
    assert ([player.money for player in state.players], state.uranium_market) == ([14, 0, 6], FULL)


@pytest.mark.rule("MAP-AUS-9", "CC-AUS-7")
def test_tokens_may_spread_over_several_prices():
    state = uranium_market.sell(round_of(company(0, (11, 23)), company(), company(), uranium_market=7))
    assert state.players[0].money == 4 * 5
    assert uranium_market.by_price(state) == (0, 1, 2, 2, 2, 2)


@pytest.mark.rule("MAP-AUS-10")
def test_tokens_without_a_place_are_lost():
    state = uranium_market.sell(round_of(company(0, (11, 23)), company(), company(), uranium_market=11))
    assert events(state, UraniumSold) == [UraniumSold(0, (11, 23), 1, 2, 10)]


@pytest.mark.rule("MAP-AUS-12")
@pytest.mark.parametrize(("players", "step", "used"), [(2, 1, 1), (4, 3, 4), (5, 2, 3), (6, 3, 6)])
def test_table_says_how_many_tokens_leave(players, step, used):
    market = rules.board("australia", version=3).rules.uranium_market
    assert market.used[players][step - 1] == used


@pytest.mark.rule("MAP-AUS-12")
def test_no_more_tokens_leave_than_there_are():
    state = uranium_market.use(round_of(uranium_market=0))
    assert (state.uranium_market, events(state, UraniumUsed)) == (0, [])


@pytest.mark.rule("MAP-AUS-13", "CC-AUS-10")
def test_mines_sell_once_more_at_the_end():
    state = round_of(company(20, (23, 28)), company(0), company(0), phase="building", uranium_market=10)
    ended = scoring.finish(state)
    assert (ended.players[0].money, ended.standing[0].money) == (20 + 14, 34)
    assert (ended.uranium_market, events(ended, UraniumUsed)) == (FULL, [])


@pytest.mark.rule("MAP-AUS-16", "CC-AUS-8")
def test_tax_of_step_3_makes_every_token_dearer_by_2():
    state = round_of(resources="c6 o18 g15", step=2)
    assert rules.market_prices(state, "coal") == (7, 7, 7, 8, 8, 8)
    taxed = replace(state, step=3)
    assert rules.market_prices(taxed, "coal") == (9, 9, 9, 10, 10, 10)
    assert set(rules.price_spaces(taxed, "oil")) == set(range(3, 11))


@pytest.mark.rule("MAP-AUS-16", "CC-AUS-9")
@pytest.mark.parametrize(("step", "cost"), [(2, 1), (3, 3)])
def test_tax_is_paid_as_soon_as_step_3_is_in_force(step, cost):
    market = range(30, 36) if step == 3 else None
    state = round_of(
        company(50, (4,)), company(), company(), phase="resources", step=step, order=(1, 2, 0), market=market
    )
    assert price_of(state, "c1") == cost
    assert after(state, "buy c1").players[0].fuel == tokens("c1")
