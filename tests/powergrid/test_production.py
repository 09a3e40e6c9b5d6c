"""A site in earnest, with as much in its environment as it needs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
REQUEST = """
import django
django.setup()
from django.test import Client
answer = Client(SERVER_NAME="games.example").get({path!r}, headers={headers!r})
print(answer.status_code, answer.get("Location", ""), answer.get("Strict-Transport-Security", ""))
"""


@pytest.fixture
def python(tmp_path):
    """Run Python as on a machine that is set up."""
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "powergrid.settings",
        "VAR_DIR": str(tmp_path),
        "SECRET_KEY": "forty different characters and some more: 0123456789",
        "ALLOWED_HOSTS": "games.example",
        "SITE_URL": "https://games.example",
        "DATABASE_URL": "postgres://powergrid@localhost/powergrid",
        "BROKER_URL": "redis://localhost/0",
        "EMAIL_URL": "smtp://mail.example",
        "PROXIES": "1",
    }

    def run(*words):
        done = subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_django_has_nothing_to_say_against_the_settings(python):
    assert "no issues" in python("manage.py", "check", "--deploy", "--fail-level", "WARNING")


def test_who_comes_by_http_is_sent_to_https(python):
    assert python("-c", REQUEST.format(path="/robots.txt", headers={})).startswith("301 https://games.example/robots")


def test_who_comes_by_https_is_told_to_stay_there(python):
    answer = python("-c", REQUEST.format(path="/robots.txt", headers={"X-Forwarded-Proto": "https"}))

    assert answer.startswith("200")
    assert "max-age=31536000" in answer


def test_probe_is_answered_without_https(python):
    assert python("-c", REQUEST.format(path="/healthz", headers={})).startswith("200")
