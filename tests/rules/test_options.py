"""The table options and their defaults (docs/rules.md 0.3)."""

from itertools import product

import msgspec
import pytest

import rules
from tests.rules.positions import refused, stated_setup


def test_defaults_are_those_of_the_rules():
    assert msgspec.structs.asdict(rules.Options()) == {
        "edition": "classic",
        "map": "germany",
        "areas": "random",
        "money_visible": False,
        "first_game": False,
        "start_cities": False,
        "two_player_mode": None,
        "tiebreak": None,
        "step2_removal_when_skipped": True,
        "start_city_must_be_empty": True,
        "trust_refill": "two",
        "trust_triggers_phase_out": False,
        "france_recharged_garbage": "base",
    }


def test_only_choices_that_differ_from_the_default_are_written():
    assert msgspec.json.decode(msgspec.json.encode(rules.Options(map="usa"))) == {"map": "usa"}


# Options that were stored before there were editions to choose from -------------------------------------------------


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("{}", rules.Options()),
        ('{"map":"usa","tiebreak":"money"}', rules.Options(map="usa", tiebreak="money")),
        ('{"first_game":true,"areas":"draft"}', rules.Options(first_game=True, areas="draft")),
        ('{"step2_removal_when_skipped":false}', rules.Options(step2_removal_when_skipped=False)),
    ],
)
def test_stored_options_of_classic_games_read_and_write_the_same(text, options):
    assert msgspec.json.decode(text, type=rules.Options) == options
    assert msgspec.json.decode(msgspec.json.encode(options)) == msgspec.json.decode(text)


def test_stored_classic_game_still_has_its_tie_break_and_no_trust():
    setup = msgspec.json.decode(
        '{"options":{},"players":2,"seed":"5eed","areas":["west","east","southwest"],"order":[1,0],'
        '"market":[3,4,5,6,7,8,9,10],"deck":[13,20,21,"step3"],"step3_deck":null}',
        type=rules.Setup,
    )
    state = rules.start(setup)
    assert (state.trust, state.discount, state.phase) == (None, None, "auction")
    assert rules.edition(setup.options.edition).tiebreak == "money_cities"


def test_position_of_a_classic_game_is_written_without_the_parts_of_recharged():
    written = msgspec.json.decode(msgspec.json.encode(rules.start(stated_setup(2))))
    assert written.keys().isdisjoint({"discount", "discount_unsold", "phased_out", "marked", "trust"})


# What is refused ----------------------------------------------------------------------------------------------------


def sentence(data):
    """What options_from_data says against these options."""
    with pytest.raises(rules.RuleError) as refusal:
        rules.options_from_data(data)
    assert refusal.value.rule == "0.3"
    return str(refusal.value)


def test_options_are_read_from_data():
    data = {"edition": "recharged", "map": "italy", "start_cities": True, "two_player_mode": "plain"}
    assert msgspec.structs.asdict(rules.options_from_data(data)).items() >= data.items()


@pytest.mark.parametrize("options", [{"map": 3}, {"speed": "fast"}, {"areas": "auction"}, {"first_game": "yes"}])
def test_other_choices_are_not_read(options):
    sentence(options)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(options, rules.Options)


def test_unknown_option_is_refused_with_those_that_there_are():
    assert sentence({"speed": "fast"}).endswith(f"The options are {', '.join(rules.Options.__struct_fields__)}.")


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("edition", "deluxe", "classic, recharged"),
        ("map", 3, ", ".join(rules.MAPS)),
        ("areas", "auction", "random, host, draft"),
        ("money_visible", "yes", "true, false"),
        ("first_game", 1, "true, false"),
        ("two_player_mode", "alone", "trust, plain"),
        ("tiebreak", "cities", "money_cities, money"),
        ("trust_refill", 3, "two, three"),
        ("france_recharged_garbage", "none", "base, classic"),
    ],
)
def test_other_value_is_refused_with_those_that_are_allowed(name, value, allowed):
    assert sentence({name: value}) == f"The option {name} is one of {allowed}, not {value!r}."


def setup_of(players=3, **options):
    return rules.new_setup(rules.Options(**options), players, "5eed")


def host_picks(*areas, map):
    return rules.new_setup(rules.Options(map=map, areas="host"), 3, "5eed", areas)


@pytest.mark.rule("FIRST-1")
def test_first_game_is_refused_in_recharged():
    with refused("FIRST-1", "classic"):
        setup_of(edition="recharged", first_game=True)


@pytest.mark.rule("EXP-1")
def test_start_cities_are_refused_in_classic():
    with refused("EXP-1", "Recharged"):
        setup_of(start_cities=True)


@pytest.mark.rule("TRU-1")
@pytest.mark.parametrize("players", [2, 3])
def test_trust_is_refused_in_classic(players):
    with refused("TRU-1", "plain"):
        setup_of(players, two_player_mode="trust")


@pytest.mark.parametrize("options", [{"edition": "recharged", "first_game": True}, {"two_player_mode": "trust"}])
def test_stated_setup_with_options_that_contradict_each_other_is_refused(options):
    setup = msgspec.structs.replace(stated_setup(3), options=rules.Options(**options))
    with pytest.raises(rules.RuleError, match="edition"):
        rules.start(setup)


def test_edition_that_is_not_there_is_refused_with_those_that_are():
    with refused("0.3", "classic, recharged"):
        setup_of(edition="deluxe")


@pytest.mark.rule("SET-1")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_map_that_is_not_there_is_refused_with_those_that_are(edition):
    with refused("SET-1", ", ".join(rules.MAPS)):
        setup_of(edition=edition, map="atlantis")


@pytest.mark.rule("GEN-1")
def test_number_of_players_is_refused_with_those_that_are_allowed():
    with refused("GEN-1", "2 to 6"):
        setup_of(7)


@pytest.mark.rule("SET-1")
def test_area_that_is_not_there_is_refused_with_those_that_are():
    with refused("SET-1", "north, randstad, south-netherlands, flanders, wallonia"):
        host_picks("north", "randstad", "friesland", map="benelux")


@pytest.mark.rule("SET-2")
def test_number_of_areas_is_refused_with_the_one_that_is_needed():
    with refused("SET-2", "3 different areas, not 2"):
        host_picks("north", "randstad", map="benelux")


@pytest.mark.rule("SET-2")
def test_area_named_again_beside_all_that_are_needed_is_refused():
    with refused("SET-2", "once: north, randstad, flanders, north"):
        host_picks("north", "randstad", "flanders", "north", map="benelux")


@pytest.mark.rule("SET-3", "TV-43")
def test_areas_that_are_not_connected_are_refused_with_what_would_reach_them():
    with refused("SET-3", "borders only on"):
        host_picks("northwest", "northeast", "southeast", map="germany")


# Options that have no effect ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"trust_refill": "three"},
        {"trust_triggers_phase_out": True},
        {"france_recharged_garbage": "classic"},
        {"two_player_mode": "plain"},
    ],
)
def test_options_that_change_nothing_at_a_table_are_accepted(options):
    plain, odd = rules.start(setup_of()), rules.start(setup_of(**options))
    assert msgspec.structs.replace(odd, setup=plain.setup) == plain


# Boards -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SET-1")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_every_board_is_there_in_both_editions_those_of_the_basic_game_first(edition):
    assert rules.board_names(edition) == rules.MAPS
    assert rules.MAPS[:2] == ("germany", "usa")


@pytest.mark.rule("SET-1")
def test_board_that_is_not_there_is_refused():
    with refused("SET-1"):
        rules.board("atlantis", "classic")


@pytest.mark.rule("SET-1")
def test_there_is_one_object_for_each_board():
    assert rules.board("usa") is rules.board("usa", "classic") is rules.board(map="usa", edition="classic")


@pytest.mark.parametrize(
    "table",
    [
        *(rules.PLANTS, rules.board("usa").cities, rules.board("usa").start_prices),
        *(rules.board("usa").links, rules.board("usa").links["boise"], rules.board("usa").neighbours),
    ],
)
def test_tables_that_all_games_share_cannot_be_changed(table):
    with pytest.raises(TypeError):
        table[next(iter(table))] = None


@pytest.mark.rule("GEN-1")
@pytest.mark.parametrize("players", [1, 7])
def test_settings_of_other_numbers_of_players_are_refused(players):
    with refused("GEN-1"):
        rules.thresholds(rules.Options(), players)


@pytest.mark.rule("SET-4")
def test_areas_are_given_only_where_the_host_picks_them():
    setup = rules.new_setup(rules.Options(areas="draft"), players=3, seed="5eed")
    assert setup.areas == ()


@pytest.mark.parametrize("name", ["edition", "money_visible"])
def test_what_concerns_every_game_always_applies(name):
    for edition, map_id, players in product(rules.values_of("edition"), rules.MAPS, range(2, 7)):
        assert rules.applies(name, rules.Options(edition=edition, map=map_id), players)


@pytest.mark.parametrize(
    ("name", "options", "players", "expected"),
    [
        ("first_game", {}, 4, True),
        ("first_game", {"edition": "recharged"}, 4, False),
        ("areas", {}, 6, True),
        ("areas", {"map": "benelux"}, 4, True),
        ("areas", {"map": "benelux"}, 5, False),
        ("areas", {"map": "benelux", "areas": "draft"}, 6, False),
        ("areas", {"edition": "recharged", "map": "benelux"}, 6, False),
        ("start_cities", {}, 4, False),
        ("start_cities", {"edition": "recharged"}, 4, True),
        ("two_player_mode", {}, 2, False),
        ("two_player_mode", {"edition": "recharged"}, 2, True),
        ("two_player_mode", {"edition": "recharged", "two_player_mode": "plain"}, 2, True),
        ("two_player_mode", {"edition": "recharged"}, 3, False),
        ("trust_refill", {"edition": "recharged"}, 2, True),
        ("trust_refill", {"edition": "recharged", "two_player_mode": "plain"}, 2, False),
        ("trust_refill", {"edition": "recharged"}, 3, False),
        ("trust_triggers_phase_out", {"edition": "recharged"}, 2, True),
        ("trust_triggers_phase_out", {"edition": "recharged", "map": "italy"}, 2, True),
        ("trust_triggers_phase_out", {"edition": "recharged", "map": "usa"}, 2, False),
        ("trust_triggers_phase_out", {"edition": "recharged"}, 3, False),
        ("france_recharged_garbage", {"edition": "recharged", "map": "france"}, 5, True),
        ("france_recharged_garbage", {"map": "france"}, 5, False),
        ("france_recharged_garbage", {"edition": "recharged", "map": "italy"}, 5, False),
        ("tiebreak", {}, 3, True),
        ("tiebreak", {"first_game": True}, 3, False),
        ("start_city_must_be_empty", {"first_game": True}, 3, False),
        ("start_city_must_be_empty", {"edition": "recharged", "map": "uk-ireland"}, 3, True),
        ("start_city_must_be_empty", {"edition": "recharged", "map": "japan"}, 3, False),
        ("start_city_must_be_empty", {"map": "manhattan"}, 3, False),
        ("step2_removal_when_skipped", {}, 3, True),
        ("step2_removal_when_skipped", {"first_game": True}, 3, False),
        ("step2_removal_when_skipped", {"map": "europe"}, 3, False),
        ("step2_removal_when_skipped", {"map": "manhattan"}, 3, False),
        ("step2_removal_when_skipped", {"map": "middle-east"}, 3, False),
    ],
)
def test_option_applies_where_it_makes_a_difference(name, options, players, expected):
    assert rules.applies(name, rules.Options(**options), players) is expected
