"""``manage.py tell_operators WORDS``: a mail to those who run the site, such as that a back-up failed."""

from email.utils import make_msgid
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.management import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User


class Command(BaseCommand):
    help = "Send a mail to all who run the site, with a few words and the address of their page."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("words")

    def handle(self, *args: Any, words: str, **options: Any) -> None:
        staff = User.objects.filter(is_staff=True, is_active=True)
        operators = [address for address in staff.values_list("email", flat=True) if address]
        if not operators:
            raise CommandError("Nobody is staff who has an address.")
        page = settings.SITE_URL + reverse("operation")
        for address in operators:
            EmailMessage(
                subject=" ".join(words.split()),
                body=_("{words}\n\nWhat else needs looking after: {page}\n").format(words=words, page=page),
                to=[address],
                headers={"Message-ID": make_msgid(domain=urlsplit(settings.SITE_URL).hostname)},
            ).send()
        self.stdout.write(f"Told {len(operators)}.")
