"""``manage.py draw_boards``: draw what pictures in mails take longest for, once for all programs of the site."""

from typing import Any

from django.core.management import BaseCommand

import rules
from games.board import png
from games.models.terms import TERMS


class Command(BaseCommand):
    help = "Draw the maps that pictures in mails are made from, so that no mail waits for them. What is there stays."

    def handle(self, *args: Any, **options: Any) -> None:
        for edition in TERMS["edition"]:
            for map in rules.board_names(edition):
                png.draw_ahead(map, edition)
