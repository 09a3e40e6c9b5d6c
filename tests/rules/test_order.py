"""Phase 1: who comes first."""

import pytest

from tests.rules.positions import after, company, pass_on, pass_on_to, position, some_cities


def order_of_next_round(companies, order=()):
    """The order found by Phase 1 after a round that ends with these companies."""
    state = position(companies, phase="bureaucracy", order=order, market=(30, 31, 32, 34, 35, 36, 38, 40))
    state = pass_on(state)
    assert state.phase == "auction"
    return state.order


ANNA = company(cities=some_cities(6), plants=(10,))
DALE = company(cities=some_cities(5, after=6), plants=(17, 3))
ANGELIKA = company(cities=some_cities(5, after=11), plants=(15, 14))
VALERIE = company(cities=some_cities(4, after=16), plants=(25,))


@pytest.mark.rule("ORD-1", "ORD-2", "TV-11", "TV-12")
@pytest.mark.parametrize("seats", [(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)])
def test_larger_network_then_higher_plant_comes_first(seats):
    people = (ANNA, DALE, ANGELIKA, VALERIE)
    order = order_of_next_round([people[seat] for seat in seats], order=(1, 3, 0, 2))
    assert [seats[seat] for seat in order] == [0, 1, 2, 3]


@pytest.mark.rule("GEN-9", "TV-11", "TV-12", "RES-1", "BLD-1")
@pytest.mark.parametrize("phase", ["resources", "building"])
def test_phases_3_and_4_run_in_reverse_order(phase):
    state = position([ANNA, DALE, ANGELIKA, VALERIE], phase=phase, order=(0, 1, 2, 3), market=(30, 31, 32, 34))
    seen = []
    while state.phase == phase:
        seen.extend(state.to_move)
        state = after(state, "buy" if phase == "resources" else "build")
    assert seen == [3, 2, 1, 0]


@pytest.mark.rule("GEN-9", "AUC-1")
def test_phase_2_follows_the_order():
    state = position(4, order=(2, 0, 3, 1))
    seen = []
    while state.phase == "auction":
        seen.extend(state.to_move)
        state = after(state, "decline")
    assert seen == [2, 0, 3, 1]


@pytest.mark.rule("ORD-2")
def test_only_the_highest_plant_counts_between_equal_networks():
    companies = [company(plants=(18, 19, 20)), company(plants=(3, 4, 21)), company(plants=(22,))]
    assert order_of_next_round(companies) == (2, 1, 0)


@pytest.mark.rule("ORD-3", "BLD-15")
def test_building_does_not_change_the_order_of_the_running_round():
    companies = [company(200, cities="essen"), company(200), company(200)]
    state = position(companies, phase="building", order=(0, 1, 2))
    assert after(state, "build munster osnabruck dortmund").order == (0, 1, 2)


@pytest.mark.rule("ORD-3", "ORD-1", "GEN-8")
def test_building_counts_in_the_next_phase_1():
    companies = [company(200, cities="essen"), company(200), company(200)]
    state = after(position(companies, phase="building", order=(0, 1, 2)), "build munster osnabruck dortmund")
    assert pass_on_to(state, "auction").order[0] == 2


@pytest.mark.rule("ORD-4")
def test_player_without_a_plant_ranks_behind_equal_networks_with_one():
    assert order_of_next_round([company(), company(plants=(3,)), company(plants=(4,))]) == (2, 1, 0)


@pytest.mark.rule("ORD-4")
@pytest.mark.parametrize(("order", "found"), [((0, 1, 2), (2, 0, 1)), ((1, 0, 2), (2, 1, 0))])
def test_players_without_a_plant_keep_their_order(order, found):
    assert order_of_next_round([company(), company(), company(plants=(3,))], order=order) == found


@pytest.mark.rule("ORD-1")
def test_larger_network_without_a_plant_ranks_before_a_smaller_one_with_plants():
    companies = [company(cities="essen"), company(plants=(25,)), company(plants=(3,))]
    assert order_of_next_round(companies) == (0, 1, 2)


@pytest.mark.rule("BLD-2", "ORD-2", "CC-80")
def test_players_without_cities_rank_by_highest_plant_behind_all_others():
    companies = [company(plants=(20,)), company(plants=(25,)), company(plants=(3,), cities="essen")]
    assert order_of_next_round(companies) == (2, 1, 0)


@pytest.mark.rule("GEN-8")
def test_a_round_goes_through_its_phases_in_order():
    state = position(3)
    phases = [state.phase]
    for _ in range(4):
        state = pass_on(state)
        phases.append(state.phase)
    assert phases == ["auction", "resources", "building", "bureaucracy", "auction"]
    assert state.round == 4
