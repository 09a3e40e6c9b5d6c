"""What the tests of this room share: mails that go out."""

import pytest

from tests.accounts.mails import send_at_once


@pytest.fixture(autouse=True)
def mails_go_out(monkeypatch: pytest.MonkeyPatch) -> None:
    send_at_once(monkeypatch)
