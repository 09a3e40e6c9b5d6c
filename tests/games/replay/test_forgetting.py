"""What is kept of games to be quick goes when they are long over, and comes back for whoever looks."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from games.models import Checkpoint, Snapshot
from games.replay import forgetting, snapshots
from tests.factories import GameFactory, play_to_the_end, play_until

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

SPAN, SHORT = settings.KEEP_CHECKPOINTS, timedelta(hours=1)


def test_states_on_the_way_of_games_that_are_long_over_go(client, ana):
    over = play_to_the_end(GameFactory(players=2))
    running = play_until(GameFactory(players=3), lambda state: state.round == 4)
    kept = Checkpoint.objects.filter(action__game=over).count()
    assert kept > 3
    assert forgetting.checkpoints(timezone.now() + SPAN - SHORT) == 0
    assert forgetting.checkpoints(timezone.now() + SPAN + SHORT) == 1
    assert {checkpoint.action.game_id for checkpoint in Checkpoint.objects.all()} == {running.pk}
    assert snapshots.load(over).is_over
    assert Snapshot.objects.filter(game=over).exists()
    client.force_login(ana)
    page = client.get(reverse("games:history", args=[over.pk, over.sequence // 2]))
    assert page.status_code == 200
    assert Checkpoint.objects.filter(action__game=over).count() == kept  # who looked back has made them anew


def test_many_go_in_batches(monkeypatch):
    monkeypatch.setattr(forgetting, "BATCH", 2)
    for _number in range(3):
        play_to_the_end(GameFactory(players=2))
    now = timezone.now() + SPAN + SHORT
    assert [forgetting.checkpoints(now) for _time in range(3)] == [2, 1, 0]
    assert not Checkpoint.objects.exists()
