"""Thinkers killed while they think: each game goes on soon, and no decision is made twice."""

import pytest

from tests.extent import later
from tests.services.killed_thinkers import kill
from tests.services.sites import large_site, small_site


@pytest.mark.long
@pytest.mark.parametrize("start", [small_site, later(large_site)])
def test_killed_thinkers_delay_games_and_change_nothing_else(start, tmp_path):
    with start(tmp_path) as site:
        toll = kill(site, 1, games=2)
    assert toll.longest < 30
    assert not toll.faults
