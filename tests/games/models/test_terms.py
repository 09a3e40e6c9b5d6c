"""The words for what can be agreed on, and which of them are told."""

from typing import Any

import pytest

import rules
from games.models.terms import TERMS, agreed

EDITIONS = ("classic", "recharged")


def options_of(**options: Any) -> rules.Options:
    return rules.options_from_data(options)


def told(players: int, **options: Any) -> list[str]:
    return [str(term) for term in agreed(options_of(**options), players)]


def test_every_option_has_words_but_the_map_which_has_a_name():
    assert {*TERMS, "map"} == set(rules.Options.__struct_fields__)


@pytest.mark.parametrize("name", TERMS)
def test_every_value_of_an_option_has_words_and_the_default_comes_first(name):
    values = [value for value in TERMS[name] if value is not None]
    assert {str(value).lower() for value in values} == set(rules.values_of(name))
    default = getattr(rules.Options(), name)
    assert next(iter(TERMS[name])) == (
        rules.edition("recharged").two_player_mode if name == "two_player_mode" else default
    )


def test_little_is_told_of_a_game_as_it_comes():
    assert told(4) == ["Classic", "Hidden money"]
    assert told(4, edition="recharged") == ["Recharged", "Hidden money"]


def test_areas_are_not_told_where_all_are_in_play():
    assert told(5, map="benelux", areas="draft") == told(5)


def test_each_edition_says_which_variants_it_alone_has():
    classic, recharged = (str(TERMS["edition"][edition].meaning) for edition in EDITIONS)
    assert "Only this edition has the short first game." in classic
    assert "Only this edition has start cities and, for two players, the Trust." in recharged


def test_two_players_of_recharged_are_told_of_the_trust_either_way():
    assert told(2, edition="recharged") == ["Recharged", "Against the Trust", "Hidden money"]
    assert told(2, edition="recharged", two_player_mode="plain") == ["Recharged", "Without the Trust", "Hidden money"]
    assert told(2) == ["Classic", "Hidden money"]


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"first_game": True}, "First game"),
        ({"areas": "draft"}, "Drafted areas"),
        ({"money_visible": True}, "Open money"),
        ({"tiebreak": "money"}, "Ties by money alone"),
        ({"start_city_must_be_empty": False}, "Start beside others"),
        ({"step2_removal_when_skipped": False}, "Step 2 plant stays"),
        ({"edition": "recharged", "start_cities": True}, "Start cities"),
        ({"edition": "recharged", "tiebreak": "money_cities"}, "Ties by money, then cities"),
        ({"edition": "recharged", "trust_refill": "three"}, "Refill for three"),
        ({"edition": "recharged", "trust_triggers_phase_out": True}, "Phase-out by the Trust, too"),
        ({"edition": "recharged", "map": "france", "france_recharged_garbage": "classic"}, "Garbage from 7"),
    ],
)
def test_what_differs_from_the_default_is_told(options, word):
    assert word in told(2, **options)


@pytest.mark.parametrize(
    "options",
    [
        {"tiebreak": "money_cities"},
        {"edition": "recharged", "tiebreak": "money"},
        {"trust_refill": "three"},
        {"france_recharged_garbage": "classic"},
    ],
)
def test_what_makes_no_difference_is_not_told(options):
    plain = {"edition": options.get("edition", "classic")}
    assert told(4, **options) == told(4, **plain)
