"""The fingerprint of a position."""

import msgspec
import pytest

import rules
from tests.rules.positions import after, three_players


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
