"""``manage.py draw_boards``: draw what pictures in mails take longest for, once for all programs of the site."""

from typing import Any

from django.core.management import BaseCommand

from games.board import geometry, png


class Command(BaseCommand):
    help = "Draw the maps that pictures in mails are made from, so that no mail waits for them. What is there stays."

    def handle(self, *args: Any, **options: Any) -> None:
        for map, edition in geometry.known():
            png.draw_ahead(map, edition)
