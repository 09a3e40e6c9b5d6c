"""Beginning a game and taking turns: what is stored, who is asked, who is told."""

from datetime import timedelta

import pytest
from django.core import mail
from django.urls import reverse

import rules
import rules.bots
from games.models import Game, Origin, PoweringRule, Question
from games.replay import history, verify
from games.story.changes import changes
from games.turns import autoplay, play, undo
from notifications import delivery
from notifications.models import Alert, Reason, State
from tests.factories import GameFactory, person_called, play_on, play_to_the_end
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES, ROUND
from tests.games.taking import act, alerts, asked, rows, seat_of
from tests.pages import words_of
from tests.rules.recorded_games import bot_games

pytestmark = pytest.mark.django_db

OPEN = rules.Options(money_visible=True)


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
    seats = [play.NewSeat("Ana", ana), play.NewSeat("Bot", None)]
    first, second = (
        play.start(rules.Options(), seats, name="Practice", is_public=False, bot_level="easy") for _ in range(2)
    )
    assert first.read_setup().seed != second.read_setup().seed


def test_bots_before_the_first_person_act_at_once():
    seats = [play.NewSeat("Bot", None), play.NewSeat("Ana", person_called("Ana"))]
    game = play.start(rules.Options(), seats, name="Practice", is_public=False, bot_level="easy", seed="0")
    assert game.read_setup().order == (0, 1)
    assert game.sequence > 0
    assert set(game.actions.values_list("seat", "origin")) == {(0, Origin.BOT)}
    assert asked(game) == ["Ana"]


def test_game_has_the_pace_that_it_is_given():
    seats = [play.NewSeat(name, person_called(name)) for name in ("Ana", "Bob")]
    game = play.start(
        rules.Options(), seats, name="Daily", is_public=True, bot_level="easy", pace={"move_time": 86400, "grace": 60}
    )
    assert (game.move_time, game.grace, game.plans_answer_at_once) == (86400, 60, False)
    assert {seat.powering for seat in game.seats.all()} == {PoweringRule.LEAST}


def test_nobody_hurries_or_outguesses_somebody_alone_against_bots():
    seats = [play.NewSeat("Ana", person_called("Ana")), play.NewSeat("Bot", None)]
    game = play.start(
        rules.Options(), seats, name="Practice", is_public=False, bot_level="easy", pace={"move_time": 86400}
    )
    assert (game.move_time, game.plans_answer_at_once) == (None, True)
    assert {seat.powering for seat in game.seats.all()} == {PoweringRule.ASK}


def test_game_without_a_person_is_refused():
    with pytest.raises(ValueError, match="at least one person"):
        play.start(
            rules.Options(), [play.NewSeat("Bot", None)] * 3, name="Machines", is_public=True, bot_level="easy"
        )


def test_options_against_the_rules_store_nothing():
    with pytest.raises(rules.RuleError, match="2 to 6 players"):
        play.start(
            rules.Options(),
            [play.NewSeat("Ana", person_called("Ana"))],
            name="Alone",
            is_public=True,
            bot_level="easy",
        )
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
    game = GameFactory(options=OPEN, after=["open 4 50"])
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


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_bots_decide_at_the_level_of_their_seats(levels_played, level):
    GameFactory(players=3, bots=2, bot_level=level, after=["open 4 4"])
    assert set(levels_played) == {level}


def test_bots_in_bureaucracy_do_not_wait_for_people():
    game = GameFactory(players=2, bots=1)
    while game.phase != rules.Phase.BUREAUCRACY:
        state = history.position(game, game.sequence).state
        action = rules.bots.decide(state, rules.Seat(0))
        game = play.play(game, seat_of(game, "Ana"), action, expected=game.sequence)
    assert asked(game) == ["Ana"]
    assert rows(game)[-1][0] == 1


def test_game_is_played_to_its_end_by_a_person_and_bots():
    game = GameFactory(players=4, bots=3)
    ana = seat_of(game, "Ana")
    while not game.is_over:
        state = history.position(game, game.sequence).state
        game = play.play(game, ana, rules.bots.decide(state, rules.Seat(0)), expected=game.sequence)
    state = history.position(game, game.sequence).state
    assert game.phase == rules.Phase.FINISHED
    assert asked(game) == []
    assert {seat.number: (seat.rank, seat.powered) for seat in game.seats.all()} == {
        entry.seat: (entry.rank, entry.powered) for entry in state.standing
    }
    with pytest.raises(rules.RuleError, match="over"):
        play.play(game, ana, rules.PassBid(), expected=game.sequence)


def test_game_that_goes_on_without_people_for_ever_is_stopped(monkeypatch):
    monkeypatch.setattr(autoplay, "MOST_AT_ONCE", 1)
    game = GameFactory(options=OPEN)
    with pytest.raises(RuntimeError, match="without a person"):
        act(game, "Ana", "open 4 50")
    assert not game.actions.exists()


def test_refusal_of_what_a_bot_does_is_no_refusal_of_the_player(monkeypatch):
    monkeypatch.setattr(rules.bots, "decide", lambda state, seat, seed, level: rules.Bid(1))
    game = GameFactory(players=2, bots=1)
    with pytest.raises(RuntimeError, match="needs no person"):
        act(game, "Ana", "open 4 4")
    assert not game.actions.exists()


# Alerts -------------------------------------------------------------------------------------------------------------


@pytest.mark.postgresql
@pytest.mark.parametrize("pace", [{}, {"move_time": 3600}])
def test_turn_takes_as_few_queries_where_it_asks_all_at_once(django_assert_max_num_queries, pace):
    game = GameFactory(pace=pace, after=BUILDINGS[:-1])
    cid, last = seat_of(game, "Cid"), rules.parse_action(BUILDINGS[-1])
    with django_assert_max_num_queries(19):
        game = play.play(game, cid, last, expected=game.sequence)
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


def told_at_once(game: Game) -> list[str]:
    """Who is told of the present moment without delay, as they are not at the page."""
    now = game.moved_at
    found = Alert.objects.filter(kind="your_turn", sequence=game.sequence, due_at__lte=now).order_by("pk")
    return list(found.values_list("recipient__name", flat=True))


def test_who_acted_and_is_asked_again_is_told_only_if_they_do_nothing():
    game = GameFactory(after=BUILDINGS)
    actor = game.seats.get(number=game.actions.get(sequence=game.sequence).seat)
    assert actor.is_to_move
    assert len(told_at_once(game)) == 2
    later = Alert.objects.get(kind="your_turn", sequence=game.sequence, recipient=actor.user)
    assert later.due_at == game.moved_at + timedelta(minutes=10)
    assert later.held == [
        {"at": game.moved_at.isoformat(), "until": later.due_at.isoformat(), "reason": Reason.JUST_ACTED}
    ]
    delivery.deliver(later.pk, now=later.due_at)
    assert [message.to for message in mail.outbox] == [[actor.user.email]]


def test_who_acted_again_meanwhile_is_told_nothing():
    game = GameFactory(after=BUILDINGS)
    actor = game.seats.get(number=game.actions.get(sequence=game.sequence).seat)
    later = Alert.objects.get(kind="your_turn", sequence=game.sequence, recipient=actor.user)
    act(game, actor.name, "run")
    delivery.deliver(later.pk, now=later.due_at)
    later.refresh_from_db()
    assert (later.state, later.reason, mail.outbox) == (State.DROPPED, Reason.ANSWERED, [])


def test_all_are_told_of_the_end():
    game = GameFactory(players=4, bots=2)
    while not game.is_over:
        state = history.position(game, game.sequence).state
        game = play_on(game, str(rules.bots.decide(state, state.to_move[0])))
    assert alerts(game, "game_over") == [("Ana", game.sequence), ("Bob", game.sequence)]


# Without end --------------------------------------------------------------------------------------------------------


def test_no_game_that_we_know_comes_near_the_most_actions():
    assert max(len(game.moves) for game in bot_games()) < Game.MOST_ACTIONS / 4


@pytest.mark.postgresql
def test_game_with_too_many_actions_ends_without_a_winner_and_its_players_are_told(client, ana, monkeypatch):
    monkeypatch.setattr(Game, "MOST_ACTIONS", 3)
    game = act(act(GameFactory(pace={"move_time": 3600}), "Ana", "open 4 4"), "Bob", "pass")
    assert not game.is_over
    Alert.objects.all().delete()
    game = act(game, "Cid", "pass")
    assert (game.ended_early, game.due_at, asked(game)) == (True, None, [])
    assert {*Alert.objects.values_list("kind", "recipient__name")} == {
        ("game_over", name) for name in ("Ana", "Bob", "Cid")
    }
    assert not verify.audit([game.pk]).faults
    with pytest.raises(rules.RuleError, match="The game is over"):
        act(game, "Ana", "pass")
    client.force_login(ana)
    for page in ("games:detail", "games:result"):
        assert "After 3 actions it was not over, so the site has ended it." in words_of(
            client.get(reverse(page, args=[game.pk]))
        )
    (told,) = changes(Game.objects.get())
    assert told.sentence == "3 actions were taken, and the game was not over. It ends here, and nobody wins."
    for alert in Alert.objects.all():
        delivery.deliver(alert.pk, now=alert.due_at)
    assert "After 3 actions it was not over, and the site ended it in round 1." in mail.outbox[0].body


def test_what_was_taken_back_counts_too(monkeypatch):
    monkeypatch.setattr(Game, "MOST_ACTIONS", 2)
    game = act(GameFactory(), "Ana", "open 4 4")
    undo.take_back(game, seat_of(game, "Ana"), expected=1)
    assert Game.objects.get().ended_early
