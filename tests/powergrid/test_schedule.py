import pickle
from datetime import UTC, datetime, timedelta

from django.conf import settings

from powergrid.schedule import Irregular

LEAST = timedelta(seconds=10)


def pauses(count: int) -> list[float]:
    """For how long the scheduler is told to wait when a sweep is due."""
    sweeps = Irregular(LEAST)
    past = datetime.now(UTC) - timedelta(hours=1)
    found = [sweeps.is_due(past) for _ in range(count)]
    assert all(is_due for is_due, _pause in found)
    return [pause for _is_due, pause in found]


def test_sweeps_come_neither_too_soon_nor_too_late():
    assert all(10 <= pause <= 30 for pause in pauses(200))


def test_sweeps_have_no_beat():
    found = pauses(200)
    assert len(set(found)) == 200
    assert max(found) - min(found) > 10


def test_nothing_is_swept_before_the_least_time():
    is_due, pause = Irregular(LEAST).is_due(datetime.now(UTC))
    assert not is_due
    assert 0 < pause <= 10


def test_games_are_swept_by_chance():
    assert isinstance(settings.CELERY_BEAT_SCHEDULE["sweep-games"]["schedule"], Irregular)


def test_file_of_the_scheduler_names_nothing_of_this_release():
    stored = pickle.dumps(Irregular(LEAST))
    assert b"powergrid" not in stored
    assert pickle.loads(stored).seconds == 10
