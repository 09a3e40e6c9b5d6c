"""What all tests share: three people to play with."""

import pytest

from accounts.models import User
from tests.factories import person_called


@pytest.fixture
def ana(db: None) -> User:
    return person_called("Ana")


@pytest.fixture
def bob(db: None) -> User:
    return person_called("Bob")


@pytest.fixture
def cid(db: None) -> User:
    return person_called("Cid")
