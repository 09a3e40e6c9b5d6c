"""Other cards where nobody has seen them (GEN-7), in every kind of game."""

from collections import Counter

import msgspec
import pytest

import rules
from rules import bots
from rules.dealing import Lay, Move
from rules.events import PileShuffled, Step3CardDrawn
from rules.plants import PLANTS, STEP3
from rules.state import Step3Card
from tests.rules.positions import events, stated_setup

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
