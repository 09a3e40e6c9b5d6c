import rules
from games.pages import composing
from games.pages.offers import offers, planned
from games.replay.snapshots import load
from games.story.names import Names
from tests.factories import GameFactory
from tests.games.scripts import BUILDINGS, PURCHASES


def offered(game, seat, panel=None):
    composed = (panel,) if panel else ()
    found = offers(load(game), None if seat is None else rules.Seat(seat), Names.of(game), composed)
    return {offer.city: offer for offer in found}


def building_panel(game, *cities):
    state = load(game)
    asked = composing.Asked(state, state.to_move[0], Names.of(game), game.get_absolute_url())
    return composing.panel(asked, rules.BuildCities(cities))


def test_cities_can_be_chosen_while_one_builds(db):
    game = GameFactory(after=PURCHASES)
    panel = building_panel(game, "halle")
    erfurt = offered(game, 1, panel)["erfurt"]
    assert erfurt.href.endswith("?action=build&city=halle&city=erfurt")
    assert (erfurt.cost, erfurt.left) == (16, 15)
    assert erfurt.text == "10 + 6 = 16 Elektro, from Halle; 15 would be left."


def test_what_is_composed_is_told_without_what_it_leaves(db):
    [halle] = planned([building_panel(GameFactory(after=PURCHASES), "halle")])
    assert (halle.city, halle.left) == ("halle", None)
    assert halle.text == "10 + 0 = 10 Elektro, the start of your network."


def test_cities_have_prices_while_others_are_to_move(db):
    dresden = offered(GameFactory(after=BUILDINGS), 1)["dresden"]
    assert not dresden.href
    assert dresden.path == ("hannover", "erfurt", "dresden")
    assert dresden.text == "10 + 38 = 48 Elektro, from Hannover by way of Erfurt; 17 short."


def test_spectator_is_offered_nothing(db):
    assert offered(GameFactory(after=BUILDINGS), None) == {}
