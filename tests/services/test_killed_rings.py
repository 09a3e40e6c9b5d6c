"""Workers killed while a plan answers, a bot thinks or time is up: it happens once, and within one minute."""

import json
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.extent import later
from tests.services import postgresql
from tests.services.sites import Site, large_site, small_site

ORIGINS = "SELECT game_id, origin FROM games_action ORDER BY game_id, sequence"


@pytest.fixture(scope="module")
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site of its own with nobody at work."""
    folder = tmp_path_factory.mktemp("site")
    with ExitStack() as stack:
        is_large = request.param == "postgresql"
        database = stack.enter_context(postgresql.server()) if is_large else f"sqlite:///{folder}/site.sqlite3"
        site = Site(folder, pool="threads", database=database, broker="filesystem://")
        stack.callback(site.close)
        yield site


@pytest.mark.parametrize(
    ("site", "kind", "misses"),
    [
        ("sqlite", "time-out", 1),
        ("postgresql", "plan", 0),
        ("sqlite", "thought", 0),
        later("sqlite", "plan", 0),
        later("postgresql", "thought", 0),
        later("postgresql", "time-out", 1),
    ],
    indirect=["site"],
)
def test_worker_killed_at_any_step_delays_a_game_and_changes_nothing_else(site, kind, misses):
    outcomes = [json.loads(line) for line in site.call("tests.services.dying", kind, ALARM_SECONDS="5").splitlines()]
    assert len(outcomes) > 15
    for outcome in outcomes:
        assert outcome["rows"] == outcome["expected"], outcome
        assert outcome["waited"] is not None, outcome
        assert outcome["asked"] == ["Cid"], outcome
        assert outcome["misses"] == misses, outcome
        assert ["your_turn", "Cid"] in outcome["told"], outcome
        assert not outcome["claimed"], outcome


@pytest.mark.long
@pytest.mark.parametrize("start", [small_site, later(large_site)])
def test_real_workers_killed_while_they_store_leave_all_to_the_next(start, tmp_path):
    with start(tmp_path) as site:
        site.call("tests.services.due_games", "3")
        site.stall("storing")
        worker = site.start_worker()
        site.start_scheduler()
        for _ in range(2):
            site.wait_for("an action in hand", site.stalled)
            site.kill(worker)
            site.stall("storing")
            worker = site.start_worker()
        site.stall(None)
        expected = [(game, kind) for game in range(1, 7) for kind in ("player", "plan" if game <= 3 else "timeout")]
        site.wait_for("all answers", lambda: site.ask(ORIGINS) == expected)
