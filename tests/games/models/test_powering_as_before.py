"""What the migration to rules for powering makes of what players had chosen before."""

from importlib import import_module

import pytest
from django.apps import apps

from games.models import Game, PoweringRule, Slot, StandingPlan
from games.plans import active
from games.plans.language import BuyPlan, PowerPlan
from rules import RunPlants
from tests.factories import GameFactory
from tests.games.planned import plan
from tests.games.scripts import PURCHASES
from tests.games.taking import seat_of

pytestmark = pytest.mark.django_db

ASK, LEAST, COAL = PoweringRule.ASK, PoweringRule.LEAST, PoweringRule.COAL


def migrate() -> None:
    import_module("games.migrations.0003_powering_as_before").keep(apps, None)


def rule_of(game: Game, name: str) -> str:
    return seat_of(game, name).powering


def lasting(game: Game, name: str, powering: PowerPlan) -> None:
    plan(game, name, powering)
    StandingPlan.objects.filter(seat=seat_of(game, name), slot=Slot.POWERING).update(round=None)


@pytest.fixture
def game() -> Game:
    game = GameFactory.create(powering=LEAST, after=PURCHASES)
    game.seats.filter(name="Bob").update(powers_itself=False)
    return game


def test_who_was_asked_still_is(game):
    migrate()
    assert [rule_of(game, name) for name in ("Ana", "Bob", "Cid")] == [LEAST, ASK, LEAST]


def test_plan_for_all_rounds_becomes_the_rule_and_stands_for_this_round(game):
    lasting(game, "Ana", PowerPlan(kept="coal"))
    lasting(game, "Bob", PowerPlan())
    migrate()
    assert [rule_of(game, name) for name in ("Ana", "Bob")] == [COAL, LEAST]
    row = seat_of(game, "Ana").plans.get()
    assert (active.read(row), row.round) == (PowerPlan(kept="coal"), game.round)


def test_other_plans_are_left_as_they_are(game):
    plan(game, "Ana", BuyPlan())
    plan(game, "Cid", PowerPlan(kept="coal"))
    lasting(game, "Bob", PowerPlan(runs=RunPlants(())))
    rounds = dict(StandingPlan.objects.values_list("slot", "round"))
    migrate()
    assert [rule_of(game, name) for name in ("Ana", "Bob", "Cid")] == [LEAST, ASK, LEAST]
    assert dict(StandingPlan.objects.values_list("slot", "round")) == rounds | {"powering": game.round}


def test_games_that_are_over_are_left_as_they_are(game):
    Game.objects.update(finished_at="2026-01-01T00:00Z")
    migrate()
    assert rule_of(game, "Bob") == LEAST
