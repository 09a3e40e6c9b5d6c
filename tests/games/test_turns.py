import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

import rules
from games import following, history, turns
from games.models import Action, Game, Origin, Question, Seat, Snapshot
from notifications.models import Alert
from tests.factories import GameFactory, person_called, play_on, play_to_the_end
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES, ROUND

pytestmark = pytest.mark.django_db


def seat_of(game: Game, name: str) -> Seat:
    return game.seats.get(name=name)


def act(game: Game, name: str, action: str, *, expected: int | None = None) -> Game:
    expected = game.sequence if expected is None else expected
    return turns.play(game, seat_of(game, name), rules.parse_action(action), expected=expected)


def asked(game: Game) -> list[str]:
    return [seat.name for seat in game.seats.filter(is_to_move=True)]


def rows(game: Game) -> list[tuple[int, str]]:
    """Seat and action of every row, as one would write them down."""
    return [(move.seat, str(move.action)) for move in history.moves(game)]


def everything(game: Game) -> list[list[Any]]:
    """All that is stored about a game, to see that nothing changed."""
    tables = (Game.objects.filter(pk=game.pk), game.seats, game.actions, Snapshot.objects.all(), Alert.objects.all())
    return [list(table.values()) for table in tables]


# Starting -----------------------------------------------------------------------------------------------------------


def test_new_game_waits_for_the_first_in_the_order():
    game = GameFactory(players=3)
    assert (game.sequence, game.phase, game.round, game.step) == (0, rules.Phase.AUCTION, 1, 1)
    assert asked(game) == ["Ana"]
    assert seat_of(game, "Ana").question == Question.OPEN_AUCTION


def test_new_game_keeps_its_setup_and_shows_only_the_hash_of_the_seed():
    game = GameFactory()
    setup = game.read_setup()
    assert rules.start(setup) == history.position(game, 0).state
    assert setup.seed not in game.seed_hash
    assert len(game.seed_hash) == 64


def test_seeds_differ_from_game_to_game():
    ana = person_called("Ana")
    seats = [turns.NewSeat("Ana", ana), turns.NewSeat("Bot", None)]
    first, second = (turns.start(rules.Options(), seats, name="Practice", is_public=False) for _ in range(2))
    assert first.read_setup().seed != second.read_setup().seed


def test_bots_before_the_first_person_act_at_once():
    seats = [turns.NewSeat("Bot", None), turns.NewSeat("Ana", person_called("Ana"))]
    game = turns.start(rules.Options(), seats, name="Practice", is_public=False, seed="0")
    assert game.read_setup().order == (0, 1)
    assert game.sequence > 0
    assert set(game.actions.values_list("seat", "origin")) == {(0, Origin.BOT)}
    assert asked(game) == ["Ana"]


def test_game_has_the_pace_that_it_is_given():
    seats = [turns.NewSeat(name, person_called(name)) for name in ("Ana", "Bob")]
    game = turns.start(rules.Options(), seats, name="Daily", is_public=True, pace={"move_time": 86400, "grace": 60})
    assert (game.move_time, game.grace, game.plans_answer_at_once) == (86400, 60, False)
    assert all(seat.powers_itself for seat in game.seats.all())


def test_nobody_hurries_or_outguesses_somebody_alone_against_bots():
    seats = [turns.NewSeat("Ana", person_called("Ana")), turns.NewSeat("Bot", None)]
    game = turns.start(rules.Options(), seats, name="Practice", is_public=False, pace={"move_time": 86400})
    assert (game.move_time, game.plans_answer_at_once) == (None, True)
    assert not any(seat.powers_itself for seat in game.seats.all())


def test_game_without_a_person_is_refused():
    with pytest.raises(ValueError, match="at least one person"):
        turns.start(rules.Options(), [turns.NewSeat("Bot", None)] * 3, name="Machines", is_public=True)


def test_options_against_the_rules_store_nothing():
    with pytest.raises(rules.RuleError, match="2 to 6 players"):
        turns.start(rules.Options(), [turns.NewSeat("Ana", person_called("Ana"))], name="Alone", is_public=True)
    assert not Game.objects.exists()


# Playing ------------------------------------------------------------------------------------------------------------


def test_action_is_stored_with_the_digest_of_the_state_it_leads_to():
    game = GameFactory(after=["open 4 4"])
    row = game.actions.get()
    assert (row.sequence, row.seat, row.origin) == (1, 0, Origin.PLAYER)
    assert rules.action_from_json(row.body) == rules.OpenAuction(4, 4)
    assert row.digest == rules.digest(history.position(game, 1).state)


def test_columns_follow_the_state():
    game = GameFactory(after=ROUND)
    game.refresh_from_db()
    assert (game.sequence, game.phase, game.round, game.step) == (15, rules.Phase.AUCTION, 2, 1)
    assert game.moved_at == game.actions.last().created_at
    assert game.finished_at is None


@pytest.mark.parametrize(
    ("after", "name", "question"),
    [
        ([], "Ana", Question.OPEN_AUCTION),
        (["open 4 4"], "Bob", Question.BID),
        (AUCTIONS, "Bob", Question.BUY_RESOURCES),
        (PURCHASES, "Bob", Question.BUILD_CITIES),
        (BUILDINGS, "Bob", Question.RUN_PLANTS),
    ],
)
def test_seat_to_move_says_what_it_is_asked_and_since_when(after, name, question):
    game = GameFactory(after=after)
    seat = seat_of(game, name)
    assert (seat.is_to_move, seat.question, seat.asked_sequence) == (True, question, game.sequence)
    assert seat.asked_at == game.moved_at


def test_drafting_areas_is_a_question_of_its_own():
    game = GameFactory(options=rules.Options(areas="draft"))
    assert seat_of(game, "Ana").question == Question.CHOOSE_AREA


def test_seat_that_has_acted_is_asked_nothing_any_more():
    game = GameFactory(after=["open 4 4"])
    seat = seat_of(game, "Ana")
    assert (seat.is_to_move, seat.asked_at, seat.asked_sequence, seat.question) == (False, None, None, "")


def test_all_are_asked_at_once_in_bureaucracy_and_keep_their_time_of_asking():
    game = GameFactory(after=BUILDINGS)
    assert asked(game) == ["Ana", "Bob", "Cid"]
    before = seat_of(game, "Cid")
    game = play_on(game, "run 4")
    assert asked(game) == ["Bob", "Cid"]
    after = seat_of(game, "Cid")
    assert (after.asked_at, after.asked_sequence) == (before.asked_at, before.asked_sequence)


def test_forced_moves_are_rows_of_their_own():
    game = GameFactory(after=["open 4 50"])
    assert rows(game) == [(0, "open 4 50"), (1, "pass"), (2, "pass")]
    assert list(game.actions.values_list("origin", flat=True)) == [Origin.PLAYER, Origin.FORCED, Origin.FORCED]
    assert asked(game) == ["Bob"]


def test_bots_answer_at_once_in_rows_of_their_own():
    game = GameFactory(players=3, bots=2, after=["open 4 4"])
    origins = list(game.actions.values_list("origin", "seat"))
    assert origins[0] == (Origin.PLAYER, 0)
    assert {origin for origin, _ in origins[1:]} == {Origin.BOT}
    assert {seat for _, seat in origins[1:]} <= {1, 2}
    assert asked(game) == ["Ana"]


def test_bots_in_bureaucracy_do_not_wait_for_people():
    game = GameFactory(players=2, bots=1)
    while game.phase != rules.Phase.BUREAUCRACY:
        state = history.position(game, game.sequence).state
        action = rules.bots.decide(state, rules.Seat(0))
        game = turns.play(game, seat_of(game, "Ana"), action, expected=game.sequence)
    assert asked(game) == ["Ana"]
    assert rows(game)[-1][0] == 1


def test_game_is_played_to_its_end_by_a_person_and_bots():
    game = GameFactory(players=4, bots=3)
    ana = seat_of(game, "Ana")
    while not game.is_over:
        state = history.position(game, game.sequence).state
        game = turns.play(game, ana, rules.bots.decide(state, rules.Seat(0)), expected=game.sequence)
    state = history.position(game, game.sequence).state
    assert game.phase == rules.Phase.FINISHED
    assert asked(game) == []
    assert {seat.number: (seat.rank, seat.powered) for seat in game.seats.all()} == {
        entry.seat: (entry.rank, entry.powered) for entry in state.standing
    }
    with pytest.raises(rules.RuleError, match="over"):
        turns.play(game, ana, rules.PassBid(), expected=game.sequence)


def test_game_that_goes_on_without_people_for_ever_is_stopped(monkeypatch):
    monkeypatch.setattr(following, "MOST_AT_ONCE", 1)
    game = GameFactory()
    with pytest.raises(RuntimeError, match="without a person"):
        act(game, "Ana", "open 4 50")
    assert not game.actions.exists()


def test_refusal_of_what_a_bot_does_is_no_refusal_of_the_player(monkeypatch):
    monkeypatch.setattr(rules.bots, "decide", lambda state, seat, seed: rules.Bid(1))
    game = GameFactory(players=2, bots=1)
    with pytest.raises(RuntimeError, match="needs no person"):
        act(game, "Ana", "open 4 4")
    assert not game.actions.exists()


# Refusals -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "action", "rule"),
    [
        ("Cid", "pass", "GEN-9"),
        ("Ana", "bid 5", "GEN-9"),
        ("Bob", "bid 4", "AUC-8"),
        ("Bob", "bid 51", "AUC-6"),
        ("Bob", "bid 9999", "AUC-6"),
    ],
)
def test_refused_action_leaves_everything_as_it_was(name, action, rule):
    game = GameFactory(after=["open 4 4"])
    before = everything(game)
    with pytest.raises(rules.RuleError) as refusal:
        act(game, name, action)
    assert refusal.value.rule == rule
    assert everything(game) == before


@pytest.mark.parametrize("expected", [-1, 0, 1, 3, 10**9])
def test_action_for_another_position_is_stale(expected):
    game = GameFactory(after=["open 4 4", "bid 5"])
    before = everything(game)
    with pytest.raises(turns.Stale) as stale:
        act(game, "Cid", "pass", expected=expected)
    assert (stale.value.game.sequence, stale.value.expected) == (2, expected)
    assert everything(game) == before


def test_same_action_twice_is_stale_the_second_time():
    game = GameFactory()
    act(game, "Ana", "open 4 4", expected=0)
    with pytest.raises(turns.Stale):
        act(game, "Ana", "open 4 4", expected=0)
    assert rows(game.__class__.objects.get(pk=game.pk)) == [(0, "open 4 4")]


def test_seat_of_another_game_is_refused():
    game, other = GameFactory(), GameFactory()
    with pytest.raises(ValueError, match="not of game"):
        turns.play(game, seat_of(other, "Ana"), rules.OpenAuction(4, 4), expected=0)


def test_powering_stays_good_while_only_others_have_powered():
    game = GameFactory(after=BUILDINGS)
    seen = game.sequence
    play_on(game, "run 4")
    game = act(game, "Cid", "run 5:c1o1", expected=seen)
    assert rows(game)[-2:] == [(0, "run 4"), (2, "run 5:c1o1")]


def test_powering_twice_is_stale():
    game = GameFactory(after=BUILDINGS)
    seen = game.sequence
    act(game, "Ana", "run 4")
    with pytest.raises(turns.Stale):
        act(game, "Ana", "run 4", expected=seen)


def test_powering_is_stale_where_building_went_on_since():
    game = GameFactory(after=BUILDINGS)
    with pytest.raises(turns.Stale):
        act(game, "Ana", "run 4", expected=game.sequence - 1)


def test_powering_of_the_last_round_is_stale_in_the_next():
    game = GameFactory(after=BUILDINGS)
    seen = game.sequence
    game = play_on(game, "run 4", "run 3", "run 5:c1o1")
    with pytest.raises(turns.Stale):
        act(game, "Ana", "run 4", expected=seen)


def test_sequence_that_is_taken_all_the_same_is_stale():
    game = GameFactory()
    Action.objects.create(game=game, sequence=1, seat=0, body="{}", digest="of somebody faster")
    with pytest.raises(turns.Stale):
        act(game, "Ana", "open 4 4")
    assert not Snapshot.objects.exists()


# Alerts -------------------------------------------------------------------------------------------------------------


def alerts(game: Game, kind: str = "your_turn") -> list[tuple[str, int]]:
    found = Alert.objects.filter(kind=kind, subject_id=game.pk).order_by("pk")
    return list(found.values_list("recipient__name", "sequence"))


@pytest.mark.parametrize("pace", [{}, {"move_time": 3600}])
def test_turn_takes_as_few_queries_where_it_asks_all_at_once(django_assert_max_num_queries, pace):
    game = GameFactory(pace=pace, after=BUILDINGS[:-1])
    cid, last = seat_of(game, "Cid"), rules.parse_action(BUILDINGS[-1])
    with django_assert_max_num_queries(18):
        game = turns.play(game, cid, last, expected=game.sequence)
    assert asked(game) == ["Ana", "Bob", "Cid"]
    assert len(alerts(game)) >= 3


def test_nobody_is_told_of_a_game_alone_against_bots():
    game = play_to_the_end(GameFactory(players=3, bots=2, options=rules.Options(first_game=True)))
    assert game.is_over
    assert alerts(game, "your_turn") == alerts(game, "game_over") == []


def test_first_to_move_is_told():
    assert alerts(GameFactory()) == [("Ana", 0)]


def test_next_to_move_is_told_once():
    game = GameFactory(after=["open 4 4", "bid 5"])
    assert alerts(game) == [("Ana", 0), ("Bob", 1), ("Cid", 2)]


def test_nobody_is_told_again_while_the_question_stands():
    game = GameFactory(after=BUILDINGS)
    before = alerts(game)
    game = play_on(game, "run 4")
    assert alerts(game) == before


def test_who_acted_is_not_told_of_being_to_move_again_at_once():
    game = GameFactory(after=["open 4 4", "pass"])
    before = alerts(game)
    game = play_on(game, "pass")
    assert alerts(game) == [*before, ("Bob", 3)]
    game = GameFactory(after=BUILDINGS)
    assert game.seats.get(number=game.actions.get(sequence=game.sequence).seat).is_to_move
    assert len([told for told in alerts(game) if told[1] == game.sequence]) == 2


def test_all_are_told_of_the_end():
    game = GameFactory(players=4, bots=2)
    while not game.is_over:
        state = history.position(game, game.sequence).state
        game = play_on(game, str(rules.bots.decide(state, state.to_move[0])))
    assert alerts(game, "game_over") == [("Ana", game.sequence), ("Bob", game.sequence)]


# Snapshots ----------------------------------------------------------------------------------------------------------


def test_snapshot_holds_the_position_after_the_last_action():
    game = GameFactory(after=AUCTIONS)
    assert Snapshot.objects.get().sequence == game.sequence


@pytest.mark.parametrize(
    "damage",
    [
        lambda kept: kept.delete(),
        lambda kept: kept.update(state="{"),
        lambda kept: kept.update(state='{"round": 1}'),
        lambda kept: kept.update(sequence=3),
        lambda kept: kept.update(sequence=99),
        lambda kept: kept.update(sequence=0),
    ],
    ids=["dropped", "cut off", "of another shape", "called older", "called newer", "called the start"],
)
def test_damaged_snapshot_is_replaced_by_a_replay(damage):
    game = GameFactory(after=AUCTIONS)
    damage(Snapshot.objects.all())
    game = play_on(game, "buy o2")
    assert game.actions.last().digest == rules.digest(history.position(game, game.sequence).state)
    assert Snapshot.objects.get().sequence == game.sequence


def test_older_snapshot_is_brought_up_to_date():
    game = GameFactory(after=AUCTIONS)
    older = Snapshot.objects.values().get()
    game = play_on(game, "buy o2", "buy c2")
    Snapshot.objects.update(**older)
    game = play_on(game, "buy c1 o1")
    assert game.phase == rules.Phase.BUILDING


# At the same time ---------------------------------------------------------------------------------------------------


def at_once(*calls):
    """Run calls in threads of their own, all let go at the same moment; what each returned or raised."""
    gate = threading.Barrier(len(calls))

    def run(call):
        try:
            gate.wait(timeout=10)
            return call()
        except (turns.Stale, rules.RuleError) as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


@pytest.mark.django_db(transaction=True)
def test_same_position_answered_twice_at_once_is_stored_once():
    game = GameFactory()
    seat = seat_of(game, "Ana")
    results = at_once(
        *(lambda: turns.play(game, seat, rules.OpenAuction(4, 4), expected=0) for _ in range(4)),
    )
    assert sum(isinstance(result, Game) for result in results) == 1
    assert sum(isinstance(result, turns.Stale) for result in results) == 3
    game.refresh_from_db()
    assert rows(game) == [(0, "open 4 4")]
    assert alerts(game) == [("Ana", 0), ("Bob", 1)]


@pytest.mark.django_db(transaction=True)
def test_everybody_can_power_at_the_same_moment():
    game = GameFactory(after=BUILDINGS)
    seats = {seat.name: seat for seat in game.seats.all()}
    moves = {"Ana": "run 4", "Bob": "run 3", "Cid": "run 5:c1o1"}
    results = at_once(
        *(
            lambda name=name, move=move: turns.play(game, seats[name], rules.parse_action(move), expected=12)
            for name, move in moves.items()
        ),
    )
    assert all(isinstance(result, Game) for result in results)
    game.refresh_from_db()
    assert (game.sequence, game.round) == (15, 2)
