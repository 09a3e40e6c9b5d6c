"""Rating games by hand."""

from typing import Any

from django.core.management import BaseCommand, CommandParser
from django.utils import timezone

from matchmaking.ratings import rating


class Command(BaseCommand):
    help = "Rate the games that are over. The site does so by itself; --again computes all ratings anew."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--again", action="store_true", help="forget all ratings, and rate all games anew")

    def handle(self, *args: Any, again: bool, **options: Any) -> None:
        now = timezone.now()
        count = rating.rate_again(now=now) if again else 0
        while not again and (more := rating.rate_finished(now=now)):
            count += more
        self.stdout.write(f"Games rated: {count}.")
