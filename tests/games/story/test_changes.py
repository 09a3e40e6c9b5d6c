"""What is no action, and is told all the same: above all what the players agree on."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Agreement, Game, Vote
from games.story.changes import changes
from games.turns import absence, run_due, votes
from tests.factories import GameFactory, person_called, play_on
from tests.games.turns.test_votes import END, PACE, PAUSE, RESUME, vote
from tests.pages import words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return GameFactory.create(players=3, pace=PACE, after=["open 4 4"])


def told(game: Game) -> list[tuple[int, str]]:
    return [(change.place, change.sentence) for change in changes(Game.objects.get(pk=game.pk))]


def test_whoever_agreed_to_pause_and_to_go_on_is_named_in_the_order_of_their_votes(game):
    game = vote(game, PAUSE, "Cid", "Ana")
    game = play_on(game, "pass")
    vote(game, RESUME, "Bob", "Cid")
    assert told(game) == [
        (1, "Cid and Ana agreed to pause the game."),
        (2, "Bob and Cid agreed to go on with the game."),
    ]


def test_vote_that_comes_to_nothing_is_not_told(game):
    vote(game, PAUSE, "Cid")
    assert told(game) == []


def test_pause_that_ends_by_itself_is_told(game):
    game = vote(game, PAUSE, "Ana", "Bob")
    run_due.run(game.pk, now=game.resumes_at)
    assert told(game)[1:] == [(1, "The pause reached its limit, so the game goes on.")]


def test_last_one_who_is_there_decides_alone(game):
    for name in ("Ana", "Bob"):
        absence.leave(game, person_called(name), now=timezone.now())
    vote(game, PAUSE, "Cid")
    assert told(game)[-1][1] == "Cid paused the game."


def test_all_who_ended_a_game_are_named_once(game):
    vote(game, END, "Ana", "Bob", "Cid")
    assert told(game) == [(1, "Ana, Bob and Cid agreed to end the game. Nobody wins.")]


def test_game_that_ends_as_the_last_one_who_did_not_want_it_leaves_tells_who_wanted_it(game):
    vote(game, END, "Ana", "Cid")
    absence.leave(game, person_called("Bob"), now=timezone.now())
    assert [sentence for _place, sentence in told(game)] == [
        "Bob left the game. A bot stands in.",
        "Ana and Cid agreed to end the game. Nobody wins.",
    ]


def test_game_that_all_have_left_tells_that_it_ended(game):
    for name in ("Ana", "Bob", "Cid"):
        absence.leave(game, person_called(name), now=timezone.now())
    assert told(game)[-1][1] == "The game ended early. Nobody wins."
    assert not Agreement.objects.exists()


def test_what_somebody_agreed_to_before_another_took_over_is_told_by_their_name(game):
    now = timezone.now()
    vote(game, PAUSE, "Bob", "Cid", now=now)
    absence.leave(game, person_called("Bob"), now=now + timedelta(hours=1))
    absence.take_over(game, 1, person_called("Dan"), now=now + timedelta(hours=2))
    vote(game, RESUME, "Dan", "Cid", now=now + timedelta(hours=3))
    assert [sentence for _place, sentence in told(game)] == [
        "Bob and Cid agreed to pause the game.",
        "Bob left the game. A bot stands in.",
        "Dan takes over from Bob.",
        "Dan and Cid agreed to go on with the game.",
    ]


def test_games_without_agreements_cost_no_query(game, django_assert_num_queries):
    game = Game.objects.prefetch_related("seats").get(pk=game.pk)
    with django_assert_num_queries(0):
        assert changes(game) == []


def test_page_tells_it_in_the_feed_and_among_what_happened_since_the_last_turn(client, game):
    game = vote(game, PAUSE, "Bob", "Cid")
    client.force_login(person_called("Ana"))
    words = words_of(client.get(game.get_absolute_url()))
    assert words.count("Bob and Cid agreed to pause the game.") == 2


def test_hostile_names_are_told_harmlessly(client):
    game = GameFactory(players=2, pace=PACE)
    game.seats.filter(number=0).update(name="<b>{names}\u202e")
    for number in (0, 1):
        votes.cast(game, game.seats.get(number=number), Vote.Motion.PAUSE, pauses=0, now=timezone.now())
    answer = client.get(game.get_absolute_url()).content.decode()
    assert "<b>{names}" not in answer
    assert "&lt;b&gt;{names}\u202e and Bob agreed to pause the game." in answer
