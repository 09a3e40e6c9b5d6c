import pytest

import rules
from games import history, questions
from games.cast import Cast
from games.models import Question
from tests.factories import GameFactory
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES, ROUND
from tests.rules.positions import after, company, position

pytestmark = pytest.mark.django_db


def question(name, **kwargs):
    game = GameFactory(**kwargs)
    seat = game.seats.get(name=name)
    return questions.sentence(history.position(game, game.sequence).state, seat.number, Cast.of(game))


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


def test_question_which_plant_to_scrap():
    companies = [company(money=50, plants=[4, 5, 7]), company(plants=[3, 6, 8]), company(plants=[9, 10])]
    state = after(position(companies, market=[13, 14, 15, 16, 17, 18, 19, 20]), "open 13 13", "pass", "pass")
    cast = Cast(("Ana", "Bob", "Cid"), rules.board("germany", "classic"))
    words = "Plant 13 is yours. Choose which of your other plants to scrap for it."
    assert questions.sentence(state, rules.Seat(0), cast) == words
    assert questions.question_of(state) == Question.DISCARD_PLANT


def test_nobody_else_is_asked():
    with pytest.raises(rules.RuleError):
        question("Bob")
