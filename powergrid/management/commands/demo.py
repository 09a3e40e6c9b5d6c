"""People, tables and a game to try a development site with."""

from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from matchmaking import tables
from matchmaking.models import Table

PLAYERS = ("Ana", "Bob", "Cid")
OPERATOR = "Operator"
PASSWORD = "powergrid"  # noqa: S105 (printed at every start)


class Command(BaseCommand):
    help = "Fill an empty development site with people, open tables and a running game."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEVELOPMENT:
            raise CommandError("Demo players have a password that everybody knows: they are for development only.")
        if not User.objects.exists():
            fill(now=timezone.now())
        if User.objects.filter(email=address(OPERATOR)).exists():
            players = ", ".join(map(address, PLAYERS))
            self.stdout.write(f"Log in as {players}, or for /admin/ as {address(OPERATOR)}; password: {PASSWORD}")


def address(name: str) -> str:
    return f"{name.lower()}@example.com"


@transaction.atomic
def fill(*, now: datetime) -> None:
    """Add everybody, and what they have begun to play."""
    ana, bob, cid = (_add_person(name) for name in PLAYERS)
    _add_person(OPERATOR, is_staff=True, is_superuser=True)
    tables.create(Table(host=ana, name="First steps", map="germany", players=3, first_game=True), bots=1, now=now)
    tables.create(Table(host=cid, name="Coast to coast", edition="recharged", map="usa", players=4), bots=0, now=now)
    game = tables.create(Table(host=ana, name="Ana and Bob", map="germany", players=4), bots=2, now=now)
    tables.join(game, bob)


def _add_person(name: str, **rights: bool) -> User:
    user = User.objects.create_user(address(name), PASSWORD, name=name, **rights)
    EmailAddress.objects.create(user=user, email=address(name), verified=True, primary=True)
    return user
