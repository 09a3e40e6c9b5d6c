from datetime import timedelta

import pytest
from django.utils import timezone

import rules
from games.alerts.notices import your_turn
from games.clock import due as due_games
from games.models import Absence, Action, Game, Origin, Slot, Vote
from games.plans.language import BuyPlan, PowerPlan, ProxyBid, StandingPass
from games.replay import snapshots
from games.turns import play, run_due, tasks, votes
from notifications.models import Alert
from tests.factories import GameFactory, play_on
from tests.games.planned import MOMENT, asks, come_due, come_due_until_quiet, due, plan, run_out, time_is_up, withdraw
from tests.games.scripts import AUCTIONS, BUILDINGS
from tests.games.taking import act, alerts, asked, at_once, everything, rows, seat_of

pytestmark = pytest.mark.django_db

CLOCK = {"move_time": 3600}
PASS = StandingPass()


def origins(game: Game) -> list[str]:
    return list(game.actions.values_list("origin", flat=True))


def waiting_for_a_plan() -> Game:
    """Bob's plan is going to pass for him."""
    return act(plan(GameFactory.create(), "Bob", PASS), "Ana", "open 4 4")


# When ---------------------------------------------------------------------------------------------------------------


@pytest.mark.postgresql
def test_game_without_plans_and_clocks_is_never_due():
    game = GameFactory(after=BUILDINGS)
    assert game.due_at is None


def test_game_is_due_with_the_first_of_its_seats():
    game = GameFactory(after=BUILDINGS, pace=CLOCK)
    first = min(seat.warns_at for seat in game.seats.all())
    assert due(game) == first
    game = plan(game, "Bob", PowerPlan())
    assert due(game) == seat_of(game, "Bob").answers_at < first
    game = withdraw(game, "Bob", Slot.POWERING)
    assert due(game) == first


def test_game_that_is_over_is_never_due():
    game = GameFactory(pace=CLOCK, after=["open 4 4"])
    for name in ("Ana", "Bob", "Cid"):
        game = votes.cast(game, seat_of(game, name), Vote.Motion.END, pauses=0, now=timezone.now())
    assert game.is_over
    assert game.due_at is None


def test_nothing_is_done_too_early():
    game = waiting_for_a_plan()
    before = everything(game)
    come_due(game, now=due(game) - MOMENT)
    assert everything(game) == before


@pytest.mark.postgresql
def test_ringing_twice_does_it_once():
    game = waiting_for_a_plan()
    moment = due(game)
    come_due(game, now=moment)
    after = everything(game)
    come_due(game, now=moment)
    assert everything(game) == after


# Claims -------------------------------------------------------------------------------------------------------------


def test_game_in_hand_is_left_to_its_worker_until_the_claim_lapses():
    game = waiting_for_a_plan()
    moment = due(game)
    assert due_games.claim(game.pk, moment)
    assert come_due(game, now=moment).sequence == 1
    assert come_due(game, now=moment + due_games.CLAIM - MOMENT).sequence == 1
    assert come_due(game, now=moment + due_games.CLAIM).sequence == 2


def test_claim_ends_with_what_was_due():
    game = come_due(waiting_for_a_plan())
    assert game.claimed_until is None


def test_claim_of_a_game_that_needs_nothing_any_more_changes_nothing():
    game = act(waiting_for_a_plan(), "Bob", "bid 5")
    before = everything(game)
    assert not due_games.claim(game.pk, timezone.now() + timedelta(days=1))
    run_due.run(game.pk, now=timezone.now() + timedelta(days=1))
    assert everything(game) == before


def test_alarm_that_is_wrong_is_set_right():
    game = GameFactory(after=["open 4 4"])
    Game.objects.update(due_at=timezone.now())
    game = come_due(game)
    assert (game.sequence, game.due_at, game.claimed_until) == (1, None, None)


def test_game_that_fails_comes_up_again_and_stops_no_other(monkeypatch):
    broken, sound = waiting_for_a_plan(), waiting_for_a_plan()
    load = snapshots.load

    def fail(game):
        if game.pk == broken.pk:
            raise RuntimeError("a bug")
        return load(game)

    monkeypatch.setattr(run_due.snapshots, "load", fail)
    now = max(due(broken), due(sound))
    with pytest.raises(RuntimeError, match="a bug"):
        run_due.run(broken.pk, now=now)
    assert list(due_games.games(now)) == [sound]
    assert come_due(sound, now=now).sequence == 2
    assert list(due_games.games(now + due_games.CLAIM)) == [broken]
    monkeypatch.undo()
    assert come_due(broken, now=now + due_games.CLAIM).sequence == 2


def test_each_failure_is_logged_once_with_its_game(monkeypatch, caplog):
    def fail(pk, *, now):
        raise RuntimeError("a bug")

    monkeypatch.setattr(tasks.run_due, "run", fail)
    tasks.run.apply((41,), throw=False)
    (record,) = caplog.records
    assert record.levelname == "ERROR"
    assert "Game 41 stands still." in caplog.text


def test_games_that_fail_keep_no_others_from_being_handed_out(monkeypatch):
    """However many they are: each is out of the way until its claim lapses."""
    games = [waiting_for_a_plan() for _ in range(3)]
    past = timezone.now() - timedelta(hours=1)
    for number, game in enumerate(games):
        Game.objects.filter(pk=game.pk).update(due_at=past + number * MOMENT)
    rung = []

    def claim_in_vain(pk, *, now):
        rung.append(pk)
        due_games.claim(pk, now)

    monkeypatch.setattr(tasks, "BATCH", 1)
    monkeypatch.setattr(tasks.run_due, "run", claim_in_vain)
    for _ in games:
        tasks.sweep()
    assert rung == [game.pk for game in games]


def test_sweep_hands_out_what_is_due_the_longest_waiting_first(monkeypatch):
    games = [waiting_for_a_plan() for _ in range(3)]
    past = timezone.now() - timedelta(minutes=1)
    for number, game in enumerate(games):
        game.seats.filter(name="Bob").update(answers_at=past - number * MOMENT)
        Game.objects.filter(pk=game.pk).update(due_at=past - number * MOMENT)
    waiting_for_a_plan()
    rung = []
    monkeypatch.setattr(tasks, "BATCH", 2)
    monkeypatch.setattr(tasks.run_due, "run", lambda pk, *, now: rung.append(pk))
    tasks.sweep()
    assert rung == [games[2].pk, games[1].pk]


def test_broker_out_of_reach_leaves_games_to_a_later_sweep(monkeypatch, caplog):
    game = waiting_for_a_plan()

    def fail(*args: object, **options: object) -> None:
        raise OSError("no broker")

    monkeypatch.setattr(tasks.run, "apply_async", fail)
    tasks.hand_out(tasks.run, [game.pk, game.pk])
    assert len(caplog.records) == 1


# Time runs out ------------------------------------------------------------------------------------------------------


def test_cautious_thing_is_done_for_who_misses_their_time():
    game = run_out(act(GameFactory(pace=CLOCK), "Ana", "open 4 4"))
    assert rows(game)[-1] == (1, "pass")
    assert origins(game) == [Origin.PLAYER, Origin.TIMEOUT]
    seat = seat_of(game, "Bob")
    assert (seat.misses, seat.misses_in_a_row, seat.absent_since, seat.turns) == (1, 1, None, 0)
    assert alerts(game, "missed_turn") == [("Bob", 2)]
    assert asked(game) == ["Cid"]
    assert seat_of(game, "Cid").warns_at == due(game)


def test_nothing_runs_out_before_the_time():
    game = act(GameFactory(pace=CLOCK), "Ana", "open 4 4")
    assert come_due(game, now=time_is_up(game) - MOMENT).sequence == 1


def test_who_decides_in_time_has_missed_nothing():
    game = run_out(act(GameFactory(pace=CLOCK), "Ana", "open 4 4"))
    game = play_on(game, "pass", "open 3 3")
    bob = seat_of(game, "Bob")
    assert (bob.misses, bob.misses_in_a_row, bob.turns) == (1, 0, 1)


def test_answer_of_a_plan_counts_as_a_decision_in_time():
    game = come_due(act(plan(GameFactory(pace=CLOCK), "Bob", PASS), "Ana", "open 4 4"))
    bob = seat_of(game, "Bob")
    assert (bob.turns, bob.misses) == (1, 0)
    assert origins(game)[-1] == Origin.PLAN


def test_plan_answers_where_no_worker_was_there_until_the_time_was_up():
    game = run_out(act(plan(GameFactory(pace=CLOCK), "Bob", PASS), "Ana", "open 4 4"))
    assert origins(game)[-1] == Origin.PLAN
    assert seat_of(game, "Bob").misses == 0


def test_bot_stands_in_after_the_second_miss_and_plays_on():
    game = GameFactory(pace=CLOCK, after=AUCTIONS)
    game = come_due(game)
    while not seat_of(game, "Bob").absent_since:
        game = come_due(game) if "Bob" in asked(game) and len(asked(game)) == 1 else play_others(game, "Bob")
    assert seat_of(game, "Bob").misses == Absence.MOST_MISSES
    while game.round == 1:
        game = play_others(game, "Bob")
    assert asked(game) != ["Bob"]
    assert Origin.BOT in origins(game)


def play_others(game: Game, name: str) -> Game:
    """Have somebody else who is asked decide as a bot would, or ring for the one."""
    state = snapshots.load(game)
    others = [seat for seat in game.seats.filter(is_to_move=True) if seat.name != name]
    if not others:
        return come_due(game)
    seat = others[0]
    action = rules.bots.decide(state, rules.Seat(seat.number), "")
    return play.play(game, seat, action, expected=game.sequence)


def test_game_that_all_have_left_alone_ends_without_a_winner():
    game = GameFactory(pace=CLOCK, after=["open 4 4"])
    for _ in range(40):
        if game.is_over:
            break
        game = come_due(game)
    assert game.ended_early
    assert game.due_at is None
    assert asked(game) == []


def test_all_whose_time_is_up_are_served_with_one_ring():
    game = GameFactory(after=BUILDINGS, pace=CLOCK)
    game = come_due(game, now=max(seat.due_at for seat in game.seats.all()))
    assert origins(game)[-3:] == [Origin.TIMEOUT] * 3
    assert game.round == 2


# Pauses -------------------------------------------------------------------------------------------------------------


def paused(game: Game) -> Game:
    for name in ("Ana", "Bob"):
        game = votes.cast(game, seat_of(game, name), Vote.Motion.PAUSE, pauses=game.pauses, now=timezone.now())
    return Game.objects.get(pk=game.pk)


def test_pause_ends_by_itself():
    game = paused(act(GameFactory(pace=CLOCK), "Ana", "open 4 4"))
    assert due(game) == game.resumes_at
    game = come_due(game)
    assert (game.paused_at, game.resumes_at) == (None, None)
    assert due(game) == seat_of(game, "Bob").warns_at
    assert rows(game) == [(0, "open 4 4")]


def test_plans_answer_during_a_pause():
    game = paused(act(plan(GameFactory(pace=CLOCK), "Bob", PASS), "Ana", "open 4 4"))
    assert rows(come_due(game))[-1] == (1, "pass")


# Mails --------------------------------------------------------------------------------------------------------------


def test_mail_is_dropped_where_a_plan_was_given_meanwhile():
    game = act(GameFactory(), "Ana", "open 4 4")
    alert = Alert.objects.get(kind="your_turn", recipient__name="Bob")
    assert your_turn(alert) is not None
    plan(game, "Bob", PASS)
    assert your_turn(alert) is None
    withdraw(game, "Bob", Slot.AUCTIONS)
    assert your_turn(alert) is not None


# At the same time ---------------------------------------------------------------------------------------------------


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_plan_answers_once_however_many_workers_ring():
    game = waiting_for_a_plan()
    moment = due(game)
    results = at_once(*(lambda: run_due.run(game.pk, now=moment) for _ in range(4)))
    game.refresh_from_db()
    assert results == [None] * 4
    assert rows(game) == [(0, "open 4 4"), (1, "pass")]


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_worker_whose_claim_has_lapsed_finds_it_done():
    game = waiting_for_a_plan()
    moment = due(game)
    at_once(
        lambda: run_due.run(game.pk, now=moment),
        lambda: run_due.run(game.pk, now=moment + due_games.CLAIM),
        lambda: run_due.run(game.pk, now=moment + 2 * due_games.CLAIM),
    )
    game.refresh_from_db()
    assert rows(game) == [(0, "open 4 4"), (1, "pass")]


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("pace", [{}, CLOCK])
def test_of_a_hand_and_a_ring_one_answers(pace):
    game = act(GameFactory(pace=pace), "Ana", "open 4 4")
    if not pace:
        game = plan(game, "Bob", PASS)
    bob, moment = seat_of(game, "Bob"), due(game)
    results = at_once(
        lambda: run_due.run(game.pk, now=moment),
        lambda: play.play(game, bob, rules.parse_action("bid 5"), expected=1),
    )
    game.refresh_from_db()
    answers = [text for number, text in rows(game) if number == 1]
    if isinstance(results[1], play.Stale):
        assert answers == ["pass"]
    else:
        assert answers == ["bid 5"]
    assert Action.objects.filter(game=game, sequence=2).count() == 1


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_plan_that_is_changed_while_it_answers_does_one_or_the_other():
    game = waiting_for_a_plan()
    moment = due(game)
    at_once(
        lambda: run_due.run(game.pk, now=moment),
        lambda: plan(game, "Bob", ProxyBid(plant=4, limit=9)),
    )
    game = come_due_until_quiet(game)
    assert [text for number, text in rows(game) if number == 1] in (["pass"], ["bid 5"])


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_all_plans_given_at_the_same_moment_are_kept():
    game = GameFactory(after=AUCTIONS)
    at_once(*(lambda name=name: plan(game, name, BuyPlan()) for name in ("Ana", "Bob", "Cid")))
    assert all(not asks(game, name, Slot.PURCHASE) for name in ("Ana", "Bob", "Cid"))
