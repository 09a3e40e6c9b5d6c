"""A mail server and webhooks that take every call and say nothing: games go on, and both servers are left alone."""

import pytest

from tests.extent import later
from tests.services import hanging
from tests.services.sites import large_site, small_site


@pytest.mark.long
@pytest.mark.parametrize("start", [large_site, later(small_site)])
def test_games_wait_for_no_server_that_hangs(start, tmp_path):
    with hanging.silence() as port, start(tmp_path) as site:
        hanging.hang(site, port)
        assert hanging.longest(site, games=10) < 10  # seconds: at least as many go by with each call that hangs
        site.wait_for("both to be left alone", lambda: site.ask(hanging.RESTING) == [(2,)])
        assert site.ask(hanging.SENT) == [(0,)]
