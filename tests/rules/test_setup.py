"""From the options to the first opener: areas, order, cards and tokens."""

from itertools import product

import msgspec
import pytest

import rules
from rules.plants import PLANTS
from tests.boards import FIRST
from tests.rules.positions import START_MARKET, TOKENS, UNSEEN, after, cards, refused, stated_setup, three_players

PLAYERS = range(2, 7)
EDITIONS = ("classic", "recharged")


def drawn(players=4, seed="5eed", **options):
    return rules.new_setup(rules.Options(**options), players=players, seed=seed)


def deck_plants(setup):
    return [card for card in setup.deck if card != "step3"]


@pytest.mark.rule("GEN-1")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", PLAYERS)
def test_two_to_six_play(players, edition):
    assert len(rules.start(drawn(players, edition=edition)).players) == players


@pytest.mark.rule("GEN-1")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [0, 1, 7])
def test_other_numbers_of_players_are_refused(players, edition):
    with refused("GEN-1"):
        drawn(players, edition=edition)


@pytest.mark.rule("GEN-4", "SET-9")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("map", rules.MAPS)
def test_market_and_supply_hold_all_tokens_at_the_start(map, edition):
    state = rules.start(drawn(map=map, edition=edition))
    assert state.resources + state.supply == state.board.tokens
    assert map not in FIRST or state.board.tokens == TOKENS


@pytest.mark.rule("GEN-5")
def test_there_are_42_plants():
    assert tuple(PLANTS) == (*range(3, 41), 42, 44, 46, 50)


@pytest.mark.rule("GEN-5", "SET-11")
@pytest.mark.parametrize("players", PLAYERS)
def test_no_card_is_there_twice(players):
    setup = drawn(players)
    cards_in_game = [*setup.market, *setup.deck]
    assert len(set(cards_in_game)) == len(cards_in_game)
    assert cards_in_game.count("step3") == 1


@pytest.mark.rule("SET-1", "MAP-DE-1", "MAP-USA-1", "MAP-BNL-8")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("map", ["germany", "usa", "central-europe", "benelux", "france", "italy"])
def test_board_has_six_areas_of_seven_cities_and_benelux_five(map, edition):
    board = rules.board(map, edition)
    assert len(board.areas) == (5 if map == "benelux" else 6)
    in_area = [city.area for city in board.cities.values()]
    assert {in_area.count(area.id) for area in board.areas} == {7}


@pytest.mark.parametrize("map", rules.MAPS)
def test_names_of_areas_can_be_told_apart_in_a_list(map):
    assert not any("," in area.name for area in rules.board(map).areas)


@pytest.mark.rule("SET-1")
def test_unknown_map_is_refused():
    with refused("SET-1"):
        drawn(map="atlantis")


@pytest.mark.rule("MAP-DE-1")
@pytest.mark.parametrize(("edition", "beside_frankfurt"), [("classic", "wiesbaden"), ("recharged", "mainz")])
def test_germany_has_three_links_that_cost_nothing(edition, beside_frankfurt):
    assert free_links("germany", edition) == [
        {"duisburg", "essen"},
        {"frankfurt-am-main", beside_frankfurt},
        {"halle", "leipzig"},
    ]


@pytest.mark.rule("MAP-USA-1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_usa_has_three_links_that_cost_nothing(edition):
    assert free_links("usa", edition) == [
        {"cheyenne", "denver"},
        {"jacksonville", "savannah"},
        {"new-york", "philadelphia"},
    ]


def free_links(map, edition):
    """The links without a cost, in the order of the alphabet."""
    links = ({one, other} for one, other, cost in rules.board(map, edition).connections if cost == 0)
    return sorted(links, key=sorted)


@pytest.mark.rule("SET-2")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("players", "areas"), [(2, 3), (3, 3), (4, 4), (5, 5), (6, 5)])
def test_number_of_areas_in_play(players, areas, edition):
    assert len(set(drawn(players, edition=edition).areas)) == areas


@pytest.mark.rule("SET-3", "SET-4")
@pytest.mark.parametrize("map", rules.MAPS)
def test_areas_drawn_at_random_hang_together(map):
    for edition, players in product(EDITIONS, PLAYERS):
        board = rules.board(map, edition)
        for seed in range(20 if map in FIRST else 5):
            assert board.are_connected(drawn(players, seed=f"{seed:04}", map=map, edition=edition).areas)


@pytest.mark.rule("SET-4")
@pytest.mark.parametrize("map", rules.MAPS)
def test_every_area_can_be_drawn(map):
    seen = {area for seed in range(40) for area in drawn(3, seed=f"{seed:04}", map=map).areas}
    assert seen == {area.id for area in rules.board(map).areas}


def chosen_by_host(*areas, players=3):
    return rules.new_setup(rules.Options(areas="host"), players=players, seed="5eed", areas=areas)


@pytest.mark.rule("SET-3", "SET-4", "TV-43")
def test_host_may_choose_areas_that_hang_together():
    setup = chosen_by_host("northwest", "northeast", "east")
    assert set(setup.areas) == {"northwest", "northeast", "east"}


@pytest.mark.rule("SET-3", "TV-43")
def test_areas_that_do_not_hang_together_are_refused():
    with refused("SET-3"):
        chosen_by_host("northwest", "northeast", "southeast")


@pytest.mark.rule("SET-2")
@pytest.mark.parametrize("areas", [("west", "east"), ("west", "east", "southwest", "northwest")])
def test_wrong_number_of_areas_is_refused(areas):
    with refused("SET-2"):
        chosen_by_host(*areas)


@pytest.mark.rule("SET-2")
def test_area_named_twice_is_refused():
    with pytest.raises(rules.RuleError):
        chosen_by_host("west", "west", "east")


@pytest.mark.rule("SET-1")
def test_unknown_area_is_refused():
    with pytest.raises(rules.RuleError):
        chosen_by_host("west", "east", "atlantis")


@pytest.mark.rule("SET-6")
@pytest.mark.parametrize("edition", EDITIONS)
def test_players_start_with_50_elektro_and_nothing_else(edition):
    for player in rules.start(drawn(6, edition=edition)).players:
        assert (player.money, player.plants, player.fuel, player.cities) == (50, (), rules.NO_FUEL, ())


@pytest.mark.rule("SET-7")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", PLAYERS)
def test_order_of_round_1_names_every_seat_once(players, edition):
    assert sorted(drawn(players, edition=edition).order) == list(range(players))


@pytest.mark.rule("SET-7")
def test_order_of_round_1_depends_on_the_seed():
    assert len({drawn(3, seed=f"{seed:04}").order for seed in range(60)}) == 6


@pytest.mark.rule("SET-8")
@pytest.mark.parametrize("kind", ["coal", "oil", "garbage"])
def test_coal_oil_and_garbage_have_three_places_in_each_space_up_to_8(kind):
    assert rules.price_spaces(three_players(), kind) == tuple(price for price in range(1, 9) for _ in range(3))


@pytest.mark.rule("SET-8")
def test_uranium_has_one_place_in_each_of_its_twelve_spaces():
    assert rules.price_spaces(three_players(), "uranium") == (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16)


@pytest.mark.rule("SET-9", "MAP-DE-1", "MAP-USA-1")
@pytest.mark.parametrize("map", ["germany", "usa"])
def test_resource_market_at_the_start(map):
    state = rules.start(drawn(map=map))
    assert state.resources == rules.Fuel(coal=24, oil=18, garbage=6, uranium=2)
    assert state.supply == rules.Fuel(coal=0, oil=6, garbage=18, uranium=10)


@pytest.mark.rule("SET-9", "TV-6")
@pytest.mark.parametrize(("kind", "price"), [("coal", 1), ("oil", 3), ("garbage", 7), ("uranium", 14)])
def test_cheapest_tokens_at_the_start(kind, price):
    assert rules.market_prices(three_players(), kind)[0] == price


@pytest.mark.rule("SET-10", "MKT-1")
@pytest.mark.parametrize("players", PLAYERS)
def test_plant_market_at_the_start(players):
    assert cards(rules.start(drawn(players))) == ((3, 4, 5, 6), (7, 8, 9, 10))


@pytest.mark.rule("SET-11", "TV-44")
@pytest.mark.parametrize("players", PLAYERS)
def test_plant_13_lies_on_top_and_the_step_3_card_at_the_bottom(players):
    deck = drawn(players).deck
    assert (deck[0], deck[-1]) == (13, "step3")


@pytest.mark.rule("SET-11", "SET-12", "TV-44")
@pytest.mark.parametrize(("players", "size"), [(2, 27), (3, 27), (4, 31), (5, 35), (6, 35)])
def test_size_of_the_deck(players, size):
    assert len(drawn(players).deck) == size


@pytest.mark.rule("SET-11")
def test_deck_is_shuffled_by_the_seed():
    assert len({drawn(seed=f"{seed:04}").deck for seed in range(20)}) == 20


@pytest.mark.rule("SET-12")
@pytest.mark.parametrize("players", PLAYERS)
def test_plants_removed_at_setup_are_as_many_as_said(players):
    setup = drawn(players)
    assert len(set(PLANTS) - set(setup.market) - set(setup.deck)) == UNSEEN[players]


@pytest.mark.rule("SET-12")
def test_any_of_the_33_shuffled_plants_can_be_removed_at_setup():
    gone = {plant for seed in range(60) for plant in set(PLANTS) - set(drawn(2, seed=f"{seed:04}").deck)}
    assert gone - set(START_MARKET) == set(PLANTS) - set(START_MARKET) - {13}


@pytest.mark.rule("SET-13")
def test_plants_removed_at_setup_do_not_count_as_removed_face_up():
    assert rules.start(drawn(2)).removed == ()


@pytest.mark.rule("SET-14", "PLT-9", "STEP-2", "END-1")
@pytest.mark.parametrize(
    ("players", "areas", "plants", "step2", "end"),
    [(2, 3, 4, 10, 21), (3, 3, 3, 7, 17), (4, 4, 3, 7, 17), (5, 5, 3, 7, 15), (6, 5, 3, 6, 14)],
)
def test_settings_per_number_of_players(players, areas, plants, step2, end):
    found = rules.thresholds(rules.Options(), players)
    assert (found.areas, found.plants, found.step2, found.end) == (areas, plants, step2, end)


@pytest.mark.rule("SET-14")
def test_small_board_has_settings_of_its_own(monkeypatch):
    monkeypatch.setattr(rules.board("italy"), "settings", {3: {"areas": 2, "step2": 4, "end": 12}})
    setup = drawn(players=3, map="italy")
    assert (len(setup.areas), rules.start(setup).thresholds) == (2, rules.Thresholds(2, 3, 4, 12))
    assert rules.thresholds(rules.Options(map="france"), 3).areas == 3


@pytest.mark.rule("SET-15")
@pytest.mark.parametrize("edition", EDITIONS)
def test_game_starts_in_step_1_and_round_1_with_the_auctions(edition):
    state = rules.start(drawn(edition=edition))
    assert (state.step, state.round, state.phase) == (1, 1, "auction")


@pytest.mark.rule("SET-7", "SET-15")
def test_first_of_the_drawn_order_opens_round_1():
    setup = drawn()
    assert rules.start(setup).to_move == (setup.order[0],)


def test_same_seed_gives_the_same_setup():
    assert drawn(5) == drawn(5)


def test_setup_can_be_stated_outright():
    setup = stated_setup(3, deck=(13, 40, 20, 30, "step3"), order=(2, 1, 0))
    state = after(rules.start(setup), "open 3 3", "pass", "pass")
    assert state.market == (4, 5, 6, 7, 8, 9, 10, 13)
    assert state.deck == (40, 20, 30, "step3")


# Setups that state what they are -----------------------------------------------------------------------------------


@pytest.mark.rule("SET-7")
@pytest.mark.parametrize("order", [(0, 1), (0, 1, 1), (0, 1, 3), (0, 1, 2, 3)])
def test_order_that_does_not_name_every_seat_once_is_refused(order):
    with refused("SET-7"):
        rules.start(stated_setup(3, order=order))


@pytest.mark.rule("GEN-5")
@pytest.mark.parametrize("deck", [(13, 13, "step3"), (13, 3, "step3"), (13, 41, "step3"), (13, 99, "step3")])
def test_cards_that_are_not_in_the_game_or_are_there_twice_are_refused(deck):
    with refused("GEN-5"):
        rules.start(stated_setup(3, deck=deck))


@pytest.mark.rule("SET-11")
@pytest.mark.parametrize("deck", [(), (13, 20), (13, "step3", 20, "step3")])
def test_deck_without_just_one_step_3_card_is_refused(deck):
    with refused("SET-11"):
        rules.start(stated_setup(3, deck=deck))


@pytest.mark.rule("STEP-9")
@pytest.mark.parametrize("step3_deck", [(36, 36), (36, 41)])
def test_shuffle_of_cards_that_are_not_in_the_game_or_are_there_twice_is_refused(step3_deck):
    with refused("STEP-9"):
        rules.start(stated_setup(3, step3_deck=step3_deck))


@pytest.mark.rule("MKT-1")
@pytest.mark.parametrize("market", [(4, 3, 5, 6, 7, 8, 9, 10), (3, 4, 5, 6, 7, 8, 9, 10, 11)])
def test_market_that_is_unsorted_or_too_large_is_refused(market):
    with refused("MKT-1"):
        rules.start(msgspec.structs.replace(stated_setup(3), market=market))


@pytest.mark.rule("SET-2", "SET-3")
@pytest.mark.parametrize(
    ("areas", "rule"),
    [
        (("west", "east"), "SET-2"),
        (("west", "west", "east"), "SET-2"),
        (("northwest", "northeast", "southeast"), "SET-3"),
        (("west", "east", "midwest"), "SET-1"),
    ],
)
def test_areas_that_no_table_can_choose_are_refused(areas, rule):
    with refused(rule):
        rules.start(msgspec.structs.replace(stated_setup(3), areas=areas))


@pytest.mark.rule("GEN-1")
def test_setup_for_seven_is_refused():
    with refused("GEN-1"):
        rules.start(msgspec.structs.replace(stated_setup(6), players=7))
