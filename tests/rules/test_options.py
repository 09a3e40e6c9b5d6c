"""The table options and their defaults (docs/rules.md 0.3)."""

import msgspec
import pytest

import rules
from tests.rules.positions import refused


def test_defaults_are_those_of_the_rules():
    assert msgspec.structs.asdict(rules.Options()) == {
        "edition": "classic",
        "map": "germany",
        "areas": "random",
        "money_visible": False,
        "first_game": False,
        "two_player_mode": "plain",
        "tiebreak": "money_cities",
        "step2_removal_when_skipped": True,
        "start_city_must_be_empty": True,
    }


def test_only_choices_that_differ_from_the_default_are_written():
    assert msgspec.json.decode(msgspec.json.encode(rules.Options(map="usa"))) == {"map": "usa"}


@pytest.mark.parametrize("options", [{"map": 3}, {"speed": "fast"}, {"areas": "auction"}, {"first_game": "yes"}])
def test_other_choices_are_not_read(options):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(options, rules.Options)


@pytest.mark.rule("SET-1")
def test_germany_and_the_usa_are_there():
    assert set(rules.board_names()) >= {"germany", "usa"}


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
        *(rules.PLANTS, rules.SPACES, rules.board("usa").cities, rules.board("usa").start_prices),
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
