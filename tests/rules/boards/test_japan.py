"""Japan: six start cities, small cities with two slots, a second network of each player."""

from contextlib import suppress

import pytest

import rules
from rules.__main__ import state_line
from rules.selfplay import play_game
from tests.rules.boards.building import builders, offered, paid
from tests.rules.positions import after, pass_on_to, refused, stated_setup, tokens

START_CITIES = {"fukuoka", "kobe", "osaka", "sapporo", "tokyo", "yokohama"}


def japan(*networks, **fields):
    return builders(*networks, map="japan", **fields)


# Cities and connections ---------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-JP-1", "CC-JP-10")
def test_ways_cost_what_their_links_cost():
    state = japan("sapporo kobe")
    assert paid(state, "aomori") == (10 + 14 + 15, [10])
    assert paid(state, "okayama hiroshima shimonoseki +fukuoka")[0] == 19 + 21 + 22 + 10
    assert rules.quote(state, 0, ("fukuoka",)).total == 10 + 9 + 11 + 12 + 10


@pytest.mark.rule("MAP-JP-1")
def test_areas_form_a_chain():
    board = rules.board("japan", version=3)
    assert not board.are_connected(("north", "east", "west"))
    assert board.are_connected(("east", "centre", "west"))
    assert {(one, other) for one, other, cost in board.connections if not cost} == {
        ("kyoto", "osaka"),
        ("saitama", "tokyo"),
        ("tokyo", "yokohama"),
    }


@pytest.mark.rule("MAP-JP-2", "CC-JP-3")
def test_start_city_takes_two_houses_from_the_beginning_and_a_third_one_in_step_3():
    assert paid(japan("kobe", "osaka"), "osaka") == (10 + 3, [10])
    for step in (1, 2):
        with refused("BLD-9", says="You can build a third one in Step 3."):
            after(japan("kobe", "osaka", "osaka", step=step), "build osaka")
    assert paid(japan("kobe", "osaka", "osaka", step=3), "osaka") == (20 + 3, [20])


@pytest.mark.rule("MAP-JP-3", "MAP-JP-4", "CC-JP-4", "CC-JP-8")
def test_five_small_cities_open_in_step_2():
    with refused("BLD-9", says="from Step 2 on"):
        after(japan("tokyo"), "build saitama")
    assert paid(japan("tokyo"), "nagano") == (10 + 17, [10])
    assert paid(japan("tokyo", step=2), "saitama") == (15, [15])
    with refused("BLD-9", says="You can build a second one in Step 3."):
        after(japan("tokyo", "saitama", step=2), "build saitama")
    assert paid(japan("tokyo", "saitama", step=3), "saitama") == (20, [20])
    assert paid(japan("hiroshima", step=3), "matsue")[1] == [15]


@pytest.mark.rule("MAP-JP-3", "CC-JP-5")
def test_four_small_cities_take_two_houses():
    assert paid(japan("nagoya", "hamamatsu", step=2), "hamamatsu")[1] == [15]
    with refused("BLD-9", says="no free slot left"):
        after(japan("nagoya", "hamamatsu", "hamamatsu", step=3), "build hamamatsu")


# Where networks begin -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-JP-5", "MAP-JP-8", "CC-JP-6")
def test_network_begins_in_a_start_city_in_any_round():
    state = japan("", "kobe")
    with refused("MAP-JP-5"):
        after(state, "build nagoya")
    assert {city for city, _cost, _free in offered(state)} == START_CITIES
    assert paid(state, "kobe osaka") == (10 + 10 + 3, [10, 10])
    assert paid(state, "kobe +osaka") == (10 + 10, [10, 10])


@pytest.mark.rule("MAP-JP-6")
@pytest.mark.parametrize(
    ("build", "rule"),
    {
        "+tokyo": "MAP-JP-6",
        "tokyo +nagoya": "MAP-JP-5",
        "tokyo +osaka kobe kyoto nagoya": "",
    }.items(),
)
def test_second_network_begins_in_a_start_city_once_there_is_a_first_one(build, rule):
    if not rule:
        assert after(japan(), f"build {build}").players[0].free_start == "osaka"
        return
    with refused(rule):
        after(japan(), f"build {build}")


@pytest.mark.rule("MAP-JP-6")
def test_there_is_one_free_start_for_each_player():
    state = pass_on_to(pass_on_to(after(japan("kobe"), "build +fukuoka"), "auction"), "building")
    while state.to_move != (0,):
        state = after(state, "build")
    with refused("MAP-JP-6", says="You have had your free start."):
        after(state, "build +sapporo")
    assert not any(free for _city, _cost, free in offered(state))


@pytest.mark.rule("MAP-JP-6")
def test_other_boards_have_no_free_start():
    with refused("MAP-JP-6"):
        after(builders("essen", players=3, map="germany", areas=("west", "southwest", "east")), "build +duisburg")


@pytest.mark.rule("MAP-JP-7", "CC-JP-1")
def test_first_round_has_two_start_cities_of_which_the_second_is_the_free_start():
    state = japan(round=1)
    assert paid(state, "tokyo +yokohama") == (20, [10, 10])
    with refused("MAP-JP-7", says="free start"):
        after(state, "build tokyo yokohama")
    with refused("MAP-JP-7", says="at most 2"):
        after(state, "build tokyo +yokohama osaka")
    assert rules.legal(state, 0).most == 2


@pytest.mark.rule("MAP-JP-8", "CC-JP-2")
def test_start_city_is_reached_by_a_connection_or_as_the_free_start():
    state = japan("tokyo")
    assert {("yokohama", 10, False), ("yokohama", 10, True), ("sapporo", 10, True)} < offered(state)
    assert paid(state, "yokohama +sapporo") == (10 + 10, [10, 10])
    assert after(state, "build yokohama").players[0].free_start == ""


@pytest.mark.rule("MAP-JP-9", "CC-JP-7")
def test_both_networks_count_as_one():
    state = after(japan("kobe", money=200), "build +fukuoka shimonoseki")
    assert (state.players[0].network_size, state.players[0].money) == (3, 200 - 10 - 20)
    assert rules.view(state, 0).companies[0].free_start == "fukuoka"


@pytest.mark.rule("MAP-JP-9")
def test_free_start_is_not_among_the_connections_paid_for():
    board, areas = rules.board("japan", version=3), tuple(area.id for area in rules.board("japan", version=3).areas)
    cities = ("tokyo", "yokohama", "nagano")
    assert rules.paid_links(board, areas, cities, "yokohama") == (
        frozenset(("saitama", "tokyo")),
        frozenset(("nagano", "saitama")),
    )


@pytest.mark.rule("MAP-JP-10")
def test_player_without_cities_waits_for_a_free_slot():
    crowd = ("", *("fukuoka kobe osaka sapporo tokyo yokohama",) * 2)
    assert not offered(japan(*crowd, players=6, step=2))
    assert offered(japan(*crowd, players=6, step=3)) == {(city, 20, False) for city in START_CITIES}


# The table ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-JP-11", "CC-JP-9")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_market_at_the_start(edition):
    state = rules.start(stated_setup(3, map="japan", edition=edition))
    assert state.resources == tokens("c21 o15 g9 u3")
    assert sum(rules.market_prices(state, "coal")[:4]) == 9
    assert rules.market_prices(state, "uranium")[0] == 12


@pytest.mark.rule("MAP-JP-12", "MAP-JP-13")
def test_settings_are_those_of_the_edition():
    for edition in ("classic", "recharged"):
        germany, japan = (rules.Options(edition, map, two_player_mode="plain") for map in ("germany", "japan"))
        for players in range(2, 7):
            assert rules.thresholds(japan, players, 3) == rules.thresholds(germany, players, 3)


@pytest.mark.rule("MAP-JP-13")
def test_variants_that_are_not_offered():
    for edition, chosen in (("recharged", "start_cities"), ("classic", "first_game")):
        options = rules.Options(edition, "japan", **{chosen: True})
        assert not rules.applies(chosen, options, 3, 3)
        with refused("MAP-JP-13"):
            rules.check_options(options, 3)
    with refused("MAP-JP-13"):
        rules.check_options(rules.Options("recharged", "japan", two_player_mode="trust"), 3)
    assert not rules.has_trust(rules.Options("recharged", "japan"), 2, 3)
    assert not rules.applies("two_player_mode", rules.Options("recharged", "japan"), 2, 3)


# Records and bots ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-JP-6")
def test_free_start_is_in_actions_and_printed_states():
    action = rules.parse_action("build tokyo +yokohama")
    assert str(action) == "build tokyo +yokohama"
    assert rules.action_to_json(action) == (
        '{"kind":"build_cities","cities":["tokyo","yokohama"],"free_start":"yokohama"}'
    )
    assert rules.action_from_json(rules.action_to_json(action)) == action
    for wrong in ("build +tokyo +osaka", "build + osaka"):
        with pytest.raises(rules.ActionSyntaxError):
            rules.parse_action(wrong)
    with pytest.raises(rules.ActionSyntaxError):
        rules.action_from_json('{"kind": "build_cities", "cities": ["tokyo"], "free_start": "osaka"}')
    state = after(japan("kobe"), "build +fukuoka")
    assert [player["free_start"] for player in state_line(1, state)["players"]] == [False, True, True, True, True]


@pytest.mark.rule("MAP-JP-8")
def test_what_is_offered_is_what_can_be_built():
    state = japan("kobe", "osaka kyoto", "osaka fukuoka", step=2)
    built = set()
    for city in state.board.cities:
        for free_start in (False, True):
            with suppress(rules.RuleError):
                price, _slots = paid(state, f"+{city}" if free_start else city)
                built.add((city, price, free_start))
    assert built == offered(state)


@pytest.mark.rule("MAP-JP-7")
@pytest.mark.parametrize(("edition", "players"), [("classic", 2), ("recharged", 6)])
def test_bots_finish_their_games(edition, players):
    _record, last = play_game(rules.Options(edition, "japan"), players, "bots", version=3, check=True)
    assert any(player.free_start for player in last.players)
