"""``manage.py delete_account EMAIL``: what the page for it does, for a user who has asked those who run the site."""

from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts import deletion
from accounts.models import User, as_stored


class Command(BaseCommand):
    help = "Delete the account with this mail address, as its owner can. The games that others played with them stay."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="the address that the account has")
        parser.add_argument("--yes", action="store_true", help="do not ask for confirmation")

    def handle(self, *args: Any, email: str, yes: bool, **options: Any) -> None:
        address = as_stored(email.strip())
        # Without this, an empty one would be that of any guest.
        user = User.objects.filter(email=address).first() if address else None
        if user is None:
            raise CommandError(f"No account has the address {email}.")
        if not yes and input(f"Delete the account of {user.name} ({user.email}) for ever? Type yes: ") != "yes":
            raise CommandError("Nothing was deleted.")
        try:
            deletion.delete(user, now=timezone.now())
        except deletion.DeletionRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"Deleted. The games of {user.name} now show a former player.")
