"""How long a game may take, said where its table is set up."""

import pytest

from tests.factories import UserFactory
from tests.matchmaking.forms import CREATE, as_it_comes
from tests.pages import words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def said(client):
    """What the form says when these answers are picked."""
    client.force_login(UserFactory())

    def say(**wishes):
        words = words_of(client.get(CREATE, wishes))
        return words[words.index("Expect ") :].split(" a wait usually takes ")[0] if "Expect " in words else ""

    return say


def test_form_says_how_long_the_game_may_take_as_it_comes(said):
    expected = "Expect about 6 days. If all plan ahead, a game of 4 on Germany waits about 19 times, and with 1 day"
    assert said().startswith(expected)


@pytest.mark.parametrize(
    ("pace", "length"),
    [
        ({"pace": "quick"}, "about 3 days"),
        ({"pace": "daily"}, "about 6 days"),
        ({"pace": "relaxed"}, "about 19 days"),
        ({"pace": "none"}, "about 19 days"),
        ({"pace": "own", "move_hours": "36"}, "about 10 days"),
        ({"pace": "own", "move_hours": "a while"}, "about 10 days"),
        ({"pace": "own", "move_hours": "1"}, "about 6 hours"),
    ],
)
def test_length_goes_by_the_pace(said, pace, length):
    assert said(**pace).startswith(f"Expect {length}.")


@pytest.mark.parametrize(
    ("wishes", "waits"),
    [
        ({"players": "6"}, "a game of 6 on Germany waits about 17 times"),
        ({"map": "benelux"}, "a game of 4 on Benelux waits about 17 times"),
        ({"first_game": "True"}, "a game of 4 on Germany waits about 10 times"),
    ],
)
def test_length_goes_by_players_map_and_variant(said, wishes, waits):
    assert waits in said(**wishes)


def test_nothing_is_expected_of_a_game_against_bots_alone(said):
    assert said(bots="3") == ""


def test_refused_form_still_says_it(client):
    client.force_login(UserFactory())
    response = client.post(CREATE, {**as_it_comes(client), "name": "", "pace": "own", "move_hours": "9999"})
    assert response.status_code == 400
    assert "Expect about 10 days" in words_of(response)


def test_change_of_the_form_brings_the_new_length(client):
    client.force_login(UserFactory())
    headers = {"HX-Request": "true", "HX-Target": "about-board"}
    assert "a game of 5 on Italy" in words_of(client.get(CREATE, {"players": "5", "map": "italy"}, headers=headers))
