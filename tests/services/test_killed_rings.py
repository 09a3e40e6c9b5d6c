"""Workers killed while a plan answers or somebody's time is up: it happens once, and within one sweep of a minute."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.services import postgresql
from tests.services.test_worker import Site


@pytest.fixture(params=["sqlite", "postgresql"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    """A site of its own with nobody at work yet."""
    with ExitStack() as stack:
        is_large = request.param == "postgresql"
        database = stack.enter_context(postgresql.server()) if is_large else f"sqlite:///{tmp_path}/site.sqlite3"
        site = Site(tmp_path, pool="threads", database=database, broker="filesystem://")
        stack.callback(site.close)
        site.call("django", "migrate", "--skip-checks", "--verbosity", "0")
        yield site


@pytest.mark.parametrize(("kind", "misses"), [("plan", 0), ("time-out", 1)])
def test_worker_killed_at_any_step_delays_a_game_and_changes_nothing_else(site, kind, misses):
    outcomes = [json.loads(line) for line in site.call("tests.services.dying", kind, SWEEP_SECONDS="5").splitlines()]
    assert len(outcomes) > 40
    for outcome in outcomes:
        assert outcome["rows"] == outcome["expected"], outcome
        assert outcome["waited"] is not None, outcome
        assert outcome["asked"] == ["Cid"], outcome
        assert outcome["misses"] == misses, outcome
        assert ["your_turn", "Cid"] in outcome["told"], outcome
        assert not outcome["claimed"], outcome
