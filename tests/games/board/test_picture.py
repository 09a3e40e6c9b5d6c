import pytest

import rules
from games.board.picture import House, MapPicture, Offer, map_picture
from rules import bots, events

NAMES = ("Ana", "Bob", "Cid")


def position(until, **options):
    """The first position of a game of three bots that ``until`` is true of."""
    state = rules.start(rules.new_setup(rules.Options(**options), players=3, seed="0123"))
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


@pytest.mark.parametrize(("board", "shape"), [("germany", "tall"), ("usa", "wide")])
def test_picture_knows_its_shape(board, shape):
    assert MapPicture(board, "classic", (), 1, (), {}).shape == shape
