"""Areas drafted one by one by the seats (SET-4)."""

from collections.abc import Iterator

import pytest

import rules
from rules.events import AreaChosen
from tests.boards import played_with
from tests.rules.positions import after, events, refused


def draft(players=3, map="germany"):
    return rules.start(rules.new_setup(rules.Options(map=map, areas="draft"), players=players, seed="5eed"))


def offered(state):
    return set(rules.legal(state, state.to_move[0]).areas)


@pytest.mark.rule("SET-4")
def test_game_with_a_draft_starts_with_the_choice_of_areas():
    assert draft().phase == "setup"


@pytest.mark.rule("SET-4")
def test_first_seat_may_pick_any_area():
    assert offered(draft()) == {area.id for area in rules.board("germany", "classic").areas}


@pytest.mark.rule("SET-4")
def test_areas_are_picked_in_seat_order():
    state = draft(3)
    pickers = []
    for area in ("west", "east", "southwest"):
        pickers.append(state.to_move)
        state = after(state, f"area {area}")
    assert pickers == [(0,), (1,), (2,)]


@pytest.mark.rule("SET-4")
def test_only_the_seat_to_move_picks():
    with pytest.raises(rules.RuleError):
        after(draft(), "1: area west")


@pytest.mark.rule("SET-3", "SET-4")
def test_later_picks_have_to_touch_the_areas_picked():
    state = after(draft(), "area southeast")
    assert offered(state) == {"east", "southwest"}


@pytest.mark.rule("SET-3")
def test_pick_that_touches_no_area_picked_is_refused():
    with refused("SET-3"):
        after(draft(), "area southeast", "area west")


@pytest.mark.rule("SET-4")
def test_area_that_is_taken_is_refused():
    with pytest.raises(rules.RuleError):
        after(draft(), "area west", "area west")


@pytest.mark.rule("SET-4")
def test_area_of_another_board_is_refused():
    with pytest.raises(rules.RuleError):
        after(draft(), "area midwest")


@pytest.mark.rule("SET-2", "SET-4", "SET-15")
@pytest.mark.parametrize("map", ["germany", "usa"])
@pytest.mark.parametrize(("players", "areas"), [(2, 3), (3, 3), (4, 4), (5, 5), (6, 5)])
def test_auctions_begin_when_the_areas_of_table_3_3_are_picked(map, players, areas):
    state = draft(players, map)
    picks = 0
    while state.phase == "setup":
        state = after(state, f"area {min(offered(state))}")
        picks += 1
    assert (picks, len(state.areas), state.phase) == (areas, areas, "auction")


@pytest.mark.rule("SET-4")
def test_two_players_pick_in_turns():
    state = after(draft(2), "area west", "area east")
    assert state.to_move == (0,)


@pytest.mark.rule("SET-4")
def test_pick_is_told():
    assert AreaChosen(seat=0, area="west") in events(after(draft(), "area west"), AreaChosen)


@pytest.mark.rule("GEN-8")
def test_no_auction_is_opened_before_the_areas_are_picked():
    with pytest.raises(rules.RuleError):
        after(draft(), "open 4 4")


@pytest.mark.rule("SET-4", "MAP-IT-5", "MAP-UKI-8", "FIRST-6")
@pytest.mark.parametrize(
    ("map", "options"),
    [
        (map, options)
        for options in ({}, {"first_game": True}, {"edition": "recharged"})
        for map in played_with(areas="draft", **options)
    ],
    ids=str,
)
def test_whatever_is_drafted_comes_to_areas_in_which_step_1_and_the_game_end(map, options):
    for players in range(2, 7):
        setup = rules.new_setup(rules.Options(map=map, areas="draft", **options), players, seed="5eed")
        for state in drafted(rules.start(setup)):
            reachable, every = state.board.largest_network(state.areas), len(state.board.cities_in(state.areas))
            shut = 6 if state.trust else 0
            settings = state.thresholds
            assert reachable >= settings.end, state.areas
            assert state.board.rules.full_map_begins_step2 or reachable - shut > players * (settings.step2 - 1)
            if options == {"first_game": True} and reachable <= players * (settings.end - 1):
                assert reachable == every, "Nobody gets a seventh city, and one stays empty."


def drafted(state) -> Iterator[rules.State]:
    """Every choice of areas that a draft can come to; each of its positions has a way on."""
    known, found = set(), [state]
    while found:
        state = found.pop()
        if frozenset(state.areas) in known:
            continue
        known.add(frozenset(state.areas))
        if len(state.areas) == state.thresholds.areas:
            yield state
            continue
        assert offered(state), state.areas
        found += [after(state, f"area {area}") for area in offered(state)]
