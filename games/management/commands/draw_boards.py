"""``manage.py draw_boards``: draw the maps for pictures in mails, once for all programs of the site."""

from typing import Any

from django.core.management import BaseCommand

import rules
from games.board import png
from games.models.terms import TERMS


class Command(BaseCommand):
    help = "Draw the maps for pictures in mails, so that no mail waits for them. Maps that are there stay."

    def handle(self, *args: Any, **options: Any) -> None:
        for edition in TERMS["edition"]:
            for map in rules.board_names(edition):
                png.draw_ahead(map, edition)
