"""What was done in games: rows that are only ever added, and what is made of them."""

from django.db import models
from django.utils import timezone

from games.models.game import Game
from games.models.kinds import Origin


class Action(models.Model):
    """One action, for ever. Rows are only ever added."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="actions")
    sequence = models.PositiveIntegerField(help_text="1 for the first action of a game")
    seat = models.PositiveSmallIntegerField(help_text="number of the seat")
    body = models.TextField(help_text="the action in its JSON form")
    origin = models.CharField(max_length=10, choices=Origin.choices, default=Origin.PLAYER)
    digest = models.CharField(max_length=64, help_text="of the state after this action; secret while the game runs")
    created_at = models.DateTimeField(default=timezone.now)
    clock = models.JSONField(
        null=True, blank=True, help_text="how the clock of its seat stood, which goes on where this is taken back"
    )

    class Meta:
        ordering = ["sequence"]
        constraints = [models.UniqueConstraint(fields=["game", "sequence"], name="action_sequence_once")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.sequence} seat {self.seat}"


class Snapshot(models.Model):
    """The latest state of a game: a cache, and can be dropped at any time."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="snapshot")
    sequence = models.PositiveIntegerField()
    state = models.TextField(help_text="rules.State in its JSON form; secret")

    def __str__(self) -> str:
        return f"{self.game_id}/{self.sequence}"


class Checkpoint(models.Model):
    """The state after one of the later actions, to replay a game from: a cache, and can be dropped at any time."""

    action = models.OneToOneField(Action, models.CASCADE, primary_key=True, related_name="checkpoint")
    state = models.TextField(help_text="rules.State in its JSON form; secret")

    def __str__(self) -> str:
        return str(self.action)
