"""``manage.py export_game``: the record of a game, as one viewer can have it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.management import BaseCommand, CommandError

from games.management.people import person
from games.models import Game
from games.records import export


class Command(BaseCommand):
    help = (
        "Print the record of a game: all of it once the game is over, before that what its viewers know. "
        "Exits with 1 if there is no such game, or no record of it yet."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", type=int, metavar="ID", help="the number of the game")
        parser.add_argument(
            "--as",
            dest="viewer",
            metavar="USER",
            help="export what this user may see, by name or address; by default what a spectator sees",
        )
        parser.add_argument("--output", type=Path, metavar="FILE", help="write it there; by default it is printed")

    def handle(self, *args: Any, game: int, viewer: str | None, output: Path | None, **options: Any) -> None:
        user = person(viewer) if viewer else AnonymousUser()
        games = Game.objects.visible_to(user) if viewer else Game.objects.played()
        found = games.filter(pk=game).first()
        if found is None:
            raise CommandError(f"{viewer} can see no game {game}." if viewer else f"There is no game {game}.")
        try:
            text = export.export(found, user).text
        except export.Withheld as reason:
            raise CommandError(str(reason)) from None
        if output is None:
            self.stdout.write(text, ending="")
            return
        try:
            output.write_text(text, encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{output} cannot be written: {error.strerror}.") from None
