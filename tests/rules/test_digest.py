"""The fingerprint of a position."""

import msgspec
import pytest

import rules
from tests.rules.positions import RECHARGED, after, marks, position, the_trust, three_players


@pytest.fixture
def state():
    return after(three_players(), "open 4 4", "bid 5")


def test_digest_is_64_hexadecimal_digits(state):
    assert len(bytes.fromhex(rules.digest(state))) == 32


def test_equal_positions_have_equal_digests(state):
    assert rules.digest(state) == rules.digest(after(three_players(), "open 4 4", "bid 5"))


def test_what_happened_last_does_not_count(state):
    assert rules.digest(state) == rules.digest(msgspec.structs.replace(state, happened=()))


@pytest.mark.parametrize(
    "change",
    [{"round": 2}, {"step": 2}, {"order": (2, 1, 0)}, {"deck": (13,)}, {"auction": None}, {"acted": (1,)}],
    ids=str,
)
def test_every_part_of_the_position_counts(state, change):
    assert rules.digest(msgspec.structs.replace(state, **change)) != rules.digest(state)


def test_money_counts(state):
    poorer = state.with_player(0, msgspec.structs.replace(state.players[0], money=49))
    assert rules.digest(poorer) != rules.digest(state)


@pytest.mark.parametrize(
    "change",
    [
        {"discount": None},
        {"discount_unsold": True},
        {"phased_out": True},
        {"marked": ()},
        {"marked": marks("koln", with_token=0)},
        {"marked": marks("trier")},
        {"trust": the_trust()},
        {"trust": the_trust((10, 12), cities="kassel")},
        {"trust": the_trust((10,), "c1", cities="kassel")},
        {"trust": the_trust((10,), cities="essen")},
        {"trust": the_trust((10,), beside="kassel")},
    ],
    ids=str,
)
def test_trust_marks_and_discount_count(change):
    state = position(2, options=RECHARGED, trust=the_trust((10,), cities="kassel"), marked=marks("koln"))
    assert rules.digest(msgspec.structs.replace(state, **change)) != rules.digest(state)


def test_game_without_a_trust_is_told_from_one_whose_trust_has_nothing_yet():
    state = position(2, options=RECHARGED)
    assert rules.digest(msgspec.structs.replace(state, trust=None)) != rules.digest(state)


def test_digest_of_a_stored_position_with_trust_and_marks_stays_the_same():
    state = position(2, options=RECHARGED, trust=the_trust((10,), cities="kassel"), marked=marks("koln"))
    stored = msgspec.json.decode(msgspec.json.encode(state), type=rules.State)
    assert rules.digest(stored) == rules.digest(state)
