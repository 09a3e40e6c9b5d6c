"""Records that state passes of seats which no auction of a nuclear plant asks: they are read over (MAP-CE-4)."""

import pytest
from msgspec.structs import replace

import rules
from tests.rules.positions import after, move, refused, stated_setup

ROUND_1 = (
    *("0: open 6 6", "1: pass", "2: pass", "3: pass", "1: open 5 5", "2: pass", "3: pass", "2: open 4 4", "3: pass"),
    *("3: open 3 3", "3: buy", "2: buy", "1: buy", "0: buy"),
    *("3: build krakow", "2: build brno", "1: build bialystok", "0: build praha"),
    *("0: run", "1: run", "2: run", "3: run"),
)
"""After it seats 0 and 2 may bid for plant 11, seats 1 and 3 may not."""


def record(*texts):
    """A game of four, recorded as far as round 1 and what comes then."""
    setup = stated_setup(
        4,
        map="central-europe",
        areas=("poland-east", "czechia", "slovakia", "hungary"),
        market=(3, 4, 5, 6, 11, 12, 13, 14),
        deck=(16, 17, 18, 19, 20, "step3"),
    )
    return rules.Record(("Ana", "Bob", "Cid", "Dora"), setup, tuple(map(move, (*ROUND_1, *texts))))


def last_position(record):
    *_, state = rules.recorded_positions(record)
    return state


@pytest.mark.rule("MAP-CE-4")
@pytest.mark.parametrize(
    "texts",
    [
        ("0: open 11 11", "2: pass"),
        ("0: open 11 11", "1: pass", "2: pass"),
        ("0: open 11 11", "2: pass", "3: pass"),
        ("0: open 11 11", "1: pass", "2: bid 12", "3: pass", "0: bid 13", "1: pass", "2: pass"),
    ],
)
def test_record_may_state_the_pass_of_a_barred_seat(texts):
    state = last_position(record(*texts))
    assert state.players[0].plants == (6, 11)
    assert (state.acted, state.to_move) == ((0,), (1,))


@pytest.mark.rule("MAP-CE-4")
def test_pass_of_a_barred_seat_is_a_position_of_its_own_in_which_nothing_has_changed():
    *_, before, after_it = rules.recorded_positions(record("0: open 11 11", "1: pass"))
    assert rules.digest(before) == rules.digest(after_it)


@pytest.mark.rule("MAP-CE-4", "AUC-7")
@pytest.mark.parametrize("text", ["1: pass", "3: pass", "1: bid 12"])
def test_no_action_of_a_barred_seat_is_accepted_at_the_table(text):
    state = last_position(record("0: open 11 11"))
    with refused("GEN-9"):
        after(state, text)


@pytest.mark.rule("AUC-2")
def test_record_that_begins_with_a_pass_is_refused():
    with refused("AUC-2"):
        last_position(replace(record(), moves=(move("0: pass"),)))


@pytest.mark.parametrize(
    ("texts", "rule"),
    [
        (("0: open 11 11", "1: bid 12"), "GEN-9"),
        (("0: open 12 12", "1: pass", "1: pass"), "GEN-9"),
        (("0: open 11 11", "2: pass", "0: pass"), "GEN-9"),
        (("0: open 11 11", "2: pass", "2: pass"), "GEN-9"),
        (("0: open 11 11", "4: pass"), "GEN-6"),
        (("0: open 11 11", "2: pass", "1: decline", "2: decline", "3: decline", "1: pass"), "GEN-9"),
        (("0: open 11 11", "2: pass", "1: decline", "2: decline", "3: decline", "3: pass"), "GEN-8"),
    ],
)
def test_record_is_refused_for_every_other_action_out_of_turn(texts, rule):
    with refused(rule):
        last_position(record(*texts))
