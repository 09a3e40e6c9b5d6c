"""Recharged: standard start cities, from the mark to the house that takes its place (EXP-1 to EXP-7)."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import msgspec
import pytest

import rules
from rules.events import CityBuilt, DiscountPlaced, MarkerReturned, MarketRefilled, PhaseBegan, StartCityMarked
from rules.state import Marker, State
from tests.boards import offers, played_with
from tests.rules.positions import (
    AREAS,
    RECHARGED,
    after,
    company,
    events,
    marks,
    offered_cities,
    position,
    price_of_cities,
    refused,
    some_cities,
    stated_setup,
)

OPTIONS = {**RECHARGED, "start_cities": True}

CUTTING = ("centre", "northeast", "northwest")
"""Areas of Italy in which no way leads to Livorno (MAP-IT-5)."""


def marking(players=3, *, order=(), **setup):
    """A game whose first start city is to be marked."""
    return rules.start(stated_setup(players, order=order, **OPTIONS, **setup))


def marked_by_all(players, map="germany"):
    """A game in which everybody has marked a city: the first ones of the board."""
    cities = some_cities(players, map=map, edition="recharged")
    return after(marking(players, map=map), *(f"start {city}" for city in cities))


def building(*networks, marked, step=1, **fields):
    """Phase 4 of companies with these networks who can pay anything; the last of them is asked."""
    companies = [company(500, cities=cities) for cities in networks]
    return position(companies, phase="building", step=step, marked=marked, options=OPTIONS, **fields)


# Marking ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EXP-1")
def test_without_the_variant_nobody_marks_a_city():
    state = rules.start(stated_setup(3, **RECHARGED))
    assert (state.phase, state.marked) == ("auction", ())


@pytest.mark.rule("EXP-1")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_each_player_marks_one_city_in_player_order(players):
    order = (2, 0, *range(3, players), 1)
    state, asked = marking(players, order=order), []
    for city in some_cities(players, edition="recharged"):
        assert state.phase == "setup"
        asked += state.to_move
        state = after(state, f"start {city}")
    assert tuple(asked) == order
    assert (state.phase, len(state.marked)) == ("auction", players)


@pytest.mark.rule("EXP-1", "SET-5")
def test_any_city_of_the_play_area_can_be_marked_but_none_twice():
    state = marking()
    cities = set(rules.board("germany", "recharged").cities_in(AREAS["germany"][:3]))
    assert set(rules.legal(state, 0).cities) == cities
    state = after(state, "start koln")
    assert set(rules.legal(state, 1).cities) == cities - {"koln"}


@pytest.mark.rule("EXP-1")
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("start koln", "EXP-1"),
        ("start hamburg", "SET-5"),
        ("start atlantis", "SET-1"),
        ("trust aachen", "EXP-1"),
        ("area east", "EXP-1"),
        ("open 3 1", "EXP-1"),
        ("decline", "EXP-1"),
        ("2: start aachen", "GEN-9"),
    ],
)
def test_nothing_else_is_done_while_cities_are_marked(text, rule):
    state = after(marking(), "start koln")
    with refused(rule):
        after(state, text)


@pytest.mark.rule("EXP-1", "RCH-8")
def test_auctions_begin_with_the_discount_token_after_the_last_mark():
    state = after(marking(), "start koln", "start aachen", "start trier")
    assert [type(event) for event in state.happened] == [StartCityMarked, PhaseBegan, DiscountPlaced]


@pytest.mark.rule("EXP-1", "SET-4")
def test_cities_are_marked_after_the_areas_are_drafted():
    draft = marking(players=3, order=(2, 1, 0)).setup
    draft = msgspec.structs.replace(draft, areas=(), options=msgspec.structs.replace(draft.options, areas="draft"))
    state, asked = rules.start(draft), []
    for text in ("area west", "area southwest", "area east", "start koln", "start aachen", "start trier"):
        asked += state.to_move
        state = after(state, text)
    assert asked == [0, 1, 2, 2, 1, 0]


@pytest.mark.rule("EXP-1", "SET-4")
def test_last_of_five_areas_is_nobodys_choice_and_the_mark_that_follows_is():
    draft = marking(5, map="benelux").setup
    draft = msgspec.structs.replace(draft, areas=(), options=msgspec.structs.replace(draft.options, areas="draft"))
    state = after(rules.start(draft), *(f"area {area}" for area in AREAS["benelux"][:4]))
    assert (state.to_move, rules.forced(state, 4)) == ((4,), rules.parse_action("area wallonia"))
    state = after(state, "area wallonia")
    assert (state.to_move, rules.forced(state, 0)) == ((0,), None)


# Marks that lead on -------------------------------------------------------------------------------------------------


@pytest.mark.rule("EXP-1a", "MAP-IT-5")
def test_city_from_which_no_way_leads_to_the_others_is_not_marked():
    state = marking(map="italy", areas=CUTTING)
    assert in_play(state) - set(rules.legal(state, 0).cities) == {"livorno"}
    with refused("EXP-1a", "Livorno is cut off"):
        after(state, "start livorno")


@pytest.mark.rule("EXP-1a")
def test_game_that_began_before_that_was_so_may_still_mark_it():
    state = marking(map="italy", areas=CUTTING, version=1)
    assert set(rules.legal(state, 0).cities) == in_play(state)
    assert after(state, "start livorno").is_marked("livorno")


@pytest.mark.rule("EXP-1", "EXP-1a", "TRU-6")
@pytest.mark.parametrize("map", played_with("recharged", start_cities=True))
def test_everybody_finds_a_city_to_mark_that_leads_on_whatever_the_areas_and_the_marks_before(map):
    dice = Random(map)
    for options, players, areas in choices_of_areas(map):
        setup = rules.new_setup(options, players, "5eed", areas)
        state = rules.start(setup)
        part = largest_part(state) & where_networks_can_start(state.board)
        while state.phase == "setup":
            (seat,) = state.to_move
            decision = rules.legal(state, seat)
            if isinstance(decision, rules.StartCityDecision):
                taken = {city for city in part if state.houses(city) or state.is_marked(city)}
                assert set(decision.cities) == part - taken, (players, areas)
            city = dice.choice(decision.cities)
            state = after(state, f"{'trust' if isinstance(decision, rules.TrustHouseDecision) else 'start'} {city}")
        assert len(state.marked) == players


def choices_of_areas(map) -> Iterator[tuple[rules.Options, int, tuple[str, ...]]]:
    """Every game with start cities that can be played on a map, as far as areas and marks are concerned."""
    board = rules.board(map, "recharged")
    for mode, players in [("trust", 2), *(("plain", players) for players in range(2, 7))]:
        options = rules.options_from_data({**OPTIONS, "map": map, "areas": "host", "two_player_mode": mode})
        if offers(options):
            for areas in combinations([area.id for area in board.areas], rules.thresholds(options, players).areas):
                if board.are_connected(areas):
                    yield options, players, areas


def in_play(state) -> set[str]:
    return {city.id for city in state.board.cities.values() if city.area in state.areas}


def largest_part(state) -> set[str]:
    """The most cities in play that hang together, by the links of the board alone."""
    parts = [{city} for city in in_play(state)]
    for one, other, _ in state.board.connections:
        touched = [part for part in parts if one in part or other in part]
        if len(touched) == 2:
            parts = [part for part in parts if part not in touched] + [set.union(*touched)]
    return max(parts, key=len)


def where_networks_can_start(board) -> set[str]:
    """Not abroad (MAP-ZA-13), nor across the border (MAP-BW-10)."""
    return {city.id for city in board.cities.values() if city.start and city.slots_in(step=1)}


# Tokens -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EXP-2", "GEN-4")
def test_mark_is_a_token_of_the_uranium_supply():
    state = after(marking(), "start koln")
    assert events(state, StartCityMarked) == [StartCityMarked(0, "koln", token=True)]
    assert state.marked == (Marker("koln", token=True),)
    assert (state.resources.uranium, state.supply.uranium) == (2, 12 - 2 - 1)
    rules.check(state)


@pytest.mark.rule("EXP-2", "CC-110")
def test_six_players_leave_4_uranium_in_the_supply_until_marks_return():
    state = marked_by_all(6)
    assert state.supply.uranium == 12 - 2 - 6 == 4
    while state.phase != "building":
        decision = rules.legal(state, state.to_move[0])
        texts = {rules.OpeningDecision: "open {0} {0}", rules.BiddingDecision: "pass"}
        plant = decision.plants[-1].plant if isinstance(decision, rules.OpeningDecision) else 0
        state = after(state, texts.get(type(decision), "buy").format(plant))
    assert after(state, f"build {state.marked[0].city}").supply.uranium == 5


@pytest.mark.rule("EXP-2", "CC-109")
@pytest.mark.parametrize(("players", "with_token"), [(5, 4), (6, 4), (4, 4), (3, 3)])
def test_in_france_marks_go_without_a_token_when_the_four_of_the_supply_are_out(players, with_token):
    state = marked_by_all(players, map="france")
    assert [marker.token for marker in state.marked] == [True] * with_token + [False] * (players - with_token)
    assert state.supply.uranium == 4 - with_token
    rules.check(state)


@pytest.mark.rule("EXP-2", "BUR-8", "CC-109")
def test_refill_finds_no_uranium_while_all_of_it_marks_cities():
    state = position(
        6,
        phase="bureaucracy",
        map="france",
        options=OPTIONS,
        resources="c9 o9 g9 u8",
        marked=marks("orleans tours limoges caen brest rennes", with_token=4),
    )
    assert state.supply.uranium == 0
    state = after(state, *["run"] * 6)
    assert events(state, MarketRefilled)[0].fuel.uranium == 0


@pytest.mark.rule("EXP-2", "EXP-4", "CC-109")
@pytest.mark.parametrize(("city", "token"), [("orleans", True), ("rennes", False)])
def test_only_a_mark_with_a_token_gives_one_back(city, token):
    marked = marks("orleans tours limoges caen brest rennes", with_token=4)
    state = building("", "", "", "", "", "", marked=marked, map="france", resources="c9 o9 g9 u8")
    state = after(state, f"build {city}")
    assert events(state, MarkerReturned) == [MarkerReturned(city, token)]
    assert state.supply.uranium == int(token)


# Starting a network -------------------------------------------------------------------------------------------------


@pytest.mark.rule("EXP-3")
@pytest.mark.parametrize("step", [1, 2, 3])
def test_network_starts_in_a_marked_city_only(step):
    state = building("", "", "", marked=marks("koln aachen trier"), step=step)
    assert offered_cities(state) == {"koln": 10, "aachen": 10, "trier": 10}
    with pytest.raises(rules.RuleError, match="one of the marked cities: Köln, Aachen, Trier") as refusal:
        after(state, "build essen")
    assert refusal.value.rule == "EXP-3"


@pytest.mark.rule("EXP-3")
def test_network_may_start_where_another_player_has_marked():
    state = after(marking(), "start koln", "start aachen", "start trier")
    state = msgspec.structs.replace(state, phase=rules.Phase.BUILDING, discount=None)
    assert state.to_move == (2,)
    assert price_of_cities(state, "koln") == 10


@pytest.mark.rule("EXP-3", "CC-107")
def test_late_starter_needs_a_city_that_still_carries_its_mark():
    state = building("koln", "aachen", "", marked=marks("trier"), step=2)
    assert offered_cities(state) == {"trier": 10}
    for city in ("koln", "essen"):
        with refused("EXP-3"):
            after(state, f"build {city}")


@pytest.mark.rule("EXP-3", "EXP-5")
def test_whoever_starts_in_one_marked_city_does_not_go_on_to_another_in_the_same_turn():
    state = building("", "", "", marked=marks("koln aachen trier"))
    assert price_of_cities(state, "koln dusseldorf") == 10 + 10 + 4
    with refused("EXP-5"):
        after(state, "build koln aachen")


@pytest.mark.rule("EXP-4")
def test_house_replaces_the_mark():
    state = building("", "", "", marked=marks("koln aachen trier"))
    supply = state.supply.uranium
    state = after(state, "build aachen")
    assert state.marked == marks("koln trier")
    assert state.houses("aachen") == ((2, 10),)
    assert state.supply.uranium == supply + 1
    assert [type(event) for event in state.happened] == [CityBuilt, MarkerReturned]


@pytest.mark.rule("EXP-4", "BUR-8")
def test_token_that_came_back_can_be_refilled_in_the_same_round():
    state = building("", "", "", marked=marks("koln aachen trier"), resources="c9 o9 g9 u9")
    assert state.supply.uranium == 0
    state = after(state, "build koln", "build", "build", "run", "run", "run")
    assert events(state, MarketRefilled)[0].fuel.uranium == 1


# Marks in the way ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("EXP-5", "CC-106")
def test_marked_city_is_not_connected_in_step_1():
    state = building("", "", "koln", marked=marks("dusseldorf trier"))
    assert "dusseldorf" not in offered_cities(state)
    with refused("EXP-5"):
        after(state, "build dusseldorf")


@pytest.mark.rule("EXP-5", "BLD-6", "CC-106")
def test_path_passes_through_a_marked_city():
    state = after(building("", "", "koln", marked=marks("dusseldorf trier")), "build essen")
    (built,) = events(state, CityBuilt)
    assert (built.slot, built.connection, built.path) == (10, 6, ("koln", "dusseldorf", "essen"))
    assert state.marked == marks("dusseldorf trier")


@pytest.mark.rule("EXP-3", "EXP-5", "CC-106")
def test_other_player_starts_in_that_marked_city_all_the_same():
    state = after(building("", "", "koln", marked=marks("dusseldorf trier")), "build essen")
    assert offered_cities(state) == {"dusseldorf": 10, "trier": 10}
    assert after(state, "build dusseldorf").houses("dusseldorf") == ((1, 10),)


@pytest.mark.rule("EXP-6")
@pytest.mark.parametrize("step", [2, 3])
def test_marked_city_is_connected_like_any_other_from_step_2_on(step):
    state = building("", "", "koln", marked=marks("dusseldorf trier"), step=step)
    assert price_of_cities(state, "dusseldorf") == 10 + 4
    supply = state.supply.uranium
    state = after(state, "build dusseldorf")
    assert (state.marked, state.supply.uranium) == (marks("trier"), supply + 1)


@pytest.mark.rule("EXP-6")
def test_several_marks_may_give_way_in_one_turn():
    state = building("", "", "koln", marked=marks("dusseldorf aachen"), step=2)
    assert price_of_cities(state, "dusseldorf aachen") == (10 + 4) + (10 + 7)
    state = after(state, "build dusseldorf aachen")
    assert (state.marked, len(events(state, MarkerReturned))) == ((), 2)


@pytest.mark.rule("EXP-7", "BLD-3")
def test_without_marks_a_network_starts_in_any_empty_city():
    state = building("koln", "aachen trier", "", marked=(), step=2)
    assert set(offered_cities(state).values()) == {10}
    assert len(offered_cities(state)) == 21 - 3
    with refused("BLD-3"):
        after(state, "build koln")


@pytest.mark.rule("EXP-7", "BLD-3")
def test_without_marks_and_empty_cities_it_starts_at_the_second_slot():
    cities = some_cities(21, edition="recharged")
    state = building(cities[:10], cities[10:], "", marked=(), step=2)
    assert set(offered_cities(state).values()) == {15}


@pytest.mark.rule("EXP-3", "SET-5")
def test_network_that_starts_in_livorno_alone_goes_nowhere():
    state = building("", "", "", marked=marks("livorno"), map="italy", areas=CUTTING)
    assert price_of_cities(state, "livorno") == 10
    with refused("SET-5"):
        after(state, "build livorno ravenna")
    started = building("", "", "livorno", marked=(), map="italy", areas=CUTTING, step=2)
    assert offered_cities(started) == {}


# As values ----------------------------------------------------------------------------------------------------------


def test_position_with_marks_survives_json():
    state = after(marking(), "start koln", "start aachen", "start trier")
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


@pytest.mark.rule("GEN-7")
@pytest.mark.parametrize("seat", [None, 0, 2])
def test_everybody_sees_the_marks(seat):
    state = after(marking(), "start koln", "start aachen")
    assert rules.view(state, seat).marked == marks("koln aachen")
