"""``manage.py restore FILE``: the database as it was when ``manage.py back_up`` wrote the file."""

from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from powergrid import backups


class Command(BaseCommand):
    help = "Fill an empty database from a file that back_up wrote. Run migrate, then verify_games, afterwards."
    requires_system_checks = ()  # some want tables, and there are none

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            backups.restore(file)
        except backups.BackupRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write("Restored. Now run migrate, and verify_games to see that all games are what they were.")
