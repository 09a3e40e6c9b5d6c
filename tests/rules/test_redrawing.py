"""Other cards where nobody has seen them (GEN-7), in every kind of game."""

from collections import Counter

import msgspec
import pytest
from msgspec.structs import replace

import rules
from rules import bots
from rules.dealing import Lay, Move
from rules.events import PileShuffled, Step3CardDrawn
from rules.plants import PLANTS, STEP3
from rules.state import Step3Card
from tests.rules.positions import MARKET, after, dealt, end_of_building, events, pass_on, position, stated_setup

SEEDS = ("a", "b", "c")


def some(game):
    """Positions from all over a game."""
    return [state for number, state in enumerate(game.states) if number % 7 == 0]


def pile(state):
    """The part of the deck in which nobody has seen the cards."""
    return state.deck[: len(state.deck) - len(state.buried)]


@pytest.mark.rule("GEN-7", "RCH-6")
def test_everybody_sees_what_they_saw(game):
    for state in some(game):
        again = rules.redrawn(state, "a")
        for seat in (None, *range(game.setup.players)):
            assert rules.view(again, seat) == rules.view(state, seat)


@pytest.mark.rule("GEN-5", "SET-13")
def test_invariants_hold(game):
    for state in some(game):
        rules.check(rules.redrawn(state, "a"))


@pytest.mark.rule("GEN-7")
def test_positions_that_differ_in_what_is_unseen_are_redrawn_to_the_same(game):
    for state in some(game):
        assert rules.redrawn(rules.redrawn(state, "b"), "a") == rules.redrawn(state, "a")


@pytest.mark.rule("GEN-7")
def test_nothing_tells_of_the_true_seed(game):
    for state in some(game):
        assert game.setup.seed.encode() not in msgspec.json.encode(rules.redrawn(state, "a"))


def test_the_new_setup_leads_to_the_same_position_by_the_same_moves(game):
    for number, state in enumerate(game.states):
        if events(state, Step3CardDrawn) + events(state, PileShuffled):
            break
        if number % 40 == 0:
            again = rules.redrawn(state, "a")
            assert rules.replay(again.setup, game.moves[:number]) == again


@pytest.mark.rule("MKT-10")
def test_what_was_put_under_the_deck_stays_there(game):
    for state in some(game):
        again = rules.redrawn(state, "a")
        assert again.deck[len(pile(state)) :] == state.buried
        assert (STEP3 in pile(again)) == (STEP3 in pile(state))


@pytest.mark.rule("STEP-9")
def test_after_the_shuffle_of_step_3_the_same_plants_are_left(game):
    dealt = game.setup.board.rules.deal
    for state in some(game) if dealt.has_step3 and not dealt.below_step3 else ():
        if state.step3_card is not Step3Card.DECK:
            assert sorted(pile(rules.redrawn(state, "a"))) == sorted(pile(state))


@pytest.mark.rule("SET-11", "MAP-FR-3")
def test_first_card_is_known_where_it_is_laid_on_the_deck_and_not_shuffled(game):
    start = game.states[0]
    first = next(step for step in game.setup.recipe if isinstance(step, Lay | Move) and step.to == "deck")
    if isinstance(first, Lay) and start.deck[0] == first.cards[0]:
        assert {rules.redrawn(start, seed).deck[0] for seed in SEEDS} == {start.deck[0]}


@pytest.mark.rule("RCH-4")
def test_of_each_back_as_many_cards_are_left(game):
    if game.setup.edition.shows_card_backs:
        for state in some(game):
            assert backs(rules.redrawn(state, "a")) == backs(state)


def backs(state):
    return Counter(PLANTS[card].half for card in pile(state) if card != STEP3)


def test_what_is_redrawn_can_be_played_to_the_end(game):
    if not game.is_one_in(3):
        return
    state = rules.redrawn(game.states[len(game.states) // 3], "a")
    while not state.is_over:
        seat = state.to_move[0]
        state = rules.apply(state, seat, bots.decide(state, seat))
    rules.check(state)


@pytest.mark.rule("SET-12")
def test_a_plant_removed_unseen_can_come_up():
    start = rules.start(rules.new_setup(rules.Options(), 3, "0"))
    removed = PLANTS.keys() - {*start.market, *start.deck}
    assert any(removed & {*rules.redrawn(start, seed).deck} for seed in SEEDS)


@pytest.mark.rule("MAP-FR-3")
def test_a_plant_that_the_map_does_not_have_never_comes_up():
    start = rules.start(rules.new_setup(rules.Options(map="france"), 3, "0"))
    assert all(13 not in rules.redrawn(start, str(seed)).deck for seed in range(50))


@pytest.mark.rule("GEN-7", "SET-12")
def test_every_hidden_plant_is_as_likely_as_any_other_in_every_place():
    start = rules.start(rules.new_setup(rules.Options(), 3, "0"))
    draws = [rules.redrawn(start, str(seed)).deck for seed in range(3300)]
    assert_even(Counter(deck[1] for deck in draws), kinds=33)
    assert_even(Counter(deck[-2] for deck in draws), kinds=33)


@pytest.mark.rule("RCH-5", "RCH-6")
def test_below_the_top_card_backs_come_in_any_order():
    start = rules.start(rules.new_setup(rules.Options(edition="recharged"), 3, "0"))
    draws = [rules.redrawn(start, str(seed)).deck for seed in range(3000)]
    assert_even(Counter(deck[0] for deck in draws), kinds=5)
    plugs = backs(start)["plug"] - 1
    places = len(start.deck) - 2
    for place in (1, 2, places):
        found = sum(PLANTS[deck[place]].half == "plug" for deck in draws)
        assert found == pytest.approx(3000 * plugs / places, rel=0.25)


def assert_even(found, *, kinds):
    """Each of so many kinds comes up about as often: far less even than this is no accident."""
    assert len(found) == kinds
    expected = found.total() / kinds
    deviation = sum((count - expected) ** 2 / expected for count in found.values())
    assert deviation < kinds + 6 * (2 * kinds) ** 0.5


@pytest.mark.rule("STEP-9")
def test_nothing_is_left_of_a_stated_order_for_step_3():
    setup = stated_setup(3, deck=(13, 20, 31, "step3"), step3_deck=(31, 20))
    assert rules.redrawn(rules.start(setup), "a").setup.step3_deck is None


# Boards with deals of their own -------------------------------------------------------------------------------------


def redraws(state, count=200):
    """The deck as it comes out again and again."""
    return [rules.redrawn(state, str(seed)).deck for seed in range(count)]


def at_start(map, players=3, edition="classic", areas=()):
    """The first position, over cards as they are dealt."""
    layout = dealt(players, map, edition)
    setup = stated_setup(players, layout.deck, map=map, market=layout.market, areas=areas, edition=edition)
    return rules.start(setup)


def all_in(decks, place):
    return {deck[place] for deck in decks}


@pytest.mark.rule("GEN-7", "MAP-BR-4")
def test_brazil_has_two_known_plants_on_top_and_garbage_anywhere_below():
    decks = redraws(at_start("brazil"))
    assert {deck[:2] for deck in decks} == {(13, 14)}
    assert all({19, 24, 30, 38} < {*deck} for deck in decks)
    assert len({deck.index(24) for deck in decks}) == 24


@pytest.mark.rule("GEN-7", "MAP-QC-5", "MAP-QC-6")
def test_quebec_has_known_plants_on_top():
    assert {deck[:3] for deck in redraws(at_start("quebec"))} == {(13, 18, 22)}
    decks = redraws(at_start("quebec", edition="recharged"))
    assert {deck[1:3] for deck in decks} == {(18, 22)}
    assert all({13, 27, 33, 37, 44, 50} < {*deck} for deck in decks)


@pytest.mark.rule("GEN-7", "MAP-QC-6")
def test_plant_13_of_quebec_is_on_top_as_often_as_any_other_plug_plant():
    seeds = [str(seed) for seed in range(100)]
    layout = next(found for seed in seeds if (found := dealt(3, "quebec", "recharged", seed)).deck[0] == 13)
    state = rules.start(stated_setup(3, layout.deck, map="quebec", market=layout.market, edition="recharged"))
    assert_even(Counter(deck[0] for deck in redraws(state, 800)), kinds=5)


@pytest.mark.rule("GEN-7", "MAP-ES-7")
def test_plants_set_aside_are_known_on_top_of_the_deck():
    state = end_of_building(7, players=3, map="spain-portugal", market=(9, 10, 12, 15, 16, 17, 19, 20))
    state = pass_on(state)
    decks = redraws(state)
    assert {deck[:2] for deck in decks} == {(22, 27)}
    assert len(all_in(decks, 2)) > 10
    assert all({18, 22, 27}.isdisjoint(deck[2:]) for deck in decks)


@pytest.mark.rule("GEN-7", "MAP-ES-8", "STEP-9")
def test_plants_set_aside_are_known_above_a_shuffled_deck_and_unknown_in_it():
    fields = {"phase": "bureaucracy", "acted": (0, 1), "deck": (STEP3, 30, 31, 33)}
    state = position(3, map="spain-portugal", market=(9, 10, 12, 15, 16, 17, 19, 20), **fields)
    decks = redraws(after(state, "run"))
    assert {deck[:2] for deck in decks} == {(22, 27)}
    assert {frozenset(deck[2:]) for deck in decks} == {frozenset((20, 30, 31, 33))}
    assert all_in(decks, 2) == {20, 30, 31, 33}
    shuffled = position(3, map="spain-portugal", step=3, deck=(22, 27, 30))
    assert all_in(redraws(shuffled), 0) == {22, 27, 30}


@pytest.mark.rule("GEN-7", "MAP-RU-6")
def test_russia_has_10_and_11_among_five_cards_in_classic():
    decks = redraws(at_start("russia"))
    assert all_in(decks, 0) == {13}
    assert all({10, 11} < {*deck[1:6]} for deck in decks)
    assert all({10, 11} & all_in(decks, place) == {10, 11} for place in range(1, 6))
    assert all(all_in(decks, place).isdisjoint((6, 14)) for place in range(27))
    assert len(all_in(decks, 6)) > 20


@pytest.mark.rule("GEN-7", "MAP-RU-7")
def test_russia_has_five_plug_plants_on_top_in_recharged():
    state = at_start("russia", edition="recharged")
    decks = redraws(state)
    assert {frozenset(deck[:5]) for deck in decks} == {frozenset(state.deck[:5])}
    assert_even(Counter(deck[0] for deck in decks), kinds=5)


@pytest.mark.rule("GEN-7", "MAP-CN-5")
def test_low_deck_of_china_is_known_and_its_blocks_are_not():
    state = at_start("china", players=4)
    decks = redraws(state, 600)
    known = len(state.deck) - 13
    assert {deck[:known] for deck in decks} == {state.deck[:known]}
    middle = [deck[known : known + 5] for deck in decks]
    assert {frozenset(block) for block in middle} == {frozenset((31, 32, 34, 35, STEP3))}
    assert_even(Counter(block.index(STEP3) for block in middle), kinds=5)
    assert_even(Counter(deck[-1] for deck in decks), kinds=8)


@pytest.mark.rule("GEN-7", "MAP-UKI-7")
def test_two_plants_below_the_step_3_card_can_be_any():
    areas = ("scotland", "northern-england", "southern-england")
    state = at_start("uk-ireland", areas=areas)
    decks = redraws(state, 400)
    assert {deck.index(STEP3) for deck in decks} == {24}
    assert_even(Counter(deck[-1] for deck in decks), kinds=33)


@pytest.mark.rule("GEN-7", "MAP-UKI-7", "STEP-9")
def test_two_plants_that_nobody_saw_stay_unknown_in_the_shuffled_deck():
    start = at_start("uk-ireland", areas=("scotland", "northern-england", "southern-england"))
    buried, unseen = start.deck[:2], start.deck[-2:]
    removed = (*start.market, *start.deck[2:-3])
    fields = {"step": 3, "step3_card": Step3Card.OUT, "market": (), "deck": (*unseen, *buried), "removed": removed}
    decks = redraws(replace(start, **fields), 400)
    assert all({*buried} < {*deck} for deck in decks)
    assert_even(Counter(card for deck in decks for card in deck if card not in buried), kinds=10)
    assert_even(Counter(deck.index(buried[0]) for deck in decks), kinds=4)


@pytest.mark.rule("GEN-7", "MAP-UKI-7", "RCH-6")
def test_back_of_the_top_card_stays_where_one_that_nobody_saw_lies_there():
    start = at_start("uk-ireland", edition="recharged", areas=("scotland", "northern-england", "southern-england"))
    others = [card for card in start.deck if card != STEP3]
    low = next(card for card in others[1:] if PLANTS[card].half == "plug")
    high = next(card for card in others if PLANTS[card].half == "socket")
    deck = (*(card for card in others if card not in (low, high)), STEP3, low, high)
    fields = {"step": 3, "step3_card": Step3Card.OUT, "deck": (high, low)}
    decks = redraws(replace(start, setup=replace(start.setup, deck=deck), **fields))
    assert_even(Counter(deck[0] for deck in decks), kinds=7)
    assert_even(Counter(deck[1] for deck in decks), kinds=3)


@pytest.mark.rule("GEN-7", "MAP-ME-12")
def test_second_pass_of_middle_east_has_known_plants_in_any_order():
    fields = {"step": 2, "phase": "bureaucracy"}
    state = position(3, map="middle-east", market=MARKET, deck=(30, 31, 33, STEP3, 36, 35), **fields)
    decks = redraws(state)
    assert {deck[3:] for deck in decks} == {(STEP3, 36, 35)}
    assert_even(Counter(deck[0] for deck in decks), kinds=3)


@pytest.mark.rule("GEN-7", "MAP-ME-9")
def test_plants_put_away_at_the_deal_stay_under_the_deck():
    deck = (20, 31, 25, STEP3, 17, 19)
    state = rules.start(stated_setup(3, deck, map="middle-east", market=(3, 4, 5, 7, 8, 9, 10, 13)))
    decks = redraws(state)
    assert {deck[3:] for deck in decks} == {(STEP3, 17, 19)}
    assert len(all_in(decks, 0)) > 10


@pytest.mark.rule("GEN-7", "MAP-ME-9")
def test_plants_that_left_the_game_at_the_deal_never_come_up():
    seeds = [str(seed) for seed in range(100)]
    layouts = [dealt(5, "middle-east", "recharged", seed) for seed in seeds]
    layout = next(found for found in layouts if 6 not in (*found.market, *found.deck))
    setup = stated_setup(5, layout.deck, map="middle-east", market=layout.market, edition="recharged")
    assert all(6 not in deck for deck in redraws(rules.start(setup)))


@pytest.mark.rule("GEN-7", "MAP-NYC-5", "MAP-NYC-8")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_manhattan_has_a_plug_plant_on_top_and_no_other(edition):
    state = at_start("manhattan", edition=edition, areas=("manhattan",))
    decks = redraws(state, 600)
    assert_even(Counter(deck[0] for deck in decks), kinds=5)
    assert {frozenset(deck[1:]) for deck in decks} == {frozenset(state.deck[1:])}
    assert_even(Counter(deck[1] for deck in decks), kinds=26)


@pytest.mark.rule("GEN-7", "MAP-NYC-8")
def test_second_deck_of_manhattan_has_known_plants_in_any_order():
    fields = {"market": MARKET, "deck": (30, 31, 33, 36), "deck_part": 2, "buried": (36,), "pile": ()}
    decks = redraws(position(3, map="manhattan", areas=("manhattan",), **fields))
    assert all_in(decks, -1) == {36}
    assert_even(Counter(deck[0] for deck in decks), kinds=3)


@pytest.mark.rule("GEN-7", "MAP-HB-6")
def test_plants_that_bremen_lacks_with_few_players_never_come_up():
    state = rules.start(stated_setup(5, dealt(5, "bremen").deck, map="bremen"))
    assert {frozenset(deck) for deck in redraws(state)} == {frozenset(state.deck)}


@pytest.mark.rule("GEN-7", "MAP-EU-6")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_europe_has_a_socket_plant_on_top(edition):
    decks = redraws(at_start("europe", edition=edition), 800)
    assert_even(Counter(deck[0] for deck in decks), kinds=29)
    # The plug plant that lay on top at first may come second.
    found = [sum(PLANTS[deck[place]].half == "plug" for deck in decks) for place in (1, 2)]
    assert found[0] > 1.3 * found[1]
