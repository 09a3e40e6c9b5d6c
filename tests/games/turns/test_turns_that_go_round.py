"""A phase in which turns go round asks each player once, if they plan."""

import pytest

import rules
from games.models import Origin
from games.plans.language import BuyPlan, FuelWish
from games.replay import snapshots
from tests.factories import GameFactory, play_until
from tests.games.planned import come_due_until_quiet, origins, plan, trace
from tests.games.taking import alerts

pytestmark = pytest.mark.django_db


@pytest.mark.rule("MAP-IN-7")
def test_plans_of_all_play_a_phase_of_many_turns_without_asking_anybody_again():
    game = GameFactory(options=rules.Options(map="india"))
    game = play_until(game, lambda state: state.phase is rules.Phase.RESOURCES)
    state, before, asked = snapshots.load(game), game.sequence, alerts(game)
    for seat in game.seats.all():
        kinds = [kind for plant in state.plants.of(state.players[seat.number].plants) for kind in plant.burns]
        plan(game, seat.name, BuyPlan(tuple(FuelWish(kind, 2, 3) for kind in kinds), otherwise="less"))
    game = come_due_until_quiet(game)
    after = snapshots.load(game)
    bought = [player.fuel.tokens for player in after.players]
    assert after.phase is rules.Phase.BUILDING
    assert min(bought) >= 2
    assert origins(game)[before:].count(Origin.PLAN) >= sum(bought)
    assert len(alerts(game)) == len(asked) + 1, "Only who builds first is told."


@pytest.mark.rule("MAP-IN-7")
def test_seat_whose_plan_answers_many_turns_looks_like_one_that_thinks():
    game = GameFactory(options=rules.Options(map="india"), pace={"move_time": 86400})
    game = play_until(game, lambda state: state.phase is rules.Phase.RESOURCES)
    name = game.seats.get(is_to_move=True).name
    before = trace(game)
    plan(game, name, BuyPlan((FuelWish("coal", 2, 3),), otherwise="less"))
    assert trace(game) == before
