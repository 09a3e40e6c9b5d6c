"""Powering cities by the rule of a seat, without asking its player."""

import pytest
from django.utils import timezone

import rules
from games.models import Game, Origin, PoweringRule
from games.plans.language import PowerPlan
from games.turns import edit_plans
from tests.factories import GameFactory, play_on
from tests.games.planned import come_due, origins, plan
from tests.games.scripts import BUILDINGS, PURCHASES
from tests.games.taking import act, asked, rows, seat_of
from tests.games.undoing import take_back

pytestmark = pytest.mark.django_db

BOUGHT = (*PURCHASES[:-1], "buy c2 o2")
BUILT = (*BOUGHT, *BUILDINGS[len(PURCHASES) :])
"""Everybody is to power a city, and Cid can burn coal or oil for that."""


def power_by(game: Game, name: str, rule: PoweringRule) -> Game:
    return edit_plans.power_by(game, seat_of(game, name), rule, now=timezone.now())


@pytest.mark.rule("BUR-2", "PLT-5")
@pytest.mark.parametrize(
    ("rule", "run"),
    [
        (PoweringRule.LEAST, "run 5:c1o1"),
        (PoweringRule.COAL, "run 5:o2"),
        (PoweringRule.OIL, "run 5:c2"),
        (PoweringRule.URANIUM, "run 5:c1o1"),
    ],
)
def test_cities_are_powered_at_once_by_a_rule(rule, run):
    game = GameFactory(after=BUILT, powering=rule)
    assert rows(game)[len(BUILT) :] == [(0, "run 4"), (1, "run 3"), (2, run)]
    assert origins(game)[len(BUILT) :] == [Origin.UNASKED] * 3
    assert game.round == 2


def test_game_stops_for_those_alone_who_want_to_be_asked():
    game = power_by(GameFactory(after=BUILT[:-1]), "Cid", PoweringRule.OIL)
    game = play_on(game, BUILT[-1])
    assert asked(game) == ["Ana", "Bob"]
    assert rows(game)[-1] == (2, "run 5:c2")


def test_rule_counts_from_the_next_time_where_it_is_given_before():
    game = power_by(GameFactory(after=BUILT[:-1], powering=PoweringRule.OIL), "Cid", PoweringRule.ASK)
    assert asked(play_on(game, BUILT[-1])) == ["Cid"]


def test_rule_that_is_given_while_its_player_is_asked_is_their_answer():
    game = power_by(GameFactory(after=BUILT), "Cid", PoweringRule.COAL)
    assert (asked(game), rows(game)[-1], origins(game)[-1]) == (["Ana", "Bob"], (2, "run 5:o2"), Origin.PLAYER)


def test_what_a_rule_answered_can_be_taken_back_and_is_then_left_to_its_player():
    game = take_back(power_by(GameFactory(after=BUILT), "Cid", PoweringRule.COAL), "Cid")
    assert asked(game) == ["Ana", "Bob", "Cid"]
    game = act(game, "Ana", "run 4")
    assert asked(game) == ["Bob", "Cid"]
    assert rows(act(game, "Cid", "run"))[-1] == (2, "run")


def test_wish_to_be_asked_is_no_answer():
    game = power_by(GameFactory(after=BUILT), "Cid", PoweringRule.ASK)
    assert asked(game) == ["Ana", "Bob", "Cid"]


def test_rule_leaves_a_plan_for_the_round_to_answer():
    game = GameFactory(after=BUILT[:-1], powering=PoweringRule.COAL)
    game = play_on(plan(game, "Cid", PowerPlan(kept="oil")), BUILT[-1])
    game = power_by(game, "Cid", PoweringRule.LEAST)
    assert asked(game) == ["Cid"]
    game = come_due(game)
    assert [rows(game)[-1], origins(game)[-1]] == [(2, "run 5:c2"), Origin.PLAN]


def test_plan_that_wants_the_same_as_the_rule_happens_at_once():
    game = GameFactory(after=BUILT[:-1], powering=PoweringRule.OIL)
    game = play_on(plan(game, "Cid", PowerPlan(runs=rules.parse_action("run 5:c2"))), BUILT[-1])
    assert (rows(game)[-1], game.round) == ((2, "run 5:c2"), 2)


def test_rule_is_nothing_that_others_are_told():
    game = GameFactory(after=BUILT[:-1])
    before = Game.objects.values().get(pk=game.pk)
    power_by(game, "Ana", PoweringRule.COAL)
    assert Game.objects.values().get(pk=game.pk) == before
