"""Migrations lead to the tables that the models ask for; all other tests make theirs from the models alone."""

import json
import subprocess
import sys

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection
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


def is_ours(model: type[Model]) -> bool:
    """Tables of packages are their own affair."""
    return "site-packages" not in apps.get_app_config(model._meta.app_label).path
