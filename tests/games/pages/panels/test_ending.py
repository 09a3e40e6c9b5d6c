import pytest

import rules
from games.pages import panels
from tests.games.pages.panels.views import TABLE, view_with
from tests.rules.positions import the_trust


def standing(*results: tuple[int, int, int, int], **changes) -> rules.View:
    """A finished game; for each seat in this order its rank, cities powered, money and network."""
    entries = (rules.Standing(rules.Seat(seat), *result) for seat, result in enumerate(results))
    return view_with(standing=tuple(entries), phase=rules.Phase.FINISHED, **changes)


@pytest.mark.parametrize(
    ("first", "second", "decided_by", "reason"),
    [
        ((1, 15, 3, 15), (2, 14, 90, 17), "powered", "Ana powered the most cities: 15, and Bob 14."),
        (
            (1, 15, 30, 15),
            (2, 15, 9, 17),
            "money",
            "Ana and Bob both powered 15 cities. Money decided: 30 Elektro to 9.",
        ),
        (
            (1, 15, 30, 17),
            (2, 15, 30, 16),
            "cities",
            "Ana and Bob both powered 15 cities and have 30 Elektro. The larger network decided: 17 cities to 16.",
        ),
        ((1, 1, 30, 1), (2, 1, 9, 1), "money", "Ana and Bob both powered 1 city. Money decided: 30 Elektro to 9."),
        (
            (1, 1, 30, 2),
            (2, 1, 30, 1),
            "cities",
            "Ana and Bob both powered 1 city and have 30 Elektro. The larger network decided: 2 cities to 1.",
        ),
        ((1, 15, 30, 17), (1, 15, 30, 17), "", "Ana and Bob share the victory. They are equal in all that counts."),
    ],
)
def test_result_says_what_decided(first, second, decided_by, reason):
    result = panels.result(standing(first, second, (3, 0, 0, 0)), TABLE)
    assert result is not None
    assert result.reason == reason
    assert result.decided_by == decided_by


@pytest.mark.parametrize(
    ("mine", "ranks", "headline", "own"),
    [
        (0, (1, 2, 3, 4), "You win", ""),
        (1, (1, 2, 3, 4), "Ana wins", "You came second."),
        (3, (1, 1, 3, 4), "Ana and Bob share the victory", "You came fourth."),
        (None, (1, 2, 3, 4), "Ana wins", ""),
    ],
)
def test_result_says_who_won_and_how_the_viewer_fared(mine, ranks, headline, own):
    table = [
        panels.Company(seat, name, is_bot=False, is_mine=seat == mine)
        for seat, name in enumerate(("Ana", "Bob", "Cid", "Dan"))
    ]
    result = panels.result(standing(*((rank, 9 - rank, 0, 0) for rank in ranks)), table)
    assert result is not None
    assert (result.headline, result.own) == (headline, own)


@pytest.mark.parametrize("second", [(2, 13, 0, 0), (1, 14, 0, 0)])
def test_names_from_right_to_left_turn_no_numbers_round(second):
    table = (panels.Company(0, "\N{HEBREW LETTER ALEF}", is_bot=False, is_mine=False), *TABLE[1:])
    result = panels.result(standing((1, 14, 0, 0), second, (3, 0, 0, 0)), table)
    assert result is not None
    within = "\N{FIRST STRONG ISOLATE}\N{HEBREW LETTER ALEF}\N{POP DIRECTIONAL ISOLATE}"
    assert within in result.headline
    assert within in result.reason


def test_trust_is_named_beside_the_result_and_not_in_it():
    result = panels.result(standing((1, 9, 0, 0), (2, 8, 0, 0), trust=the_trust(cities="essen")), TABLE)
    assert result is not None
    assert result.trust == panels.trust()
    assert [row.company.name for row in result.rows] == ["Ana", "Bob"]


def test_running_game_has_no_result():
    assert panels.result(view_with(), TABLE) is None
