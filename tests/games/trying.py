"""The private board of somebody, for tests."""

from django.test import Client
from django.urls import reverse

from games.models import Game
from games.turns import whatif
from tests.factories import person_called


class Board:
    """The private board of somebody, as their browser has it."""

    def __init__(self, game: Game, name: str = "Ana") -> None:
        self.game, self.client = game, Client()
        self.user = person_called(name)
        self.client.force_login(self.user)

    @property
    def line(self) -> whatif.Line:
        self.game.refresh_from_db()
        return whatif.read(self.game, self.game.seats.get(user=self.user))

    @property
    def said(self) -> list[str]:
        return [str(move.action) for move in self.line.moves]

    def see(self, number: int | None = None, **fields):
        number = len(self.line.moves) if number is None else number
        return self.client.get(reverse("games:what_if_at", args=[self.game.pk, number]), fields)

    def send(self, step: str, *, number: int | None = None, headers=None, **fields):
        """Press a button as somebody who has seen the line as it is, unless told otherwise."""
        line = self.line
        seen = {"expected": line.version, "begins": line.begins} | fields
        number = len(line.moves) if number is None else number
        return self.client.post(reverse(f"games:{step}", args=[self.game.pk, number]), seen, headers=headers)

    def play(self, **fields):
        return self.send("what_if_play", **fields)
