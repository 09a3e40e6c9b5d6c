"""What all tests share: three people to play with, what is tested on PostgreSQL, and a check of kept pages."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.cache import caches
from django.db import connection

from accounts.models import User
from tests.factories import person_called
from tests.kept_pages import check_found
from tests.services import round_trips

collect_ignore = ["load/people.py"]
"""Nothing to test, and it would replace sockets and threads of the whole run."""

ROWS = {"db", "transactional_db"}
"""Who asks for one of these fixtures, or has the mark, touches rows."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out on PostgreSQL what has nothing to do with a database: it has been tested."""
    if connection.vendor != "postgresql":
        return
    left_out = [item for item in items if not touches_rows(item)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if touches_rows(item)]


def touches_rows(item: pytest.Item) -> bool:
    asked_for = ROWS.intersection(getattr(item, "fixturenames", ()))
    return bool(asked_for) or item.get_closest_marker("django_db") is not None


@pytest.fixture(scope="session", autouse=True)
def tasks_done_at_once() -> Iterator[None]:
    """Do what a test hands out before it goes on; through the broker, where there is one."""
    if settings.CELERY_TASK_ALWAYS_EAGER:
        yield
        return
    with round_trips.at_once():
        yield


@pytest.fixture
def ana(db: None) -> User:
    return person_called("Ana")


@pytest.fixture
def bob(db: None) -> User:
    return person_called("Bob")


@pytest.fixture
def cid(db: None) -> User:
    return person_called("Cid")


@pytest.fixture
def codes_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have apps show the same code for years. Else one that is shown as 30 seconds end is over before it is sent."""
    monkeypatch.setattr(settings, "MFA_TOTP_PERIOD", 10**9, raising=False)


@pytest.fixture(autouse=True)
def kept_pages_are_right(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whenever a page of a game is found in any test, it is drawn once more, and has to be the same."""
    check_found(monkeypatch)
    yield
    caches["pages"].clear()
