"""Secrets, what is promised of them, and the shares that players add."""

from hashlib import sha256

import pytest

import rules

SECRET = "0f" * 16
SHARES = ["a", "Ünïcode ♞ 发电厂 🔌", "1+1=2", "+", "+616e61", " ", "'\"><script>", "ab12", "x" * 40, "🔌" * 40]


def test_commitment_is_the_hash_of_the_text_of_the_secret():
    assert rules.commitment(SECRET) == sha256(SECRET.encode()).hexdigest()


def test_seed_without_shares_is_the_secret_itself():
    assert rules.seed_of(SECRET, []) == SECRET
    assert (rules.secret_of(SECRET), rules.shares_of(SECRET)) == (SECRET, ())


def test_seed_with_shares_is_the_secret_and_each_share_in_hexadecimal():
    assert rules.seed_of("ab12", ["ana", "bob"]) == "ab12+616e61+626f62"


@pytest.mark.parametrize("share", SHARES)
def test_seed_with_a_share_comes_apart_as_it_was_made(share):
    seed = rules.seed_of(SECRET, [share])
    assert (rules.secret_of(seed), rules.shares_of(seed)) == (SECRET, (share,))


def test_seed_with_many_shares_comes_apart_in_their_order():
    seed = rules.seed_of(SECRET, (share for share in SHARES))
    assert (rules.secret_of(seed), rules.shares_of(seed)) == (SECRET, tuple(SHARES))


def test_commitment_of_the_secret_stays_whatever_is_added():
    seeds = [rules.seed_of(SECRET, shares) for shares in ([], ["a"], ["a", "b"], ["ab"])]
    assert len(set(seeds)) == 4
    assert {rules.commitment(rules.secret_of(seed)) for seed in seeds} == {rules.commitment(SECRET)}


def test_same_shares_in_another_order_are_another_seed():
    assert rules.seed_of(SECRET, ["a", "b"]) != rules.seed_of(SECRET, ["b", "a"])


@pytest.mark.parametrize("share", ["", "x" * 41, "two\nlines", "\x1b[2J", "\0", "\ud800", "\u202e", "\t"])
def test_share_that_nobody_can_read_is_refused(share):
    with pytest.raises(ValueError, match="A share must have 1 to 40 printable characters"):
        rules.seed_of(SECRET, ["ana", share])


@pytest.mark.parametrize("secret", ["", "hello", "AB12", "ab+12", "ab12\n"])
def test_secret_that_could_not_be_told_from_shares_takes_none(secret):
    assert rules.seed_of(secret) == secret
    with pytest.raises(ValueError, match="hexadecimal"):
        rules.seed_of(secret, ["ana"])


@pytest.mark.parametrize(
    "seed",
    [
        *("", "0123", "hello", "hello+world", "+", "ab12+", "+616e61", "ab12++616e61", "ab12+616e6", "ab12+xy"),
        *("AB12+616E61", "ab12+616E61", "ab12 +616e61", "ab12+616e61\n", "ab12+ff", "ab12+eda080", "ab12+616e61+"),
        "٠١٢+616e61",
    ],
)
def test_seed_of_another_making_has_no_shares_and_is_its_own_secret(seed):
    assert (rules.secret_of(seed), rules.shares_of(seed)) == (seed, ())


def test_long_seed_is_taken_apart_at_once():
    seed = "0" * 100_000 + "+61" * 100_000
    assert len(rules.shares_of(seed)) == 100_000
    assert rules.secret_of(seed + "+") == seed + "+"


def test_cards_follow_from_the_seed_with_its_shares():
    made = [rules.new_setup(rules.Options(), 3, rules.seed_of(SECRET, shares)) for shares in ([], ["a"], ["b"])]
    assert len({setup.deck for setup in made}) == 3
