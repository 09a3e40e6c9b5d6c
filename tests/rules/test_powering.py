"""Every choice of plants to run, and the one that needs no thought."""

import pytest

import rules
from tests.rules.positions import company, position, tokens
from tests.rules.random_play import all_runs


def only(plants: tuple[int, ...], fuel: str, network_size: int) -> str | None:
    decision = rules.PoweringDecision(rules.PLANTS.of(plants), tokens(fuel), network_size, rules.RunPlants(()), 0, 0)
    found = rules.only_sensible_run(decision)
    return None if found is None else str(found)


@pytest.mark.rule("BUR-2")
@pytest.mark.parametrize(
    ("plants", "fuel", "network_size", "run"),
    [
        ((4, 13), "c2", 2, "run 4 13"),
        ((4, 13), "c1", 2, "run 13"),
        ((4, 13), "c2", 1, "run 13"),
        ((4, 13), "c2", 0, "run"),
        ((4,), "c1", 5, "run"),
        ((20, 25), "c3", 5, "run 25"),
        ((13, 18), "-", 2, "run 18"),
        ((3, 4, 5), "c2 o4", 3, "run 3 4 5:o2"),
        ((5, 13), "o2", 2, "run 5:o2 13"),
    ],
)
def test_what_supplies_most_and_leaves_most_of_each_fuel_needs_no_thought(plants, fuel, network_size, run):
    assert only(plants, fuel, network_size) == run


@pytest.mark.rule("BUR-2", "PLT-5")
@pytest.mark.parametrize(
    ("plants", "fuel", "network_size"),
    [
        ((5,), "c2 o2", 1),
        ((5,), "c1 o2", 1),
        ((3, 4), "c2 o2", 1),
        ((6, 11), "g1 u1", 1),
        ((4, 9), "c2 o1", 1),
    ],
)
def test_choice_between_kinds_of_fuel_takes_thought(plants, fuel, network_size):
    assert only(plants, fuel, network_size) is None


@pytest.mark.rule("PLT-5")
def test_all_runs_are_those_that_the_fuel_allows(game):
    for state in game.states:
        if state.phase is rules.Phase.BUREAUCRACY:
            decision = rules.legal(state, state.to_move[0])
            found = rules.all_runs(decision)
            allowed = {choice.action for choice in found if choice.cities >= decision.least_cities}
            assert allowed == set(all_runs(decision))
            assert max(choice.cities for choice in found) == decision.best_cities


def test_obvious_run_supplies_as_much_as_the_best_and_never_burns_more(game):
    for state in game.states:
        for seat in state.to_move if state.phase is rules.Phase.BUREAUCRACY else ():
            action = rules.obvious(state, seat)
            if action is not None:
                assert_is_best(state, seat, action)


def assert_is_best(state: rules.State, seat: rules.Seat, action: rules.Action) -> None:
    decision = rules.legal(state, seat)
    assert isinstance(decision, rules.PoweringDecision)
    obvious, proposed = (rules.apply(state, seat, taken).players[seat] for taken in (action, decision.best))
    assert obvious.money == proposed.money
    assert not (obvious.fuel - proposed.fuel).is_negative


def test_nothing_but_powering_is_obvious():
    assert rules.obvious(position(2, phase="building"), rules.Seat(1)) is None


def test_who_is_not_asked_has_nothing_obvious_to_do():
    state = position([company(50, [4], "c2", "essen"), company()], phase="bureaucracy", acted=(0,))
    with pytest.raises(rules.RuleError):
        rules.obvious(state, rules.Seat(0))
