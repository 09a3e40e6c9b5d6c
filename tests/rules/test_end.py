"""How a game ends, and who has won."""

import pytest

import rules
from rules.events import GameEnded
from tests.rules.positions import after, company, events, pass_on, position, refused, some_cities

MARKET = (29, 30, 32, 34, 35, 36, 38, 40)


def last_turn(*companies, **fields):
    """Phase 4 in Step 3 with everybody done but the last seat."""
    done = tuple(range(len(companies) - 1))
    order = (len(companies) - 1, *done)
    defaults = {"phase": "building", "step": 3, "order": order, "acted": done, "market": MARKET[:6]}
    return position(companies, **{**defaults, **fields})


def final(*companies, **fields):
    """The game over after a last turn without building."""
    state = after(last_turn(*companies, **fields), "build")
    assert state.is_over
    return state


def result(state):
    return {entry.seat: (entry.rank, entry.powered) for entry in state.standing}


def ranks(state):
    return [rank for _, (rank, _) in sorted(result(state).items())]


@pytest.mark.rule("END-1")
@pytest.mark.parametrize(("players", "end"), [(2, 21), (3, 17), (4, 17), (5, 15), (6, 14)])
def test_game_ends_when_a_network_has_reached_the_threshold(players, end):
    others = [company()] * (players - 1)
    assert not after(last_turn(company(cities=some_cities(end - 1)), *others), "build").is_over
    assert after(last_turn(company(cities=some_cities(end)), *others), "build").is_over


@pytest.mark.rule("END-1")
def test_game_ends_in_step_1_too():
    state = last_turn(company(cities=some_cities(17)), company(), company(), step=1, market=MARKET)
    assert after(state, "build").is_over


@pytest.mark.rule("END-1")
def test_end_is_told():
    state = final(company(60, cities=some_cities(17)), company(), company())
    assert events(state, GameEnded) == [GameEnded(winners=(0,))]


@pytest.mark.rule("END-1")
def test_nobody_moves_after_the_end():
    state = final(company(cities=some_cities(17)), company(), company())
    assert (state.phase, state.to_move) == ("finished", ())
    with refused("END-1"):
        after(state, "0: run")


@pytest.mark.rule("END-2", "CC-90")
def test_others_still_build_after_the_threshold_was_reached():
    companies = [company(500, cities=some_cities(16)), company(500, cities=some_cities(16)), company()]
    state = position(companies, phase="building", step=3, order=(2, 1, 0), market=MARKET[:6])
    state = after(state, f"build {some_cities(17)[16]}")
    assert not state.is_over
    state = after(state, f"build {' '.join(some_cities(3, after=16))}")
    assert state.players[1].network_size == 19
    assert after(state, "build").is_over


@pytest.mark.rule("END-3", "BUR-11", "CC-91")
def test_nothing_of_phase_5_happens_at_the_end_but_powering():
    before = last_turn(company(100, (25,), "c4", some_cities(17)), company(), company())
    state = after(before, "build")
    assert [player.money for player in state.players] == [100, 50, 50]
    assert (state.market, state.resources, state.deck) == (before.market, before.resources, before.deck)


@pytest.mark.rule("END-3", "CC-91")
def test_plants_without_fuel_do_not_count_at_the_end():
    state = final(company(100, (25, 13), "-", some_cities(17)), company(), company())
    assert result(state)[0] == (1, 1)


@pytest.mark.rule("END-3")
def test_no_more_cities_are_powered_than_the_network_has():
    state = final(company(cities=some_cities(17)), company(0, (46, 50), "c3", some_cities(3)), company())
    assert result(state)[1] == (1, 3)


@pytest.mark.rule("END-4", "CC-92")
def test_best_mix_is_found_at_the_end():
    state = final(company(0, (21, 46), "c4 o1", some_cities(17)), company(), company())
    assert result(state)[0] == (1, 11)


@pytest.mark.rule("END-4")
def test_fuel_is_laid_where_it_powers_most_at_the_end():
    # Two coal and one oil: the hybrid 21 burns them for 4 cities, plant 25 burns the coal for 5.
    state = final(company(0, (21, 25), "c2 o1", some_cities(17)), company(), company())
    assert result(state)[0] == (1, 5)


@pytest.mark.rule("END-5", "CC-88")
def test_whoever_powers_most_wins_without_having_reached_the_threshold():
    ana = company(500, (36, 46), "c6", some_cities(17))
    bob = company(0, (33, 44, 50), cities=some_cities(15))
    state = final(ana, bob, company(), market=(29, 30, 32, 34, 35, 38))
    assert result(state) == {0: (2, 14), 1: (1, 15), 2: (3, 0)}


@pytest.mark.rule("END-6", "CC-89")
def test_tie_goes_to_the_richer_and_then_to_the_larger_network():
    ana = company(20, (50,), cities=some_cities(17))
    bob = company(20, (37, 18), cities=some_cities(16))
    cid = company(21, (44, 13), cities=some_cities(10))
    state = final(ana, bob, cid)
    assert [powered for _, (_, powered) in sorted(result(state).items())] == [6, 6, 6]
    assert ranks(state) == [2, 3, 1]


@pytest.mark.rule("END-6")
def test_full_tie_is_a_shared_victory():
    state = final(
        company(20, (50,), cities=some_cities(17)), company(20, (37, 18), cities=some_cities(17)), company()
    )
    assert ranks(state) == [1, 1, 3]
    assert events(state, GameEnded) == [GameEnded(winners=(0, 1))]


@pytest.mark.rule("END-6")
def test_option_lets_a_tie_end_with_money():
    ana = company(20, (50,), cities=some_cities(17))
    bob = company(20, (37, 18), cities=some_cities(16))
    assert ranks(final(ana, bob, company(), options={"tiebreak": "money"})) == [1, 1, 3]


@pytest.mark.rule("END-5", "END-6", "CC-87")
def test_most_money_wins_when_nobody_powers_a_city():
    state = final(company(10, cities=some_cities(17)), company(30), company(20))
    assert result(state) == {0: (3, 0), 1: (1, 0), 2: (2, 0)}


@pytest.mark.rule("END-8")
def test_ranks_below_the_first_are_found_the_same_way():
    powerful = company(0, (50,), cities=some_cities(17))
    state = final(powerful, company(7), company(9), company(7), company(8, cities="essen"))
    assert ranks(state) == [1, 4, 2, 4, 3]


@pytest.mark.rule("END-8")
def test_standing_names_every_seat_once_best_first():
    state = final(company(10, cities=some_cities(17)), company(30), company(20))
    assert [(entry.rank, entry.seat, entry.money, entry.cities) for entry in state.standing] == [
        (1, 1, 30, 0),
        (2, 2, 20, 0),
        (3, 0, 10, 17),
    ]


@pytest.mark.rule("STEP-8", "END-1", "CC-39")
def test_jump_from_6_to_17_cities_ends_the_game():
    state = position(
        [company(2000, cities=some_cities(6)), company(), company()], phase="building", order=(2, 1, 0), market=MARKET
    )
    state = pass_on(after(state, f"build {' '.join(some_cities(11, after=6))}"))
    assert state.is_over
    assert state.step == 1


@pytest.mark.rule("GEN-7")
def test_money_is_shown_to_everybody_at_the_end():
    state = final(company(10, cities=some_cities(17)), company(30), company(20))
    assert [each.money for each in rules.view(state).companies] == [10, 30, 20]
