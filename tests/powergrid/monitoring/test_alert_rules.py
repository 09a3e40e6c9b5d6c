"""What deploy/ has for Prometheus and Grafana is understood by them, and speaks of what the site measures."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from powergrid.models import BackUp, Heartbeat
from powergrid.monitoring import figures, readiness, stuck_games
from tests.powergrid.monitoring.test_metrics import LABELS, TOKEN
from tests.services import parts
from tests.services.sites import ROOT

PROMETHEUS = ROOT / "deploy" / "prometheus"
RULES = [
    rule
    for group in yaml.safe_load((PROMETHEUS / "powergrid-alerts.yml").read_text())["groups"]
    for rule in group["rules"]
]
DASHBOARD = json.loads((ROOT / "deploy" / "grafana" / "powergrid.json").read_text())
TARGETS = [target["expr"] for panel in DASHBOARD["panels"] for target in panel.get("targets", [])]
EXPRESSIONS = [rule["expr"] for rule in RULES] + TARGETS

SAMPLES = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "gauge": ("",)}
OF_PROMETHEUS = {"job", "instance"}
SILENT = {Heartbeat.Program.THINKER, Heartbeat.Program.SENDER}
"""Programs that give no sign of life while they have nothing to do. Rules of what waits tell of them."""

needs_promtool = pytest.mark.skipif(parts.promtool() is None, reason="There is no promtool.")


@pytest.fixture
def measured(client: Client, db: None, settings, monkeypatch) -> set[str]:
    """The names of all that the site measures when nothing is out of reach."""
    settings.METRICS_TOKEN = TOKEN
    BackUp.objects.create(at=timezone.now(), size=1)
    stuck_games.look(timezone.now())
    monkeypatch.setattr(readiness, "queue_length", lambda: 0)
    monkeypatch.setattr(figures, "_connections", lambda: {"active": 1})
    text = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).content.decode()
    return {
        f"{family.name}{end}"
        for family in text_string_to_metric_families(text)
        for end in SAMPLES.get(family.type, ())
    }


def labels_of(expression: str) -> Iterator[str]:
    for matchers in re.findall(r"\{(.*?)\}", expression):
        yield from re.findall(r"(\w+)\s*[=!]", matchers)
    for names in re.findall(r"\b(?:by|without) \((.*?)\)", expression):
        yield from names.split(", ")


def test_rules_and_dashboard_ask_for_what_the_site_measures(measured: set[str]):
    for expression in EXPRESSIONS:
        names = set(re.findall(r"\bpowergrid_\w+", expression))
        assert names or re.search(r"\bup\{", expression), expression
        assert names <= measured, expression
        assert set(labels_of(expression)) <= LABELS | OF_PROMETHEUS, expression


def test_programs_that_should_run_are_ones_that_the_site_knows():
    (expression,) = [rule["expr"] for rule in RULES if rule["alert"] == "ProgramGone"]
    (programs,) = re.findall(r'program=~"(.*?)"', expression)
    assert set(programs.split("|")) == set(Heartbeat.Program.values) - SILENT


def test_every_alert_says_what_it_means():
    assert len({rule["alert"] for rule in RULES}) == len(RULES) > 15
    assert all(rule["annotations"]["summary"].endswith((".", "?")) for rule in RULES)


def test_each_target_is_one_of_a_program_that_shows_metrics():
    config = yaml.safe_load((PROMETHEUS / "prometheus.yml").read_text())
    assert config["rule_files"] == ["powergrid-alerts.yml"]
    jobs = {job["job_name"]: job["static_configs"][0]["targets"] for job in config["scrape_configs"]}
    caddy = (ROOT / "deploy" / "Caddyfile").read_text()
    assert f"{{$WEB:{' '.join(jobs['powergrid-web'])}}}" in caddy
    assert len(jobs["powergrid"]) == 1, "programs of a machine count together"


def promtool(*words: str | Path) -> None:
    done = subprocess.run([str(parts.promtool()), *map(str, words)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@needs_promtool
def test_prometheus_understands_rules_and_settings():
    promtool("check", "rules", PROMETHEUS / "powergrid-alerts.yml")
    promtool("check", "config", "--syntax-only", PROMETHEUS / "prometheus.yml")


@needs_promtool
def test_prometheus_understands_what_the_dashboard_asks(tmp_path: Path):
    asked = [
        {"record": f"panel_{number}", "expr": text.replace("$__rate_interval", "5m")}
        for number, text in enumerate(TARGETS)
    ]
    (tmp_path / "rules.yml").write_text(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": asked}]}))
    promtool("check", "rules", tmp_path / "rules.yml")


@needs_promtool
def test_alerts_come_when_something_is_gone_and_only_then():
    promtool("test", "rules", Path(__file__).with_name("alerts.test.yml"))
