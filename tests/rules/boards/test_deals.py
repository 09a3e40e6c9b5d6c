"""Boards whose cards are dealt in a way of their own, and that are else played with the cards of the edition."""

import pytest

import rules
from rules.events import Step3CardDrawn
from rules.plants import PLANTS, STEP3
from tests.rules.positions import after, cards, dealt, events, left_out, position, stated_setup

EDITIONS = pytest.mark.parametrize("edition", ["classic", "recharged"])
BREMEN = pytest.mark.parametrize(
    ("players", "size", "missing"), [(2, 24, {31, 50}), (4, 24, {31, 50}), (5, 26, set()), (6, 26, set())]
)
REMOVED = [(2, 28, (1, 5)), (3, 26, (2, 6)), (4, 30, (1, 3)), (5, 34, (0, 0)), (6, 34, (0, 0))]
PLUGS = {number for number, plant in PLANTS.items() if plant.half == "plug"}


def halves(plants):
    """How many of them are plug plants and socket plants."""
    return len({*plants} & PLUGS), len({*plants} - PLUGS)


# One plant missing --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("map", "missing", "market"),
    [
        pytest.param(
            "india", 11, (3, 4, 5, 6, 7, 8, 9, 10), marks=pytest.mark.rule("MAP-IN-5", "CC-IN-10"), id="india"
        ),
        pytest.param(
            "south-africa",
            7,
            (3, 4, 5, 6, 8, 9, 10, 11),
            marks=pytest.mark.rule("MAP-ZA-5", "MAP-ZA-6"),
            id="south-africa",
        ),
        pytest.param("australia", 17, (3, 4, 5, 6, 7, 8, 9, 10), marks=pytest.mark.rule("MAP-AUS-5"), id="australia"),
    ],
)
@pytest.mark.parametrize(("players", "size", "removed"), [(2, 26, 8), (3, 26, 8), (4, 30, 4), (5, 34, 0), (6, 34, 0)])
def test_classic_deck_lacks_one_plant(map, missing, market, players, size, removed):
    layout = dealt(players, map)
    assert layout.market == market
    assert (len(layout.deck), layout.deck[0], layout.deck[-1]) == (size, 13, STEP3)
    assert missing in left_out(layout)
    assert len(left_out(layout)) == removed + 1


@pytest.mark.parametrize(
    ("map", "missing"),
    [
        pytest.param("india", 11, marks=pytest.mark.rule("MAP-IN-5"), id="india"),
        pytest.param("south-africa", 7, marks=pytest.mark.rule("MAP-ZA-5", "MAP-ZA-7"), id="south-africa"),
        pytest.param("australia", 17, marks=pytest.mark.rule("MAP-AUS-5"), id="australia"),
    ],
)
@pytest.mark.parametrize(
    ("players", "size", "removed"),
    [(2, 28, (1, 5)), (3, 26, (2, 6)), (4, 30, (1, 3)), (5, 34, (0, 0)), (6, 34, (0, 0))],
)
def test_recharged_deck_lacks_one_plant_beside_those_removed_unseen(map, missing, players, size, removed):
    layout = dealt(players, map, "recharged")
    out = left_out(layout)
    assert missing in out
    assert (len(layout.market), len(layout.deck), layout.deck[0] in PLUGS) == (8, size, True)
    assert halves(out - {missing}) == removed


@pytest.mark.rule("MAP-ZA-6", "CC-ZA-7")
def test_plant_13_is_the_first_to_be_drawn_in_south_africa():
    setup = stated_setup(3, (13, 20, STEP3), map="south-africa", market=(3, 4, 5, 6, 8, 9, 10, 11))
    assert cards(after(rules.start(setup), "open 3 3", "pass", "pass")) == ((4, 5, 6, 8), (9, 10, 11, 13))


# Bremen -------------------------------------------------------------------------------------------------------------

NUCLEAR_OR_LARGE = {11, 17, 23, 28, 34, 39, 36, 38, 46}


@pytest.mark.rule("MAP-HB-6", "MAP-HB-8")
@pytest.mark.parametrize(
    ("players", "size", "missing"), [(2, 24, {31, 50}), (4, 24, {31, 50}), (5, 26, set()), (6, 26, set())]
)
def test_classic_deck_of_bremen(players, size, missing):
    layout = dealt(players, "bremen")
    assert layout.market == (3, 4, 5, 6, 7, 8, 9, 10)
    assert (len(layout.deck), layout.deck[0], layout.deck[-1]) == (size, 13, STEP3)
    assert left_out(layout) == NUCLEAR_OR_LARGE | missing


@pytest.mark.rule("MAP-HB-6", "MAP-HB-7", "CC-HB-9")
@pytest.mark.parametrize(
    ("players", "size", "missing"), [(2, 24, {31, 50}), (4, 24, {31, 50}), (5, 26, set()), (6, 26, set())]
)
def test_recharged_deck_of_bremen(players, size, missing):
    layout = dealt(players, "bremen", "recharged")
    assert (len(layout.market), len(layout.deck), layout.deck[0] in PLUGS, layout.deck[-1]) == (8, size, True, STEP3)
    assert left_out(layout) == NUCLEAR_OR_LARGE | missing


@pytest.mark.rule("MAP-HB-7")
def test_three_plug_plants_lie_anywhere_in_the_recharged_deck_of_bremen():
    decks = [dealt(4, "bremen", "recharged", seed=str(seed)).deck for seed in range(20)]
    assert {halves(deck[1:-1])[0] for deck in decks} == {3}
    assert any(deck[-2] in PLUGS for deck in decks)


# United Kingdom & Ireland -------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-UKI-7", "CC-UKI-5")
@EDITIONS
@pytest.mark.parametrize("players", range(2, 7))
def test_step_3_card_lies_third_from_the_bottom(edition, players):
    deck = dealt(players, "uk-ireland", edition).deck
    assert deck.index(STEP3) == len(deck) - 3
    assert len(deck) == {2: 27 if edition == "classic" else 29, 3: 27, 4: 31, 5: 35, 6: 35}[players]


@pytest.mark.rule("MAP-UKI-7", "MKT-10")
def test_plants_are_buried_below_the_two_that_nobody_has_seen():
    state = position(3, map="uk-ireland", phase="bureaucracy", acted=(0, 1), deck=(30, STEP3, 31, 33))
    highest = state.market[-1]
    state = after(state, "run")
    assert (state.deck, state.buried) == ((STEP3, 31, 33, highest), (highest,))


@pytest.mark.rule("MAP-UKI-7", "MAP-UKI-9", "STEP-9", "STEP-21")
def test_the_two_are_shuffled_with_the_buried_ones():
    market = (9, 10, 12, 15, 16, 20, 21, 22)
    state = position(
        3, map="uk-ireland", phase="bureaucracy", acted=(0, 1), market=market, deck=(STEP3, 31, 33, 24, 25)
    )
    assert state.buried == (24, 25)
    state = after(state, "run")
    assert [event.cards for event in events(state, Step3CardDrawn)] == [5]
    assert (state.step, len(state.market), state.buried) == (3, 6, ())
    assert {*state.deck, *state.market, 9, 10} == {*market, 31, 33, 24, 25}
