"""Plans that answer for their owners: when, and what others see of it."""

from datetime import timedelta

import pytest
from django.utils import timezone

import rules
from games.models import Game, Origin, Slot, pace
from games.models.pace import HOUR
from games.plans.language import (
    AuctionPlan,
    BuildPlan,
    BuyPlan,
    CityWish,
    FuelWish,
    PowerPlan,
    ProxyBid,
    StandingPass,
    Wish,
)
from games.replay import history, snapshots
from games.turns import edit_plans, play
from notifications.models import Alert, Reason
from tests.factories import GameFactory, play_as_a_bot_would, play_on, play_until
from tests.games.planned import asks, come_due, come_due_until_quiet, due, origins, plan, trace, withdraw
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES
from tests.games.taking import act, alerts, asked, rows, seat_of

pytestmark = pytest.mark.django_db

PASS = StandingPass()


# Answering ----------------------------------------------------------------------------------------------------------


def test_plan_answers_after_a_while_and_its_owner_is_not_told():
    game = plan(GameFactory(), "Bob", PASS)
    game = act(game, "Ana", "open 4 4")
    seat = seat_of(game, "Bob")
    assert seat.is_to_move
    assert pace.SOONEST <= (seat.answers_at - seat.asked_at).total_seconds() <= pace.LATEST
    assert due(game) == seat.answers_at
    assert alerts(game) == [("Ana", 0)]
    game = come_due(game)
    assert rows(game) == [(0, "open 4 4"), (1, "pass")]
    assert origins(game) == [Origin.PLAYER, Origin.PLAN]
    assert asked(game) == ["Cid"]
    assert alerts(game) == [("Ana", 0), ("Cid", 2)]


def test_nothing_happens_before_the_while_is_over():
    game = act(plan(GameFactory(), "Bob", PASS), "Ana", "open 4 4")
    before = trace(game)
    game = come_due(game, now=due(game) - timedelta(milliseconds=1))
    assert trace(game) == before


def test_to_others_a_seat_with_a_plan_looks_like_any_other():
    by_hand = act(GameFactory(pace={"move_time": 3600}), "Ana", "open 4 4")
    planned = act(plan(GameFactory(pace={"move_time": 3600}), "Bob", PASS), "Ana", "open 4 4")
    seats = seat_of(by_hand, "Bob"), seat_of(planned, "Bob")
    shown = [
        (seat.is_to_move, seat.question, seat.asked_sequence, seat.due_at - seat.asked_at, seat.spent)
        for seat in seats
    ]
    assert shown[0] == shown[1]


def test_each_answer_has_a_while_of_its_own():
    game = plan(GameFactory(), "Bob", ProxyBid(plant=4, limit=30))
    whiles = set()
    for amount in range(4, 20, 2):
        game = act(game, "Ana", f"open 4 {amount}" if amount == 4 else f"bid {amount}")
        seat = seat_of(game, "Bob")
        whiles.add(seat.answers_at - seat.asked_at)
        game = come_due(game)
        if amount == 4:
            game = act(game, "Cid", "pass")
    assert len(whiles) == 8
    assert [text for number, text in rows(game) if number == 1] == [f"bid {amount}" for amount in range(5, 20, 2)]


def test_plans_answer_one_another():
    game = plan(GameFactory(), "Bob", ProxyBid(plant=4, limit=9))
    game = plan(game, "Cid", ProxyBid(plant=4, limit=7))
    game = plan(game, "Ana", StandingPass(plant=4))
    game = come_due_until_quiet(act(game, "Ana", "open 4 4"))
    assert rows(game) == [
        (0, "open 4 4"), (1, "bid 5"), (2, "bid 6"), (0, "pass"), (1, "bid 7"), (2, "pass"),
    ]  # fmt: skip
    assert asked(game) == ["Ana"]


def test_plans_given_while_their_owner_is_asked_answer_too():
    game = GameFactory(after=["open 4 4"])
    assert alerts(game) == [("Ana", 0), ("Bob", 1)]
    given = timezone.now()
    game = edit_plans.give(game, seat_of(game, "Bob"), PASS, now=given)
    seat = seat_of(game, "Bob")
    assert pace.SOONEST <= (seat.answers_at - given).total_seconds() <= pace.LATEST
    assert rows(come_due(game)) == [(0, "open 4 4"), (1, "pass")]


def test_plan_withdrawn_in_time_does_not_answer():
    game = plan(GameFactory(after=["open 4 4"]), "Bob", PASS)
    withdraw(game, "Bob", Slot.AUCTIONS)
    game = Game.objects.get(pk=game.pk)
    assert (seat_of(game, "Bob").answers_at, game.due_at) == (None, None)


def test_who_withdraws_a_plan_when_it_is_their_turn_is_told_if_they_leave_it_at_that():
    game = act(plan(GameFactory(), "Bob", PASS), "Ana", "open 4 4")
    assert alerts(game) == [("Ana", 0)]
    withdraw(game, "Bob", Slot.AUCTIONS)
    assert alerts(game) == [("Ana", 0), ("Bob", 1)]
    told = Alert.objects.get(recipient__name="Bob", kind="your_turn")
    assert [hold["reason"] for hold in told.held] == [Reason.JUST_ACTED]


def test_who_plays_alone_is_not_told_after_withdrawing_a_plan():
    game = plan(GameFactory(players=3, bots=2), "Ana", ProxyBid(4, 4))
    withdraw(game, "Ana", Slot.AUCTION)
    assert alerts(game) == []


def test_who_withdraws_a_plan_that_asks_pays_for_the_wait_until_another_one_answers():
    game = GameFactory(pace={"move_time": HOUR, "bank_time": 10 * HOUR, "bank_cap": 10 * HOUR})
    game = plan(plan(game, "Bob", PASS), "Bob", ProxyBid(plant=4, limit=4, beyond="ask"))
    game = act(game, "Ana", "open 4 4")
    later = seat_of(game, "Bob").asked_at + timedelta(hours=5)
    game = edit_plans.withdraw(game, seat_of(game, "Bob"), Slot.AUCTION, now=later)
    assert rows(come_due(game))[-1] == (1, "pass")
    assert 0 <= 6 * HOUR - seat_of(game, "Bob").bank <= pace.LATEST + 1


def test_plan_changed_in_time_answers_as_changed():
    game = plan(GameFactory(after=["open 4 4"]), "Bob", PASS)
    game = plan(game, "Bob", ProxyBid(plant=4, limit=9))
    assert rows(come_due(game))[-1] == (1, "bid 5")


def test_who_acts_by_hand_first_has_acted():
    game = act(plan(GameFactory(), "Bob", PASS), "Ana", "open 4 4")
    moment = due(game)
    game = act(game, "Bob", "bid 5")
    seat = seat_of(game, "Bob")
    assert (seat.answers_at, Game.objects.get(pk=game.pk).due_at) == (None, None)
    game = come_due(game, now=moment)
    assert rows(game) == [(0, "open 4 4"), (1, "bid 5")]


def test_hand_that_comes_too_late_hears_of_it():
    game = act(plan(GameFactory(), "Bob", PASS), "Ana", "open 4 4")
    come_due(game)
    with pytest.raises(play.Stale):
        act(game, "Bob", "bid 5", expected=1)
    assert Game.objects.get(pk=game.pk).sequence == 2


def test_hand_that_comes_too_late_in_bureaucracy_hears_of_it():
    game = GameFactory(after=BUILDINGS)
    seen = game.sequence
    game = come_due(plan(game, "Cid", PowerPlan()))
    with pytest.raises(play.Stale):
        act(game, "Cid", "run 5:c1o1", expected=seen)
    assert act(game, "Ana", "run 4", expected=seen).sequence == seen + 2


def test_whole_round_goes_by_plans():
    game = GameFactory(after=AUCTIONS)
    for name, kind, city in (("Ana", "coal", "hannover"), ("Bob", "oil", "leipzig"), ("Cid", "coal", "koln")):
        plan(game, name, BuyPlan(fuels=(FuelWish(kind=kind, tokens=1, most=9),)))
        plan(game, name, BuildPlan(cities=(CityWish(city=city, most=20),)))
        plan(game, name, PowerPlan())
        plan(game, name, PASS, for_round=2)
    game = come_due_until_quiet(game)
    assert (game.round, game.phase) == (2, rules.Phase.RESOURCES)
    assert len(asked(game)) == 1
    assert set(origins(game)[len(AUCTIONS) :]) <= {Origin.PLAN, Origin.FORCED}
    assert history.position(game, game.sequence)  # it replays without any plan


def test_plans_in_bureaucracy_do_not_disturb_one_another():
    game = GameFactory(after=PURCHASES)
    for name in ("Ana", "Bob", "Cid"):
        plan(game, name, PowerPlan())
    game = play_on(game, *BUILDINGS[len(PURCHASES) :])
    moments = {seat.name: seat.answers_at for seat in game.seats.all()}
    first = min(moments, key=lambda name: moments[name])
    game = come_due(game)
    left = {seat.name: seat.answers_at for seat in game.seats.all() if seat.answers_at}
    assert left == {name: moment for name, moment in moments.items() if name != first}
    game = come_due_until_quiet(game)
    assert game.round == 2


def test_all_plans_that_are_due_answer_with_one_ring():
    game = GameFactory(after=BUILDINGS)
    for name in ("Ana", "Bob", "Cid"):
        plan(game, name, PowerPlan())
    game = come_due(game, now=timezone.now() + timedelta(minutes=2))
    assert game.round == 2
    assert origins(game)[-3:] == [Origin.PLAN] * 3


# At once ------------------------------------------------------------------------------------------------------------


def test_plans_answer_at_once_where_the_table_wants_it():
    game = plan(GameFactory(plans_answer_at_once=True), "Bob", PASS)
    game = plan(game, "Cid", PASS)
    game = act(game, "Ana", "open 4 4")
    assert rows(game) == [(0, "open 4 4"), (1, "pass"), (2, "pass")]
    assert origins(game) == [Origin.PLAYER, Origin.PLAN, Origin.PLAN]
    assert asked(game) == ["Bob"]
    assert alerts(game) == [("Ana", 0), ("Bob", 3)]


def test_plan_given_while_asked_answers_at_once_where_the_table_wants_it():
    game = plan(GameFactory(plans_answer_at_once=True, after=["open 4 4"]), "Bob", PASS)
    assert rows(game) == [(0, "open 4 4"), (1, "pass")]
    assert asked(game) == ["Cid"]


def test_plans_answer_at_once_against_bots_alone():
    game = GameFactory(players=3, bots=2)
    assert game.plans_answer_at_once
    game = play_until_purchase(game)
    game = plan(game, "Ana", BuyPlan())
    assert game.actions.filter(origin=Origin.PLAN).count() == 1


def play_until_purchase(game: Game) -> Game:
    while seat_of(game, "Ana").question != "buy_resources":
        game = play_as_a_bot_would(game)
    return game


def test_plan_that_wins_scraps_what_it_says():
    def is_about_to_be_full(state: rules.State) -> bool:
        if state.auction is None or len(state.players[state.auction.turn].plants) < 3:
            return False
        return state.players[state.auction.turn].money > state.auction.bid + 10

    game = play_until(GameFactory(players=4, plans_answer_at_once=True), is_about_to_be_full)
    state = snapshots.load(game)
    assert state.auction is not None
    player, seat = state.players[state.auction.turn], game.seats.get(number=state.auction.turn)
    wanted = ProxyBid(state.auction.plant, player.money, scrap=rules.DiscardPlant(player.plants[0]))
    game = edit_plans.give(game, seat, wanted, now=timezone.now())
    while snapshots.load(game).auction is not None:
        game = play_on(game, "pass")
    moves = [(str(move.action), move.origin) for move in history.moves(game)]
    assert (f"discard {player.plants[0]}", Origin.PLAN) in moves


# At once, after it has asked ----------------------------------------------------------------------------------------


def test_plan_that_asked_answers_the_next_question_at_once_where_plans_do():
    game = GameFactory.create(plans_answer_at_once=True)
    game = plan(game, "Ana", AuctionPlan((Wish(4, 10),), otherwise="ask"))  # it says nothing of what to put up
    assert asks(game, "Ana", Slot.AUCTIONS)
    game = plan(plan(game, "Bob", ProxyBid(4, 5)), "Cid", StandingPass())
    game = act(game, "Ana", "open 4 4")
    assert rows(game)[:5] == [(0, "open 4 4"), (1, "bid 5"), (2, "pass"), (0, "bid 6"), (1, "pass")]


def test_plan_stands_again_once_another_one_has_answered_at_once():
    game = GameFactory.create(plans_answer_at_once=True)
    game = plan(game, "Bob", AuctionPlan((Wish(4, 4),), otherwise="ask"))
    game = act(game, "Ana", "open 4 4")
    assert asks(game, "Bob", Slot.AUCTIONS)
    game = plan(game, "Bob", ProxyBid(4, 5))
    assert rows(game)[1] == (1, "bid 5")
    assert not asks(game, "Bob", Slot.AUCTIONS)
