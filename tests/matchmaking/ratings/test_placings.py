"""Who counts in a game, and at which place."""

import pytest

from accounts.models import User
from matchmaking.ratings.placings import placings
from tests.matchmaking.ratings.ended import ended, handed_over, left

pytestmark = pytest.mark.django_db


def places(game):
    game.refresh_from_db()
    found = placings(game, game.seats.all(), game.past_absences)
    return {User.objects.get(pk=placing.user).name: placing.rank for placing in found}


def test_people_count_at_their_places():
    assert places(ended("Bob", "Cid", "Ana")) == {"Bob": 1, "Cid": 2, "Ana": 3}


def test_bots_are_left_out_as_if_they_had_not_been_there():
    game = ended("Ana", "Bob", bots=2)
    game.seats.filter(is_bot=True).update(rank=1)
    game.seats.filter(name="Ana").update(rank=3)
    game.seats.filter(name="Bob").update(rank=4)
    assert places(game) == {"Ana": 1, "Bob": 2}


def test_game_of_one_person_counts_for_nobody():
    assert places(ended("Ana", bots=3)) == {}


def test_same_place_is_a_tie():
    game = ended("Ana", "Bob", "Cid")
    game.seats.filter(name="Bob").update(rank=1)
    assert places(game) == {"Ana": 1, "Bob": 1, "Cid": 3}


def test_who_is_away_in_the_end_is_last_whatever_the_bot_did():
    game = ended("Ana", "Bob", "Cid")
    left(game, "Ana")
    assert places(game) == {"Ana": 3, "Bob": 1, "Cid": 2}


def test_all_who_are_away_share_the_last_place():
    game = ended("Ana", "Bob", "Cid", "Dan")
    left(game, "Ana")
    left(game, "Cid")
    assert places(game) == {"Ana": 3, "Bob": 1, "Cid": 3, "Dan": 2}


@pytest.mark.parametrize(("at", "counts"), [(50, True), (51, False)])
def test_substitute_counts_who_had_the_seat_for_half_of_the_game(at, counts):
    game = ended("Ana", "Bob", "Cid")
    handed_over(game, "Ana", "Eva", at=at)
    expected = {"Bob": 2, "Cid": 3, "Eva": 1, "Ana": 4} if counts else {"Bob": 1, "Cid": 2, "Ana": 3}
    assert places(game) == expected


def test_who_helped_out_and_handed_over_again_gains_and_loses_nothing():
    game = ended("Ana", "Bob", "Cid")
    handed_over(game, "Ana", "Eva", at=20)
    handed_over(game, "Eva", "Flo", at=40)
    assert places(game) == {"Bob": 2, "Cid": 3, "Flo": 1, "Ana": 4}


def test_who_comes_back_to_the_own_seat_counts_with_its_place():
    game = ended("Ana", "Bob")
    handed_over(game, "Ana", "Eva", at=10)
    handed_over(game, "Eva", "Ana", at=95)
    assert places(game) == {"Ana": 1, "Bob": 2, "Eva": 3}


def test_game_that_all_have_left_to_others_counts_for_nobody():
    game = ended("Ana", "Bob")
    handed_over(game, "Ana", "Eva", at=80)
    handed_over(game, "Bob", "Flo", at=90)
    assert places(game) == {}


def test_substitute_who_leaves_as_well_is_last():
    game = ended("Ana", "Bob", "Cid")
    handed_over(game, "Ana", "Eva", at=10)
    left(game, "Eva")
    assert places(game) == {"Bob": 1, "Cid": 2, "Ana": 3, "Eva": 3}
