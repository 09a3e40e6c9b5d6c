"""Errors are reported where somebody wants that, and tell of nobody."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import brotli

from powergrid import __version__
from tests.notifications.receiver import Posted, receiving

ROOT = Path(__file__).parents[3]


def run(*words: str, **environment: str) -> str:
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings", **environment},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    ).stdout


def events(posted: list[Posted]) -> list[dict[str, Any]]:
    """The events in envelopes, each of which is lines of JSON: a head, then a head and a body for each item."""
    found = []
    for post in posted:
        body = brotli.decompress(post.body) if post.headers["Content-Encoding"] == "br" else post.body
        lines = [json.loads(line) for line in body.splitlines() if line]
        found += [item for head, item in zip(lines[1::2], lines[2::2], strict=True) if head["type"] == "event"]
    return found


def test_what_breaks_is_reported_without_a_word_on_anybody():
    with receiving() as receiver:
        host = receiver.url.split("/")[2]
        told = run("-m", "tests.powergrid.monitoring.breaking", SENTRY_DSN=f"http://key@{host}/1", RELEASE="of-today")
    page, task = events(receiver.posted)
    assert page["exception"]["values"][0]["value"] == "Nobody reaches … at /act/…/broken/ from …; 13"
    assert page["transaction"] == "/act/…/broken/"
    assert page["tags"]["request_id"] == told.strip()
    assert page["request"] == {"method": "POST"}
    assert (page["release"], page["environment"]) == ("of-today", "development")
    assert task["exception"]["values"][0]["value"] == "Nobody reaches …"
    assert task["tags"]["task_name"] == "powergrid.break_at_work"
    sent = json.dumps([page, task])
    secret = ["of-hers", "example.org", "192.0.2", "cookies", "vars"]
    assert [word for word in secret if word in sent] == []


def test_without_a_service_nothing_of_it_is_loaded():
    assert run("-c", "import django, sys; django.setup(); print('sentry_sdk' in sys.modules)").strip() == "False"


def test_version_is_that_of_the_project():
    assert f'\nversion = "{__version__}"\n' in (ROOT / "pyproject.toml").read_text()
