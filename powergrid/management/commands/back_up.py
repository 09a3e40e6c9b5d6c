"""``manage.py back_up``: the database in one file."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from powergrid import backups


class Command(BaseCommand):
    help = "Write the database to a new file, while the site runs."

    def add_arguments(self, parser: CommandParser) -> None:
        where = parser.add_mutually_exclusive_group(required=True)
        where.add_argument("file", type=Path, nargs="?", help="the new file")
        where.add_argument(
            "--into", type=Path, metavar="FOLDER", help="write a file named by the time into this folder"
        )
        parser.add_argument("--keep-days", type=int, help="with --into: delete older back-ups there")

    def handle(self, *args: Any, file: Path | None, into: Path | None, keep_days: int | None, **options: Any) -> None:
        if keep_days is not None and (into is None or keep_days < 1):
            raise CommandError("--keep-days needs --into, and must be at least 1.")
        now = timezone.now()
        path = file or Path(into or "", now.strftime(backups.NAME))
        try:
            backups.back_up(path)
        except backups.BackupRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        backups.note(path, now)
        self.stdout.write(f"{path}: {path.stat().st_size:,} bytes.")
        # Only now: if a back-up fails, the old ones stay.
        if into and keep_days and (deleted := backups.prune(into, now - timedelta(days=keep_days))):
            self.stdout.write(f"Deleted {deleted} older than {keep_days} days.")
