from typing import get_args

import pytest

import rules
from games.models import Question
from games.replay import history
from games.story import questions
from games.story.names import Names
from tests.factories import GameFactory
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES, ROUND
from tests.rules.positions import after, company, position, stated_setup

pytestmark = pytest.mark.django_db

GERMANY = Names(("Ana", "Bob", "Cid"), rules.board("germany", "recharged"))

TRUST = rules.start(stated_setup(2, edition="recharged"))

START_CITIES = rules.start(stated_setup(3, edition="recharged", start_cities=True))

DISCARD = after(
    position(
        [company(plants=[4, 5, 7]), company(plants=[3, 6, 8]), company(plants=[9, 10])],
        market=[13, 14, 15, 16, 17, 18, 19, 20],
    ),
    *("open 13 13", "pass", "pass"),
)


def question(name, **kwargs):
    game = GameFactory(**kwargs)
    seat = game.seats.get(name=name)
    return questions.sentence(history.position(game, game.sequence).state, seat.number, Names.of(game))


@pytest.mark.parametrize(
    ("after", "name", "words"),
    [
        ([], "Ana", "Choose a plant to auction (03, 04, 05 or 06)."),
        (["open 4 4"], "Bob", "Ana has bid 4 Elektro for plant 04. Bid 5 or more, or pass."),
        (AUCTIONS, "Bob", "Buy resources. You have 47 Elektro."),
        (PURCHASES, "Bob", "Build in cities. You have 41 Elektro."),
        (BUILDINGS, "Bob", "Choose the plants to run. At best you power 1 city and earn 22 Elektro."),
        (ROUND, "Cid", "Choose a plant to auction (06, 07, 08 or 09), or decline."),
    ],
)
def test_question_in_words(after, name, words):
    assert question(name, after=after) == words


def test_question_for_an_area():
    assert question("Ana", options=rules.Options(areas="draft")) == "Choose an area to play in."


@pytest.mark.parametrize(
    ("placed", "words"),
    [
        ([], "Place a house of the Trust in a city. With this one, 6 are left to place before the game."),
        (
            ["koln", "aachen", "trier", "dusseldorf", "essen"],
            "Place a house of the Trust in a city. This is the last one before the game.",
        ),
    ],
)
def test_question_for_a_house_of_the_trust(placed, words):
    state = after(TRUST, *(f"trust {city}" for city in placed))
    assert questions.sentence(state, state.to_move[0], GERMANY) == words


def test_question_for_a_start_city():
    words = "Mark a city: networks must start in a marked city."
    assert questions.sentence(START_CITIES, START_CITIES.to_move[0], GERMANY) == words


def test_question_of_who_cannot_pay_for_any_plant():
    state = position([company(12), company(), company()], round=4, market=(13, 15, 17, 18, 20, 22, 24, 25))
    assert questions.sentence(state, 0, GERMANY) == "You cannot pay for any plant, so you can only decline."


def test_question_which_plant_to_scrap():
    words = "Plant 13 is yours. Choose which of your other plants to scrap for it."
    assert questions.sentence(DISCARD, rules.Seat(0), GERMANY) == words


DECISIONS = {
    Question.CHOOSE_AREA: rules.start(rules.new_setup(rules.Options(areas="draft"), players=3, seed="1")),
    Question.PLACE_TRUST_HOUSE: TRUST,
    Question.CHOOSE_START_CITY: START_CITIES,
    Question.OPEN_AUCTION: position(),
    Question.BID: after(position(), "open 4 4"),
    Question.DISCARD_PLANT: DISCARD,
    Question.BUY_RESOURCES: position(phase="resources"),
    Question.BUILD_CITIES: position(phase="building"),
    Question.RUN_PLANTS: position(phase="bureaucracy"),
}


@pytest.mark.parametrize(("asked", "state"), DECISIONS.items(), ids=DECISIONS)
def test_every_decision_is_asked_for_in_words(asked, state):
    assert questions.question_of(state) == asked
    assert questions.IN_SENTENCES[asked]
    assert questions.sentence(state, state.to_move[0], GERMANY)


def test_no_decision_of_the_rules_is_left_out():
    decisions = {type(rules.legal(state, state.to_move[0])) for state in DECISIONS.values()}
    assert decisions == set(get_args(rules.Decision))
    assert set(DECISIONS) == set(Question)


def test_nobody_else_is_asked():
    with pytest.raises(rules.RuleError):
        question("Bob")
