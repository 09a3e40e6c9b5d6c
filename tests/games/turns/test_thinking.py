"""Bots that take their time. Here they think of what an Easy bot would do, for as long as anybody listens."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from itertools import cycle, repeat
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

import rules
import rules.bots
from announcements import maintenance
from games.models import Game, Origin, ThinkingTime, Vote
from games.replay import snapshots, verify
from games.turns import absence, tasks, thinking, undo, votes
from notifications.models import Alert
from tests.factories import GameFactory, person_called, play_as_a_bot_would
from tests.games.planned import MOMENT
from tests.games.taking import act, asked, at_once, everything, rows, seat_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def doubts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules.bots, "thoughts", lambda *asked: repeat(rules.bots.decide(*asked)))


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Have something happen once, while a bot thinks."""

    def happens(something: Callable[[], object]) -> None:
        events = iter([something])

        def thoughts(*asked: Any) -> Iterator[rules.Action]:
            for event in events:
                event()
            return repeat(rules.bots.decide(*asked))

        monkeypatch.setattr(rules.bots, "thoughts", thoughts)

    return happens


def thoughtful(**terms: object) -> Game:
    """A game of people and Hard bots."""
    return GameFactory.create(**{"players": 3, "bots": 1, "bot_level": "hard", **terms})


def with_a_bot_to_move() -> Game:
    """Ana has put up a plant, Bob has raised, and a bot has to think about its bid."""
    return act(act(thoughtful(), "Ana", "open 4 4"), "Bob", "bid 5")


def wake(game: Game, *, now=None) -> Game:
    """Have a worker come that thinks for the bot that is to move."""
    thinking.run(game.pk, now=now or timezone.now(), seconds=0)
    game.refresh_from_db()
    return game


# When ---------------------------------------------------------------------------------------------------------------


@pytest.mark.postgresql
def test_bot_that_has_to_think_is_asked_like_a_player_and_a_worker_may_begin_at_once():
    game = with_a_bot_to_move()
    assert asked(game) == ["Bot 1"]
    assert rows(game) == [(0, "open 4 4"), (1, "bid 5")]
    assert list(thinking.games(timezone.now())) == [game]
    assert game.due_at is None


def test_bot_without_doubt_decides_in_the_turn_before(monkeypatch):
    monkeypatch.setattr(rules.bots, "choices", lambda *asked: [rules.bots.decide(*asked)])
    game = with_a_bot_to_move()
    assert asked(game) == ["Ana"]
    assert game.actions.last().origin == Origin.BOT
    assert game.thinks_at is None


def test_bot_whose_choices_cannot_be_found_stops_no_player(monkeypatch, caplog):
    monkeypatch.setattr(rules.bots, "choices", fail)
    game = with_a_bot_to_move()
    assert asked(game) == ["Bot 1"]
    assert asked(wake(game)) == ["Ana"]
    assert caplog.records[0].exc_info


def test_bot_without_choice_is_not_thought_for(monkeypatch):
    monkeypatch.undo()
    open_money = rules.Options(money_visible=True)
    game = thoughtful(options=open_money, after=["open 4 50"])
    assert rows(game) == [(0, "open 4 50"), (1, "pass"), (2, "pass")]


@pytest.mark.parametrize("level", ["easy", "normal", "of a newer release"])
def test_other_bots_never_think(level):
    game = thoughtful(bot_level="easy")
    game.seats.filter(is_bot=True).update(bot_level=level[:10])
    game = act(act(game, "Ana", "open 4 4"), "Bob", "bid 5")
    assert asked(game) == ["Ana"]
    assert game.thinks_at is None


def test_bot_that_stands_in_never_thinks():
    game = absence.leave(GameFactory.create(after=["open 4 4"]), person_called("Bob"), now=timezone.now())
    assert asked(game) == ["Cid"]
    assert game.thinks_at is None


# What comes of it ---------------------------------------------------------------------------------------------------


@pytest.mark.postgresql
def test_worker_plays_what_its_bot_thought_of():
    game = wake(with_a_bot_to_move())
    assert [seat for seat, _ in rows(game)] == [0, 1, 2]
    assert game.actions.last().origin == Origin.BOT
    assert asked(game) == ["Ana"]
    assert game.thinks_at is None
    assert not thinking.games(timezone.now() + timedelta(days=1))


def test_whole_game_against_bots_that_think_needs_nobody_but_workers():
    game = thoughtful(players=3, bots=2)
    while not game.is_over:
        game = wake(game) if game.thinks_at else play_as_a_bot_would(game)
    assert not verify.audit([game.pk]).faults
    assert game.thinks_at is None


def test_bots_that_think_one_after_the_other_each_wait_in_line():
    game = act(thoughtful(bots=2), "Ana", "open 4 4")
    before = game.thinks_at
    game = wake(game)
    assert asked(game) == ["Bot 2"]
    assert game.thinks_at > before


def test_bot_has_no_clock_and_nobody_is_told_that_it_is_asked():
    game = act(act(thoughtful(pace={"move_time": 3600}), "Ana", "open 4 4"), "Bob", "bid 5")
    bot = seat_of(game, "Bot 1")
    assert (bot.due_at, bot.warns_at, bot.ticks_from, bot.bank, game.due_at) == (None,) * 5
    assert not Alert.objects.filter(recipient=None).exists()
    assert not seat_of(wake(game), "Bot 1").turns


def test_thinking_ends_when_the_time_is_up(monkeypatch):
    moments, thoughts = iter(range(100)), []

    def think(*_asked):
        for number in range(100):
            thoughts.append(number)
            yield rules.OpenAuction(4, 4 + number)

    monkeypatch.setattr(thinking, "monotonic", lambda: next(moments))
    monkeypatch.setattr(rules.bots, "thoughts", think)
    game = thoughtful(bot_level="easy")
    assert thinking.think(snapshots.load(game), rules.Seat(0), 8).action == rules.OpenAuction(4, 11)
    assert len(thoughts) == 8


def fail(*_asked: object) -> Iterator[rules.Action]:
    raise RuntimeError("a bug")


def be_refused(*_asked: object) -> Iterator[rules.Action]:
    return iter([rules.BuildCities(())])


@pytest.mark.parametrize("thoughts", [fail, be_refused])
def test_usual_bot_decides_where_the_one_that_thinks_fails_and_the_log_says_why(thoughts, monkeypatch, caplog):
    game = with_a_bot_to_move()
    usual = rules.bots.decide(snapshots.load(game), rules.Seat(2), "", "normal")
    monkeypatch.setattr(rules.bots, "thoughts", thoughts)
    assert rows(wake(game))[2:] == [(2, str(usual))]
    (record,) = caplog.records
    assert record.levelname == "ERROR"
    assert record.exc_info


# Meanwhile ----------------------------------------------------------------------------------------------------------


def test_second_worker_leaves_the_game_to_the_first(meanwhile, monkeypatch):
    game = with_a_bot_to_move()
    read = []

    def come_again():
        monkeypatch.setattr(thinking, "think", read.append)
        wake(game)

    meanwhile(come_again)
    assert len(rows(wake(game))) == 3
    assert not read


def test_worker_that_is_overtaken_drops_its_thought(meanwhile):
    game = with_a_bot_to_move()
    late = timezone.now() + thinking.MARGIN + MOMENT
    meanwhile(lambda: wake(game, now=late))
    game = wake(game)
    assert len(rows(game)) == 3
    assert not verify.audit([game.pk]).faults


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgresql
def test_of_two_workers_at_once_one_thinks(monkeypatch):
    game, thought = with_a_bot_to_move(), []

    def thoughts(*asked):
        thought.append(asked)
        return iter([rules.PassBid()])

    monkeypatch.setattr(rules.bots, "thoughts", thoughts)
    think = partial(thinking.run, game.pk, now=timezone.now(), seconds=0)
    at_once(think, think, think)
    game.refresh_from_db()
    assert [seat for seat, _ in rows(game)] == [0, 1, 2]
    assert len(thought) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgresql
def test_nothing_is_locked_while_a_bot_thinks(meanwhile):
    game, locked = with_a_bot_to_move(), []
    meanwhile(lambda: locked.append(connection.in_atomic_block))
    assert len(rows(wake(game))) == 3
    assert locked == [False]


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgresql
def test_game_is_locked_while_its_position_is_read(monkeypatch):
    game, load, locked = with_a_bot_to_move(), snapshots.load, []

    def look_and_load(game):
        locked.append(connection.in_atomic_block)
        return load(game)

    monkeypatch.setattr(thinking.snapshots, "load", look_and_load)
    wake(game)
    assert locked[0]


@pytest.mark.postgresql
def test_killed_worker_delays_a_game_until_its_time_and_a_margin_are_over():
    game, now = with_a_bot_to_move(), timezone.now()
    assert thinking.claim(game.pk, now, 8)
    again = now + timedelta(seconds=8) + thinking.MARGIN
    assert not thinking.games(again - MOMENT)
    assert not thinking.claim(game.pk, again - MOMENT, 8)
    assert len(rows(wake(game, now=again))) == 3


def test_thought_about_what_was_taken_back_meanwhile_is_dropped(meanwhile):
    game = with_a_bot_to_move()
    meanwhile(lambda: undo.take_back(game, seat_of(game, "Bob"), expected=2))
    game = wake(game)
    assert asked(game) == ["Bob"]
    assert game.sequence == 3
    assert game.thinks_at is None


def test_thought_of_a_game_that_ended_meanwhile_is_dropped(meanwhile):
    game = with_a_bot_to_move()

    meanwhile(partial(votes_to_end, game))
    game = wake(game)
    assert game.ended_early
    assert game.sequence == 2
    assert game.thinks_at is None


def test_thought_for_a_seat_that_a_person_has_meanwhile_is_dropped(meanwhile, cid):
    game = with_a_bot_to_move()
    meanwhile(lambda: game.seats.filter(is_bot=True).update(is_bot=False, user=cid))
    assert len(rows(wake(game))) == 2


def test_player_who_leaves_meanwhile_changes_nothing_about_the_thought(meanwhile, ana):
    game = with_a_bot_to_move()
    claimed = []

    def leave():
        absence.leave(game, ana, now=timezone.now())
        claimed.append(Game.objects.get().thinks_at)

    meanwhile(leave)
    game = wake(game)
    assert claimed[0] > timezone.now()
    assert [seat for seat, _ in rows(game)][:3] == [0, 1, 2]


def test_game_ends_when_the_last_person_leaves_while_a_bot_thinks(ana):
    game = act(thoughtful(players=2), "Ana", "open 4 4")
    game = absence.leave(game, ana, now=timezone.now())
    assert game.ended_early
    assert game.thinks_at is None


def test_paused_game_lets_its_bot_think_on():
    game = act(act(thoughtful(pace={"move_time": 3600}), "Ana", "open 4 4"), "Bob", "bid 5")
    for name in ("Ana", "Bob"):
        votes.cast(game, seat_of(game, name), Vote.Motion.PAUSE, pauses=0, now=timezone.now())
    assert len(rows(wake(game))) == 3


def test_what_an_older_release_has_left_behind_is_set_right():
    game = GameFactory.create(after=["open 4 4"])
    Game.objects.update(thinks_at=timezone.now())
    game = wake(game)
    assert (game.sequence, game.thinks_at) == (1, None)


def test_thought_that_ends_while_the_site_is_maintained_is_dropped(meanwhile):
    game = with_a_bot_to_move()
    meanwhile(lambda: maintenance.begin("We move.", now=timezone.now()))
    assert len(rows(wake(game))) == 2
    maintenance.end(now=timezone.now())
    assert len(rows(wake(game, now=timezone.now() + thinking.MARGIN))) == 3


def test_nobody_thinks_while_the_site_is_maintained():
    game = with_a_bot_to_move()
    before = everything(game)
    maintenance.begin("We move.", now=timezone.now())
    wake(game)
    assert everything(game) == before
    maintenance.end(now=timezone.now())
    assert len(rows(wake(game))) == 3


# Who comes first ----------------------------------------------------------------------------------------------------


def in_line(count: int) -> list[Game]:
    """Games that have waited for a worker, the first of them longest."""
    games = [with_a_bot_to_move() for _ in range(count)]
    for number, game in enumerate(games):
        Game.objects.filter(pk=game.pk).update(thinks_at=timezone.now() - timedelta(minutes=count - number))
    return games


def alone_with_bots(count: int, *, whom: str, minutes: int) -> list[Game]:
    """Games of somebody that have waited for a worker for so long, the first of them longest."""
    games = [act(thoughtful(players=2), "Ana", "open 4 4") for _ in range(count)]
    for number, game in enumerate(games):
        since = timezone.now() - timedelta(minutes=minutes) + number * MOMENT
        Game.objects.filter(pk=game.pk).update(thinks_at=since, thinks_for=whom)
    return games


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], list[int]]:
    """The games in which a worker thinks, one after the other, if each goes on to the turn of a bot again."""
    thought: list[int] = []
    now = timezone.now() + timedelta(minutes=1)

    def go_on(game: Game, *_: object) -> None:
        thought.append(game.pk)
        Game.objects.filter(pk=game.pk).update(thinks_at=now + len(thought) * timedelta(seconds=8))

    monkeypatch.setattr(thinking, "think", lambda *_: None)
    monkeypatch.setattr(thinking, "_act", go_on)
    monkeypatch.setattr(thinking, "_others_first", cycle((False, False, False, True)))
    monkeypatch.setattr(ThinkingTime, "give_back", lambda *_: None)  # each thought takes all of its time

    def taken(count: int) -> list[int]:
        for _ in range(count):
            assert thinking.run_next(now=now + len(thought) * timedelta(seconds=8), seconds=8)
        return thought

    return taken


@pytest.mark.postgresql
def test_bots_of_one_person_wait_for_one_thought_for_another_and_not_for_all_their_games(turns):
    many = alone_with_bots(6, whom="guests at home", minutes=9)
    (one,) = alone_with_bots(1, whom="user 7", minutes=1)
    assert turns(6) == [many[0].pk, one.pk, many[1].pk, one.pk, many[2].pk, one.pk]


def test_of_three_each_gets_a_third_of_the_turns(turns):
    many = {game.pk for game in alone_with_bots(5, whom="user 5", minutes=9)}
    few = {game.pk for game in alone_with_bots(2, whom="user 6", minutes=5)}
    one = {game.pk for game in alone_with_bots(1, whom="user 7", minutes=1)}
    thought = turns(12)
    assert [sum(pk in games for pk in thought) for games in (many, few, one)] == [4, 4, 4]
    assert set(thought) >= few


def test_games_of_several_people_come_first(turns):
    alone_with_bots(2, whom="user 7", minutes=9)
    together = with_a_bot_to_move()
    assert turns(1) == [together.pk]


def test_games_of_several_people_leave_each_fourth_thought_to_the_others(turns):
    together = {with_a_bot_to_move().pk for _ in range(5)}
    (alone,) = alone_with_bots(1, whom="user 7", minutes=9)
    thought = turns(8)
    assert [pk in together for pk in thought] == [True, True, True, False] * 2
    assert {thought[3], thought[7]} == {alone.pk}


def test_time_that_was_not_needed_is_given_back_and_time_without_games_gives_nothing():
    now = timezone.now()
    ThinkingTime.charge("user 7", now, 8)
    ThinkingTime.give_back("user 7", 6)
    assert ThinkingTime.objects.get().clock == now + timedelta(seconds=2)
    ThinkingTime.charge("user 7", now, 8)
    assert ThinkingTime.objects.get().clock == now + timedelta(seconds=10)
    ThinkingTime.charge("user 7", now + timedelta(hours=1), 8)
    assert ThinkingTime.objects.get().clock == now + timedelta(hours=1, seconds=8)


def test_thought_is_charged_with_the_time_it_took(monkeypatch):
    game, now = with_a_bot_to_move(), timezone.now()
    moments = iter((100.0, 100.0, 103.0, 103.0))
    monkeypatch.setattr(thinking, "monotonic", lambda: next(moments))
    monkeypatch.setattr(rules.bots, "thoughts", lambda *asked: iter([rules.bots.decide(*asked)]))
    thinking.run(game.pk, now=now, seconds=8)
    assert ThinkingTime.objects.get(whom=game.thinks_for).clock == now + timedelta(seconds=3)


def test_game_is_for_its_first_person_as_long_as_it_goes_on(ana):
    game = with_a_bot_to_move()
    assert game.thinks_for == f"user {ana.pk}"
    votes_to_end(game)
    game.refresh_from_db()
    assert (game.ended_early, game.thinks_for) == (True, "")


def votes_to_end(game: Game) -> None:
    for name in ("Ana", "Bob"):
        votes.cast(game, seat_of(game, name), Vote.Motion.END, pauses=0, now=timezone.now())


def test_whose_turn_it_is_shows_when_a_worker_begins_whatever_was_handed_out(monkeypatch):
    games, woken = in_line(3), []

    def wake(pk, **_):
        woken.append(pk)
        return Game.objects.filter(pk=pk).update(thinks_at=None)

    monkeypatch.setattr(thinking, "run", wake)
    tasks.think(games[2].pk)
    assert woken == [game.pk for game in games]


def test_sweeps_leave_only_a_few_thoughts_that_nobody_takes_up(monkeypatch):
    in_line(2)
    monkeypatch.setattr(tasks, "THOUGHTS", 3)
    app = tasks.think.app
    with app.connection_for_write() as broker:
        queue = broker.SimpleQueue(app.amqp.queues[app.conf.task_default_queue])
        monkeypatch.setattr(tasks.think, "apply_async", lambda pks, **_: queue.put(pks))
        lengths = []
        for taken in (0, 1, 3):
            for _ in range(taken):
                queue.get(timeout=5).ack()
            tasks.sweep()
            tasks.sweep()
            lengths.append(queue.qsize())
        queue.clear()
    assert lengths == [3, 3, 3]


def test_bot_that_is_to_think_again_waits_for_no_sweep():
    game = act(thoughtful(bots=2), "Ana", "open 4 4")
    tasks.think(game.pk)
    game.refresh_from_db()
    assert [seat for seat, _ in rows(game)][:3] == [0, 1, 2]
    assert game.thinks_at is None


def test_games_whose_bots_fail_come_up_again_and_keep_no_others_from_thinking(monkeypatch):
    (broken, sound), load = in_line(2), snapshots.load

    def fail(game):
        if game.pk == broken.pk:
            raise RuntimeError("a bug")
        return load(game)

    monkeypatch.setattr(tasks, "THOUGHTS", 1)
    monkeypatch.setattr(thinking.snapshots, "load", fail)
    with pytest.raises(RuntimeError, match="a bug") as caught:
        tasks.sweep()
    assert f"Game {broken.pk} waits for its bot." in caught.value.__notes__
    tasks.sweep()
    sound.refresh_from_db()
    assert len(rows(sound)) == 3
    assert list(thinking.games(timezone.now() + thinking.MARGIN)) == [broken]


def test_for_whom_was_thought_is_known_for_a_day():
    now = timezone.now()
    ThinkingTime.charge("guests at home", now - timedelta(hours=25), 8)
    ThinkingTime.charge("user 7", now - timedelta(hours=23), 8)
    assert thinking.forget(now) == 1
    assert ThinkingTime.objects.get().whom == "user 7"
