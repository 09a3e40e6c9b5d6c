"""What is taken back once all others agree."""

import pytest

import rules
import rules.bots
from games.alerts import notices
from games.models import Game, Question, UndoRequest
from games.plans.language import StandingPass
from games.replay import history, snapshots
from games.replay.action_rows import TakenBack
from games.turns import play, undo
from notifications.models import Alert
from tests.factories import GameFactory, play_on
from tests.games.planned import plan
from tests.games.scripts import BUILDINGS
from tests.games.taking import act, alerts, asked, at_once, seat_of
from tests.games.undoing import agree, all_about, refuse, state_after, take_back
from tests.notifications.letters import letter

pytestmark = pytest.mark.django_db

GONE_ON = "The game has gone on"


@pytest.fixture
def answered(db: None) -> Game:
    """Ana has opened the first auction, and Bob has bid."""
    return GameFactory.create(undo_by_consent=True, after=["open 4 4", "bid 5"])


def test_what_was_answered_takes_the_consent_of_all(answered):
    game = take_back(answered, "Ana")
    assert game.sequence == 2
    assert asked(game) == ["Cid"]
    game = agree(game, "Bob", "Ana")
    assert game.sequence == 2
    game = agree(game, "Cid", "Ana")
    assert history.moves(game)[-1].action == TakenBack(0, agreed=True)
    assert asked(game) == ["Ana"]
    assert not UndoRequest.objects.exists()


def test_request_lapses_when_a_plan_given_meanwhile_answers_at_once():
    game = GameFactory(undo_by_consent=True, plans_answer_at_once=True, after=["open 4 4", "bid 5"])
    game = plan(take_back(game, "Ana"), "Cid", StandingPass())
    assert game.sequence == 3
    assert not UndoRequest.objects.exists()


def test_each_step_is_news(answered):
    game = answered
    steps = (take_back(game, "Ana"), agree(game, "Bob", "Ana"), refuse(game, "Cid", "Ana"))
    game.refresh_from_db()
    assert [step.news for step in steps] == [game.news - 2, game.news - 1, game.news]


def test_nobody_has_to_agree_to_what_was_not_answered():
    game = GameFactory(undo_by_consent=True, after=["open 4 4"])
    game = take_back(game, "Ana")
    assert history.moves(game)[-1].action == TakenBack(0)


def test_among_bots_alone_nobody_has_to_agree():
    game = GameFactory(players=3, bots=2, undo_by_consent=True, after=["open 4 4"])
    game = take_back(game, "Ana")
    assert history.moves(game)[-1].action == TakenBack(0)
    assert asked(game) == ["Ana"]


def test_practice_game_can_be_gone_back_to_its_start():
    game = GameFactory(players=3, bots=2, undo_by_consent=True)
    for _ in range(6):
        state = snapshots.load(game)
        game = play_on(game, str(rules.bots.decide(state, state.to_move[0])))
    while undo.undoable(history.positions(game), 0):
        game = take_back(game, "Ana")
    assert history.position(game, game.sequence).state == state_after(game, 0)


def test_others_whose_actions_go_along_are_asked_anew():
    game = GameFactory(undo_by_consent=True, after=BUILDINGS)
    for name, action in (("Ana", "run 4"), ("Bob", "run 3"), ("Cid", "run 5:c1o1")):
        game = act(game, name, action)
    assert (game.round, asked(game)) == (2, ["Cid"])
    game = take_back(game, "Ana")
    game = agree(agree(game, "Bob", "Ana"), "Cid", "Ana")
    assert (game.round, asked(game)) == (1, ["Ana", "Bob", "Cid"])
    assert {(seat.question, seat.asked_sequence) for seat in game.seats.all()} == {(Question.RUN_PLANTS, 16)}


def test_others_who_are_asked_the_same_keep_their_time_of_asking():
    game = GameFactory(undo_by_consent=True, after=BUILDINGS)
    game = act(act(game, "Ana", "run 4"), "Bob", "run 3")
    before = seat_of(game, "Cid")
    game = agree(agree(take_back(game, "Ana"), "Bob", "Ana"), "Cid", "Ana")
    after = seat_of(game, "Cid")
    assert (after.asked_at, after.asked_sequence) == (before.asked_at, before.asked_sequence)


@pytest.mark.parametrize("step", ["ask", "agree"])
def test_same_step_twice_is_taken_once(answered, step):
    game = take_back(answered, "Ana")
    if step == "agree":
        game = agree(game, "Bob", "Ana")
    before = all_about(game)
    game = take_back(game, "Ana") if step == "ask" else agree(game, "Bob", "Ana")
    assert all_about(game) == before


def test_refusal_settles_it(answered):
    game = refuse(take_back(answered, "Ana"), "Bob", "Ana")
    assert game.sequence == 2
    with pytest.raises(undo.UndoRefused, match="no longer open"):
        agree(game, "Cid", "Ana")
    with pytest.raises(undo.UndoRefused, match="not all agreed"):
        take_back(game, "Ana")


def test_one_can_ask_again_once_the_game_went_on(answered):
    game = refuse(take_back(answered, "Ana"), "Bob", "Ana")
    game = take_back(play_on(game, "bid 6"), "Ana")
    assert UndoRequest.objects.get().refused_by is None


def test_request_can_be_withdrawn_and_made_again(answered):
    game = refuse(take_back(answered, "Ana"), "Ana", "Ana")
    assert not UndoRequest.objects.exists()
    assert UndoRequest.objects.filter(game=take_back(game, "Ana")).exists()


def test_request_lapses_with_the_next_action(answered):
    game = take_back(answered, "Ana")
    seen = game.sequence
    game = play_on(game, "bid 6")
    assert not UndoRequest.objects.exists()
    with pytest.raises(play.Stale):
        undo.agree(game, seat_of(game, "Bob"), asker=0, expected=seen)
    with pytest.raises(undo.UndoRefused, match="no longer open"):
        agree(game, "Bob", "Ana")


def test_request_lapses_with_what_is_taken_back_at_once(answered):
    game = take_back(take_back(answered, "Ana"), "Bob")
    assert history.moves(game)[-1].action == TakenBack(1)
    assert not UndoRequest.objects.exists()


def test_two_cannot_ask_at_the_same_time():
    game = GameFactory(undo_by_consent=True, after=["open 4 4", "bid 5", "bid 6"])
    game = take_back(game, "Ana")
    before = all_about(game)
    with pytest.raises(undo.UndoRefused, match="Another player has asked"):
        take_back(game, "Bob")
    assert all_about(game) == before


def test_another_can_ask_after_a_refusal():
    game = GameFactory(undo_by_consent=True, after=["open 4 4", "bid 5", "bid 6"])
    game = take_back(refuse(take_back(game, "Ana"), "Bob", "Ana"), "Bob")
    assert UndoRequest.objects.get().seat == 1
    with pytest.raises(undo.UndoRefused, match="no longer open"):
        agree(game, "Cid", "Ana")


def test_nobody_agrees_with_themselves(answered):
    game = take_back(answered, "Ana")
    with pytest.raises(undo.UndoRefused, match="others have to agree"):
        agree(game, "Ana", "Ana")


def test_games_without_consent_have_no_requests():
    game = GameFactory(after=["open 4 4", "bid 5"])
    with pytest.raises(undo.UndoRefused, match=GONE_ON):
        take_back(game, "Ana")
    assert not UndoRequest.objects.exists()


def test_who_is_asked_again_by_consent_is_alerted(answered):
    before = alerts(answered)
    game = agree(agree(take_back(answered, "Ana"), "Bob", "Ana"), "Cid", "Ana")
    assert alerts(game) == [*before, ("Ana", 3)]
    mail = letter(notices.your_turn, Alert.objects.get(sequence=3))
    assert "All agreed to go back to before this" in mail.text


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_all_can_agree_at_the_same_moment():
    game = GameFactory(players=4, undo_by_consent=True, after=["open 4 4", "bid 5"])
    game = take_back(game, "Ana")
    seats = [seat_of(game, name) for name in ("Bob", "Cid", "Dan")]
    results = at_once(*(lambda seat=seat: undo.agree(game, seat, asker=0, expected=2) for seat in seats))
    assert all(isinstance(result, Game) for result in results)
    game.refresh_from_db()
    assert (game.sequence, asked(game)) == (3, ["Ana"])


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_request_made_twice_at_once_is_one():
    game = GameFactory(undo_by_consent=True, after=["open 4 4", "bid 5"])
    ana = seat_of(game, "Ana")
    results = at_once(*(lambda: undo.take_back(game, ana, expected=2) for _ in range(4)))
    assert all(isinstance(result, Game) for result in results)
    assert UndoRequest.objects.count() == 1
