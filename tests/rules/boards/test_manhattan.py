"""Manhattan: 83 spaces for one house each, some of them blocked, and what it costs to pass through others."""

from collections import Counter

import pytest
from msgspec.structs import replace

import rules
from rules import blocking
from rules.__main__ import state_line
from tests.rules.boards.building import builders, offered, paid, price
from tests.rules.positions import after, refused

BOARD = rules.board("manhattan", "recharged", 3)


def manhattan(*networks, **fields):
    return builders(*networks, map="manhattan", **fields)


def setup(players, seed="0", edition="recharged"):
    return rules.new_setup(rules.Options(edition, "manhattan"), players, seed, version=3)


@pytest.mark.rule("MAP-NYC-1")
def test_spaces_by_price():
    prices = Counter(slot for city in BOARD.cities.values() for slot in city.slots)
    assert prices == {10: 17, 15: 15, 20: 14, 25: 13, 30: 10, 35: 8, 40: 6}
    assert len(BOARD.connections) == 154
    assert setup(4).areas == ("manhattan",)


@pytest.mark.rule("MAP-NYC-3", "CC-NYC-1")
def test_way_costs_5_for_each_space_between():
    state = manhattan("m55")
    assert [price(state, city) for city in ("m60", "m67", "m83")] == [10, 5 + 10, 25 + 10]


@pytest.mark.rule("MAP-NYC-3", "CC-NYC-2", "CC-NYC-3")
def test_way_starts_at_the_nearest_own_space():
    assert price(manhattan("m55 m67"), "m71") == 15
    (step,) = rules.quote(manhattan("m16"), 0, ("m09",)).steps
    assert (step.cost, len(step.path)) == (15 + 30, 5)


@pytest.mark.rule("MAP-NYC-3")
def test_first_house_costs_the_price_of_the_space():
    assert paid(manhattan(), "m09") == (30, [30])


@pytest.mark.rule("MAP-NYC-2", "MAP-NYC-4", "CC-NYC-4")
def test_space_of_another_is_closed_and_can_be_passed():
    state = manhattan("m55", "m60")
    with refused("BLD-9"):
        after(state, "build m60")
    assert price(state, "m67") == 5 + 10


@pytest.mark.rule("MAP-NYC-4", "CC-NYC-4")
def test_blocked_space_is_closed_and_can_be_passed():
    state = manhattan("m55", blocked=("m60",))
    with refused("MAP-NYC-4", says="M60 is blocked"):
        after(state, "build m60")
    assert price(state, "m67") == 5 + 10
    assert "m60" not in {city for city, _cost, _free in offered(state)}
    with refused("MAP-NYC-4"):
        after(manhattan(blocked=("m60",)), "build m60")


@pytest.mark.rule("MAP-NYC-4", "CC-NYC-5")
@pytest.mark.parametrize(("players", "times"), [(2, 2), (3, 2), (4, 1), (5, 0), (6, 0)])
def test_so_many_spaces_of_each_price_are_blocked(players, times):
    each = {10: 3, 15: 3, 20: 2, 25: 2, 30: 2, 35: 2}
    seen = set()
    for seed in range(20):
        blocked = blocking.drawn(BOARD, players, str(seed))
        assert list(blocked) == sorted(blocked)
        prices = Counter(BOARD.cities[city].slots[0] for city in blocked)
        assert prices == {price: count * times for price, count in each.items() if times}
        seen.add(blocked)
    assert len(seen) > 1 or not times


@pytest.mark.rule("MAP-NYC-4")
@pytest.mark.parametrize("wrong", [(), ("m01", "m02"), "twice", "m99"])
def test_other_blocked_spaces_are_refused(wrong):
    drawn = setup(4).blocked
    found = {"twice": (*drawn[:-1], drawn[0]), "m99": (*drawn[:-1], "m99")}.get(wrong, wrong)
    with refused("MAP-NYC-4"):
        rules.start(replace(setup(4), blocked=found))
    with refused("MAP-NYC-4"):
        rules.start(replace(rules.new_setup(rules.Options(), 4, "0"), blocked=drawn))


@pytest.mark.rule("MAP-NYC-4")
@pytest.mark.parametrize("players", [4, 5])
def test_blocked_spaces_are_in_record_view_and_first_state(players):
    begun = setup(players)
    record = rules.Record(tuple("ABCDE"[:players]), begun, ())
    text = rules.write_record(record)
    assert '"blocked":[' in text
    assert rules.read_record(text) == record
    state = rules.start(begun)
    assert rules.view(state).blocked == state_line(0, state)["blocked"] == begun.blocked
    assert "blocked" not in state_line(1, state)
    assert rules.redrawn(state, "1").setup.blocked == begun.blocked


@pytest.mark.rule("MAP-NYC-4")
def test_record_of_another_map_has_no_blocked_spaces():
    record = rules.Record(("A", "B", "C"), rules.new_setup(rules.Options(), 3, "0"), ())
    text = rules.write_record(record)
    assert "blocked" not in text
    with pytest.raises(rules.RecordError):
        rules.read_record(text.replace('"setup": {', '"setup": {"blocked": [], '))


@pytest.mark.rule("MAP-NYC-4")
def test_record_without_a_seed_states_the_blocked_spaces():
    record = rules.Record(("A", "B", "C"), replace(setup(3), seed=""), ())
    text = rules.write_record(record)
    assert rules.read_record(text) == record
    start = text.index(',"blocked":[')
    with pytest.raises(rules.RecordError):
        rules.read_record(text[:start] + text[text.index("]", start) + 1 :])


@pytest.mark.rule("MAP-NYC-4")
def test_blocked_spaces_follow_from_the_seed():
    begun = setup(4)
    assert rules.prove(rules.Record(tuple("ABCD"), begun, ())).holds
    other = replace(begun, blocked=setup(4, seed="1").blocked)
    failed = [draw.name for draw in rules.prove(rules.Record(tuple("ABCD"), other, ())).draws if not draw.follows]
    assert failed == ["blocked"]


@pytest.mark.rule("MAP-NYC-6", "MAP-NYC-16")
def test_thresholds_are_those_of_manhattan():
    for edition, plants in (("classic", [4, 3, 3, 3, 3]), ("recharged", [3, 3, 3, 3, 3])):
        found = [rules.thresholds(rules.Options(edition, "manhattan"), players, 3) for players in range(2, 7)]
        assert [settings.end for settings in found] == [18, 17, 17, 15, 14]
        assert {settings.step2 for settings in found} == {0}
        assert {settings.areas for settings in found} == {1}
        assert [settings.plants for settings in found] == plants


@pytest.mark.rule("MAP-NYC-17")
@pytest.mark.parametrize(
    ("edition", "chosen"),
    [
        ("recharged", {"start_cities": True}),
        ("recharged", {"two_player_mode": "trust"}),
        ("classic", {"first_game": True}),
        ("classic", {"areas": "host"}),
        ("classic", {"areas": "draft"}),
    ],
)
def test_variants_that_are_not_offered(edition, chosen):
    with refused("MAP-NYC-17"):
        rules.check_options(rules.Options(edition, "manhattan", **chosen), 3)
    assert not rules.applies("areas", rules.Options(edition, "manhattan"), 3, 3)
    assert not rules.has_trust(rules.Options("recharged", "manhattan"), 2, 3)
