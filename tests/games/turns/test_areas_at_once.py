"""Areas that all wish for at the same time."""

import pytest
from django.utils import timezone

import rules
from games.models import Game, Origin, Slot
from games.plans.language import AreaPlan
from games.replay import history
from games.turns import absence, edit_plans, undo
from tests.factories import GameFactory
from tests.games.planned import origins, plan, run_out, trace, withdraw
from tests.games.taking import alerts, asked, rows, seat_of
from tests.games.undoing import agree, take_back

pytestmark = pytest.mark.django_db

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
    with pytest.raises(edit_plans.PlanRefused, match="cannot withdraw"):
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
    game = run_out(game)
    assert game.phase == rules.Phase.AUCTION
    assert origins(game)[:3] == [Origin.PLAN, Origin.PLAN, Origin.TIMEOUT]
    assert seat_of(game, "Cid").misses == 1


def test_bots_wait_until_people_have_said_what_they_wish_for():
    game = GameFactory(players=4, bots=2, options=DRAFT, pace={"areas_at_once": True})
    assert game.sequence == 0
    game = plan(plan(game, "Ana", AreaPlan(("west",))), "Bob", AreaPlan(("southwest",)))
    assert rows(game)[0] == (0, "area west")
    assert game.phase == rules.Phase.AUCTION


@pytest.mark.postgresql
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
