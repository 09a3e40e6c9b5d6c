"""The variant for newcomers: one Step, seven cities."""

import msgspec
import pytest

import rules
from rules.events import StepBegan
from tests.rules.positions import (
    after,
    company,
    events,
    pass_on,
    pass_on_to,
    position,
    refused,
    removals,
    some_cities,
)

MARKET = (20, 21, 22, 23, 24, 25, 26, 27)
FIRST_GAME = {"first_game": True}


def first_game(companies, **fields):
    return position(companies, phase="building", **{"market": MARKET, "options": FIRST_GAME, **fields})


def with_cities(*sizes, money=500):
    return [company(money, cities=some_cities(size, after=sum(sizes[:seat]))) for seat, size in enumerate(sizes)]


@pytest.mark.rule("FIRST-1")
def test_step_2_never_begins():
    state = first_game(with_cities(0, 6, 6, 6, 6, 6), order=(5, 4, 3, 2, 1, 0))
    state = pass_on(state)
    assert (state.phase, state.step) == ("bureaucracy", 1)


@pytest.mark.rule("FIRST-1")
def test_game_stays_in_step_1_when_the_step_3_card_is_drawn():
    state = position(3, market=MARKET, deck=("step3", 30, 31), options=FIRST_GAME)
    state = pass_on(state)
    assert (state.phase, state.step) == ("resources", 1)
    assert events(state, StepBegan) == []


@pytest.mark.rule("FIRST-1", "STEP-21")
def test_plant_that_step_2_would_remove_stays_when_the_step_3_card_is_drawn():
    state = pass_on(position(3, market=MARKET, deck=("step3", 30, 31), options=FIRST_GAME))
    assert removals(state) == [(20, "unsold"), (21, "step3")]
    assert state.market == MARKET[2:]


@pytest.mark.rule("FIRST-1", "MKT-10", "GEN-7")
def test_plant_that_was_buried_after_the_step_3_card_and_is_drawn_again_is_no_longer_buried():
    state = position(3, phase="bureaucracy", market=MARKET[:6], deck=(30,), options=FIRST_GAME)
    state = pass_on(state)
    assert state.buried == (25,)
    state = pass_on(state)
    assert 25 in state.market
    assert state.buried == ()


@pytest.mark.rule("FIRST-1", "BLD-9")
def test_one_slot_is_open_all_game():
    state = position(with_cities(1, 1, 0), market=MARKET, deck=("step3", 30, 31), options=FIRST_GAME)
    state = pass_on_to(state, "building")
    with refused("BLD-9"):
        rules.quote(state, 0, some_cities(1, after=1))


@pytest.mark.rule("FIRST-1", "BLD-9")
def test_refusal_of_a_second_house_does_not_promise_step_2():
    state = first_game(with_cities(1, 1, 0), order=(2, 1, 0))
    with pytest.raises(rules.RuleError, match="a first game allows no second one") as refusal:
        rules.quote(state, 0, some_cities(1, after=1))
    assert refusal.value.rule == "BLD-9"


@pytest.mark.rule("FIRST-2", "CC-93")
def test_nobody_connects_an_eighth_city():
    state = first_game(with_cities(6, 0, 0), order=(2, 1, 0))
    assert rules.legal(state, 0).most == 1
    with refused("FIRST-2"):
        after(state, f"build {' '.join(some_cities(2, after=6))}")


@pytest.mark.rule("FIRST-3", "END-2", "CC-93")
def test_others_still_build_up_to_seven_after_the_seventh_city():
    state = first_game(with_cities(6, 5, 0), order=(2, 1, 0))
    state = after(state, f"build {some_cities(1, after=11)[0]}")
    assert not state.is_over
    state = after(state, f"build {' '.join(some_cities(2, after=12))}")
    assert state.players[1].network_size == 7
    assert after(state, "build").is_over


@pytest.mark.rule("FIRST-3", "FIRST-5")
@pytest.mark.parametrize("players", range(2, 7))
def test_game_ends_with_the_seventh_city_for_every_number_of_players(players):
    sizes = (7, *[1] * (players - 1))
    assert pass_on(first_game(with_cities(*sizes))).is_over


@pytest.mark.rule("FIRST-3", "FIRST-5")
@pytest.mark.parametrize("players", range(2, 7))
def test_game_goes_on_below_seven_cities(players):
    sizes = (6, *[1] * (players - 1))
    assert not pass_on(first_game(with_cities(*sizes))).is_over


@pytest.mark.rule("FIRST-4", "END-5")
def test_whoever_powers_most_wins():
    companies = [company(500, cities=some_cities(7)), company(0, (33,), cities=some_cities(4, after=7)), company(0)]
    assert [entry.seat for entry in pass_on(first_game(companies)).standing] == [1, 0, 2]


@pytest.mark.rule("FIRST-4", "CC-93")
def test_ties_are_broken_by_money_only():
    companies = [company(50, cities=some_cities(7)), company(50, cities=some_cities(4, after=7)), company(60)]
    assert [(entry.seat, entry.rank) for entry in pass_on(first_game(companies)).standing] == [(2, 1), (0, 2), (1, 2)]


@pytest.mark.rule("FIRST-2")
def test_play_area_and_start_are_as_ever():
    setup = rules.new_setup(rules.Options(first_game=True), players=3, seed="5eed")
    plain = rules.new_setup(rules.Options(), players=3, seed="5eed")
    assert msgspec.structs.replace(setup, options=plain.options) == plain


@pytest.mark.rule("FIRST-6")
def test_game_ends_when_no_city_is_empty_though_nobody_has_seven():
    state = first_game(with_cities(5, 6, 6, 6, 6, 5), order=(5, 4, 3, 2, 1, 0))
    state = pass_on(after(state, f"0: build {some_cities(1, after=34)[0]}"))
    assert state.is_over


@pytest.mark.rule("FIRST-6")
def test_game_goes_on_while_one_city_is_empty():
    state = pass_on(first_game(with_cities(5, 6, 6, 6, 6, 5), order=(5, 4, 3, 2, 1, 0)))
    assert state.phase == "bureaucracy"
