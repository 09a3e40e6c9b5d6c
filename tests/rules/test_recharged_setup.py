"""Recharged before the first auction: plug and socket plants, what is dealt, removed and seen of them."""

import msgspec
import pytest

import rules
from rules.plants import PLANTS
from tests.rules.positions import RECHARGED, cards, position, stated_setup

PLAYERS = range(2, 7)
SEEDS = [f"{number:04}" for number in range(60)]
PLUGS = set(range(3, 16))
SOCKETS = set(PLANTS) - PLUGS


def drawn(players=4, seed="5eed", **options):
    return rules.new_setup(rules.Options(edition="recharged", **options), players=players, seed=seed)


def setups(players):
    return [drawn(players, seed) for seed in SEEDS]


def unseen(setup):
    """The plants that were removed at setup."""
    return set(PLANTS) - {*setup.market, *setup.deck}


@pytest.mark.rule("RCH-1")
def test_thirteen_plants_are_plugs_and_29_are_sockets():
    halves = {number: plant.half for number, plant in PLANTS.items()}
    assert {number for number, half in halves.items() if half == "plug"} == PLUGS
    assert {number for number, half in halves.items() if half == "socket"} == SOCKETS
    assert (len(PLUGS), len(SOCKETS)) == (13, 29)


@pytest.mark.rule("RCH-2", "SET-16")
@pytest.mark.parametrize("players", PLAYERS)
def test_market_opens_with_eight_plug_plants_in_order(players):
    for setup in setups(players):
        assert len(setup.market) == 8
        assert list(setup.market) == sorted(setup.market)
        assert PLUGS.issuperset(setup.market)


@pytest.mark.rule("RCH-2", "MKT-1")
def test_four_lowest_are_the_actual_market():
    setup = drawn(3)
    assert cards(rules.start(setup)) == (setup.market[:4], setup.market[4:])


@pytest.mark.rule("RCH-2", "SET-16")
def test_every_plug_plant_can_be_in_the_first_market():
    assert {plant for setup in setups(4) for plant in setup.market} == PLUGS


@pytest.mark.rule("RCH-3", "RCH-5", "TV-44")
@pytest.mark.parametrize("players", PLAYERS)
def test_plug_plant_lies_on_top_and_the_step_3_card_at_the_bottom(players):
    for setup in setups(players):
        assert setup.deck[0] in PLUGS
        assert setup.deck[-1] == "step3"
        assert setup.deck.count("step3") == 1


@pytest.mark.rule("RCH-3")
def test_every_plug_plant_can_lie_on_top():
    assert {setup.deck[0] for setup in setups(4)} == PLUGS


@pytest.mark.rule("RCH-4", "SET-14", "SET-16")
@pytest.mark.parametrize(("players", "plugs", "sockets"), [(2, 1, 5), (3, 2, 6), (4, 1, 3), (5, 0, 0), (6, 0, 0)])
def test_as_many_of_each_half_are_removed_as_the_number_of_players_asks(players, plugs, sockets):
    for setup in setups(players):
        assert len(unseen(setup) & PLUGS) == plugs
        assert len(unseen(setup) & SOCKETS) == sockets


@pytest.mark.rule("RCH-4")
def test_every_plant_can_be_among_those_removed():
    assert {plant for setup in setups(3) for plant in unseen(setup)} == set(PLANTS)


@pytest.mark.rule("RCH-4", "SET-13", "GEN-7")
def test_plants_removed_at_setup_are_not_seen():
    state = rules.start(drawn(3))
    assert (state.removed, rules.view(state).removed) == ((), ())


@pytest.mark.rule("RCH-5", "GEN-5", "SET-16")
@pytest.mark.parametrize("players", PLAYERS)
def test_no_card_is_there_twice(players):
    for setup in setups(players):
        dealt = [*setup.market, *setup.deck]
        assert len(set(dealt)) == len(dealt)


@pytest.mark.rule("RCH-5")
def test_plug_and_socket_plants_are_shuffled_together():
    decks = [setup.deck[1:-1] for setup in setups(5)]
    first, last = {PLANTS[deck[0]].half for deck in decks}, {PLANTS[deck[-1]].half for deck in decks}
    assert first == last == {"plug", "socket"}


@pytest.mark.rule("RCH-5")
def test_deck_follows_from_the_seed():
    assert drawn(3) == drawn(3)
    assert len({setup.deck for setup in setups(3)}) == len(SEEDS)


@pytest.mark.rule("RCH-6")
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_back_of_the_top_card_is_seen_by_everybody(seat):
    assert rules.view(rules.start(drawn(3)), seat).top_card == "plug"


@pytest.mark.rule("RCH-6")
@pytest.mark.parametrize(
    ("deck", "back"),
    [
        ((15, 16, "step3"), "plug"),
        ((16, 15, "step3"), "socket"),
        ((50,), "socket"),
        (("step3", 3), "step3"),
        ((), None),
    ],
)
def test_back_shows_the_half_of_the_card(deck, back):
    market = (17, 18, 19, 20, 21, 22)
    assert rules.view(position(3, market=market, deck=deck, step=2, options=RECHARGED)).top_card == back


@pytest.mark.rule("RCH-6")
def test_classic_cards_have_no_such_back():
    assert rules.view(rules.start(stated_setup(3))).top_card is None


@pytest.mark.rule("RCH-6", "GEN-7")
def test_of_the_deck_only_the_back_of_its_top_card_is_seen():
    decks = [(11, 12, 20, 21, "step3"), (12, 21, 20, 11, "step3"), (11, 40, 42, 44, "step3")]
    views = [rules.view(rules.start(stated_setup(3, deck=deck, **RECHARGED)), 1) for deck in decks]
    assert views[0] == views[1] == views[2]
    other = rules.view(rules.start(stated_setup(3, deck=(20, 12, 11, 21, "step3"), **RECHARGED)), 1)
    assert other == msgspec.structs.replace(views[0], top_card="socket")


@pytest.mark.rule("TV-7", "SET-9")
@pytest.mark.parametrize("map", ["germany", "usa"])
@pytest.mark.parametrize(("kind", "price"), [("coal", 1), ("oil", 3), ("garbage", 6), ("uranium", 14)])
def test_cheapest_tokens_at_the_start(map, kind, price):
    state = rules.start(drawn(3, map=map))
    assert rules.market_prices(state, kind)[0] == price


@pytest.mark.rule("SET-14", "PLT-10", "STEP-2", "END-1")
@pytest.mark.parametrize(
    ("players", "areas", "step2", "end"), [(2, 3, 7, 18), (3, 3, 7, 17), (4, 4, 7, 17), (5, 5, 7, 15), (6, 5, 6, 14)]
)
def test_settings_per_number_of_players(players, areas, step2, end):
    found = rules.thresholds(rules.Options(edition="recharged"), players)
    assert (found.areas, found.plants, found.step2, found.end) == (areas, 3, step2, end)


@pytest.mark.rule("SET-14")
@pytest.mark.parametrize("mode", ["trust", "plain"])
def test_two_players_have_the_same_settings_with_and_without_the_trust(mode):
    options = rules.Options(edition="recharged", two_player_mode=mode)
    assert rules.thresholds(options, 2) == rules.thresholds(rules.Options(edition="recharged"), 2)
