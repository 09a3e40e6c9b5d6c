"""The hand-off meter: what whole rounds have waited for."""

from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from django.urls import reverse

import rules
from games.models import Action, Game, Origin
from games.pages import panels
from games.pages.game.waiting_stats import meter
from games.replay import history
from games.replay.lookback import Positions
from games.replay.position_index import PositionIndex
from tests.factories import GameFactory, person_called, play_on, play_to_the_end
from tests.games.scripts import BUILDINGS, DRAFTED_ROUND, ROUND
from tests.games.undoing import take_back
from tests.pages import html_of, parts_of, words_of

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def meter_of(game, now=START):
    game = Game.objects.get(pk=game.pk)
    table = panels.companies(list(game.seats.all()), None)
    known = history.positions(game)
    return meter(game, Positions(PositionIndex.of(known), known, lambda: known), table, now)


def came_from(game, origin, *sequences):
    """Let these actions have another origin than they had."""
    assert Action.objects.filter(game=game, sequence__in=sequences).update(origin=origin) == len(sequences)


def took(game, time):
    """Let the game begin at the start, and each of its actions take so long."""
    Game.objects.filter(pk=game.pk).update(created_at=START)
    moment = count(1)
    for action in game.actions.order_by("sequence"):
        Action.objects.filter(pk=action.pk).update(created_at=START + next(moment) * time)
    return game


def split_of(game):
    """Why the game did not stop more often, as it is told once the game is over."""
    Game.objects.filter(pk=game.pk).update(finished_at=START)
    split = meter_of(game).split
    return split.planned, split.forced, split.unasked, split.at_once


def held(game):
    return {each.company.name: each.seconds // 3600 for each in meter_of(game).held}


# What is counted ----------------------------------------------------------------------------------------------------


def test_there_is_no_meter_before_the_first_round_is_over():
    assert meter_of(GameFactory(after=BUILDINGS)) is None


def test_there_is_no_meter_for_somebody_alone_against_bots():
    game = play_to_the_end(GameFactory(players=2, bots=1, options=rules.Options(first_game=True)))
    assert meter_of(game) is None


def test_each_decision_by_hand_is_a_wait_but_all_powering_of_a_round_is_one():
    shown = meter_of(GameFactory(after=ROUND))
    assert (shown.rounds, shown.waits, shown.saved) == (1, 6 + 3 + 3 + 1, 2)


def test_decision_for_which_time_ran_out_was_waited_for():
    game = GameFactory(after=ROUND)
    came_from(game, Origin.TIMEOUT, 2)
    assert meter_of(game).waits == 13


def test_what_plans_answered_and_what_took_no_thought_was_saved_when_the_game_is_over():
    game = took(GameFactory(after=ROUND), HOUR)
    came_from(game, Origin.PLAN, 2, 3, 7)
    came_from(game, Origin.FORCED, 5)
    came_from(game, Origin.UNASKED, 13, 14)
    assert split_of(game) == (3, 1, 2, 0)
    shown = meter_of(game)
    assert (shown.waits, shown.saved, shown.used_share) == (9, 6, 60)


def test_while_a_game_runs_what_took_time_was_waited_for_whatever_it_came_from():
    game = took(GameFactory(after=ROUND), HOUR)
    by_hand = meter_of(game)
    came_from(game, Origin.PLAN, 2, 3, 7)
    came_from(game, Origin.FORCED, 5)
    assert meter_of(game) == by_hand


def test_while_a_game_runs_what_took_no_time_was_saved_as_everybody_sees():
    game = took(GameFactory(after=ROUND), timedelta())
    came_from(game, Origin.PLAN, 2)
    came_from(game, Origin.FORCED, 5)
    assert (meter_of(game).waits, meter_of(game).saved) == (11, 4)


def test_how_much_is_owed_to_plans_is_told_after_the_end(client):
    game = took(GameFactory(after=ROUND), HOUR)
    came_from(game, Origin.PLAN, 2, 3, 7)
    came_from(game, Origin.FORCED, 5)
    assert meter_of(game).split is None
    words = words_of(client.get(game.get_absolute_url()))
    assert "13 waits 2 saved" in words
    assert "Saved:" not in words
    game = play_to_the_end(GameFactory(players=2, options=rules.Options(first_game=True)))
    assert "Saved:" in words_of(client.get(game.get_absolute_url()))


def test_what_a_bot_did_is_neither_a_wait_nor_saved():
    game = GameFactory(after=ROUND)
    came_from(game, Origin.BOT, 2, 3)
    assert (meter_of(game).waits, meter_of(game).saved) == (11, 2)


def test_wishes_for_areas_that_all_say_at_once_are_one_wait():
    game = GameFactory(options=rules.Options(areas="draft"), after=DRAFTED_ROUND)
    by_hand = meter_of(game)
    Game.objects.filter(pk=game.pk).update(areas_at_once=True)
    came_from(game, Origin.PLAN, 1, 2, 3)
    at_once = meter_of(game)
    assert (at_once.waits, at_once.saved) == (by_hand.waits - 2, by_hand.saved + 2)
    assert split_of(game) == (0, 0, 0, by_hand.saved + 2)


def test_what_was_taken_back_does_not_count():
    game = take_back(GameFactory(after=BUILDINGS), "Cid")
    game = play_on(game, *ROUND[len(BUILDINGS) - 1 :])
    assert (meter_of(game).waits, meter_of(game).saved) == (13, 2)


# Whole rounds only --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", [Origin.PLAYER, Origin.PLAN])
def test_no_step_of_the_running_round_changes_the_meter(origin):
    game = GameFactory(after=ROUND)
    before = meter_of(game)
    game = play_on(game, "open 7 7", "pass")
    came_from(game, origin, game.sequence)
    assert meter_of(game) == before


def test_after_the_end_all_rounds_are_counted():
    game = play_to_the_end(GameFactory(players=2, options=rules.Options(first_game=True, edition="classic")))
    shown = meter_of(game)
    assert shown.rounds == game.round
    by_hand = game.actions.filter(origin=Origin.PLAYER).count()
    assert shown.waits + shown.saved == game.actions.count()
    assert shown.waits == by_hand - shown.split.at_once


# Who holds the game -------------------------------------------------------------------------------------------------


def test_game_waits_for_each_from_when_they_are_asked():
    game = took(GameFactory(after=ROUND), HOUR)
    # Ana opens, buys, builds; Bob passes, opens; Cid passes twice, opens; and all three are to power from hour 12 on.
    powering = {"Ana": 1, "Bob": 2, "Cid": 3}
    others = {"Ana": 3, "Bob": 4, "Cid": 5}
    assert held(game) == {name: others[name] + powering[name] for name in ("Cid", "Bob", "Ana")}


def test_who_took_longest_comes_first_and_is_what_the_others_are_measured_by():
    shown = meter_of(took(GameFactory(after=ROUND), HOUR)).held
    assert [(each.company.name, each.share) for each in shown] == [("Cid", 100), ("Bob", 75), ("Ana", 50)]


def test_whom_the_game_hardly_waited_for_is_left_out(client):
    game = took(GameFactory(after=ROUND), timedelta(seconds=15))
    assert [(each.company.name, each.share) for each in meter_of(game).held] == [
        ("Cid", 100),
        ("Bob", 75),
        ("Ana", 50),
    ]
    assert [each.company.name for each in meter_of(took(game, timedelta(seconds=10))).held] == ["Cid", "Bob"]
    assert meter_of(took(game, timedelta(seconds=1))).held == ()
    words = words_of(client.get(game.get_absolute_url()))
    assert "13 waits" in words
    assert "Who the game waited for" not in words


def test_nobody_whom_the_game_waited_for_has_a_bar_of_no_length():
    game = took(GameFactory(after=ROUND), timedelta(minutes=1))
    Game.objects.filter(pk=game.pk).update(created_at=START - 30 * DAY)  # the first decision took Ana a month
    assert [each.share for each in meter_of(game).held] == [100, 1, 1]


def test_time_until_a_plan_answers_looks_like_any_other():
    game = took(GameFactory(after=ROUND), HOUR)
    before = meter_of(game).held
    came_from(game, Origin.PLAN, 2, 3, 7)
    assert meter_of(game).held == before


# The forecast -------------------------------------------------------------------------------------------------------


def test_forecast_goes_by_the_last_rounds():
    game = took(GameFactory(after=ROUND), DAY / 15)
    assert meter_of(game, START + DAY).left == "about 9 days"
    assert meter_of(took(game, HOUR / 15), START + HOUR).left == "about 9 hours"


def test_forecast_shrinks_while_time_goes_by_but_not_to_nothing():
    game = took(GameFactory(after=ROUND), DAY / 15)
    assert meter_of(game, START + 1.6 * DAY).left == "about 8 days"
    assert meter_of(game, START + 30 * DAY).left == "about 8 days"


def test_game_that_has_hardly_waited_has_no_forecast():
    assert meter_of(took(GameFactory(after=ROUND), timedelta(minutes=2)), START + HOUR).left == ""


def test_paused_game_has_no_forecast():
    game = took(GameFactory(after=ROUND), DAY / 15)
    Game.objects.filter(pk=game.pk).update(paused_at=START + DAY)
    assert meter_of(game, START + DAY).left == ""


def test_finished_game_has_no_forecast():
    game = play_to_the_end(GameFactory(players=2, options=rules.Options(first_game=True)))
    assert meter_of(game).left == ""


# On the page --------------------------------------------------------------------------------------------------------


def test_page_shows_the_meter(client):
    game = took(GameFactory(after=ROUND), HOUR)
    words = words_of(client.get(game.get_absolute_url()))
    assert "13 waits 2 saved" in words
    assert "Who the game waited for Cid 8 h" in words
    assert "left at this pace" in words


def test_meter_is_sent_again_only_when_a_round_is_over(client):
    game = GameFactory(after=BUILDINGS)
    client.force_login(person_called("Ana"))

    def news():
        page = html_of(client.get(game.get_absolute_url()))
        play_on(Game.objects.get(pk=game.pk), next(powering))
        have = page.split("have=")[1].split('"')[0]
        fields = {"seen": game.sequence, "news": 0, "have": have}
        return parts_of(client.get(reverse("games:updates", args=[game.pk]), fields, headers={"HX-Request": "true"}))

    powering = iter(["run 4", "run 3", "run 5:c1o1"])
    assert ["meter" in news() for _ in range(3)] == [False, False, True]
