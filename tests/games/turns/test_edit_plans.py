"""Giving, changing and withdrawing plans, and who is invited to."""

import pytest
from django.utils import timezone

from games.models import Game, Slot, StandingPlan
from games.plans.active import Plans
from games.plans.language import BuildPlan, BuyPlan, PowerPlan, ProxyBid, StandingPass
from games.replay import snapshots
from games.turns import decisions, edit_plans
from tests.factories import GameFactory, play_on
from tests.games.planned import plan, trace, withdraw
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES, ROUND
from tests.games.taking import act, alerts, asked, everything, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

PASS = StandingPass()


# Giving -------------------------------------------------------------------------------------------------------------


def test_plan_is_kept_for_its_owner():
    game = plan(GameFactory(), "Bob", ProxyBid(plant=4, limit=9))
    (row,) = edit_plans.of(seat_of(game, "Bob"))
    assert (row.slot, row.round, row.given_sequence, row.asks) == (Slot.AUCTION, 1, 0, "")
    assert edit_plans.of(seat_of(game, "Ana")) == []


def test_new_plan_takes_the_place_of_the_one_for_the_same():
    game = plan(GameFactory(), "Bob", ProxyBid(plant=4, limit=9))
    game = plan(game, "Bob", StandingPass(plant=5))
    game = plan(game, "Bob", PASS)
    assert [row.slot for row in edit_plans.of(seat_of(game, "Bob"))] == [Slot.AUCTION, Slot.AUCTIONS]


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
    plan(game, "Ana", PowerPlan())
    rounds = {row.slot: row.round for row in edit_plans.of(seat_of(game, "Ana"))}
    assert rounds == {Slot.AUCTIONS: 2, Slot.PURCHASE: 1, Slot.POWERING: 1}


def test_part_that_is_over_is_planned_for_the_next_round():
    game = GameFactory(after=PURCHASES)
    game = act(game, "Bob", "build hannover")
    assert edit_plans.of(seat_of(plan(game, "Bob", BuildPlan()), "Bob"))[0].round == 2
    assert edit_plans.of(seat_of(plan(game, "Cid", BuildPlan()), "Cid"))[0].round == 1


@pytest.mark.parametrize(("given", "words"), [(BuyPlan(), "too late"), (ProxyBid(plant=4, limit=9), "plant 4")])
def test_plan_for_what_is_over_is_refused(given, words):
    game = GameFactory(after=PURCHASES)
    before = everything(game)
    with pytest.raises(edit_plans.PlanRefused, match=words):
        plan(game, "Bob", given, for_round=1)
    assert everything(game) == before
    assert not StandingPlan.objects.exists()


def test_plan_for_a_distant_round_is_refused():
    with pytest.raises(edit_plans.PlanRefused, match="too far ahead"):
        plan(GameFactory(), "Bob", PASS, for_round=10**9)


def test_plan_for_a_round_to_come_waits_for_it():
    game = plan(GameFactory(), "Bob", PASS, for_round=2)
    game = act(game, "Ana", "open 4 4")
    assert seat_of(game, "Bob").answers_at is None
    assert ("Bob", 1) in alerts(game)


def test_nothing_is_planned_after_the_end():
    game = GameFactory()
    Game.objects.update(finished_at=timezone.now())
    with pytest.raises(edit_plans.PlanRefused, match="over"):
        plan(game, "Ana", PASS)
    with pytest.raises(edit_plans.PlanRefused, match="over"):
        withdraw(game, "Ana", Slot.AUCTIONS)


def test_nothing_is_planned_for_a_seat_that_a_bot_plays():
    game = GameFactory()
    game.seats.filter(name="Bob").update(absent_since=timezone.now())
    with pytest.raises(edit_plans.PlanRefused, match="bot"):
        plan(game, "Bob", PASS)


def test_plan_for_a_seat_of_another_game_is_a_mistake():
    with pytest.raises(ValueError, match="not of game"):
        edit_plans.give(GameFactory(), seat_of(GameFactory(), "Bob"), PASS, now=timezone.now())


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


def test_with_a_new_phase_all_are_invited_anew_also_who_had_no_choice_in_the_one_before():
    game = GameFactory()
    seats, plans, state = list(game.seats.all()), Plans.of(game), snapshots.load(game)
    assert decisions.invite(seats, plans, state, timezone.now()) == []
    anew = decisions.invite(seats, plans, state, timezone.now(), is_new_phase=True)
    assert [seat.name for seat in anew] == ["Bob", "Cid"]


def test_in_bureaucracy_all_are_asked_and_nobody_is_invited():
    assert invited(GameFactory(after=BUILDINGS)) == []
    assert invited(GameFactory(after=ROUND)) != []
