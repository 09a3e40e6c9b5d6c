"""A mail server and webhooks that take every call and say nothing: games go on.

The breakers are tried with rows (``tests/notifications/test_breakers.py``), and
``python -m tests.services.hanging 40`` says how late games are.
"""

import pytest

from tests.extent import later
from tests.services import hanging
from tests.services.sites import large_site, small_site

NEVER = "600"
"""Seconds after which senders would give a mail up: whoever waits for them comes far too late."""


@pytest.mark.long
@pytest.mark.parametrize("start", [large_site, later(small_site)])
def test_games_wait_for_no_server_that_hangs(start, tmp_path):
    with hanging.silence() as port, start(tmp_path) as site:
        site.environment["EMAIL_SECONDS"] = NEVER
        hanging.hang(site, port)
        assert hanging.longest(site, games=10) < 40
        assert site.ask(hanging.SENT) == [(0,)]
