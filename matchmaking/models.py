"""Tables that wait for players."""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone

from games.models import Game


class AreaChoice(models.TextChoices):
    RANDOM = "random", "drawn at random"
    HOST = "host", "picked by the host"
    DRAFT = "draft", "drafted by the players"


def new_token() -> str:
    return secrets.token_urlsafe(16)


class TableQuerySet(models.QuerySet["Table"]):
    def open(self) -> "TableQuerySet":
        """Tables that still wait for players."""
        return self.filter(game=None, closed_at=None)

    def listed(self) -> "TableQuerySet":
        """Open tables that anybody may join."""
        return self.open().filter(is_public=True)

    def lock(self, pk: int) -> "Table":
        """Load one table, keeping everybody else from changing it until the transaction ends."""
        return self.select_for_update().get(pk=pk)


class Table(models.Model):
    """A game to be. It starts by itself when the last seat is taken; then ``game`` is set."""

    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="hosted_tables")
    name = models.CharField(max_length=80)
    token = models.CharField(max_length=32, unique=True, default=new_token, help_text="part of the share link")
    map = models.CharField(max_length=40)
    players = models.PositiveSmallIntegerField()
    areas = models.CharField(max_length=10, choices=AreaChoice.choices, default=AreaChoice.RANDOM)
    chosen_areas = models.JSONField(default=list, blank=True, help_text="area ids, where the host picked them")
    first_game = models.BooleanField(default=False)
    money_visible = models.BooleanField(default=False)
    is_public = models.BooleanField(default=True, help_text="listed in the lobby; otherwise by link only")
    created_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True, help_text="when the host gave it up")
    game = models.OneToOneField(Game, models.SET_NULL, null=True, blank=True, related_name="table")

    objects: ClassVar[TableQuerySet] = TableQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        indexes = [models.Index(fields=["is_public", "-created_at"])]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("matchmaking:detail", args=[self.pk])


class TableSeat(models.Model):
    """A taken place at a table: a person, or a bot where ``user`` is empty."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="table_seats"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="table_seat_number_once"),
            models.UniqueConstraint(fields=["table", "user"], name="table_seat_user_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"

    @property
    def is_bot(self) -> bool:
        return self.user_id is None
