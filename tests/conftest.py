"""What all tests share: three people to play with, and what is tested on PostgreSQL."""

import pytest
from django.db import connection

from accounts.models import User
from tests.factories import person_called

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


@pytest.fixture
def ana(db: None) -> User:
    return person_called("Ana")


@pytest.fixture
def bob(db: None) -> User:
    return person_called("Bob")


@pytest.fixture
def cid(db: None) -> User:
    return person_called("Cid")
