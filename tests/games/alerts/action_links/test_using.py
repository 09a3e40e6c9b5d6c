"""Links act once, for the one question that they are for."""

import pytest
from django.utils import timezone
from msgspec.structs import replace

from games.alerts.action_links import offers
from games.alerts.action_links.offers import Outdated
from games.alerts.action_links.tickets import Kind, Ticket
from games.models import Game, Origin, Slot
from games.plans.language import BuildPlan, BuyPlan, CityWish, FuelWish, ProxyBid
from games.turns import absence, edit_plans
from tests.factories import GameFactory, UserFactory, play_on
from tests.games.alerts.action_links.linked import tickets
from tests.games.planned import asks, origins, plan
from tests.games.scripts import AUCTIONS, BUILDINGS, ROUND
from tests.games.taking import act, asked, at_once, everything, rows, seat_of
from tests.games.undoing import take_back

pytestmark = pytest.mark.django_db


def use(ticket: Ticket) -> Game:
    return offers.use(ticket, now=timezone.now())


def refuses(ticket: Ticket) -> bool:
    """Whether a link does nothing, down to the last column."""
    game = Game.objects.get(pk=ticket.game)
    before = everything(game)
    with pytest.raises(Outdated):
        use(ticket)
    return everything(game) == before


def stop(game: Game, name: str) -> Game:
    return edit_plans.stop(game, seat_of(game, name), now=timezone.now())


def test_passing_is_an_action_like_any_other():
    game = GameFactory(after=["open 4 4"])
    game = use(tickets(game, "Bob")[Kind.DECLINE])
    assert rows(game)[-1] == (1, "pass")
    assert origins(game)[-1] == Origin.PLAYER
    assert asked(game) == ["Cid"]


def test_declining_is_an_action_like_any_other():
    game = GameFactory(after=ROUND)
    assert rows(use(tickets(game, "Cid")[Kind.DECLINE]))[-1] == (2, "decline")


def test_powering_as_proposed_runs_the_best_plants_whatever_others_have_done_since():
    game = GameFactory(after=BUILDINGS)
    ticket = tickets(game, "Cid")[Kind.POWER]
    game = act(game, "Ana", "run 4")
    assert rows(use(ticket))[-1] == (2, "run 5:c1o1")


def test_link_is_spent_by_its_own_use():
    game = GameFactory(after=BUILDINGS)
    ticket = tickets(game, "Cid")[Kind.POWER]
    use(ticket)
    assert refuses(ticket)


def test_link_is_spent_by_a_decision_in_the_game():
    game = GameFactory(after=["open 4 4"])
    ticket = tickets(game, "Bob")[Kind.DECLINE]
    act(game, "Bob", "bid 5")
    assert refuses(ticket)


def test_link_of_an_earlier_bid_does_not_pass_on_a_later_one():
    game = GameFactory(after=["open 4 4"])
    ticket = tickets(game, "Bob")[Kind.DECLINE]
    game = play_on(game, "bid 5", "pass", "bid 6")
    assert asked(game) == ["Bob"]
    assert refuses(ticket)
    assert tickets(game, "Bob")[Kind.DECLINE] != ticket


def test_link_is_spent_for_good_where_what_it_did_is_taken_back():
    game = GameFactory(after=["open 4 4"])
    ticket = tickets(game, "Bob")[Kind.DECLINE]
    game = take_back(use(ticket), "Bob")
    assert asked(game) == ["Bob"]
    assert refuses(ticket)
    use(tickets(game, "Bob")[Kind.DECLINE])


def test_link_is_spent_where_the_question_itself_is_taken_back():
    game = GameFactory(after=["open 4 4"])
    ticket = tickets(game, "Bob")[Kind.DECLINE]
    game = take_back(game, "Ana")
    assert refuses(ticket)
    act(game, "Ana", "open 4 4")
    assert refuses(ticket)


def test_a_pause_keeps_nobody_from_acting():
    game = GameFactory(after=["open 4 4"])
    ticket = tickets(game, "Bob")[Kind.DECLINE]
    Game.objects.update(paused_at=timezone.now())
    assert rows(use(ticket))[-1] == (1, "pass")


def test_nothing_is_done_in_a_game_that_has_ended_early():
    game = GameFactory(after=["open 4 4"])
    ticket = tickets(game, "Bob")[Kind.DECLINE]
    Game.objects.update(finished_at=timezone.now(), ended_early=True)
    assert refuses(ticket)


def test_who_has_left_the_seat_cannot_act_for_it():
    game = GameFactory(after=["open 4 4"])
    ticket = tickets(game, "Bob")[Kind.DECLINE]
    game.seats.filter(name="Bob").update(absent_since=timezone.now())
    assert refuses(ticket)


def test_who_has_been_replaced_cannot_act_nor_can_the_link_for_the_successor():
    game = GameFactory(after=["open 4 4"])
    ticket = tickets(game, "Bob")[Kind.DECLINE]
    dora = UserFactory(name="Dora")
    game.seats.filter(name="Bob").update(user=dora, name="Dora")
    assert refuses(ticket)


def test_who_left_and_came_back_is_asked_by_new_links():
    game = GameFactory(after=["open 4 4"])
    ticket = tickets(game, "Bob")[Kind.DECLINE]
    bob = seat_of(game, "Bob").user
    absence.leave(game, bob, now=timezone.now())
    absence.come_back(game, bob, now=timezone.now())
    assert refuses(ticket)


def test_closed_account_does_nothing():
    game = GameFactory(after=["open 4 4"])
    ticket = tickets(game, "Bob")[Kind.DECLINE]
    seat = seat_of(game, "Bob")
    seat.user.is_active = False
    seat.user.save()
    assert refuses(ticket)


def test_no_part_of_a_ticket_can_be_another():
    game = GameFactory(after=["open 4 4"])
    other = GameFactory(after=["open 4 4"])
    ticket = tickets(game, "Bob")[Kind.DECLINE]
    ana = seat_of(game, "Ana").user
    for forged in (
        replace(ticket, kind=Kind.POWER),
        replace(ticket, kind=Kind.CONFIRM),
        replace(ticket, kind=Kind.RENEW),
        replace(ticket, game=404),
        replace(ticket, seat=0),
        replace(ticket, seat=2),
        replace(ticket, seat=9),
        replace(ticket, user=ana.pk),
        replace(ticket, user=404),
        replace(ticket, sequence=0),
        replace(ticket, sequence=2),
        replace(ticket, given_at=1),
    ):
        before = everything(game), everything(other)
        with pytest.raises(Outdated):
            use(forged)
        assert (everything(game), everything(other)) == before


# Plans --------------------------------------------------------------------------------------------------------------


def test_confirmed_plan_answers_after_a_while_and_goes_on():
    game = stop(act(plan(GameFactory(), "Bob", ProxyBid(4, 30)), "Ana", "open 4 4"), "Bob")
    assert seat_of(game, "Bob").answers_at is None
    use(tickets(game, "Bob")[Kind.CONFIRM])
    assert asks(game, "Bob", Slot.AUCTION) == ""
    assert seat_of(game, "Bob").answers_at is not None
    assert rows(game) == [(0, "open 4 4")]


def test_confirmed_plan_answers_at_once_where_the_table_wants_it():
    game = plan(GameFactory(plans_answer_at_once=True, after=["open 4 4"]), "Bob", ProxyBid(4, 6))
    game = take_back(game, "Bob")
    assert asked(game) == ["Bob"]
    game = use(tickets(game, "Bob")[Kind.CONFIRM])
    assert rows(game)[-1] == (1, "bid 5")


def test_confirmation_is_spent_though_the_plan_waits_again():
    game = stop(act(plan(GameFactory(), "Bob", ProxyBid(4, 30)), "Ana", "open 4 4"), "Bob")
    ticket = tickets(game, "Bob")[Kind.CONFIRM]
    game = stop(use(ticket), "Bob")
    assert refuses(ticket)
    assert tickets(game, "Bob")[Kind.CONFIRM] != ticket


def test_confirmation_is_not_for_a_plan_that_was_changed():
    game = stop(act(plan(GameFactory(), "Bob", ProxyBid(4, 30)), "Ana", "open 4 4"), "Bob")
    ticket = tickets(game, "Bob")[Kind.CONFIRM]
    game = stop(plan(game, "Bob", ProxyBid(4, 50)), "Bob")
    assert refuses(ticket)


def test_purchase_is_planned_again_and_only_once():
    wanted = BuyPlan((FuelWish("coal", 1, 3),))
    game = plan(GameFactory(after=AUCTIONS), "Cid", wanted, for_round=1)
    game = play_on(game, *ROUND[len(AUCTIONS) :], "decline", "decline", "decline")
    ticket = tickets(game, "Cid")[Kind.RENEW]
    use(ticket)
    (row,) = seat_of(game, "Cid").plans.all()
    assert (row.slot, row.round, row.asks) == (Slot.PURCHASE, 2, "")
    assert seat_of(game, "Cid").may_plan_since is None
    assert refuses(ticket)
    edit_plans.withdraw(game, seat_of(game, "Cid"), Slot.PURCHASE, now=timezone.now())
    assert refuses(ticket)


def test_one_press_plans_fuel_and_cities_again_as_far_as_they_make_sense():
    game = plan(GameFactory(after=AUCTIONS), "Cid", BuyPlan((FuelWish("coal", 1, 3),)), for_round=1)
    game = plan(game, "Cid", BuildPlan((CityWish("dusseldorf", 10),)), for_round=1)
    game = play_on(game, *ROUND[len(AUCTIONS) :], "decline", "decline", "decline")
    use(tickets(game, "Cid")[Kind.RENEW])
    plans = seat_of(game, "Cid").plans.order_by("pk")
    assert [(row.slot, row.round) for row in plans] == [(Slot.PURCHASE, 2), (Slot.BUILDING, 2)]


def test_cities_that_are_built_are_not_planned_again():
    game = plan(GameFactory(after=AUCTIONS), "Cid", BuyPlan(), for_round=1)
    game = plan(game, "Cid", BuildPlan((CityWish("koln", 10),)), for_round=1)
    game = play_on(game, *ROUND[len(AUCTIONS) :], "decline", "decline", "decline")
    use(tickets(game, "Cid")[Kind.RENEW])
    plans = seat_of(game, "Cid").plans.order_by("pk")
    assert [(row.slot, row.round) for row in plans] == [(Slot.PURCHASE, 2), (Slot.BUILDING, 1)]


def test_purchase_is_not_planned_again_once_one_is_asked():
    game = plan(GameFactory(after=AUCTIONS), "Cid", BuyPlan(), for_round=1)
    game = play_on(game, *ROUND[len(AUCTIONS) :], "decline", "decline", "decline")
    ticket = tickets(game, "Cid")[Kind.RENEW]
    play_on(game, "buy", "buy")
    assert asked(game) == ["Cid"]
    assert refuses(ticket)


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_of_two_presses_at_the_same_moment_one_acts():
    game = GameFactory(after=BUILDINGS)
    ticket = tickets(game, "Cid")[Kind.POWER]

    def press() -> Game | Outdated:
        try:
            return use(ticket)
        except Outdated as outdated:
            return outdated

    results = at_once(press, press, press)
    assert sum(isinstance(result, Game) for result in results) == 1
    assert rows(Game.objects.get())[len(BUILDINGS) :] == [(2, "run 5:c1o1")]
