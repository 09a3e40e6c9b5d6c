"""``manage.py tell_operators WORDS``: a mail to those who run the site, such as that a back-up failed."""

from email.utils import make_msgid
from typing import Any
from urllib.parse import urlsplit

from anymail.exceptions import AnymailError
from django.conf import settings
from django.core.mail import EmailMessage
from django.core.management import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User


class Command(BaseCommand):
    help = "Send a mail with your words and a link to /operation/ to everybody with all rights on the site."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("words")

    def handle(self, *args: Any, words: str, **options: Any) -> None:
        operators = User.objects.filter(is_superuser=True, is_active=True)
        addresses = [address for address in operators.values_list("email", flat=True) if address]
        if not addresses:
            raise CommandError("No user with all rights has a mail address.")
        unsent = [address for address in addresses if not self.send(address, words)]
        self.stdout.write(f"Sent {len(addresses) - len(unsent)}.")
        if unsent:
            raise CommandError(f"Mails to {', '.join(unsent)} could not be sent.")

    def send(self, address: str, words: str) -> bool:
        """Whether the mail could be sent. If one address is refused, the others still get theirs."""
        page = settings.SITE_URL + reverse("operation")
        mail = EmailMessage(
            subject=" ".join(words.split()),
            body=_("{words}\n\nSee what else needs your attention: {page}\n").format(words=words, page=page),
            to=[address],
            headers={"Message-ID": make_msgid(domain=urlsplit(settings.SITE_URL).hostname)},
        )
        try:
            mail.send()
        except (OSError, AnymailError) as error:
            self.stderr.write(f"{address}: {error}")
            return False
        return True
