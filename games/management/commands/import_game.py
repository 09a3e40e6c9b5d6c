"""``manage.py import_game``: keep a record as a study of a user, as they could do themselves."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.utils import timezone

from games.management.people import person
from games.records import reading, studies


class Command(BaseCommand):
    help = "Keep the record of a game as a study of a user. If that fails, keeps nothing and exits with 1."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="a record in the format powergrid-game/1")
        parser.add_argument(
            "--for",
            dest="owner",
            metavar="USER",
            required=True,
            help="the user whose study it becomes, by name or address",
        )
        parser.add_argument("--name", default="", help="its name; by default the names of its players")

    def handle(self, *args: Any, file: Path, owner: str, name: str, **options: Any) -> None:
        user = person(owner)
        try:
            with file.open("rb") as record:
                played = reading.read(record.read(reading.LARGEST + 1))
            study = studies.bring(user, played, name=name, now=timezone.now())
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
        except (reading.Unusable, studies.TooMany) as refusal:
            raise CommandError(f"{file}: {refusal}") from None
        self.stdout.write(f"Game {study.pk}, “{study}”, is a study of {user.name}: {study.sequence} actions.")
