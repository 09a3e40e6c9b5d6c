"""Addresses at domains in other letters than ASCII are stored as mails to them were sent up to now (IDNA 2003).

That mailbox was confirmed, and no other one: who typed faß.de has read the mails at fass.de. Where a person has both
spellings, the one that they have confirmed stays. Where another account has that address already, nothing is changed,
and the output says so: whose it is, only a person can find out.
"""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def respell(apps: Apps, _editor: BaseDatabaseSchemaEditor | None) -> None:
    users, addresses = apps.get_model("accounts", "User").objects, apps.get_model("account", "EmailAddress").objects
    written = addresses.values_list("user", "email").union(users.exclude(email=None).values_list("pk", "email"))
    for pk, email in [(pk, email) for pk, email in written.iterator() if not email.isascii()]:
        sent_to = _sent_to(email)
        others = users.filter(email=sent_to).exclude(pk=pk), addresses.filter(email=sent_to).exclude(user=pk)
        if not sent_to or any(each.exists() for each in others):
            print(f"  The address of user {pk} stays as it is: another account has it, or nobody can.")  # noqa: T201
            continue
        theirs = addresses.filter(user=pk, email__in=[email, sent_to]).order_by("-verified", "-primary")
        for address in theirs[1:]:
            address.delete()
        theirs.update(email=sent_to)
        users.filter(pk=pk, email=email).update(email=sent_to)
        users.filter(pk=pk, unreached_address=email).update(unreached_address=sent_to)


def _sent_to(email: str) -> str:
    local, _at, domain = email.rpartition("@")
    try:
        sent_to = f"{local}@{domain.encode('idna').decode()}"
    except UnicodeError:
        return ""
    return sent_to if local.isascii() and len(sent_to) <= 254 else ""  # as long as the columns


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0012_one_name_in_all_spellings"),
        ("account", "0009_emailaddress_unique_primary_email"),
    ]

    operations = [
        migrations.RunPython(respell, migrations.RunPython.noop),
    ]
