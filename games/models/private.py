"""What players keep to themselves: plans, lines that they try, notes."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.game import Game, Seat
from games.models.kinds import Slot


class StandingPlan(models.Model):
    """What a seat wants done when it is asked: secret until it has acted, and maybe after.

    With ``asks`` it no longer answers, and waits to be changed. It ends with ``round``, or without one with the game.
    """

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="plans")
    slot = models.CharField(max_length=10, choices=Slot.choices)
    body = models.TextField(help_text="the plan in its JSON form, see games.plans.language; secret")
    round = models.PositiveSmallIntegerField(null=True, blank=True, help_text="the round that it is for")
    given_at = models.DateTimeField(default=timezone.now)
    given_sequence = models.PositiveIntegerField(help_text="how many actions had been taken when it was given")
    asks = models.TextField(blank=True, help_text="why it asks, in the JSON form of a reason; secret")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat", "slot"], name="plan_once")]

    def __str__(self) -> str:
        return f"plan {self.pk}"


class WhatIf(models.Model):
    """A line that a player tries on a private board, with a deck drawn anew: secret."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="what_ifs")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="what_ifs")
    sequence = models.PositiveIntegerField(help_text="the position that the line begins with")
    seed = models.CharField(max_length=32, help_text="the seed by which the unknown cards were drawn anew")
    moves = models.JSONField(default=list, help_text="the line: for each action its seat and its JSON form")
    version = models.PositiveIntegerField(default=0, help_text="grows with every change")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="what_if_once")]

    def __str__(self) -> str:
        return f"what-if {self.pk}"


class Note(models.Model):
    """A player's notes on a game, for nobody else to see: not even for staff."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="notes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="game_notes")
    text = models.TextField(blank=True)
    version = models.PositiveIntegerField(default=0, help_text="grows with every change")
    replaced = models.TextField(blank=True, help_text="what was written on another page and replaced unseen")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="note_once")]

    def __str__(self) -> str:
        return f"note {self.pk}"


class PositionNote(models.Model):
    """A player's note on one position of a game, for nobody else to see."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="position_notes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="position_notes")
    sequence = models.PositiveIntegerField(help_text="how many actions had been taken in the position")
    text = models.TextField()
    written_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["sequence"]
        constraints = [models.UniqueConstraint(fields=["game", "user", "sequence"], name="position_note_once")]

    def __str__(self) -> str:
        return f"position note {self.pk}"
