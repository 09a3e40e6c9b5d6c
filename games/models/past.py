"""What was done in games: rows that are only ever added, and what is made of them."""

from datetime import UTC, datetime
from typing import Any
from zlib import crc32

import msgspec
from django.db import models
from django.utils import timezone

from games.models.game import Game
from games.models.kinds import Origin


def checksum(
    game: int,
    sequence: int,
    seat: int,
    body: str,
    origin: str,
    digest: str,
    created_at: datetime,
    clock: dict[str, Any] | None,
) -> str:
    """CRC-32 of all that the row of an action holds, as eight hexadecimal digits.

    Its digest says whether an action still leads where it led; this, whether anything else of the row was damaged.
    """
    held = (game, sequence, seat, body, origin, digest, created_at.astimezone(UTC).isoformat(), clock)
    return f"{crc32(msgspec.json.encode(held, order='deterministic')):08x}"


class Action(models.Model):
    """One action, for ever. Rows are only ever added."""

    # The constraint below is an index by game, too: a second one would have to be written with each action.
    game = models.ForeignKey(Game, models.CASCADE, related_name="actions", db_index=False)
    sequence = models.PositiveIntegerField(help_text="1 for the first action of a game")
    seat = models.PositiveSmallIntegerField(help_text="number of the seat")
    body = models.TextField(help_text="the action in its JSON form")
    origin = models.CharField(max_length=10, choices=Origin.choices, default=Origin.PLAYER)
    digest = models.CharField(max_length=64, help_text="of the state after this action; secret while the game runs")
    created_at = models.DateTimeField(default=timezone.now)
    clock = models.JSONField(
        null=True, blank=True, help_text="how the clock of its seat stood, to go on if this is taken back"
    )

    checksum = models.CharField(
        max_length=8, blank=True, help_text="of all that the row holds, to notice damage; old rows have none"
    )

    class Meta:
        ordering = ["sequence"]
        constraints = [models.UniqueConstraint(fields=["game", "sequence"], name="action_sequence_once")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.sequence} seat {self.seat}"

    def seal(self) -> "Action":
        """Note the checksum of what the row is to hold for ever."""
        self.checksum = checksum(
            self.game_id, self.sequence, self.seat, self.body, self.origin, self.digest, self.created_at, self.clock
        )
        return self


class Snapshot(models.Model):
    """The latest state of a game, and its course: a cache that can be dropped at any time."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="snapshot")
    sequence = models.PositiveIntegerField()
    state = models.TextField(help_text="rules.State in its JSON form; secret")
    course = models.TextField(
        blank=True, help_text="a mark for each position, see games.replay.position_index; empty until it is needed"
    )

    def __str__(self) -> str:
        return f"{self.game_id}/{self.sequence}"


class Checkpoint(models.Model):
    """The state after one of the actions, to replay a game from: a cache that can be dropped at any time."""

    action = models.OneToOneField(Action, models.CASCADE, primary_key=True, related_name="checkpoint")
    state = models.TextField(help_text="rules.State in its JSON form; secret")

    def __str__(self) -> str:
        return str(self.action)
