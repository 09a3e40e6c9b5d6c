"""What tests do with invitations, and ask of them."""

import re

from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from matchmaking import invitations
from matchmaking.models import Table
from notifications.models import Alert
from tests.accounts.mails import send_out
from tests.factories import person_called

STRANGER = "dora@example.org"


def invite(table: Table, *names: str, email: str = "") -> None:
    people = [person_called(name) for name in names]
    invitations.invite(table, table.host, people, email, now=timezone.now())


def sweep() -> None:
    """Do what workers do about invitations."""
    invitations.sweep(now=timezone.now())
    send_out()


def alerts_of(user: User) -> list[Alert]:
    return list(Alert.objects.filter(recipient=user, kind="invited"))


def press(client: Client, name: str, table: Table, person: User | None = None, **fields: str):
    if person is not None:
        client.force_login(person)
    return client.post(reverse(f"matchmaking:{name}", args=[table.pk]), fields)


def table_in(letter: EmailMessage) -> str:
    """The path of the page of a table to which a mail leads."""
    found = re.search(r"https?://[^/]+(/tables/\S+)", str(letter.body))
    assert found
    return found[1]


def is_listed(client: Client, table: Table, name: str) -> bool:
    """Whether somebody finds a table among those to which they are invited, beside their games and in the lobby."""
    client.force_login(person_called(name))
    beside = client.get(reverse("matchmaking:mine"), headers={"HX-Request": "true"}).content.decode()
    lobby = client.get(reverse("matchmaking:lobby")).content.decode()
    found = {table.get_absolute_url() in page for page in (beside, lobby)}
    assert len(found) == 1
    return found.pop()


def seated(table: Table) -> list[str]:
    return [seat.name for seat in table.seats.all()]
