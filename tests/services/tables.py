"""What a database is made of: ``python -m tests.services.tables`` makes one by all migrations and prints that."""

import json
import os
from typing import Any

import django
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

COUNTED = ("__unnamed", "fk_")
"""How Django begins its names for constraints to which SQLite gives none."""

Tables = dict[str, list[list[str]]]


def tables_of(database: BaseDatabaseWrapper) -> Tables:
    """The columns and the constraints of each table, in words."""
    with database.cursor() as cursor:
        names = database.introspection.table_names(cursor)
        return {name: [_columns(database, cursor, name), _constraints(database, cursor, name)] for name in names}


def _columns(database: BaseDatabaseWrapper, cursor: Any, table: str) -> list[str]:
    found = database.introspection.get_table_description(cursor, table)
    return sorted(f"{each.name} {each.type_code} {each.null_ok}" for each in found)


def _constraints(database: BaseDatabaseWrapper, cursor: Any, table: str) -> list[str]:
    found = database.introspection.get_constraints(cursor, table)
    return sorted(
        f"{'' if name.startswith(COUNTED) else name} {sorted(each.items())}" for name, each in found.items()
    )


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    if connection.vendor == "postgresql":
        connection.settings_dict["TEST"]["NAME"] = f"migrated_{os.getpid()}"
    before = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        print(json.dumps(tables_of(connection)))
    finally:
        connection.creation.destroy_test_db(before, verbosity=0)


if __name__ == "__main__":
    main()
