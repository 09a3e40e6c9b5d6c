"""What the tests of this room share: mails that go out."""

import pytest


@pytest.fixture(autouse=True)
def _mails(mails_go_out: None) -> None:
    """Each test may override the fixture that this asks for."""
