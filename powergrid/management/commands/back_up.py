"""``manage.py back_up FILE``: the database in one file."""

from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from powergrid import backups


class Command(BaseCommand):
    help = "Write the database into a new file, while the site is at work."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            backups.back_up(file)
        except backups.Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"{file}: {file.stat().st_size:,} bytes.")
