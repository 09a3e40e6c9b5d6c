"""Probes fail for the right reason, and only then. Programs ask for them that know the site by its address alone."""

from collections.abc import Iterator
from typing import Any

import pytest
from celery import Celery
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.core.management import call_command
from django.db import connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from powergrid import database
from powergrid.monitoring import readiness
from tests.powergrid.test_bundles import release
from tests.services import redis

pytestmark = pytest.mark.postgresql

INNER = {"Host": "10.1.2.3:8000"}
"""How an orchestrator asks: by an address that is not among the hosts."""

READY: dict[str, object] = {"ready": True, "missing": [], "degraded": []}


@pytest.fixture
def migrated(transactional_db: None, settings: Any) -> Iterator[None]:
    """Have the database say what it says after ``migrate``: tests make their tables without migrations."""
    settings.MIGRATION_MODULES = {}
    newest, recorder = readiness._newest_migrations, MigrationRecorder(connection)
    newest.cache_clear()
    recorder.ensure_schema()
    for app, name in newest():
        recorder.record_applied(app, name)
    yield
    newest.cache_clear()
    with connection.schema_editor() as editor:
        editor.delete_model(recorder.Migration)


def asked(client: Client, path: str = "/readyz"):
    return client.get(path, headers=INNER)


def test_a_process_that_answers_is_alive_whatever_the_database_does(client: Client, settings):
    settings.SECURE_SSL_REDIRECT = True
    answer = asked(client, "/healthz")  # the test has no database: asking it would fail
    assert (answer.status_code, answer.json()) == (200, {"alive": True})
    assert answer["Cache-Control"] == "no-store"
    assert not answer.cookies


def test_a_site_that_has_all_it_needs_is_ready(client: Client, migrated: None, settings, django_assert_num_queries):
    settings.SECURE_SSL_REDIRECT = True
    with django_assert_num_queries(3):
        answer = asked(client)
    assert (answer.status_code, answer.json()) == (200, READY)
    assert answer["Cache-Control"] == "no-store"
    assert not answer.cookies


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_nobody_sends_anything_there(client: Client, path: str):
    assert client.post(path).status_code == 405


def missing(client: Client) -> list[str]:
    answer = asked(client)
    assert answer.status_code == 503
    assert answer.json()["ready"] is False
    found: list[str] = answer.json()["missing"]
    return found


def degraded(client: Client) -> list[str]:
    """What is amiss while people can be served, or while nobody else could serve them better."""
    answer = asked(client)
    assert (answer.status_code, answer.json() | {"degraded": []}) == (200, READY)
    found: list[str] = answer.json()["degraded"]
    return found


def test_a_database_that_is_gone_is_gone_for_all_and_takes_nobody_down(client: Client, db: None, monkeypatch):
    gone = connections["default"].copy("gone")
    gone.settings_dict |= {"NAME": "/nowhere/at/all", "HOST": "/nowhere/at/all"}
    monkeypatch.setattr(database, "connection", gone)
    assert degraded(client) == ["The database cannot be reached."]


def test_a_program_without_a_connection_for_its_requests_serves_nobody(client: Client, db: None, monkeypatch):
    """As one does whose pool is used up: the database answers others."""
    lost = connections["default"].copy("lost")
    lost.settings_dict |= {"NAME": "/nowhere/at/all", "HOST": "/nowhere/at/all"}
    monkeypatch.setattr(readiness, "connection", lost)
    assert missing(client) == ["The database answers, but this program gets no connection for its requests."]


def test_a_migration_that_is_missing_is_named_by_its_app(client: Client, migrated: None, monkeypatch):
    newest = {*readiness._newest_migrations(), ("games", "9999_of_tomorrow")}
    monkeypatch.setattr(readiness, "_newest_migrations", lambda: newest)
    assert missing(client) == ["The database is not migrated (games). Run manage.py migrate."]


def test_a_cache_without_its_table_is_named(client: Client, migrated: None):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE cache RENAME TO lost")
        try:
            assert missing(client) == ["The table of the cache is missing. Run manage.py createcachetable."]
        finally:  # or else the tests after this one would lack it
            cursor.execute("ALTER TABLE lost RENAME TO cache")


def test_a_broker_that_is_gone_is_named_and_takes_nobody_down(client: Client, migrated: None, monkeypatch):
    with redis.broker() as broker:
        app = Celery("elsewhere", broker=broker.address, set_as_current=False)
        monkeypatch.setattr(readiness, "app", app)
        assert asked(client).status_code == 200
        assert readiness.queue_length() == 0
        app.send_task("powergrid.tasks.tally")
        assert readiness.queue_length() == 1
        broker.kill()
        assert degraded(client) == ["The broker cannot be reached. Turns are stored, and alerts go out later."]


def test_static_files_that_were_not_collected_are_missed(client: Client, db: None, monkeypatch, tmp_path):
    """Those of a release before are not enough, and a program that has missed them has to be started anew."""
    lacking = ["The static files are not collected. Run manage.py collectstatic, then restart this program."]
    storage = ManifestStaticFilesStorage(location=tmp_path)
    monkeypatch.setattr(readiness, "staticfiles_storage", storage)
    monkeypatch.setattr(readiness, "_static_names", lambda: {"css/base.css", "css/new.css"})
    assert missing(client) == lacking

    def collect(*names: str) -> None:
        for name in names:
            storage.hashed_files[name] = f"{name}.123"
            (tmp_path / "css").mkdir(exist_ok=True)
            (tmp_path / f"{name}.123").touch()
        storage.save_manifest()

    collect("css/base.css")
    assert missing(client) == lacking
    collect("css/new.css")
    assert asked(client).json() == READY
    storage.hashed_files = {}
    assert missing(client) == ["The static files were collected after this program had started. Restart it."]
    (tmp_path / "css" / "new.css.123").unlink()
    storage.hashed_files = ManifestStaticFilesStorage(location=tmp_path).hashed_files
    assert missing(client) == lacking


def test_names_of_static_files_are_those_that_pages_use():
    names = readiness._static_names()
    assert {"favicon.svg", "css/base.css", "admin/css/base.css"} <= names


def test_a_folder_that_cannot_be_written_to_is_named(client: Client, db: None, settings, tmp_path):
    settings.VAR_DIR = tmp_path / "gone"
    assert degraded(client) == ["VAR_DIR cannot be written to."]


def test_a_container_that_can_only_read_its_files_is_ready(client: Client, db: None, settings, tmp_path):
    """As deploy/compose.yaml has it: metrics alone are in a place of their own, where there are any."""
    settings.DEVELOPMENT = False
    settings.VAR_DIR = tmp_path / "for reading only"
    assert asked(client).json() == READY
    settings.METRICS_DIR = tmp_path
    assert asked(client).json() == READY
    settings.METRICS_DIR = tmp_path / "full"
    assert degraded(client) == ["VAR_DIR cannot be written to."]


def test_static_files_of_another_release_are_not_taken_for_its_own(
    client: Client, db: None, settings, monkeypatch, tmp_path
):
    settings.STATIC_ROOT = tmp_path / "collected"
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    monkeypatch.setattr(readiness, "_static_names", lambda: {"css/page.css"})
    release(settings, tmp_path / "1", "p { order: 1; }")
    call_command("collectstatic", "--no-input", verbosity=0)
    assert asked(client).status_code == 200
    release(settings, tmp_path / "2", "p { order: 2; }")
    assert missing(client) == [
        "The static files are not collected. Run manage.py collectstatic, then restart this program."
    ]
