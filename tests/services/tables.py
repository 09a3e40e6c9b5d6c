"""What a database is made of: ``python -m tests.services.tables`` makes one by all migrations and prints that."""

import json
import os
import re

import django
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

PARTS = {
    "postgresql": """
        SELECT attrelid::regclass::text, attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull
            FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped
        UNION ALL SELECT conrelid::regclass::text, conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
        UNION ALL SELECT indrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index
    """,
    "sqlite": """
        SELECT tbl_name, sql FROM sqlite_master WHERE type = 'index'
        UNION ALL SELECT tbl_name, sql FROM sqlite_master WHERE type = 'table'
    """,
}
"""For each kind of database, a query of the parts of all tables, each as the table and the SQL that makes it."""

SEPARATOR = re.compile(r', (?=CONSTRAINT |"\w+" [a-z])')
"""Columns and constraints stand in another order in what migrations make."""

Tables = dict[str, list[str]]


def tables_of(database: BaseDatabaseWrapper) -> Tables:
    """The columns, constraints and indexes of each table, in words."""
    with database.cursor() as cursor:
        made: Tables = {name: [] for name in database.introspection.table_names(cursor)}
        cursor.execute(PARTS[database.vendor])
        for table, part in cursor.fetchall():
            if table in made and part:  # SQLite says nothing of indexes that it makes by itself
                made[table] += SEPARATOR.split(part.removesuffix(")"))
    return {name: sorted(parts) for name, parts in made.items()}


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
