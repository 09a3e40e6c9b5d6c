"""South Africa: places abroad that take one house and cost the connection only."""

import pytest

import rules
from rules.selfplay import play_game
from tests.rules.boards.building import builders, offered, paid, price
from tests.rules.positions import after, refused

ABROAD = {"botswana", "eswatini", "lesotho", "mocambique", "namibia", "zimbabwe"}
WITHOUT_NORTH = ("northeast", "east", "northwest", "south")


def za(*networks, **fields):
    return builders(*networks, map="south-africa", **fields)


@pytest.mark.rule("MAP-ZA-1", "MAP-ZA-2", "CC-ZA-8")
def test_halves_of_a_city_are_joined_for_nothing():
    assert price(za("pretoria-north"), "germiston") == 3 + 10
    assert price(za("durban-south"), "ladysmith") == 8 + 10


@pytest.mark.rule("MAP-ZA-3", "CC-ZA-1")
def test_place_abroad_costs_the_connection_only():
    assert paid(za("rustenburg"), "botswana") == (30, [0])
    assert price(za("johannesburg-north"), "botswana") == 4 + 30


@pytest.mark.rule("MAP-ZA-3", "CC-ZA-2")
def test_place_abroad_takes_one_house():
    for step in (1, 2, 3):
        with refused("BLD-9", says="no free slot left"):
            after(za("rustenburg", "botswana", step=step), "build botswana")


@pytest.mark.rule("MAP-ZA-4", "CC-ZA-3")
def test_no_network_starts_abroad():
    with refused("MAP-ZA-4"):
        after(za(), "build lesotho")
    assert {city for city, _cost, _free in offered(za())}.isdisjoint(ABROAD)


@pytest.mark.rule("BLD-3", "MAP-ZA-4")
def test_empty_places_abroad_keep_nobody_from_starting_beside_others():
    cities = [city for city in za().board.cities if city not in ABROAD]
    networks = [" ".join(cities[seat::4]) for seat in range(4)]
    assert paid(za("", *networks, step=2), "welkom") == (15, [15])


@pytest.mark.rule("MAP-ZA-4", "CC-ZA-4")
def test_place_abroad_counts_as_a_city():
    six = "upington springbok kimberley kuruman klerksdorp namibia"
    state = za(six, players=3, areas=("northwest", "south", "north"))
    assert after(state, "build welkom").step == 2


@pytest.mark.rule("MAP-ZA-4", "CC-ZA-9")
def test_place_abroad_is_in_play_with_its_area():
    for city in ("botswana", "zimbabwe"):
        with refused("SET-5"):
            after(za("mbombela", players=4, areas=WITHOUT_NORTH), f"build {city}")


@pytest.mark.rule("MAP-ZA-12")
def test_two_players_end_at_18():
    for edition, step2 in (("classic", 10), ("recharged", 7)):
        found = rules.thresholds(rules.Options(edition, "south-africa"), 2, 3)
        assert (found.step2, found.end) == (step2, 18)
    assert rules.thresholds(rules.Options("classic", "south-africa"), 3, 3).end == 17


@pytest.mark.rule("MAP-ZA-13")
def test_places_abroad_are_no_start_cities_and_the_trust_is_not_offered():
    options = rules.Options("recharged", "south-africa", start_cities=True)
    state = rules.start(rules.new_setup(options, 5, "0", version=3))
    assert ABROAD.isdisjoint(rules.legal(state, state.to_move[0]).cities)
    with refused("EXP-1"):
        after(state, "start lesotho")
    with refused("MAP-ZA-13"):
        rules.check_options(rules.Options("recharged", "south-africa", two_player_mode="trust"), 3)
    assert not rules.has_trust(rules.Options("recharged", "south-africa"), 2, 3)


@pytest.mark.rule("MAP-ZA-3")
def test_bots_finish_a_game():
    _record, last = play_game(rules.Options("classic", "south-africa"), 6, "bots", version=3, check=True)
    assert last.is_over
