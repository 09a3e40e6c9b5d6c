"""Invitations to addresses at domains in other letters than ASCII have them in the spelling of accounts (IDNA 2008)."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from accounts.models import as_stored


def respell(apps: Apps, _editor: BaseDatabaseSchemaEditor | None) -> None:
    invitations = apps.get_model("matchmaking", "Invitation").objects
    for pk, table, email in list(invitations.exclude(email="").values_list("pk", "table", "email")):
        spelt = as_stored(email)
        if spelt != email and not invitations.filter(table=table, email=spelt).exists():
            invitations.filter(pk=pk).update(email=spelt)


class Migration(migrations.Migration):
    dependencies = [
        ("matchmaking", "0004_bot_level"),
    ]

    operations = [
        migrations.RunPython(respell, migrations.RunPython.noop),
    ]
