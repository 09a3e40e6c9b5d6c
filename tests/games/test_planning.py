from datetime import timedelta

import pytest
from django.utils import timezone

import rules
from games import absence, asking, history, planning, snapshots, turns, undo
from games.models import Game, Origin, Slot, StandingPlan
from games.pace import HOUR
from games.plans.language import (
    AreaPlan,
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
from games.plans.reasons import TookBack, reason_from_json
from tests.factories import GameFactory, play_as_a_bot_would, play_on, play_until
from tests.games.planned import asks, due, plan, ring, ring_until_quiet, withdraw
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES, ROUND
from tests.games.test_turns import act, alerts, asked, everything, rows, seat_of
from tests.games.undoing import agree, take_back

pytestmark = pytest.mark.django_db

PASS = StandingPass()


def origins(game: Game) -> list[str]:
    return list(game.actions.values_list("origin", flat=True))


def trace(game: Game) -> list[object]:
    """All that others can see or be told of a game."""
    shown = ("is_to_move", "asked_at", "asked_sequence", "question", "rank", "powered", "due_at", "bank", "turns")
    columns = ("sequence", "news", "moved_at", "phase", "round")
    return [
        Game.objects.values_list(*columns).get(pk=game.pk),
        list(game.seats.values_list(*shown)),
        rows(game),
        alerts(game),
    ]


# Giving -------------------------------------------------------------------------------------------------------------


def test_plan_is_kept_for_its_owner():
    game = plan(GameFactory(), "Bob", ProxyBid(plant=4, limit=9))
    (row,) = planning.of(seat_of(game, "Bob"))
    assert (row.slot, row.round, row.given_sequence, row.asks) == (Slot.AUCTION, 1, 0, "")
    assert planning.of(seat_of(game, "Ana")) == []


def test_new_plan_takes_the_place_of_the_one_for_the_same():
    game = plan(GameFactory(), "Bob", ProxyBid(plant=4, limit=9))
    game = plan(game, "Bob", StandingPass(plant=5))
    game = plan(game, "Bob", PASS)
    assert [row.slot for row in planning.of(seat_of(game, "Bob"))] == [Slot.AUCTION, Slot.AUCTIONS]


def test_giving_changing_and_withdrawing_leaves_no_trace_for_others():
    game = GameFactory(after=["open 4 4"], pace={"move_time": 3600})
    before = trace(game)
    for name in ("Ana", "Bob", "Cid"):
        plan(game, name, BuyPlan())
        plan(game, name, PASS)
        withdraw(game, name, Slot.PURCHASE)
    assert trace(game) == before


def test_plan_is_for_the_next_time_that_its_owner_is_asked():
    game = GameFactory(after=AUCTIONS)
    plan(game, "Ana", PASS)
    plan(game, "Ana", BuyPlan())
    plan(game, "Ana", PowerPlan(), whole_game=True)
    rounds = {row.slot: row.round for row in planning.of(seat_of(game, "Ana"))}
    assert rounds == {Slot.AUCTIONS: 2, Slot.PURCHASE: 1, Slot.POWERING: None}


def test_part_that_is_over_is_planned_for_the_next_round():
    game = GameFactory(after=PURCHASES)
    game = act(game, "Bob", "build hannover")
    assert planning.of(seat_of(plan(game, "Bob", BuildPlan()), "Bob"))[0].round == 2
    assert planning.of(seat_of(plan(game, "Cid", BuildPlan()), "Cid"))[0].round == 1


@pytest.mark.parametrize(("given", "words"), [(BuyPlan(), "is over"), (ProxyBid(plant=4, limit=9), "Plant 4")])
def test_plan_for_what_is_over_is_refused(given, words):
    game = GameFactory(after=PURCHASES)
    before = everything(game)
    with pytest.raises(planning.Refused, match=words):
        plan(game, "Bob", given, for_round=1)
    assert everything(game) == before
    assert not StandingPlan.objects.exists()


def test_plan_for_a_distant_round_is_refused():
    with pytest.raises(planning.Refused, match="too far ahead"):
        plan(GameFactory(), "Bob", PASS, for_round=10**9)


def test_plan_for_a_round_to_come_waits_for_it():
    game = plan(GameFactory(), "Bob", PASS, for_round=2)
    game = act(game, "Ana", "open 4 4")
    assert seat_of(game, "Bob").answers_at is None
    assert ("Bob", 1) in alerts(game)


def test_nothing_is_planned_after_the_end():
    game = GameFactory()
    Game.objects.update(finished_at=timezone.now())
    with pytest.raises(planning.Refused, match="over"):
        plan(game, "Ana", PASS)
    with pytest.raises(planning.Refused, match="over"):
        withdraw(game, "Ana", Slot.AUCTIONS)


def test_nothing_is_planned_for_a_seat_that_a_bot_plays():
    game = GameFactory()
    game.seats.filter(name="Bob").update(absent_since=timezone.now())
    with pytest.raises(planning.Refused, match="bot"):
        plan(game, "Bob", PASS)


def test_plan_for_a_seat_of_another_game_is_a_mistake():
    with pytest.raises(ValueError, match="not of game"):
        planning.give(GameFactory(), seat_of(GameFactory(), "Bob"), PASS, now=timezone.now())


# Answering ----------------------------------------------------------------------------------------------------------


def test_plan_answers_after_a_while_and_its_owner_is_not_told():
    game = plan(GameFactory(), "Bob", PASS)
    game = act(game, "Ana", "open 4 4")
    seat = seat_of(game, "Bob")
    assert seat.is_to_move
    assert asking.SOONEST <= (seat.answers_at - seat.asked_at).total_seconds() <= asking.LATEST
    assert due(game) == seat.answers_at
    assert alerts(game) == [("Ana", 0)]
    game = ring(game)
    assert rows(game) == [(0, "open 4 4"), (1, "pass")]
    assert origins(game) == [Origin.PLAYER, Origin.PLAN]
    assert asked(game) == ["Cid"]
    assert alerts(game) == [("Ana", 0), ("Cid", 2)]


def test_nothing_happens_before_the_while_is_over():
    game = act(plan(GameFactory(), "Bob", PASS), "Ana", "open 4 4")
    before = trace(game)
    game = ring(game, now=due(game) - timedelta(milliseconds=1))
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
        game = ring(game)
        if amount == 4:
            game = act(game, "Cid", "pass")
    assert len(whiles) == 8
    assert [text for number, text in rows(game) if number == 1] == [f"bid {amount}" for amount in range(5, 20, 2)]


def test_plans_answer_one_another():
    game = plan(GameFactory(), "Bob", ProxyBid(plant=4, limit=9))
    game = plan(game, "Cid", ProxyBid(plant=4, limit=7))
    game = plan(game, "Ana", StandingPass(plant=4))
    game = ring_until_quiet(act(game, "Ana", "open 4 4"))
    assert rows(game) == [
        (0, "open 4 4"), (1, "bid 5"), (2, "bid 6"), (0, "pass"), (1, "bid 7"), (2, "pass"),
    ]  # fmt: skip
    assert asked(game) == ["Ana"]


def test_plans_given_while_their_owner_is_asked_answer_too():
    game = GameFactory(after=["open 4 4"])
    assert alerts(game) == [("Ana", 0), ("Bob", 1)]
    given = timezone.now()
    game = planning.give(game, seat_of(game, "Bob"), PASS, now=given)
    seat = seat_of(game, "Bob")
    assert asking.SOONEST <= (seat.answers_at - given).total_seconds() <= asking.LATEST
    assert rows(ring(game)) == [(0, "open 4 4"), (1, "pass")]


def test_plan_withdrawn_in_time_does_not_answer():
    game = plan(GameFactory(after=["open 4 4"]), "Bob", PASS)
    withdraw(game, "Bob", Slot.AUCTIONS)
    game = Game.objects.get(pk=game.pk)
    assert (seat_of(game, "Bob").answers_at, game.due_at) == (None, None)


def test_who_withdraws_a_plan_that_asks_pays_for_the_wait_until_another_one_answers():
    game = GameFactory(pace={"move_time": HOUR, "bank_time": 10 * HOUR, "bank_cap": 10 * HOUR})
    game = plan(plan(game, "Bob", PASS), "Bob", ProxyBid(plant=4, limit=4, beyond="ask"))
    game = act(game, "Ana", "open 4 4")
    later = seat_of(game, "Bob").asked_at + timedelta(hours=5)
    game = planning.withdraw(game, seat_of(game, "Bob"), Slot.AUCTION, now=later)
    assert rows(ring(game))[-1] == (1, "pass")
    assert 0 <= 6 * HOUR - seat_of(game, "Bob").bank <= asking.LATEST + 1


def test_plan_changed_in_time_answers_as_changed():
    game = plan(GameFactory(after=["open 4 4"]), "Bob", PASS)
    game = plan(game, "Bob", ProxyBid(plant=4, limit=9))
    assert rows(ring(game))[-1] == (1, "bid 5")


def test_who_acts_by_hand_first_has_acted():
    game = act(plan(GameFactory(), "Bob", PASS), "Ana", "open 4 4")
    moment = due(game)
    game = act(game, "Bob", "bid 5")
    seat = seat_of(game, "Bob")
    assert (seat.answers_at, Game.objects.get(pk=game.pk).due_at) == (None, None)
    game = ring(game, now=moment)
    assert rows(game) == [(0, "open 4 4"), (1, "bid 5")]


def test_hand_that_comes_too_late_hears_of_it():
    game = act(plan(GameFactory(), "Bob", PASS), "Ana", "open 4 4")
    ring(game)
    with pytest.raises(turns.Stale) as stale:
        act(game, "Bob", "bid 5", expected=1)
    assert stale.value.game.sequence == 2


def test_hand_that_comes_too_late_in_bureaucracy_hears_of_it():
    game = GameFactory(after=BUILDINGS)
    seen = game.sequence
    game = ring(plan(game, "Cid", PowerPlan()))
    with pytest.raises(turns.Stale):
        act(game, "Cid", "run 5:c1o1", expected=seen)
    assert act(game, "Ana", "run 4", expected=seen).sequence == seen + 2


def test_whole_round_goes_by_plans():
    game = GameFactory(after=AUCTIONS)
    for name, kind, city in (("Ana", "coal", "hannover"), ("Bob", "oil", "leipzig"), ("Cid", "coal", "koln")):
        plan(game, name, BuyPlan(fuels=(FuelWish(kind=kind, tokens=1, most=9),)))
        plan(game, name, BuildPlan(cities=(CityWish(city=city, most=20),)))
        plan(game, name, PowerPlan())
        plan(game, name, PASS, for_round=2)
    game = ring_until_quiet(game)
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
    game = ring(game)
    left = {seat.name: seat.answers_at for seat in game.seats.all() if seat.answers_at}
    assert left == {name: moment for name, moment in moments.items() if name != first}
    game = ring_until_quiet(game)
    assert game.round == 2


def test_all_plans_that_are_due_answer_with_one_ring():
    game = GameFactory(after=BUILDINGS)
    for name in ("Ana", "Bob", "Cid"):
        plan(game, name, PowerPlan())
    game = ring(game, now=timezone.now() + timedelta(minutes=2))
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


# Without a choice ---------------------------------------------------------------------------------------------------


def test_cities_are_powered_at_once_where_only_one_choice_makes_sense():
    game = GameFactory(after=BUILDINGS, powers_itself=True)
    powered = game.actions.filter(sequence__gt=len(BUILDINGS))
    assert list(powered.values_list("seat", "origin")) == [(number, Origin.OBVIOUS) for number in range(3)]
    assert game.round == 2


def test_who_wants_to_power_by_hand_is_asked():
    assert asked(GameFactory(after=BUILDINGS)) == ["Ana", "Bob", "Cid"]


def test_plan_to_power_otherwise_counts_more_than_the_obvious():
    game = GameFactory(after=BUILDINGS[:-1])
    game.seats.update(powers_itself=True)
    plan(game, "Ana", PowerPlan(runs=rules.RunPlants(())))
    game = play_on(game, BUILDINGS[-1])
    seat = seat_of(game, "Ana")
    assert seat.is_to_move
    assert seat.answers_at is not None


# Asking -------------------------------------------------------------------------------------------------------------


def test_plan_that_cannot_answer_asks_and_is_kept():
    game = plan(GameFactory(), "Bob", ProxyBid(plant=4, limit=4, beyond="ask"))
    game = act(game, "Ana", "open 4 4")
    assert seat_of(game, "Bob").answers_at is None
    assert asks(game, "Bob", Slot.AUCTION)
    assert alerts(game) == [("Ana", 0), ("Bob", 1)]


def test_plan_that_cannot_answer_any_more_when_its_moment_comes_asks():
    game = act(plan(GameFactory(), "Bob", PASS), "Ana", "open 4 4")
    StandingPlan.objects.update(body='{"plan":"pass","unless":[4]}')
    game = ring(game)
    assert rows(game) == [(0, "open 4 4")]
    assert asks(game, "Bob", Slot.AUCTIONS)
    assert (seat_of(game, "Bob").answers_at, game.due_at) == (None, None)
    assert alerts(game) == [("Ana", 0), ("Bob", 1)]


def test_plan_that_asks_lets_no_other_answer_the_same():
    game = plan(GameFactory(), "Bob", ProxyBid(plant=4, limit=4, beyond="ask"))
    game = plan(game, "Bob", PASS)
    game = act(game, "Ana", "open 4 4")
    assert seat_of(game, "Bob").answers_at is None
    assert not asks(game, "Bob", Slot.AUCTIONS)


def test_plan_given_anew_asks_no_more():
    game = act(plan(GameFactory(), "Bob", ProxyBid(plant=4, limit=4, beyond="ask")), "Ana", "open 4 4")
    game = plan(game, "Bob", ProxyBid(plant=4, limit=9, beyond="ask"))
    assert not asks(game, "Bob", Slot.AUCTION)
    assert rows(ring(game))[-1] == (1, "bid 5")


def test_plan_goes_on_once_its_owner_has_decided_what_it_asked():
    wishes = AuctionPlan(wishes=(Wish(plant=3, limit=9),), otherwise="ask")
    game = act(plan(GameFactory(), "Cid", wishes), "Ana", "open 4 4")
    game = act(game, "Bob", "pass")
    assert asks(game, "Cid", Slot.AUCTIONS)
    game = act(game, "Cid", "pass")
    assert not asks(game, "Cid", Slot.AUCTIONS)
    game = ring(act(game, "Bob", "open 3 3"))
    assert rows(game)[-1] == (2, "bid 4")


# Taking back --------------------------------------------------------------------------------------------------------


def test_what_a_plan_did_can_be_taken_back_and_does_not_happen_again_by_itself():
    game = ring(act(plan(GameFactory(), "Bob", PASS), "Ana", "open 4 4"))
    game = take_back(game, "Bob")
    seat = seat_of(game, "Bob")
    assert (seat.is_to_move, seat.answers_at) == (True, None)
    assert reason_from_json(asks(game, "Bob", Slot.AUCTIONS)) == TookBack()
    game = act(game, "Bob", "bid 5")
    assert reason_from_json(asks(game, "Bob", Slot.AUCTIONS)) == TookBack()


def test_what_a_plan_did_at_once_can_be_taken_back_too():
    game = plan(GameFactory(plans_answer_at_once=True, after=["open 4 4"]), "Bob", PASS)
    game = take_back(game, "Bob")
    assert rows(game)[-1][0] == 1
    assert asked(game) == ["Bob"]
    assert reason_from_json(asks(game, "Bob", Slot.AUCTIONS)) == TookBack()


def test_plan_for_what_its_owner_took_back_asks():
    game = act(plan(GameFactory(), "Bob", PASS), "Ana", "open 4 4")
    game = take_back(act(game, "Bob", "bid 5"), "Bob")
    assert seat_of(game, "Bob").answers_at is None


def test_plan_whose_moment_was_taken_back_answers_when_it_comes_again():
    game = act(plan(GameFactory(), "Bob", PASS), "Ana", "open 4 4")
    moment = due(game)
    game = take_back(game, "Ana")
    assert (seat_of(game, "Bob").answers_at, Game.objects.get(pk=game.pk).due_at) == (None, None)
    game = ring(game, now=moment)
    game = act(game, "Ana", "open 4 6")
    assert seat_of(game, "Bob").answers_at > moment - timedelta(seconds=asking.LATEST)
    assert rows(ring(game))[-1] == (1, "pass")


def test_plan_that_was_over_is_in_force_again_where_its_auction_is():
    game = plan(GameFactory(undo_by_consent=True), "Cid", StandingPass(plant=4))
    game = ring(play_on(game, "open 4 4", "bid 5"))
    assert rows(game)[-1] == (2, "pass")
    game = take_back(act(game, "Ana", "pass"), "Bob")
    game = agree(agree(game, "Ana", "Bob"), "Cid", "Bob")
    assert (asked(game), game.due_at) == (["Bob"], None)
    game = ring(act(game, "Bob", "bid 6"))
    assert rows(game)[-1] == (2, "pass")


def test_what_could_only_be_powered_like_that_is_no_answer_to_what_came_before():
    game = GameFactory(after=BUILDINGS[:-1])
    game.seats.exclude(name="Cid").update(powers_itself=True)
    builder = asked(game)[0]
    game = play_on(game, BUILDINGS[-1])
    assert Origin.OBVIOUS in origins(game)
    game = take_back(game, builder)
    assert asked(game) == [builder]
    game = play_on(game, BUILDINGS[-1])
    assert origins(game)[-1] == Origin.OBVIOUS


# Invitations --------------------------------------------------------------------------------------------------------


def invited(game: Game) -> list[str]:
    return [seat.name for seat in game.seats.exclude(may_plan_since=None)]


def test_all_who_will_be_asked_in_a_phase_can_plan_it():
    game = GameFactory()
    assert invited(game) == ["Bob", "Cid"]
    game = play_on(game, *AUCTIONS)
    assert asked(game) == ["Bob"]
    assert invited(game) == ["Ana", "Cid"]
    assert invited(play_on(game, *PURCHASES[len(AUCTIONS) :], *BUILDINGS[len(PURCHASES) :])) == []


def test_who_has_planned_or_is_done_is_not_invited():
    game = plan(GameFactory(after=AUCTIONS), "Ana", BuyPlan())
    assert invited(game) == ["Cid"]
    withdraw(game, "Ana", Slot.PURCHASE)
    assert invited(game) == ["Ana", "Cid"]
    game = act(game, "Bob", "buy o2")
    assert asked(game) == ["Ana"]
    assert invited(game) == ["Cid"]


def test_those_who_want_it_are_told_once_that_they_can_plan():
    game = GameFactory(after=AUCTIONS[:-1])
    type(seat_of(game, "Ana").user).objects.filter(name="Ana").update(is_invited_to_plan=True)
    game = act(game, "Cid", "open 5 5")
    assert alerts(game, "plan_ahead") == [("Ana", game.sequence)]
    withdraw(plan(game, "Ana", BuyPlan()), "Ana", Slot.PURCHASE)
    game = act(Game.objects.get(pk=game.pk), "Bob", "buy o2")
    assert len(alerts(game, "plan_ahead")) == 1


def test_in_bureaucracy_all_are_asked_and_nobody_is_invited():
    assert invited(GameFactory(after=BUILDINGS)) == []
    assert invited(GameFactory(after=ROUND)) != []


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


# Areas at once ------------------------------------------------------------------------------------------------------

DRAFT = rules.Options(areas="draft")


def drafting(**wishes: tuple[str, ...]) -> Game:
    game = GameFactory.create(options=DRAFT, pace={"areas_at_once": True, "move_time": 3600})
    for name, areas in wishes.items():
        game = plan(game, name, AreaPlan(areas))
    return Game.objects.get(pk=game.pk)


def test_all_are_asked_which_areas_they_wish_for():
    game = drafting()
    assert asked(game) == ["Ana", "Bob", "Cid"]
    assert sorted(alerts(game)) == [("Ana", 0), ("Bob", 0), ("Cid", 0)]
    game = drafting(Bob=("west",))
    assert asked(game) == ["Ana", "Cid"]
    assert game.sequence == 0


def test_that_somebody_has_said_it_is_news_and_that_they_think_again_is_none():
    game = drafting()
    game = plan(game, "Bob", AreaPlan(("west",)))
    assert game.news == Game.objects.get(pk=game.pk).news
    after = trace(game)
    plan(game, "Bob", AreaPlan(("northwest",)))
    assert trace(game) == after


def test_wish_cannot_be_withdrawn_for_another_span_of_time():
    game = drafting(Bob=("west",))
    with pytest.raises(planning.Refused, match="count on"):
        withdraw(game, "Bob", Slot.AREAS)
    assert asked(game) == ["Ana", "Cid"]


def test_who_comes_back_to_a_draft_is_asked_like_the_others(bob):
    game = drafting()
    absence.leave(game, bob, now=timezone.now())
    assert asked(game) == ["Ana", "Cid"]
    game = absence.come_back(game, bob, now=timezone.now())
    assert asked(game) == ["Ana", "Bob", "Cid"]
    assert seat_of(game, "Bob").due_at is not None


def test_areas_are_chosen_in_seat_order_once_all_are_in():
    game = drafting(Cid=("west", "southwest"), Ana=("west",), Bob=("west", "northwest"))
    assert rows(game)[:3] == [(0, "area west"), (1, "area northwest"), (2, "area southwest")]
    assert origins(game)[:3] == [Origin.PLAN] * 3
    assert game.phase == rules.Phase.AUCTION


def test_who_has_no_wish_left_takes_what_there_is():
    game = drafting(Ana=("west",), Bob=("west",), Cid=("west",))
    assert game.phase == rules.Phase.AUCTION
    assert len(history.position(game, 3).state.areas) == 3


def test_time_runs_out_for_a_wish_as_well():
    game = drafting(Ana=("west",), Bob=("northwest",))
    game = ring(game)
    assert game.phase == rules.Phase.AUCTION
    assert origins(game)[:3] == [Origin.PLAN, Origin.PLAN, Origin.TIMEOUT]
    assert seat_of(game, "Cid").misses == 1


def test_bots_wait_until_people_have_said_what_they_wish_for():
    game = GameFactory(players=4, bots=2, options=DRAFT, pace={"areas_at_once": True})
    assert game.sequence == 0
    game = plan(plan(game, "Ana", AreaPlan(("west",))), "Bob", AreaPlan(("southwest",)))
    assert rows(game)[0] == (0, "area west")
    assert game.phase == rules.Phase.AUCTION


def test_who_takes_back_an_area_with_the_consent_of_all_wishes_anew():
    game = GameFactory.create(options=DRAFT, pace={"areas_at_once": True}, undo_by_consent=True)
    for name in ("Ana", "Bob", "Cid"):
        game = plan(game, name, AreaPlan(("west", "northwest", "southwest")))
    game = take_back(game, "Cid")
    assert undo.is_asked(game, undo.Undoable(2, 3, ""))
    game = agree(agree(game, "Ana", "Cid"), "Bob", "Cid")
    assert game.phase == rules.Phase.SETUP
    assert asked(game) == ["Cid"]
    game = plan(game, "Cid", AreaPlan(("south",)))
    assert game.phase == rules.Phase.AUCTION


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
    game = planning.give(game, seat, wanted, now=timezone.now())
    while snapshots.load(game).auction is not None:
        game = play_on(game, "pass")
    moves = [(str(move.action), move.origin) for move in history.moves(game)]
    assert (f"discard {player.plants[0]}", Origin.PLAN) in moves
