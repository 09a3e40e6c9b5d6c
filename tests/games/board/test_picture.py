from itertools import pairwise

import pytest

import rules
from games.board.picture import House, MapPicture, Offer, map_picture
from rules import bots, events

NAMES = ("Ana", "Bob", "Cid")


TRUST = {"edition": "recharged", "start_cities": True}


def position(until, players=3, **options):
    """The first position of a game of bots that ``until`` is true of."""
    state = rules.start(rules.new_setup(rules.Options(**options), players=players, seed="0123"))
    while not until(state):
        seat = state.to_move[0]
        state = rules.apply(state, seat, bots.decide(state, seat))
    return state


@pytest.fixture(scope="module")
def built():
    """Somebody has just built."""
    return position(lambda state: any(isinstance(event, events.CityBuilt) for event in state.happened))


def built_by(state):
    [seat] = {event.seat for event in state.happened if isinstance(event, events.CityBuilt)}
    return seat


def test_picture_shows_the_board_and_who_looks_at_it(built):
    picture = map_picture(rules.view(built, 1), NAMES)
    assert (picture.map, picture.edition, picture.seat, picture.names) == ("germany", "classic", 1, NAMES)
    assert (picture.areas, picture.open_areas, picture.step) == (built.areas, (), built.step)


def test_houses_just_built_are_new(built):
    seat = built_by(built)
    picture = map_picture(rules.view(built), NAMES)
    assert picture.houses == {
        house.city: (House(seat, house.slot, is_new=True),) for house in built.players[seat].cities
    }


def test_caller_can_say_which_houses_are_new(built):
    picture = map_picture(rules.view(built), NAMES, new=[])
    assert not any(house.is_new for houses in picture.houses.values() for house in houses)


def test_houses_of_a_city_come_cheapest_first():
    shared = position(lambda state: any(house.slot == 15 for house in state.players[0].cities))
    picture = map_picture(rules.view(shared), NAMES)
    several = [houses for houses in picture.houses.values() if len(houses) > 1]
    assert several
    assert all([house.slot for house in houses] == [10, 15] for houses in several)


def test_offers_and_composed_houses_are_found_by_city(built):
    essen, koln = Offer("essen", 10, 10, ""), Offer("koln", 10, 14, "")
    picture = map_picture(rules.view(built), NAMES, offers=[essen], planned=[koln])
    assert (picture.offers, picture.planned) == ({"essen": essen}, {"koln": koln})


def test_areas_are_open_while_they_are_drafted():
    state = position(lambda state: len(state.areas) == 1, areas="draft")
    picture = map_picture(rules.view(state), NAMES)
    assert len(picture.areas) == 1
    assert sorted(picture.areas + picture.open_areas) == sorted(area.id for area in rules.board("germany").areas)


def test_areas_are_settled_once_all_are_drafted():
    state = position(lambda state: state.phase is rules.Phase.SETUP and len(state.areas) == 3, players=2, **TRUST)
    picture = map_picture(rules.view(state), NAMES)
    left_out = {area.id for area in rules.board("germany").areas} - {*state.areas}
    assert (picture.open_areas, {area.id for area in picture.left_out}) == ((), left_out)


def test_no_area_is_out_of_play_while_areas_are_drafted():
    state = position(lambda state: len(state.areas) == 1, areas="draft")
    assert not map_picture(rules.view(state), NAMES).left_out


def test_houses_of_the_trust_have_no_seat_and_are_new_when_they_come():
    state = position(lambda state: state.trust is not None and len(state.trust.houses) == 2, players=2, **TRUST)
    [first, second] = state.trust.houses
    picture = map_picture(rules.view(state), NAMES)
    assert picture.houses == {first.city: (House(None, 10),), second.city: (House(None, 10, is_new=True),)}


def test_picture_shows_which_start_cities_are_marked():
    state = position(lambda state: len(state.marked) == 2, players=2, **TRUST)
    picture = map_picture(rules.view(state), NAMES)
    assert picture.marked == {marker.city: True for marker in state.marked}


def test_networks_are_what_each_company_paid_for(built):
    seat = built_by(built)
    networks = map_picture(rules.view(built), NAMES).networks
    ways = [event.path for event in built.happened if isinstance(event, events.CityBuilt)]
    paid = {frozenset(pair) for way in ways for pair in pairwise(way)}
    assert paid
    assert {other: set(pairs) for other, pairs in networks.items()} == {0: set(), 1: set(), 2: set()} | {seat: paid}


@pytest.mark.parametrize(
    ("board", "areas", "shape"),
    [
        ("germany", (), "tall"),
        ("france", (), "tall"),
        ("usa", (), "wide"),
        ("germany", ("northwest", "northeast"), "wide"),
        ("usa", ("south", "northeast"), "tall"),
        ("usa", ("northeast", "southeast"), "tall"),
    ],
)
def test_picture_is_as_wide_as_what_is_in_play(board, areas, shape):
    assert MapPicture(board, "classic", areas, 1, (), {}).shape == shape
