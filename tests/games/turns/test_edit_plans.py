"""Giving, changing and withdrawing plans, and who is invited to."""

import pytest
from django.utils import timezone
from msgspec.structs import replace

import rules
from accounts.models import User
from games.alerts import notices
from games.models import Game, Slot, StandingPlan
from games.plans.language import BuildPlan, BuyPlan, PowerPlan, ProxyBid, StandingPass
from games.replay import snapshots
from games.turns import decisions, edit_plans, play
from notifications.models import Alert
from tests.factories import GameFactory, person_called, play_on
from tests.games.planned import plan, trace, withdraw
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES, ROUND
from tests.games.taking import act, alerts, asked, everything, seat_of
from tests.games.undoing import agree, take_back

pytestmark = pytest.mark.django_db

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


@pytest.mark.postgresql
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


def want_to_be_told(*names: str) -> None:
    people = [person_called(name).pk for name in names]
    User.objects.filter(pk__in=people).update(is_invited_to_plan=True)


def told(game: Game) -> list[tuple[str, str]]:
    """Who was told that they can say something before they are asked, and in which phase of a round that began."""
    phases = (rules.Phase.AUCTION, rules.Phase.RESOURCES)
    rounds = range(1, game.round + 1)
    sittings = {decisions.sitting(number, phase): phase for number in rounds for phase in phases}
    return [(name, sittings[sequence]) for name, sequence in alerts(game, "plan_ahead")]


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
    want_to_be_told("Ana")
    game = act(game, "Cid", "open 5 5")
    assert told(game) == [("Ana", rules.Phase.RESOURCES)]
    withdraw(plan(game, "Ana", BuyPlan()), "Ana", Slot.PURCHASE)
    game = act(Game.objects.get(pk=game.pk), "Bob", "buy o2")
    assert len(told(game)) == 1


def test_they_are_told_of_the_auctions_and_of_the_rest_of_a_round():
    game = GameFactory(after=AUCTIONS[:-1])
    want_to_be_told("Ana", "Bob", "Cid")
    game = play_on(game, AUCTIONS[-1])
    rest = [("Ana", rules.Phase.RESOURCES), ("Cid", rules.Phase.RESOURCES)]
    assert told(game) == rest
    game = play_on(game, *PURCHASES[len(AUCTIONS) :])
    assert (game.phase, invited(game)) == (rules.Phase.BUILDING, ["Ana", "Cid"])
    assert told(game) == rest
    game = play_on(game, *ROUND[len(PURCHASES) :])
    assert told(game) == [*rest, ("Ana", rules.Phase.AUCTION), ("Bob", rules.Phase.AUCTION)]


def test_they_are_told_of_the_building_where_nobody_could_buy_anything():
    want_to_be_told("Ana", "Bob", "Cid")
    game = GameFactory(after=AUCTIONS)
    seats, now = play.seats_of(game), timezone.now()
    game.phase, state = rules.Phase.AUCTION, snapshots.load(game)
    Alert.objects.all().delete()
    play.go_on(game, seats, now, state=replace(state, phase=rules.Phase.BUILDING))
    assert told(game) == [("Ana", rules.Phase.RESOURCES), ("Cid", rules.Phase.RESOURCES)]


@pytest.mark.postgresql
def test_they_are_not_told_again_of_a_round_to_which_the_game_comes_back():
    want_to_be_told("Cid")
    game = GameFactory(undo_by_consent=True, after=AUCTIONS)
    game = agree(agree(take_back(game, "Cid"), "Ana", "Cid"), "Bob", "Cid")
    assert game.phase == rules.Phase.AUCTION
    game = act(game, "Cid", "open 5 5")
    assert told(game) == [("Cid", rules.Phase.AUCTION), ("Cid", rules.Phase.RESOURCES)]
    assert notices.plan_ahead(Alert.objects.filter(kind="plan_ahead").latest("pk")) is not None


def test_in_bureaucracy_all_are_asked_and_nobody_is_invited():
    assert invited(GameFactory(after=BUILDINGS)) == []
    assert invited(GameFactory(after=ROUND)) != []
