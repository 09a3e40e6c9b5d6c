"""Before a game Against the Trust: who meets it, and where its first houses go."""

import msgspec
import pytest

import rules
from rules.boards import SLOTS
from rules.events import AreaChosen, DiscountPlaced, PhaseBegan, StartCityMarked, TrustHousePlaced
from rules.state import State, Trust
from tests.boards import FIRST, played_with
from tests.rules.positions import AREAS, RECHARGED, after, events, refused, stated_setup

SIX = ("trust dresden", "trust leipzig", "trust halle", "trust erfurt", "trust kassel", "trust dortmund")
"""Six cities that hang together, in the west and the east of Germany."""


def before_the_game(order=(0, 1), **setup):
    """A game of two, in which the first house of the Trust is to be placed."""
    return rules.start(stated_setup(2, order=order, **RECHARGED, **setup))


def asked(state, texts):
    """The seat that takes each of some actions."""
    seats = []
    for text in texts:
        (seat,) = state.to_move
        seats.append(seat)
        state = after(state, text)
    return seats


def offered(state):
    return set(rules.legal(state, state.to_move[0]).cities)


# Which games have a Trust -------------------------------------------------------------------------------------------


@pytest.mark.rule("TRU-1", "GEN-1")
@pytest.mark.parametrize(
    ("options", "players", "has_trust"),
    [
        ({"edition": "recharged"}, 2, True),
        ({"edition": "recharged", "two_player_mode": "trust"}, 2, True),
        ({"edition": "recharged", "two_player_mode": "plain"}, 2, False),
        ({"edition": "recharged"}, 3, False),
        ({"edition": "recharged", "two_player_mode": "trust"}, 4, False),
        ({"edition": "classic"}, 2, False),
        ({"edition": "classic", "two_player_mode": "plain"}, 2, False),
    ],
)
def test_two_players_meet_the_trust_in_recharged_unless_the_table_chose_otherwise(options, players, has_trust):
    setup = rules.new_setup(rules.Options(**options), players, "5eed")
    assert rules.has_trust(setup.options, players) is has_trust
    assert (rules.start(setup).trust is not None) is has_trust


@pytest.mark.rule("TRU-2")
@pytest.mark.parametrize("map", FIRST)
def test_play_area_and_deck_are_those_of_two_players(map):
    setup = rules.new_setup(rules.Options(map=map, **RECHARGED), 2, "5eed")
    assert len(setup.areas) == 3
    assert rules.board(map, "recharged").are_connected(setup.areas)
    assert len(setup.deck) == 29


@pytest.mark.rule("TRU-3")
def test_trust_starts_with_16_houses_and_nothing_else():
    trust = before_the_game().trust
    assert trust == Trust()
    assert (trust.reserve, trust.plants, trust.fuel) == (16, (), rules.NO_FUEL)


@pytest.mark.rule("TRU-3", "TRU-4")
@pytest.mark.parametrize("seed", ["5eed", "ace", "cafe"])
def test_trust_has_no_seat_no_money_and_no_place_in_the_order(seed):
    state = rules.start(rules.new_setup(rules.Options(**RECHARGED), 2, seed))
    assert sorted(state.order) == [0, 1]
    assert len(state.players) == 2
    assert not hasattr(state.trust, "money")


@pytest.mark.rule("TRU-4")
def test_first_player_is_random():
    setups = [rules.new_setup(rules.Options(**RECHARGED), 2, f"seed {number}") for number in range(20)]
    assert {setup.order for setup in setups} == {(0, 1), (1, 0)}


# The first six houses -----------------------------------------------------------------------------------------------


@pytest.mark.rule("TRU-5", "TV-32")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_first_player_places_one_the_other_two_the_first_two_the_other_one(order):
    first, third = order
    assert asked(before_the_game(order), SIX) == [first, third, third, first, first, third]


@pytest.mark.rule("TRU-5", "TV-32")
def test_six_houses_stand_on_10_slots_of_cities_that_hang_together_and_10_are_left():
    state = after(before_the_game(), *SIX)
    assert state.trust.houses == tuple(rules.House(text.removeprefix("trust "), 10) for text in SIX)
    assert state.trust.reserve == 10
    assert (state.phase, state.round, state.step) == ("auction", 1, 1)


@pytest.mark.rule("TRU-5", "SET-5")
def test_first_house_goes_anywhere_in_the_play_area():
    assert offered(before_the_game()) == set(rules.board("germany", "recharged").cities_in(AREAS["germany"][:3]))


@pytest.mark.rule("TRU-5")
def test_each_further_house_goes_beside_a_city_of_the_trust():
    state = after(before_the_game(), "trust dresden")
    assert offered(state) == {"leipzig", "erfurt"}
    state = after(state, "trust erfurt")
    assert offered(state) == {"leipzig", "fulda", "halle", "kassel", "nurnberg"}


@pytest.mark.rule("TRU-5")
def test_number_of_houses_still_to_place_is_told():
    state, left = before_the_game(), []
    for text in SIX:
        left.append(rules.legal(state, state.to_move[0]).left)
        state = after(state, text)
    assert left == [6, 5, 4, 3, 2, 1]


@pytest.mark.rule("TRU-5")
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("trust dresden", "TRU-5"),
        ("trust koln", "TRU-5"),
        ("trust frankfurt-oder", "SET-5"),
        ("trust atlantis", "SET-1"),
        ("start leipzig", "TRU-5"),
        ("area northeast", "TRU-5"),
        ("open 3 1", "TRU-5"),
        ("1: decline", "TRU-5"),
        ("0: trust leipzig", "GEN-9"),
    ],
)
def test_nothing_else_is_done_while_the_trust_settles(text, rule):
    state = after(before_the_game(), "trust dresden")
    with refused(rule):
        after(state, text)


@pytest.mark.rule("TRU-5")
def test_placing_is_told():
    state = after(before_the_game(), "trust dresden", "trust leipzig")
    assert events(state, TrustHousePlaced) == [TrustHousePlaced(seat=1, city="leipzig", slot=10)]


@pytest.mark.rule("TRU-5", "RCH-8")
def test_auctions_begin_with_the_discount_token_after_the_last_house():
    state = after(before_the_game(), *SIX)
    assert [event.phase for event in events(state, PhaseBegan)] == ["auction"]
    assert events(state, DiscountPlaced) == [DiscountPlaced(3)]
    assert state.to_move == (0,)


@pytest.mark.rule("TRU-5")
def test_house_with_one_place_to_go_needs_no_player():
    state = after(before_the_game(), "trust duisburg")
    assert offered(state) == {"essen"}
    assert rules.forced(state, 1) == rules.parse_action("trust essen")


@pytest.mark.rule("TRU-5")
def test_house_with_two_places_to_go_needs_a_player():
    state = after(before_the_game(), "trust dresden")
    assert rules.forced(state, 1) is None


@pytest.mark.rule("TRU-5", "SET-5")
def test_link_that_leads_out_of_the_play_area_brings_the_trust_nowhere():
    state = after(before_the_game(areas=("northeast", "northwest", "west")), "trust berlin")
    assert offered(state) == {"frankfurt-oder", "magdeburg", "schwerin", "stralsund"}


@pytest.mark.rule("TRU-5")
def test_first_house_never_goes_where_the_trust_could_not_place_all_six():
    state = before_the_game(map="italy", areas=("centre", "northeast", "northwest"))
    assert offered(state) == set(state_cities(state)) - {"livorno"}
    with refused("TRU-5"):
        after(state, "trust livorno")


def state_cities(state):
    """All cities of a play area."""
    return rules.board(state.options.map, state.options.edition).cities_in(state.areas)


@pytest.mark.rule("TRU-5", "TRU-28")
@pytest.mark.parametrize("map", played_with("recharged", two_player_mode="trust"))
def test_six_houses_find_a_place_wherever_the_first_one_stands(map):
    start = before_the_game(map=map)
    for first in sorted(offered(start)):
        state = after(start, f"trust {first}")
        while state.phase == "setup":
            state = after(state, f"trust {min(offered(state))}")
        assert len({house.city for house in state.trust.houses}) == 6
        assert {house.slot for house in state.trust.houses} == {10}


# With start cities and with a draft ---------------------------------------------------------------------------------


@pytest.mark.rule("TRU-6", "EXP-1", "TV-33")
def test_players_mark_their_cities_after_the_trust_has_settled():
    state = before_the_game(order=(1, 0), start_cities=True)
    assert asked(state, (*SIX, "start koln", "start trier"))[6:] == [1, 0]


@pytest.mark.rule("TRU-6", "TV-33")
def test_trust_gets_the_second_slot_of_each_marked_city_and_8_houses_are_left():
    state = after(before_the_game(start_cities=True), *SIX, "start koln", "start trier")
    assert state.trust.houses[6:] == (rules.House("koln", 15), rules.House("trier", 15))
    assert state.trust.reserve == 8
    assert [marker.city for marker in state.marked] == ["koln", "trier"]
    assert state.phase == "auction"


@pytest.mark.rule("TRU-6")
def test_house_beside_a_mark_is_told():
    state = after(before_the_game(start_cities=True), *SIX, "start koln")
    assert state.happened == (StartCityMarked(0, "koln", token=True), TrustHousePlaced(0, "koln", 15))


@pytest.mark.rule("TRU-6", "EXP-1")
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("start dresden", "TRU-6"),
        ("start koln", "EXP-1"),
        ("trust trier", "EXP-1"),
        ("open 3 1", "EXP-1"),
        ("start hamburg", "SET-5"),
        ("start atlantis", "SET-1"),
    ],
)
def test_city_of_the_trust_or_of_another_cannot_be_marked(text, rule):
    state = after(before_the_game(start_cities=True), *SIX, "start koln")
    with refused(rule):
        after(state, text)
    assert offered(state).isdisjoint({"dresden", "leipzig", "halle", "erfurt", "kassel", "dortmund", "koln"})
    assert len(offered(state)) == 21 - 7


@pytest.mark.rule("TRU-5", "TRU-6", "SET-4", "EXP-1")
def test_areas_are_drafted_by_seat_then_the_trust_settles_then_cities_are_marked_by_order():
    setup = stated_setup(2, order=(1, 0), areas=AREAS["germany"][:3], start_cities=True, **RECHARGED)
    draft = msgspec.structs.replace(setup, areas=(), options=msgspec.structs.replace(setup.options, areas="draft"))
    texts = ("area west", "area southwest", "area east", *SIX, "start koln", "start trier", "open 3 1")
    assert asked(rules.start(draft), texts) == [0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0, 1]


@pytest.mark.rule("SET-4")
def test_last_area_of_the_draft_and_the_first_house_are_told_apart():
    setup = stated_setup(2, map="italy", **RECHARGED)
    draft = msgspec.structs.replace(setup, areas=(), options=msgspec.structs.replace(setup.options, areas="draft"))
    state = after(rules.start(draft), "area south")
    assert rules.legal(state, 1) == rules.AreaDecision(("southeast",))
    assert rules.forced(state, 1) == rules.parse_action("area southeast")
    state = after(state, "area southeast")
    assert rules.forced(state, 0) == rules.parse_action("area centre")
    state = after(state, "area centre")
    assert events(state, AreaChosen) == [AreaChosen(0, "centre")]
    assert rules.forced(state, state.to_move[0]) is None
    assert rules.legal(state, state.to_move[0]).left == 6


def test_position_before_the_game_survives_json():
    state = after(before_the_game(start_cities=True), *SIX, "start koln")
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
    assert state.is_marked("koln")


@pytest.mark.rule("GEN-7")
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_everybody_sees_trust_and_marks(seat):
    state = after(before_the_game(start_cities=True), *SIX, "start koln")
    view = rules.view(state, seat)
    assert (view.trust, view.marked) == (state.trust, state.marked)
    assert view.houses("koln") == state.houses("koln") == ((None, SLOTS[1]),)
    assert view.houses("halle") == ((None, SLOTS[0]),)
    assert msgspec.json.decode(msgspec.json.encode(view), type=rules.View) == view
