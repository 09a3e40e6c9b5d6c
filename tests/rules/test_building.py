"""Phase 4: where one may build, and what it costs."""

import msgspec
import pytest

import rules
from rules.events import BuiltNothing, CityBuilt
from tests.rules.positions import (
    AREAS,
    after,
    company,
    events,
    offered_cities,
    pass_on,
    position,
    price_of_cities,
    refused,
    some_cities,
    three_players,
)


def builders(*cities, money=500, step=1, **fields):
    """Phase 4 of three players with cities as given; seat 0 builds first, then seat 1."""
    companies = [company(money, cities=names) for names in (*cities, "", "", "")[:3]]
    return position(companies, phase="building", step=step, **{"order": (2, 1, 0), **fields})


def anna_and_bob(step=1):
    """The example of the rule books: Anna in seat 0, Bob in seat 1."""
    return builders("essen munster", "dusseldorf koln", step=step)


@pytest.mark.rule("BLD-1")
def test_last_of_the_order_builds_first_and_each_once():
    state = builders(order=(1, 0, 2))
    seen = []
    while state.phase == "building":
        seen.extend(state.to_move)
        state = after(state, "build")
    assert seen == [2, 0, 1]


@pytest.mark.rule("BLD-1")
def test_any_number_of_cities_is_built_before_the_next_player_starts():
    state = after(builders(), "build essen duisburg dusseldorf dortmund munster")
    assert state.players[0].network_size == 5
    assert state.to_move == (1,)


@pytest.mark.rule("BLD-2")
def test_network_starts_anywhere_in_the_play_area():
    board = rules.board("germany", "classic")
    assert set(offered_cities(builders())) == set(board.cities_in(AREAS["germany"][:3]))


@pytest.mark.rule("BLD-2", "BLD-3")
def test_first_city_costs_its_slot_only():
    assert price_of_cities(builders(), "kassel") == 10


@pytest.mark.rule("BLD-2")
def test_nobody_has_to_start_in_round_1():
    state = builders(round=1)
    assert after(state, "build", "build", "build").phase == "bureaucracy"


@pytest.mark.rule("BLD-3")
def test_network_does_not_start_beside_another_house():
    with refused("BLD-9"):
        after(builders("", "essen"), "build essen")


@pytest.mark.rule("BLD-3", "CC-78")
@pytest.mark.parametrize("step", [2, 3])
def test_network_starts_in_an_empty_city_while_there_is_one(step):
    state = builders("", "essen", step=step)
    with refused("BLD-3"):
        after(state, "build essen")
    assert set(offered_cities(state).values()) == {10}


@pytest.mark.rule("BLD-3", "CC-79")
def test_network_starts_at_the_second_slot_when_no_city_is_empty():
    state = builders("", some_cities(10), "", step=2)
    players = list(state.players)
    rest = tuple(rules.House(city, 10) for city in some_cities(11, after=10))
    players[2] = msgspec.structs.replace(players[2], cities=rest)
    state = msgspec.structs.replace(state, players=tuple(players))
    assert price_of_cities(state, "essen") == 15


@pytest.mark.rule("BLD-3")
def test_option_lets_a_network_start_beside_another_house():
    state = builders("", "essen", step=2, options={"start_city_must_be_empty": False})
    assert price_of_cities(state, "essen") == 15


@pytest.mark.rule("BLD-4")
def test_further_city_costs_slot_and_connection():
    state = after(anna_and_bob(), "build dortmund")
    (built,) = events(state, CityBuilt)
    assert (built.slot, built.connection, built.path) == (10, 2, ("munster", "dortmund"))


@pytest.mark.rule("BLD-5", "BLD-13", "TV-13")
def test_anna_pays_10_for_duisburg():
    assert price_of_cities(anna_and_bob(), "duisburg") == 10


@pytest.mark.rule("BLD-5", "TV-14")
def test_anna_pays_12_for_dortmund_which_is_cheaper_from_munster():
    assert price_of_cities(anna_and_bob(), "dortmund") == 12


@pytest.mark.rule("BLD-6", "TV-15")
def test_anna_pays_21_for_aachen_passing_bobs_dusseldorf():
    assert price_of_cities(anna_and_bob(), "aachen") == 21


@pytest.mark.rule("BLD-6", "TV-16")
def test_bob_pays_12_for_duisburg_passing_annas_essen():
    assert price_of_cities(after(anna_and_bob(), "build"), "duisburg") == 12


@pytest.mark.rule("BLD-9", "TV-17")
@pytest.mark.parametrize("city", ["dusseldorf", "koln"])
def test_anna_cannot_build_beside_bob_in_step_1(city):
    with refused("BLD-9"):
        after(anna_and_bob(), f"build {city}")


@pytest.mark.rule("BLD-10", "TV-17")
@pytest.mark.parametrize(("city", "cost"), [("dusseldorf", 17), ("koln", 21)])
def test_anna_builds_beside_bob_at_the_second_slot_in_step_2(city, cost):
    assert price_of_cities(anna_and_bob(step=2), city) == cost


@pytest.mark.rule("BLD-7", "TV-18")
def test_city_just_built_is_part_of_the_network():
    assert price_of_cities(anna_and_bob(step=2), "dusseldorf koln") == 36


@pytest.mark.rule("BLD-7", "BLD-8", "TV-18")
def test_order_of_building_changes_the_price():
    assert price_of_cities(anna_and_bob(step=2), "koln dusseldorf") == 38


@pytest.mark.rule("BLD-10", "TV-19", "CC-73")
@pytest.mark.parametrize("step", [1, 2, 3])
def test_empty_city_has_its_first_slot_for_10_in_every_step(step):
    assert rules.quote(anna_and_bob(step=step), 0, ("duisburg",)).steps[0].slot == 10


@pytest.mark.rule("BLD-5", "BLD-6")
def test_cheapest_path_may_be_the_longer_one():
    # Dortmund to Düsseldorf: 4 + 2 by way of Essen, 10 + 4 by way of Köln.
    assert price_of_cities(builders("dortmund"), "dusseldorf") == 16


@pytest.mark.rule("BLD-5")
def test_path_with_fewer_links_is_shown_among_equally_cheap_ones():
    # Essen to Münster costs 6 straight, and 4 + 2 by way of Dortmund.
    assert rules.quote(builders("essen"), 0, ("munster",)).steps[0].path == ("essen", "munster")


@pytest.mark.rule("SET-5", "BLD-5", "TV-42")
def test_connection_inside_three_areas():
    state = builders("hannover", areas=("northwest", "northeast", "east"))
    assert price_of_cities(state, "fulda") == 10 + 32


@pytest.mark.rule("SET-5", "BLD-5", "TV-42")
def test_connection_is_cheaper_with_a_fourth_area():
    companies = [company(500, cities="hannover"), *[company()] * 3]
    areas = ("northwest", "northeast", "east", "west")
    assert price_of_cities(position(companies, phase="building", order=(3, 2, 1, 0), areas=areas), "fulda") == 10 + 23


@pytest.mark.rule("SET-5")
def test_city_outside_the_play_area_is_refused():
    with refused("SET-5"):
        after(builders("essen"), "build berlin")


@pytest.mark.rule("SET-5")
def test_city_outside_the_play_area_is_not_offered():
    assert "berlin" not in offered_cities(builders("essen"))


@pytest.mark.rule("SET-5")
def test_whole_play_area_is_open_to_every_player():
    state = builders("essen", "leipzig", "trier")
    for _ in range(3):
        assert len(offered_cities(state)) == 18
        state = after(state, "build")


@pytest.mark.rule("SET-5", "CC-77")
def test_city_that_no_path_inside_the_play_area_reaches_is_refused():
    # Three areas that hang together never cut a city off, so two that do not are put into play here.
    state = builders("hannover", areas=("northwest", "east", "southeast"))
    cut_off = msgspec.structs.replace(state, areas=("northwest", "southeast"))
    with refused("SET-5"):
        after(cut_off, "build passau")
    assert "passau" not in offered_cities(cut_off)


@pytest.mark.rule("BLD-6", "BLD-9", "CC-72")
def test_path_passes_a_city_that_is_full():
    state = builders("duisburg", "essen")
    with refused("BLD-9"):
        after(state, "build essen")
    assert price_of_cities(state, "dusseldorf") == 12


@pytest.mark.rule("BLD-9", "BLD-10", "CC-74")
def test_city_with_two_houses_is_full_in_step_2():
    state = builders("munster", "essen", "essen", step=2)
    with refused("BLD-9"):
        after(state, "build essen")


@pytest.mark.rule("BLD-9", "BLD-10", "CC-74")
def test_third_house_costs_20_in_step_3():
    state = builders("munster", "essen", "essen", step=3)
    assert price_of_cities(state, "essen") == 20 + 6


@pytest.mark.rule("BLD-9")
@pytest.mark.parametrize(
    ("step", "guests", "sentence"),
    [
        (1, 1, "Essen already has a house. You can build a second one from Step 2 on."),
        (2, 2, "Essen already has two houses. You can build a third one in Step 3."),
        (3, 3, "Essen has no free slot left."),
    ],
)
def test_refusal_of_a_full_city_says_when_there_is_room_again(step, guests, sentence):
    companies = [company(500, cities="munster"), *[company(cities="essen")] * guests]
    companies += [company()] * (4 - len(companies))
    state = position(companies, phase="building", step=step, order=(3, 2, 1, 0))
    with pytest.raises(rules.RuleError) as refusal:
        after(state, "build essen")
    assert str(refusal.value) == sentence


@pytest.mark.rule("BLD-9")
def test_city_with_three_houses_is_full():
    companies = [company(500, cities="munster"), *[company(cities="essen")] * 3]
    state = position(companies, phase="building", step=3, order=(3, 2, 1, 0))
    with refused("BLD-9"):
        after(state, "build essen")


@pytest.mark.rule("BLD-11", "BLD-13", "CC-75")
def test_second_house_in_an_own_city_is_refused():
    state = builders("essen", step=2)
    with refused("BLD-11"):
        after(state, "build essen")
    assert price_of_cities(state, "duisburg") == 10


@pytest.mark.rule("BLD-11")
def test_city_named_twice_in_a_list_is_refused():
    with refused("BLD-11"):
        after(builders("essen", step=2), "build duisburg duisburg")


@pytest.mark.rule("BLD-8", "CC-76")
def test_nothing_is_credited_for_links_paid_before():
    state = builders("hannover", areas=("northwest", "west", "southwest"))
    assert rules.quote(state, 0, ("frankfurt-am-main",)).steps[0].path == ("hannover", "kassel", "frankfurt-am-main")
    assert rules.quote(state, 0, ("frankfurt-am-main",)).total == 10 + 15 + 13
    assert rules.quote(state, 0, ("frankfurt-am-main", "kassel")).steps[1].cost == 10 + 13


@pytest.mark.rule("BLD-4", "BLD-8")
def test_link_paid_twice_is_one_of_the_links_paid_for():
    board, areas = rules.board("germany"), ("northwest", "west", "southwest")
    paid = rules.paid_links(board, areas, ("hannover", "frankfurt-am-main", "kassel"))
    assert paid == (frozenset(("hannover", "kassel")), frozenset(("kassel", "frankfurt-am-main")))
    assert rules.paid_links(board, areas, ("hannover",)) == rules.paid_links(board, areas, ()) == ()


@pytest.mark.rule("BLD-12")
def test_further_city_is_never_a_new_start():
    state = builders("essen")
    assert offered_cities(state)["leipzig"] > 10


@pytest.mark.rule("BLD-13", "MAP-DE-1")
def test_metropolis_is_two_cities_that_each_cost_their_slot():
    assert price_of_cities(builders(), "essen duisburg") == 20


@pytest.mark.rule("BLD-13", "MAP-USA-1")
def test_metropolis_of_the_usa_is_two_cities():
    state = builders("", map="usa")
    assert price_of_cities(state, "cheyenne denver") == 20


@pytest.mark.rule("BLD-14", "GEN-2")
def test_city_that_cannot_be_paid_is_refused():
    with refused("BLD-14"):
        after(builders("essen munster", money=20), "build aachen")


@pytest.mark.rule("BLD-14")
def test_cash_box_may_be_emptied_for_a_city():
    state = builders("essen munster", money=21)
    assert after(state, "build aachen").players[0].money == 0


@pytest.mark.rule("BLD-14", "CC-81")
def test_list_that_cannot_be_paid_is_refused_as_a_whole():
    state = builders(money=50)
    assert [step.cost for step in rules.quote(state, 0, ("fulda", "kassel", "erfurt")).steps] == [10, 18, 23]
    with refused("BLD-14"):
        after(state, "build fulda kassel erfurt")
    assert after(state, "build fulda kassel").players[0].money == 22


@pytest.mark.rule("BLD-15", "MKT-6")
def test_network_size_counts_at_once():
    state = builders("essen munster", market=(3, 20, 21, 22, 23, 24, 25, 26), deck=(30, "step3"))
    assert 3 not in after(state, "build duisburg").market


@pytest.mark.rule("BLD-16", "CC-82")
def test_nobody_connects_more_than_22_cities():
    # A two-player game has 21 cities in play; a fourth area shows the limit of 22 houses.
    companies = [company(500, cities=some_cities(20)), company()]
    state = position(companies, phase="building", order=(1, 0))
    state = msgspec.structs.replace(state, areas=AREAS["germany"][:4])
    assert rules.legal(state, 0).most == 2
    assert after(state, "build wurzburg bremen").players[0].network_size == 22
    with refused("BLD-16"):
        after(state, "build wurzburg bremen hannover")


@pytest.mark.rule("SET-6", "BLD-16")
def test_company_without_cities_has_22_houses_to_build():
    assert rules.legal(builders(), 0).most == 22


@pytest.mark.rule("BLD-17")
def test_threshold_reached_in_phase_4_opens_no_second_slot_before_it_is_over():
    state = builders(some_cities(6), "hannover", areas=("west", "northwest", "east"), order=(2, 1, 0))
    state = after(state, "build osnabruck")
    assert state.players[0].network_size == 7
    with refused("BLD-9"):
        after(state, "build osnabruck")


@pytest.mark.rule("STEP-7")
def test_second_slots_are_open_in_the_phase_4_after_step_2_began():
    state = builders(some_cities(6), "munchen", areas=("west", "southeast", "southwest"))
    state = pass_on(after(state, "build osnabruck"))
    while state.phase != "building":
        state = pass_on(state)
    while state.to_move != (1,):
        state = after(state, "build")
    assert "osnabruck" in offered_cities(state)


@pytest.mark.rule("BLD-5")
def test_quote_tells_every_step_of_a_list():
    quote = rules.quote(anna_and_bob(step=2), 0, ("koln", "dusseldorf"))
    assert [(step.slot, step.connection) for step in quote.steps] == [(15, 6), (15, 2)]
    assert quote.total == 38


@pytest.mark.rule("BLD-1")
def test_building_nothing_is_told():
    assert events(after(builders(), "build"), BuiltNothing) == [BuiltNothing(0)]


@pytest.mark.rule("BLD-1")
def test_building_is_not_told_as_building_nothing():
    assert events(after(builders(), "build essen"), BuiltNothing) == []


@pytest.mark.rule("BLD-14")
@pytest.mark.parametrize(("money", "is_forced"), [(9, True), (10, False)])
def test_company_that_cannot_pay_for_any_city_can_only_build_nothing(money, is_forced):
    assert rules.forced(builders(money=money), 0) == (rules.BuildCities(()) if is_forced else None)


@pytest.mark.rule("SET-1")
def test_city_that_is_not_on_the_board_is_refused():
    with refused("SET-1"):
        after(builders("essen"), "build atlantis")


@pytest.mark.rule("GEN-8")
@pytest.mark.parametrize("text", ["buy c1", "decline", "run", "pass"])
def test_nothing_but_building_is_possible(text):
    with refused("GEN-8"):
        after(builders("essen"), text)


def test_start_of_the_game_offers_no_building():
    with pytest.raises(rules.RuleError):
        after(three_players(), "build essen")
