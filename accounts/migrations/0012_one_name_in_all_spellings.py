"""Names that differ by case alone, in any alphabet, or look the same are one, as they were in ASCII before.

Of people who share such a name, the one who came first keeps it. Each other gets a number behind it, such as "özil 2",
and the output says so. They can choose another name in their settings; until then their seats show the old one. Rows
are stored a thousand at a time, so that nobody waits for them. After a fault it can be run once more.
"""

from collections.abc import Iterator
from itertools import count

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from accounts.models import key_of

BATCH = 1000
LONGEST = 30


def give_keys(apps: Apps, _editor: BaseDatabaseSchemaEditor | None) -> None:
    users = apps.get_model("accounts", "User")
    known = dict(users.objects.order_by("pk").values_list("pk", "name"))
    all_keys = {key_of(name) for name in known.values()}
    keys: dict[str, int] = {}
    for pk, name in known.items():
        key = key_of(name)
        if key in keys:
            name = next(numbered for numbered in _numbered(name) if key_of(numbered) not in all_keys)
            key = key_of(name)
            users.objects.filter(pk=pk).update(name=name)
            all_keys.add(key)
            print(f"  User {pk} is called {name} now: another had this name before.")  # noqa: T201  (of a command)
        keys[key] = pk
    rows = [users(pk=pk, name_key=key) for key, pk in keys.items()]
    for first in range(0, len(rows), BATCH):
        users.objects.bulk_update(rows[first : first + BATCH], ["name_key"])


def _numbered(name: str) -> Iterator[str]:
    for number in count(2):
        behind = f" {number}"
        yield name[: LONGEST - len(behind)] + behind


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("accounts", "0011_name_key"),
    ]

    operations = [
        migrations.RunPython(give_keys, migrations.RunPython.noop),
    ]
