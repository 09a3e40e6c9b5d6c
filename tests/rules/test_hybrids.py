"""What a hybrid burns lies on it, from version 4 of the rules on (BUR-2a)."""

import pytest

import rules
from tests.rules.arrangements import check, tries
from tests.rules.positions import after, company, position, refused, some_cities, tokens

MARKET = (30, 32, 34, 36, 37, 38, 40, 42)


def powering(plants, fuel, cities=20, version=4, **fields):
    """Seat 0 powers its cities."""
    companies = [company(0, plants, fuel, some_cities(cities, map=fields.get("map", "germany"))), company()]
    options = {"version": version}
    return position(companies, phase="bureaucracy", resources="-", market=MARKET, options=options, **fields)


def mixes(state, hybrid):
    """All that is offered for a hybrid: coal and oil, with the other plants that run."""
    found = set()
    for choice in rules.all_runs(rules.legal(state, 0)):
        others = tuple(run.number for run in choice.action.plants if run.number != hybrid)
        found |= {(str(run.mix), others) for run in choice.action.plants if run.number == hybrid}
    return found


@pytest.mark.rule("BUR-2a", "PLT-5", "CC-136")
def test_hybrid_that_coal_fills_burns_no_oil_that_lies_elsewhere():
    state = powering((3, 5), "c3 o2")
    with refused("BUR-2a", "your coal leaves room there for 1 oil"):
        after(state, "run 5:o2")
    for run in ("run 5:c1o1", "run 5:c2"):
        assert after(state, run).players[0].money == 22
    assert mixes(state, 5) == {("c2", ()), ("c1 o1", ()), ("c2", (3,))}


@pytest.mark.rule("BUR-2a", "CC-137")
def test_hybrid_that_is_full_of_coal_burns_coal_only():
    state = powering((29, 35), "c2 o2")
    with refused("BUR-2a"):
        after(state, "run 29:o1")
    with refused("BUR-2a"):
        after(state, "run 29:o1 35")
    assert mixes(state, 29) == {("c1", ()), ("c1", (35,))}


@pytest.mark.rule("BUR-2a", "CC-138")
def test_hybrid_burns_no_more_coal_than_has_room_beside_oil():
    state = powering((12, 15, 20), "c9 o3")
    with refused("BUR-2a", "your oil leaves room there for 1 coal"):
        after(state, "run 12:c2 20")
    assert str(after(state, "run 12:c1o1 20").players[0].fuel) == "c5 o2"


@pytest.mark.rule("BUR-2a", "CC-139")
def test_runs_before_it_make_room_on_a_hybrid_for_the_fuel_that_they_burn_alone():
    state = powering((12, 15, 20), "c9 o3")
    with refused("BUR-2a"):
        after(state, "run 15 20 12:c2")
    assert str(after(state, "run 15 20 12:o2").players[0].fuel) == "c4 o1"


@pytest.mark.rule("BUR-2a", "PLT-7")
@pytest.mark.parametrize("runs", ["run 4 5:o2", "run 5:o2 4"])
def test_tokens_move_between_two_runs_in_whatever_order_these_are_told(runs):
    state = powering((3, 4, 5), "c7 o2")
    with refused("BUR-2a"):
        after(state, "run 5:o2")
    assert str(after(state, runs).players[0].fuel) == "c5"


@pytest.mark.rule("BUR-2a")
def test_one_hybrid_makes_room_for_another():
    state = powering((3, 5, 12), "c7 o2")
    with refused("BUR-2a"):
        after(state, "run 12:o2")
    assert str(after(state, "run 12:o2 5:c2").players[0].fuel) == "c5"


@pytest.mark.rule("BUR-2a", "BUR-2")
@pytest.mark.parametrize(
    ("plants", "fuel", "cities", "best"),
    [
        ((5, 9), "c2 o3", 1, "run 9"),
        ((5, 31), "c7 o3", 1, "run 5:c1o1"),
        ((29, 35), "c2 o2", 9, "run 29:c1 35"),
        ((12, 15, 20), "c9 o3", 2, "run 12:c1o1"),
    ],
)
def test_best_run_burns_what_lies_on_its_plants(plants, fuel, cities, best):
    state = powering(plants, fuel, cities)
    assert str(rules.legal(state, 0).best) == best
    after(state, best)


@pytest.mark.rule("BUR-2a")
def test_run_is_obvious_if_the_only_other_mix_does_not_lie_on_the_plant():
    assert str(rules.obvious(powering((9, 29), "c2 o2", 4), 0)) == "run 29:c1"
    assert rules.obvious(powering((9, 29), "c2 o2", 4, version=3), 0) is None


@pytest.mark.rule("BUR-2a", "MAP-IN-11")
def test_run_is_forced_if_no_other_mix_lies_on_its_plant():
    assert str(rules.forced(powering((9, 29), "c2 o2", 5, map="india"), 0)) == "run 9 29:c1"
    assert rules.forced(powering((9, 29), "c2 o2", 5, version=3, map="india"), 0) is None


@pytest.mark.rule("BUR-2a")
def test_games_of_the_versions_before_pool_their_fuel():
    for version in (1, 2, 3):
        state = powering((3, 5), "c3 o2", version=version)
        assert ("o2", ()) in mixes(state, 5)
        assert after(state, "run 5:o2").players[0].fuel == tokens("c3")


@pytest.mark.rule("BUR-2a", "PLT-4", "PLT-5", "PLT-7", "BUR-3")
def test_runs_are_allowed_exactly_if_arrangements_are_found_for_them():
    allowed = [check(tried) for tried in tries(300, "a few")]
    assert 20 < allowed.count(False) < 100
