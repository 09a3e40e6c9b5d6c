"""Taking turns before the game: areas, houses of the Trust and start cities, each asked of the right person."""

import pytest

import rules
from games.models import Game, Origin, Question, Snapshot
from games.replay import history, verify
from notifications.models import Alert
from tests.factories import GameFactory, play_on, play_to_the_end
from tests.games.scripts import TRUST_HOUSES

pytestmark = pytest.mark.django_db

START_CITIES = rules.Options(edition="recharged", start_cities=True)


def asked(game: Game) -> tuple[str, str]:
    """Who is to move, and what they are asked."""
    seat = game.seats.get(is_to_move=True)
    return seat.name, seat.question


def told(game: Game) -> list[str]:
    """Who was alerted at once, one after the other: not those who had just acted themselves."""
    alerts = Alert.objects.filter(kind="your_turn", held=[]).select_related("recipient").order_by("pk")
    return [alert.recipient.name for alert in alerts]


def test_houses_of_the_trust_are_asked_for_one_by_one():
    game = GameFactory(players=2, options=rules.Options(edition="recharged"))
    placers = []
    for house in TRUST_HOUSES:
        name, question = asked(game)
        assert question == Question.PLACE_TRUST_HOUSE
        placers.append(name)
        game = play_on(game, house)
    assert placers == ["Ana", "Bob", "Bob", "Ana", "Ana", "Bob"]
    assert asked(game) == ("Ana", Question.OPEN_AUCTION)


def test_whoever_places_two_houses_is_alerted_once():
    game = play_on(GameFactory(players=2, options=rules.Options(edition="recharged")), *TRUST_HOUSES)
    assert told(game) == ["Ana", "Bob", "Ana", "Bob", "Ana"]


def test_start_cities_are_asked_for_in_player_order_after_the_houses():
    game = GameFactory(players=2, options=START_CITIES, after=TRUST_HOUSES)
    assert asked(game) == ("Ana", Question.CHOOSE_START_CITY)
    game = play_on(game, "start leipzig")
    assert asked(game) == ("Bob", Question.CHOOSE_START_CITY)
    assert asked(play_on(game, "start cuxhaven")) == ("Ana", Question.OPEN_AUCTION)


def test_game_that_began_by_the_first_version_of_the_rules_goes_on_by_it():
    options = rules.Options(edition="recharged", map="italy", areas="draft", start_cities=True)
    game = GameFactory(options=options)
    assert game.setup.pop("version") == rules.VERSION
    Snapshot.objects.filter(game=game).delete()
    game.save(update_fields=["setup"])
    game = play_on(game, "area centre", "area northeast", "area northwest", "start livorno")
    assert history.positions(game)[-1].state.is_marked("livorno")
    assert verify.audit([game.pk]).faults == ()


def test_bots_place_houses_and_mark_cities_at_once():
    game = GameFactory(players=2, bots=1, options=START_CITIES, after=["trust hannover"])
    origins = [move.origin for move in history.moves(game)]
    assert origins == [Origin.PLAYER, Origin.BOT, Origin.BOT]
    assert asked(game) == ("Ana", Question.PLACE_TRUST_HOUSE)


def test_area_without_an_alternative_is_taken_at_once():
    """From Belgium only one area leads on, and of five areas for five players the last one is nobody's choice."""
    options = rules.Options(map="benelux", areas="draft")
    game = GameFactory(players=5, options=options, after=["area flanders", "area wallonia"])
    assert asked(game) == ("Dan", Question.CHOOSE_AREA)
    moves = history.moves(play_on(game, "area randstad"))
    assert [(str(move.action), move.origin) for move in moves][2:] == [
        ("area south-netherlands", Origin.FORCED),
        ("area randstad", Origin.PLAYER),
        ("area north", Origin.FORCED),
    ]


def test_person_and_bot_play_against_the_trust_to_the_end():
    game = play_to_the_end(GameFactory(players=2, bots=1, options=START_CITIES))
    assert game.is_over
    assert sorted(game.seats.values_list("rank", flat=True)) in ([1, 1], [1, 2])
