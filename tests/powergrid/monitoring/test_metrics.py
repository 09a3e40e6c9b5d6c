"""Metrics are right across processes, say nothing of anybody, and are shown to who knows the token."""

import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from games.models import Game
from games.plans.language import StandingPass
from powergrid.models import BackUp
from powergrid.monitoring import metrics
from tests.factories import GameFactory
from tests.games.planned import come_due, due, plan
from tests.games.taking import act

TOKEN = "a token of sixteen characters".replace(" ", "-")

LABELS = {
    *("route", "method", "status", "le", "kind", "origin", "task", "state", "channel", "program"),
    *("generation", "implementation", "major", "minor", "patchlevel", "version"),  # prometheus-client's own
}
"""What metrics are told apart by: nothing of which there are ever more."""

COUNT = """
import os, sys
os.environ["PROMETHEUS_MULTIPROC_DIR"] = sys.argv[1]
from prometheus_client import Counter, Histogram
Counter("powergrid_requests", "Requests", ["route"]).labels("home").inc(int(sys.argv[2]))
Histogram("powergrid_request_seconds", "Seconds", buckets=(1, 2)).observe(1.5)
"""


@pytest.fixture(autouse=True)
def _token(settings):
    settings.METRICS_TOKEN = TOKEN


def samples(text: str) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    families = text_string_to_metric_families(text)
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value for each in families for sample in each.samples
    }


def read(client: Client) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}", "Host": "10.1.2.3"})
    assert answer.status_code == 200
    return samples(answer.content.decode())


def of(name: str, **labels: str) -> tuple[str, frozenset[tuple[str, str]]]:
    return f"powergrid_{name}", frozenset(labels.items())


@pytest.mark.parametrize("shown", ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", TOKEN, f"Bearer {TOKEN}ä"])
def test_without_the_token_nothing_is_shown(client: Client, shown: str):
    answer = client.get("/metrics", headers={"Authorization": shown})
    assert answer.status_code == 401
    assert b"powergrid" not in answer.content


def test_without_a_token_there_is_nothing(client: Client, settings):
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


@pytest.mark.postgresql
def test_requests_actions_and_replays_are_counted(
    client: Client, db: None, django_capture_on_commit_callbacks, django_assert_max_num_queries
):
    before = read(client)
    with django_capture_on_commit_callbacks(execute=True):
        game = GameFactory.create(after=["open 4 4"])
    game.snapshot.delete()
    client.get(reverse("games:history", args=[game.pk, game.sequence]))
    client.get("/whatever/somebody/makes/up/")
    with django_assert_max_num_queries(16):
        after = read(client)

    def more(name: str, **labels: str) -> float:
        return after[of(name, **labels)] - before.get(of(name, **labels), 0)

    assert more("requests_total", route="games:history", method="GET", status="200") == 1
    assert more("request_seconds_count", route="games:history") == 1
    assert more("requests_total", route="unknown", method="GET", status="404") == 1
    assert more("actions_total", kind="open_auction", origin="player") == 1
    assert more("replay_seconds_count") >= 1
    assert after[of("games", state="running")] == 1
    assert after[of("up")] == 1
    assert {label for _, labels in after for label, _ in labels} <= LABELS


def test_what_plans_do_late_is_counted_with_how_late_it_was(client: Client, db: None):
    game = act(plan(GameFactory.create(), "Bob", StandingPass()), "Ana", "open 4 4")
    before = read(client)
    come_due(game, now=due(game) + timedelta(seconds=7))
    after = read(client)
    assert after[of("plan_lag_seconds_count")] - before[of("plan_lag_seconds_count")] == 1
    assert after[of("plan_lag_seconds_sum")] - before[of("plan_lag_seconds_sum")] == pytest.approx(7)


def test_a_game_that_was_to_go_on_is_counted_with_how_late_it_is(client: Client, db: None):
    game = GameFactory.create()
    Game.objects.filter(pk=game.pk).update(due_at=timezone.now() - timedelta(minutes=5))
    found = read(client)
    assert found[of("due_games")] == 1
    assert found[of("due_games_oldest_seconds")] == pytest.approx(300, abs=30)


def test_a_game_whose_bot_waits_for_a_thinker_is_counted_with_how_long_it_waits(client: Client, db: None):
    game = GameFactory.create()
    Game.objects.filter(pk=game.pk).update(thinks_at=timezone.now() - timedelta(minutes=5))
    found = read(client)
    assert found[of("waiting_bots")] == 1
    assert found[of("waiting_bots_oldest_seconds")] == pytest.approx(300, abs=30)


def test_the_age_of_the_newest_back_up_is_told(client: Client, db: None):
    assert of("last_back_up_seconds") not in read(client)
    for hours in (3, 27):
        BackUp.objects.create(at=timezone.now() - timedelta(hours=hours), size=1)
    assert read(client)[of("last_back_up_seconds")] == pytest.approx(3 * 3600, abs=60)


def test_a_database_that_is_gone_leaves_what_was_counted(client: Client, db: None, monkeypatch):
    def out_of_reach(now: object) -> None:
        raise OperationalError("gone")

    client.get(reverse("robots"))
    monkeypatch.setattr("powergrid.monitoring.figures.Figures.of", out_of_reach)
    found = read(client)
    assert found[of("up")] == 0
    assert any(name == "powergrid_requests_total" for name, _ in found)


def test_what_processes_counted_stays_counted_when_they_end(settings, tmp_path: Path):
    here, elsewhere = tmp_path / "here", tmp_path / "elsewhere"
    here.mkdir()
    elsewhere.mkdir()
    settings.METRICS_DIR = here

    def count(folder: Path, number: int) -> None:
        subprocess.run([sys.executable, "-c", COUNT, folder, str(number)], check=True)

    count(here, 1)
    count(here, 2)
    count(elsewhere, 4)
    counted = samples(metrics.exposition().decode())
    assert counted[of("requests_total", route="home")] == 7
    assert counted[of("request_seconds_bucket", le="2.0")] == 3

    metrics.add_up_past(here)
    assert {file.name for file in here.glob("*.db")} == {"counter_0.db", "histogram_0.db"}
    count(here, 8)
    metrics.add_up_past(here)
    assert len([*elsewhere.glob("*.db")]) == 2  # whether that process runs, nobody here knows
    counted = samples(metrics.exposition().decode())
    assert counted[of("requests_total", route="home")] == 15
    assert counted[of("request_seconds_bucket", le="1.0")] == 0
    assert counted[of("request_seconds_bucket", le="2.0")] == 4
    assert counted[of("request_seconds_sum")] == 6
