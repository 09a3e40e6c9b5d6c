"""A site in earnest, with as much in its environment as it needs."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
REQUESTS = """
import django
django.setup()
from django.test import Client
for path, headers in [("/robots.txt", {}), ("/robots.txt", {"X-Forwarded-Proto": "https"}), ("/healthz", {})]:
    answer = Client(SERVER_NAME="games.example").get(path, headers=headers)
    print(answer.status_code, answer.get("Location", ""), answer.get("Strict-Transport-Security", ""))
"""

LOG = """
import json
from granian.log import LogLevels, configure_logging, logger
from powergrid.processes import WEB
configure_logging(LogLevels.info, json.load(open(WEB[WEB.index("--log-config") + 1])))
logger.info("Spawning worker-1 with PID: 7")
"""


@pytest.fixture
def environment(tmp_path):
    """That of a machine that is set up."""
    return {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "powergrid.settings",
        "VAR_DIR": str(tmp_path),
        "SECRET_KEY": "forty different characters and some more: 0123456789",
        "ALLOWED_HOSTS": "games.example",
        "SITE_URL": "https://games.example",
        "DATABASE_URL": "postgres://powergrid@localhost/powergrid",
        "BROKER_URL": "redis://localhost/0",
        "EMAIL_URL": "smtp://mail.example",
        "DEFAULT_FROM_EMAIL": "Power Grid <games@games.example>",
        "PROXIES": "1",
    }


@pytest.fixture
def python(environment):
    """Run Python there."""

    def run(*words, **changes):
        told = {**environment, **changes}
        done = subprocess.run([sys.executable, *words], cwd=ROOT, env=told, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout + done.stderr

    return run


def test_a_site_that_is_set_up_well_passes_the_check(python):
    assert "no issues" in python("manage.py", "check", "--deploy", "--fail-level", "WARNING")


def test_whatever_hurts_a_site_is_found_with_a_way_out(python):
    """Each is silent otherwise: links are refused, one visitor locks out all, mails come from nowhere."""
    wrong = {
        "SITE_URL": "https://www.games.example",
        "PROXIES": "",
        "PROXYS": "1",
        "DEFAULT_FROM_EMAIL": "",
        "METRICS_TOKEN": "sixteen-letters!",
    }
    said = python("manage.py", "check", "--deploy", "--fail-level", "CRITICAL", **wrong)

    found = re.findall(r"\(powergrid\.(\w+)\).*\n?\tHINT: \w+", said)
    assert sorted(found) == ["E001", "W001", "W002", "W003", "W004"]
    assert "The variable PROXYS is not used. It looks like PROXIES." in said


def test_lines_of_the_web_server_are_objects_like_all_others(python):
    said = python("-c", LOG)

    line = json.loads(said)
    assert (line["logger"], line["level"], line["event"]) == ("_granian", "info", "Spawning worker-1 with PID: 7")


def test_who_comes_by_http_is_sent_to_https_and_told_to_stay_there_but_probes_are_answered(python):
    by_http, by_https, probe = python("-c", REQUESTS).splitlines()[:3]

    assert by_http.startswith("301 https://games.example/robots")
    assert by_https.startswith("200")
    assert "max-age=31536000" in by_https
    assert probe.startswith("200")
