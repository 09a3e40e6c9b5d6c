"""Actions are counted once each, and games that stand still are found."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from games.models import Action, Game, Seat
from powergrid.models import Tally
from powergrid.monitoring import action_counts, stuck_games
from tests.factories import GameFactory, play_on

pytestmark = pytest.mark.postgresql

NOW = datetime(2026, 11, 22, 18, 34, 56, tzinfo=UTC)


def test_each_action_is_counted_once_in_the_span_it_was_taken_in(db: None):
    GameFactory.create(after=["open 4 4"])
    action_counts.bring_up_to_date(NOW)  # what was before is not counted
    assert [tally.actions for tally in Tally.objects.all()] == [0]

    game = play_on(GameFactory.create(players=3), "open 4 4", "pass", "pass")
    Action.objects.filter(game=game).update(created_at=NOW - timedelta(minutes=20))
    Action.objects.filter(game=game, sequence=2).update(created_at=NOW)
    Action.objects.filter(game=game, sequence=1).update(created_at=NOW - timedelta(days=30))
    of_the_hour_before = game.actions.count() - 2
    for _ in range(3):
        action_counts.bring_up_to_date(NOW + timedelta(minutes=1))
    found = {tally.began_at: tally.actions for tally in Tally.objects.all()}
    assert found == {
        NOW.replace(minute=30, second=0): 1,
        NOW.replace(minute=10, second=0): of_the_hour_before,
    }


def test_curve_has_the_last_24_hours_by_hour():
    spans = [(0, 1), (10, 2), (50, 4), (60, 8), (23 * 60, 16), (24 * 60, 32)]
    rows = [
        Tally(began_at=action_counts.span_of(NOW) - timedelta(minutes=minutes), actions=actions)
        for minutes, actions in spans
    ]
    assert action_counts.by_hour(rows, NOW) == [16, *[0] * 21, 8, 7]


def test_a_running_game_in_which_nobody_is_asked_is_found(db: None):
    _running, paused, over, still = (GameFactory.create(players=2) for _ in range(4))
    Game.objects.filter(pk=paused.pk).update(paused_at=NOW)
    Game.objects.filter(pk=over.pk).update(finished_at=NOW)
    nobody = {"is_to_move": False, "asked_at": None, "asked_sequence": None, "question": ""}
    Seat.objects.filter(game__in=[paused, over, still]).update(**nobody)
    assert stuck_games.last_seen() is None
    now = timezone.now()
    stuck_games.look(now)
    found = stuck_games.last_seen()
    assert found is not None
    assert (found.games, found.looked_at) == ((still.pk,), now)
