"""The cache of the present position: believed only where it is that of the last action."""

import pytest

import rules
from games.models import Snapshot
from games.replay import history
from tests.factories import GameFactory, play_on
from tests.games.scripts import AUCTIONS

pytestmark = pytest.mark.django_db


def test_snapshot_holds_the_position_after_the_last_action():
    game = GameFactory(after=AUCTIONS)
    assert Snapshot.objects.get().sequence == game.sequence


@pytest.mark.parametrize(
    "damage",
    [
        lambda kept: kept.delete(),
        lambda kept: kept.update(state="{"),
        lambda kept: kept.update(state='{"round": 1}'),
        lambda kept: kept.update(sequence=3),
        lambda kept: kept.update(sequence=99),
        lambda kept: kept.update(sequence=0),
    ],
    ids=["dropped", "cut off", "of another shape", "called older", "called newer", "called the start"],
)
def test_damaged_snapshot_is_replaced_by_a_replay(damage):
    game = GameFactory(after=AUCTIONS)
    damage(Snapshot.objects.all())
    game = play_on(game, "buy o2")
    assert game.actions.last().digest == rules.digest(history.position(game, game.sequence).state)
    assert Snapshot.objects.get().sequence == game.sequence


def test_older_snapshot_is_brought_up_to_date():
    game = GameFactory(after=AUCTIONS)
    older = Snapshot.objects.values().get()
    game = play_on(game, "buy o2", "buy c2")
    Snapshot.objects.update(**older)
    game = play_on(game, "buy c1 o1")
    assert game.phase == rules.Phase.BUILDING
