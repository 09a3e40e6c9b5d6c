"""``manage.py restore FILE``: the database as it was when ``manage.py back_up`` wrote the file."""

from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from powergrid import backups


class Command(BaseCommand):
    help = "Fill an empty database from a file that back_up wrote. Afterwards run migrate, then verify_games."
    requires_system_checks = ()  # some need tables, and there are none yet

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            backups.restore(file)
        except backups.BackupRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write("Restored. Now run migrate, then verify_games to check that all games are as they were.")
