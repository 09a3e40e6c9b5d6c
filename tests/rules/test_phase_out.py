"""The nuclear phase-out of Recharged: whoever buys plant 39 ends the refill of uranium."""

import pytest

import rules
from rules.events import MarketRefilled, UraniumPhasedOut
from tests.rules.positions import (
    RECHARGED,
    SCARCE,
    after,
    company,
    events,
    pass_on,
    pass_on_to,
    position,
    tokens,
)

WITH_39 = (36, 37, 38, 39, 40, 42, 44, 46)


def auctions(step=2, market=WITH_39, **fields):
    """Phase 2 with plant 39 on offer."""
    market = market[: 6 if step == 3 else 8]
    defaults = {"resources": SCARCE, "deck": (50, 35, 34), "options": RECHARGED}
    return position([company(200)] * 3, step=step, market=market, **{**defaults, **fields})


def bought(**fields):
    """Seat 0 has just bought plant 39."""
    return after(auctions(**fields), "open 39 39", "pass", "pass")


def refilled(state):
    """The uranium that the next refill brings."""
    state = pass_on(pass_on_to(state, "bureaucracy"))
    return events(state, MarketRefilled)[0].fuel.uranium


@pytest.mark.rule("MAP-DE-2")
@pytest.mark.parametrize("step", [1, 2, 3])
def test_purchase_of_plant_39_ends_the_refill_of_uranium_in_any_step(step):
    state = bought(step=step)
    assert state.phased_out
    assert events(state, UraniumPhasedOut) == [UraniumPhasedOut(39)]


@pytest.mark.rule("MAP-DE-2", "CC-115")
def test_refill_of_the_same_round_brings_no_uranium():
    state = pass_on(pass_on_to(bought(), "bureaucracy"))
    assert events(state, MarketRefilled) == [MarketRefilled(tokens("c5 o3 g2"))]
    assert state.resources.uranium == 4


@pytest.mark.rule("MAP-DE-2", "CC-115")
def test_no_later_refill_brings_any_either():
    state = bought(step=3, deck=(46, 50, 35, 34))
    for _ in range(3):
        state = pass_on(pass_on_to(state, "bureaucracy"))
        assert events(state, MarketRefilled)[0].fuel.uranium == 0
    assert (state.round, state.resources.uranium) == (6, 4)


@pytest.mark.rule("MAP-DE-2", "CC-115")
def test_uranium_in_the_market_stays_for_sale():
    state = pass_on_to(bought(), "resources")
    state = after(state, "2: buy", "1: buy", "0: buy u2")
    assert (state.players[0].fuel, state.resources.uranium) == (tokens("u2"), 2)


@pytest.mark.rule("MAP-DE-2", "BUR-7")
def test_burnt_uranium_stays_in_the_supply():
    companies = [company(plants=(39,), fuel="u1", cities="essen"), company(), company()]
    state = position(companies, phase="bureaucracy", resources=SCARCE, phased_out=True, options=RECHARGED)
    state = pass_on(after(state, "0: run 39"))
    assert (state.resources.uranium, state.supply.uranium) == (4, 8)


@pytest.mark.rule("MAP-DE-2")
def test_refill_stays_off_when_plant_39_is_discarded():
    companies = [company(200, (34, 35, 39)), company(200), company(200)]
    market = (36, 37, 38, 40, 42, 44, 46, 50)
    state = position(companies, step=2, market=market, deck=(), phased_out=True, options=RECHARGED)
    state = after(state, "open 37 37", "pass", "pass", "discard 39")
    assert refilled(state) == 0


@pytest.mark.rule("MAP-DE-2")
def test_everybody_sees_that_uranium_is_phased_out():
    assert not rules.view(auctions()).phased_out
    assert rules.view(bought()).phased_out
    assert rules.refill_due(bought()).uranium == 0


@pytest.mark.rule("MAP-DE-2")
def test_other_nuclear_plants_change_nothing():
    state = after(auctions(market=(34, *WITH_39[:7]), deck=(50, 35)), "open 34 34", "pass", "pass")
    assert not state.phased_out
    assert refilled(state) == 1


@pytest.mark.rule("MAP-DE-3", "CC-116")
def test_refill_goes_on_when_plant_39_leaves_in_phase_5():
    state = position(
        3, phase="bureaucracy", step=3, market=(39, 40, 42, 44, 46, 50), deck=(), resources=SCARCE, options=RECHARGED
    )
    state = pass_on(state)
    assert 39 in state.removed
    assert not state.phased_out
    assert refilled(state) == 1


@pytest.mark.rule("MAP-DE-3", "RCH-13")
def test_refill_goes_on_when_plant_39_leaves_unsold_with_the_token():
    state = pass_on(auctions(step=3, market=(39, 40, 42, 44, 46, 50), deck=(35, 34)))
    assert 39 in state.removed
    assert refilled(state) == 1


@pytest.mark.rule("MAP-DE-3")
def test_refill_goes_on_while_plant_39_is_only_on_offer_or_under_the_deck():
    state = position(
        3, phase="bureaucracy", market=(8, 9, 10, 11, 12, 14, 15, 39), resources=SCARCE, options=RECHARGED
    )
    assert refilled(state) == 1
    assert pass_on(state).buried == (39,)


@pytest.mark.rule("MAP-DE-3")
def test_refill_goes_on_when_plant_39_was_removed_at_setup():
    seeds = (f"{number:04}" for number in range(60))
    setups = (rules.new_setup(rules.Options(**RECHARGED), 3, seed) for seed in seeds)
    state = rules.start(next(setup for setup in setups if 39 not in setup.deck))
    assert not state.phased_out
    assert rules.refill_due(state).uranium == 1


@pytest.mark.rule("MAP-DE-2", "MAP-USA-1")
@pytest.mark.parametrize(("map", "edition"), [("germany", "classic"), ("usa", "classic"), ("usa", "recharged")])
def test_there_is_no_phase_out_elsewhere(map, edition):
    state = bought(map=map, options={"edition": edition})
    assert not state.phased_out
    assert refilled(state) == 1
