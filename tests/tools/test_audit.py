"""The audit fails for what is known to be vulnerable, and says how much it could not find out."""

import json
from typing import Any

import pytest

from tools import audit

CELERY: dict[str, Any] = {"name": "celery", "version": "5.7.0", "vulns": []}
DJANGO, KOMBU = {**CELERY, "name": "django"}, {**CELERY, "name": "kombu"}
SKIPPED = "Dependency not found on PyPI and could not be audited"
VULNERABLE = {
    "name": "django",
    "version": "5.2.0",
    "vulns": [{"id": "PYSEC-2026-1", "fix_versions": ["5.2.1", "5.3.0"], "aliases": [], "description": "…"}],
}


def answer(*rows: object) -> str:
    return json.dumps({"dependencies": rows, "fixes": []})


@pytest.fixture
def told(monkeypatch, capsys):
    """Run the audit over three pins with this answer of pip-audit; how it ends, and what it says."""

    def run(*rows: dict[str, Any]) -> tuple[int, str]:
        monkeypatch.setattr(audit, "pins", lambda: ["celery==5.7.0", "django==5.2.0", "kombu==5.7.0"])
        by_name = {row["name"]: row for row in rows}
        monkeypatch.setattr(
            audit, "look_up", lambda some: audit.read(answer(*(by_name[pin.partition("==")[0]] for pin in some)))
        )
        return audit.main(), capsys.readouterr().out

    return run


def test_all_is_well_where_everything_was_looked_up(told):
    assert told(CELERY, DJANGO, KOMBU) == (0, "No known vulnerability in the 3 dependencies that were looked up.\n")


def test_a_vulnerability_fails_and_says_what_mends_it(told):
    code, words = told(CELERY, VULNERABLE, {"name": "kombu", "skip_reason": SKIPPED})
    assert code == 1
    assert "django 5.2.0: PYSEC-2026-1, mended in 5.2.1 or 5.3.0" in words
    assert "1 of 3 dependencies could not be looked up." in words
    assert "No known" not in words


def test_what_could_not_be_looked_up_is_not_said_to_be_well(told):
    code, words = told({"name": "celery", "skip_reason": SKIPPED}, DJANGO, {"name": "kombu", "skip_reason": SKIPPED})
    assert code == 0
    assert f"2 of 3 dependencies could not be looked up. For one of them: {SKIPPED}" in words
    assert "in the 1 dependencies that were looked up" in words


def test_where_even_the_best_known_is_unknown_nothing_else_is_asked_for(told):
    code, words = told({"name": "django", "skip_reason": SKIPPED})
    assert code == 0
    assert words == f"3 of 3 dependencies could not be looked up. For one of them: {SKIPPED}\n"


def test_where_nobody_answers_nothing_is_known(monkeypatch):
    class Silence:
        stdout, stderr, returncode = "", "WARNING: …\nERROR: could not connect\n", 1

    monkeypatch.setattr(audit.subprocess, "run", lambda *args, **options: Silence)
    assert audit.look_up(["django==5.2.0", "celery==5.7.0"]) == ([], 2 * ["ERROR: could not connect"])


def test_every_pin_is_asked_for_once():
    found = audit.pins()
    assert len(found) == len(set(found)) > 100
    names = {pin.partition("==")[0] for pin in found}
    assert {"django", "pytest", "uv", "django-allauth"} <= names
