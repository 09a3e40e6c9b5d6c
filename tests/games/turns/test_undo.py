"""What can be taken back at once, what stands, and what depends on it."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from msgspec.structs import replace

import rules
import rules.bots
from games.alerts import notices
from games.models import Game, Origin, Question, Snapshot, UndoRequest
from games.models.pace import HOUR
from games.replay import history, snapshots
from games.replay.action_rows import TakenBack
from games.turns import play, undo
from notifications.models import Alert
from tests.factories import GameFactory, play_on, play_to_the_end, play_until
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES
from tests.games.taking import act, asked, at_once, rows, seat_of
from tests.games.undoing import agree, all_about, state_after, take_back

pytestmark = pytest.mark.django_db

CARD = "A new card came up"
GONE_ON = "The game has gone on"


# At once ------------------------------------------------------------------------------------------------------------


def test_own_last_action_can_be_taken_back():
    game = take_back(GameFactory(after=[*AUCTIONS, "buy o2"]), "Bob")
    assert asked(game) == ["Bob"]
    assert history.moves(game)[-1].action == TakenBack(game.sequence - 2)
    assert history.position(game, game.sequence).state == state_after(game, game.sequence - 2)


def test_nothing_is_ever_removed():
    game = GameFactory(after=[*AUCTIONS, "buy o2"])
    before = list(game.actions.values())
    game = take_back(game, "Bob")
    assert list(game.actions.values())[:-1] == before


def test_decision_that_was_taken_back_counts_for_nothing():
    game = GameFactory(after=[*AUCTIONS, "buy o2"])
    turns_before = seat_of(game, "Bob").turns
    game = take_back(game, "Bob")
    assert seat_of(game, "Bob").turns == turns_before - 1
    game = act(game, "Bob", "buy o2")
    assert seat_of(game, "Bob").turns == turns_before


PACE = {"move_time": 24 * HOUR, "bank_time": 10 * HOUR, "bank_cap": 20 * HOUR, "increment": 2 * HOUR}


@pytest.mark.parametrize(("taken", "left"), [(5, 29), (30, 4)])
def test_time_of_a_decision_that_was_taken_back_goes_on(monkeypatch, taken, left):
    game = GameFactory(pace=PACE)
    start = seat_of(game, "Ana").asked_at

    def wait_until(hour: int) -> datetime:
        monkeypatch.setattr(timezone, "now", lambda: start + timedelta(hours=hour))
        return timezone.now()

    wait_until(taken)
    for hour in (35, 40):
        game = act(game, "Ana", "open 4 4")
        now = wait_until(hour)
        game = take_back(game, "Ana")
        ana = seat_of(game, "Ana")
        assert (ana.bank, ana.due_at - now) == (10 * HOUR, timedelta(hours=left))
        assert game.due_at == ana.warns_at
    act(game, "Ana", "open 4 4")
    assert seat_of(game, "Ana").bank == (12 * HOUR if taken < 24 else 6 * HOUR)


def test_there_is_fresh_time_where_all_agree_to_take_back(monkeypatch):
    game = GameFactory(pace=PACE, undo_by_consent=True)
    start = seat_of(game, "Ana").asked_at
    monkeypatch.setattr(timezone, "now", lambda: start + timedelta(hours=20))
    game = play_on(game, "open 4 4", "bid 5")
    game = take_back(game, "Ana")
    for name in ("Bob", "Cid"):
        game = agree(game, name, asker="Ana")
    assert seat_of(game, "Ana").due_at == start + timedelta(hours=20 + 24 + 12)


def test_row_has_the_digest_of_the_position_that_the_game_went_back_to():
    game = take_back(GameFactory(after=[*AUCTIONS, "buy o2"]), "Bob")
    assert game.actions.get(sequence=game.sequence).digest == game.actions.get(sequence=game.sequence - 2).digest


def test_start_can_be_gone_back_to():
    game = take_back(GameFactory(after=["open 4 4"]), "Ana")
    assert asked(game) == ["Ana"]
    assert history.position(game, 2).state == state_after(game, 0)


def test_columns_follow_the_position_that_the_game_went_back_to():
    game = GameFactory(after=[*PURCHASES[:-1]])
    assert game.phase == rules.Phase.RESOURCES
    game = play_on(game, PURCHASES[-1])
    assert game.phase == rules.Phase.BUILDING
    game = take_back(game, "Cid")
    game.refresh_from_db()
    assert (game.sequence, game.phase, game.round, game.step) == (10, rules.Phase.RESOURCES, 1, 1)
    assert game.moved_at == game.actions.last().created_at


def test_who_took_back_is_asked_anew():
    game = GameFactory(after=[*AUCTIONS, "buy o2"])
    game = take_back(game, "Bob")
    bob, ana = seat_of(game, "Bob"), seat_of(game, "Ana")
    assert (bob.question, bob.asked_sequence, bob.asked_at) == (Question.BUY_RESOURCES, game.sequence, game.moved_at)
    assert (ana.is_to_move, ana.asked_sequence) == (False, None)


def test_game_goes_on_after_taking_back():
    game = take_back(GameFactory(after=[*AUCTIONS, "buy o2"]), "Bob")
    game = play_on(game, "buy o1", "buy c2", "buy c1 o1")
    assert game.phase == rules.Phase.BUILDING
    bob = history.position(game, game.sequence).state.players[1]
    assert bob.fuel.oil == 1


def test_what_was_done_instead_can_be_taken_back_too():
    game = take_back(GameFactory(after=[*AUCTIONS, "buy o2"]), "Bob")
    game = take_back(play_on(game, "buy o1"), "Bob")
    assert asked(game) == ["Bob"]
    assert history.position(game, game.sequence).state == state_after(game, 6)


def test_own_actions_in_a_row_can_be_taken_back_one_by_one():
    game = GameFactory(after=BUILDINGS)
    game = take_back(act(game, "Cid", "run 5:c1o1"), "Cid")
    assert game.phase == rules.Phase.BUREAUCRACY
    game = take_back(game, "Cid")
    assert (game.phase, asked(game)) == (rules.Phase.BUILDING, ["Cid"])


def test_pass_can_be_taken_back_until_it_is_answered():
    game = GameFactory(after=["open 4 4", "pass"])
    assert asked(take_back(game, "Bob")) == ["Bob"]


def test_own_moves_without_choice_go_along():
    known = history.positions(GameFactory(after=["open 4 4"]))
    follows = history.Move(2, rules.Seat(0), rules.PassBid(), Origin.FORCED, timezone.now())
    forced = history.Position(2, replace(known[-1].state, happened=()), follows)
    assert undo.undoable([*known, forced], 0) == undo.Undoable(0, 1, "")


# Refusals -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("after", "name", "sentence"),
    [
        ([], "Ana", "nothing to take back"),
        (["open 4 4"], "Bob", "nothing to take back"),
        (["open 4 4", "bid 5"], "Ana", GONE_ON),
        (["open 4 4", "pass"], "Ana", GONE_ON),
        (["open 4 4", "pass", "pass"], "Cid", CARD),
        (AUCTIONS, "Cid", CARD),
    ],
    ids=["nothing", "not yet", "bid", "pass", "card of another", "own card"],
)
def test_what_stands_is_not_taken_back(after, name, sentence):
    game = GameFactory(after=after)
    before = all_about(game)
    with pytest.raises(undo.UndoRefused, match=sentence):
        take_back(game, name)
    assert all_about(game) == before


def test_what_another_had_to_do_is_an_answer():
    game = GameFactory(options=rules.Options(money_visible=True), after=["open 4 50"])
    with pytest.raises(undo.UndoRefused, match=GONE_ON):
        take_back(game, "Ana")


def test_answer_of_a_bot_is_an_answer():
    game = GameFactory(players=3, bots=2, after=["open 4 4"])
    with pytest.raises(undo.UndoRefused, match=GONE_ON):
        take_back(game, "Ana")


def test_answer_that_was_taken_back_has_been_seen_all_the_same():
    game = take_back(GameFactory(after=["open 4 4", "bid 5"]), "Bob")
    with pytest.raises(undo.UndoRefused, match=GONE_ON):
        take_back(game, "Ana")


def test_powering_can_be_taken_back_until_somebody_else_has_powered():
    game = act(GameFactory(after=BUILDINGS), "Ana", "run 4")
    assert not undo.undoable(history.positions(game), 0).obstacle
    game = act(game, "Bob", "run 3")
    with pytest.raises(undo.UndoRefused, match=GONE_ON):
        take_back(game, "Ana")
    assert asked(take_back(game, "Bob")) == ["Bob", "Cid"]


def test_nobody_changes_their_mind_for_ever():
    game = GameFactory(after=[*AUCTIONS, "buy o2"])
    for _ in range(undo.MOST_IN_A_ROW):
        game = play_on(take_back(game, "Bob"), "buy o2")
    with pytest.raises(undo.UndoRefused, match="several times in a row"):
        take_back(game, "Bob")
    game = play_on(game, "buy c2")
    assert asked(take_back(game, "Ana")) == ["Ana"]


def test_game_that_is_over_stands():
    game = play_to_the_end(GameFactory(players=2, options=rules.Options(first_game=True), undo_by_consent=True))
    for name in ("Ana", "Bob"):
        with pytest.raises(undo.UndoRefused, match="nothing"):
            take_back(game, name)


@pytest.mark.parametrize("expected", [-1, 0, 6, 8, 10**9])
def test_taking_back_at_another_position_is_stale(expected):
    game = GameFactory(after=[*AUCTIONS, "buy o2"])
    before = all_about(game)
    with pytest.raises(play.Stale):
        take_back(game, "Bob", expected=expected)
    assert all_about(game) == before


def test_seat_of_another_game_is_refused():
    game, other = GameFactory(after=["open 4 4"]), GameFactory()
    with pytest.raises(ValueError, match="not of game"):
        undo.take_back(game, seat_of(other, "Ana"), expected=1)


# What depends on it -------------------------------------------------------------------------------------------------


def test_who_took_back_is_told_only_if_they_do_nothing():
    game = take_back(GameFactory(after=[*AUCTIONS, "buy o2"]), "Bob")
    told = Alert.objects.get(kind="your_turn", sequence=game.sequence)
    assert (told.recipient.name, told.due_at) == ("Bob", game.moved_at + timedelta(minutes=10))


def test_alert_to_somebody_who_is_no_longer_asked_is_dropped():
    game = GameFactory(after=[*AUCTIONS, "buy o2"])
    alert = Alert.objects.get(recipient__name="Ana", sequence=game.sequence)
    assert notices.your_turn(alert) is not None
    take_back(game, "Bob")
    assert notices.your_turn(alert) is None


def test_snapshot_holds_the_position_that_the_game_went_back_to():
    game = take_back(GameFactory(after=[*AUCTIONS, "buy o2"]), "Bob")
    assert snapshots.load(game) == state_after(game, 6)


def test_older_snapshot_is_brought_up_to_date_across_what_was_taken_back():
    game = GameFactory(after=AUCTIONS)
    older = Snapshot.objects.values().get()
    game = play_on(take_back(play_on(game, "buy o2"), "Bob"), "buy o1")
    Snapshot.objects.update(**older)
    assert rules.digest(snapshots.load(game)) == game.actions.last().digest


def test_powering_stays_good_while_others_take_theirs_back():
    game = GameFactory(after=BUILDINGS)
    seen = game.sequence
    game = take_back(act(game, "Ana", "run 4"), "Ana")
    game = act(game, "Cid", "run 5:c1o1", expected=seen)
    assert rows(game)[-1] == (2, "run 5:c1o1")


def test_powering_stays_good_while_others_take_back_what_was_seen():
    game = act(GameFactory(after=BUILDINGS), "Ana", "run 4")
    seen = game.sequence
    game = act(take_back(game, "Ana"), "Cid", "run 5:c1o1", expected=seen)
    assert rows(game)[-1] == (2, "run 5:c1o1")


@pytest.mark.parametrize("ahead", [1, 10**9])
def test_powering_at_a_position_that_is_yet_to_come_is_stale(ahead):
    game = GameFactory(after=BUILDINGS)
    with pytest.raises(play.Stale):
        act(game, "Cid", "run 5:c1o1", expected=game.sequence + ahead)


def test_powering_is_stale_where_the_game_went_back_to_that_of_an_earlier_round():
    game = GameFactory(undo_by_consent=True, after=[*BUILDINGS, "run 4", "run 3", "run 5:c1o1"])
    game = play_until(game, lambda state: state.phase is rules.Phase.BUREAUCRACY)
    assert game.round == 2
    seen = game.sequence
    while game.round == 2:
        game = take_back(game, "Cid")
        for name in ("Ana", "Bob"):
            if UndoRequest.objects.exists():
                game = agree(game, name, "Cid")
    assert (game.phase, "Cid" in asked(game)) == (rules.Phase.BUREAUCRACY, True)
    with pytest.raises(play.Stale):
        act(game, "Cid", "run 5:c1o1", expected=seen)


def test_powering_is_stale_where_the_game_went_back_to_building():
    game = GameFactory(after=BUILDINGS)
    seen = game.sequence
    game = take_back(game, "Cid")
    game = act(game, "Cid", "build koln")
    with pytest.raises(play.Stale):
        act(game, "Ana", "run 4", expected=seen)


def test_row_that_goes_back_to_where_the_game_never_was_cannot_be_replayed():
    game = GameFactory(after=["open 4 4", "bid 5"])
    game.actions.filter(sequence=2).update(body='{"kind":"undo","to":2}')
    with pytest.raises(history.Unplayable):
        history.position(game, 2)


# At the same time ---------------------------------------------------------------------------------------------------


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_taking_back_twice_at_once_happens_once():
    game = GameFactory(after=[*AUCTIONS, "buy o2"])
    seat = seat_of(game, "Bob")
    results = at_once(*(lambda: undo.take_back(game, seat, expected=7) for _ in range(4)))
    assert sum(isinstance(result, Game) for result in results) == 1
    assert sum(isinstance(result, play.Stale) for result in results) == 3
    game.refresh_from_db()
    assert game.sequence == 8


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_of_an_answer_and_taking_back_the_question_one_gets_through():
    game = GameFactory(after=[*AUCTIONS, "buy o2"])
    bob, ana = seat_of(game, "Bob"), seat_of(game, "Ana")
    results = at_once(
        lambda: undo.take_back(game, bob, expected=7),
        lambda: play.play(game, ana, rules.parse_action("buy c2"), expected=7),
    )
    assert sorted(type(result).__name__ for result in results) == ["Game", "Stale"]
    game.refresh_from_db()
    assert game.sequence == 8
