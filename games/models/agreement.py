"""What seats want of the others at their table, and what they have agreed on."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class UndoRequest(models.Model):
    """A request of a seat to take something back, open or refused. The next action in the game removes it."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="undo_request")
    seat = models.PositiveSmallIntegerField(help_text="number of the seat that asks")
    to = models.PositiveIntegerField(help_text="the position that the game is to go back to")
    agreed = models.JSONField(default=list, help_text="numbers of the other seats that have agreed so far")
    refused_by = models.PositiveSmallIntegerField(null=True, blank=True, help_text="number of the seat that refused")

    def __str__(self) -> str:
        return f"{self.game_id} back to {self.to} for seat {self.seat}"

    @property
    def is_refused(self) -> bool:
        return self.refused_by is not None


class Vote(models.Model):
    """What a seat wants the table to do. When enough seats want the same, it is done and their votes are removed."""

    class Motion(models.TextChoices):
        PAUSE = "pause", _("pause the game")
        RESUME = "resume", _("go on with the game")
        END = "end", _("end the game without a winner")

    game = models.ForeignKey(Game, models.CASCADE, related_name="votes")
    motion = models.CharField(max_length=10, choices=Motion.choices)
    seat = models.PositiveSmallIntegerField(help_text="number of the seat")
    cast_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "motion", "seat"], name="vote_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.motion} by seat {self.seat}"


class Agreement(models.Model):
    """What happened to a game without an action: enough players wanted it, or its time had come."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="agreements")
    motion = models.CharField(max_length=10, choices=Vote.Motion.choices)
    seats = models.JSONField(
        default=list, help_text="numbers of the seats that voted for it; none if it came by itself"
    )
    sequence = models.PositiveIntegerField(help_text="how many actions had been taken")
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.game_id} {self.motion} after {self.sequence}"
