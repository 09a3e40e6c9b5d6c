"""Migrations lead to the tables that the models ask for; all other tests make theirs from the models alone."""

import json
import subprocess
import sys
from itertools import chain

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from tests.services.tables import tables_of


@pytest.mark.postgresql
def test_migrations_make_the_tables_that_models_ask_for(db):
    command = [sys.executable, "-m", "tests.services.tables"]
    told = subprocess.run(command, stdout=subprocess.PIPE, check=True, cwd=settings.BASE_DIR)
    made = json.loads(told.stdout)
    assert made.pop("django_migrations")
    asked_for = tables_of(connection)
    assert made.keys() == asked_for.keys()
    ours = {model._meta.db_table for model in apps.get_models(include_auto_created=True) if is_ours(model)}
    assert {name: made[name] for name in ours} == {name: asked_for[name] for name in ours}


def test_database_from_before_has_all_that_the_one_migration_of_each_app_makes(db, settings, monkeypatch):
    """CHANGELOG says so of whoever has migrated to the last commit with many."""
    settings.MIGRATION_MODULES = {}  # which tests leave aside
    known = MigrationLoader(connection).disk_migrations
    before = dict.fromkeys(chain(*(migration.replaces for migration in known.values())))
    ours = [key for key, migration in known.items() if migration.replaces]
    assert len(ours) == 5
    monkeypatch.setattr(MigrationRecorder, "applied_migrations", lambda recorder: before)
    planned = {(each.app_label, each.name) for each, _ in MigrationExecutor(connection).migration_plan(ours)}
    assert not planned & {*ours, *before}


def is_ours(model: type[Model]) -> bool:
    """Tables of packages are their own affair."""
    return "site-packages" not in apps.get_app_config(model._meta.app_label).path
