"""A game, its seats and its actions as rows. The state is always a function of setup and rows."""

from typing import ClassVar

import msgspec
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import rules
from accounts.models import User
from games.terms import TERMS, map_name
from talk.models import Conversation


class Origin(models.TextChoices):
    """Where an action came from: a person, a lack of any other choice, or a bot."""

    PLAYER = "player", _("player")
    FORCED = "forced", _("no choice")
    BOT = "bot", _("bot")


class Question(models.TextChoices):
    """What a seat to move is asked, in a few words. The values are those of the actions that answer it."""

    CHOOSE_AREA = "choose_area", _("Choose an area")
    PLACE_TRUST_HOUSE = "place_trust_house", _("Place a house of the Trust")
    CHOOSE_START_CITY = "choose_start_city", _("Mark a start city")
    OPEN_AUCTION = "open_auction", _("Choose a plant to auction")
    BID = "bid", _("Bid or pass")
    DISCARD_PLANT = "discard_plant", _("Scrap a plant")
    BUY_RESOURCES = "buy_resources", _("Buy resources")
    BUILD_CITIES = "build_cities", _("Build in cities")
    RUN_PLANTS = "run_plants", _("Power your cities")


PHASES = {
    rules.Phase.SETUP: _("Setup"),
    rules.Phase.AUCTION: _("Auction"),
    rules.Phase.RESOURCES: _("Resources"),
    rules.Phase.BUILDING: _("Building"),
    rules.Phase.BUREAUCRACY: _("Bureaucracy"),
    rules.Phase.FINISHED: _("Finished"),
}


class GameQuerySet(models.QuerySet["Game"]):
    def visible_to(self, user: User | AnonymousUser) -> "GameQuerySet":
        """Public games, and those the user has a seat in."""
        public = models.Q(is_public=True)
        if not user.is_authenticated:
            return self.filter(public)
        return self.filter(public | models.Exists(Seat.objects.filter(game=models.OuterRef("pk"), user=user)))

    def lock(self, pk: int) -> "Game":
        """Load one game, keeping everybody else from changing it until the transaction ends."""
        return self.select_for_update().get(pk=pk)


class Game(models.Model):
    """A game that has started. Columns beside ``setup`` repeat what lists need to know of the state."""

    name = models.CharField(max_length=80)
    setup = models.JSONField(help_text="rules.Setup as plain data; secret: it holds the seed and the deck")
    seed_hash = models.CharField(max_length=64, help_text="SHA-256 of the seed, shown from the start")
    edition = models.CharField(max_length=20)
    map = models.CharField(max_length=40)
    is_public = models.BooleanField(default=True)
    undo_by_consent = models.BooleanField(default=False, help_text="whether anything can be taken back if all agree")
    sequence = models.PositiveIntegerField(default=0, help_text="how many actions were taken")
    news = models.PositiveIntegerField(
        default=0, help_text="grows with whatever its viewers are to be shown, so that open pages can follow"
    )
    phase = models.CharField(max_length=20, choices=[(phase.value, words) for phase, words in PHASES.items()])
    round = models.PositiveSmallIntegerField(default=1)
    step = models.PositiveSmallIntegerField(default=1)
    conversation = models.OneToOneField(
        Conversation,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="game",
        help_text="begun with the first word, maybe at the table",
    )
    created_at = models.DateTimeField(default=timezone.now)
    moved_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[GameQuerySet] = GameQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        indexes = [models.Index(fields=["is_public", "finished_at", "-moved_at"])]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("games:detail", args=[self.pk])

    @property
    def board(self) -> rules.Board:
        return rules.board(self.map, self.edition)

    @property
    def in_brief(self) -> str:
        """What is played, for lists of games."""
        return f"{map_name(self.board)} · {TERMS['edition'][self.edition]}"

    @property
    def is_over(self) -> bool:
        return self.finished_at is not None

    @property
    def is_in_setup(self) -> bool:
        """Whether something is still to be settled before the first round."""
        return self.phase == rules.Phase.SETUP

    @property
    def asked_undo(self) -> "UndoRequest | None":
        """What somebody asks to take back, or was refused; uses the row that was selected along."""
        return getattr(self, "undo_request", None)

    def read_setup(self) -> rules.Setup:
        """All that was fixed before the first action. It holds the deck: never show it while the game runs."""
        return msgspec.convert(self.setup, rules.Setup)

    def seat_of(self, user: User | AnonymousUser) -> "Seat | None":
        """The place that a person has in this game; uses seats that were prefetched."""
        return next((seat for seat in self.seats.all() if user.pk and seat.user_id == user.pk), None)


class Seat(models.Model):
    """A place at the table: a person or a bot. Columns from ``is_to_move`` on repeat what lists need of the state."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    # Protected: without a person nobody could take the turns of this seat, and the others would wait for ever.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats")
    name = models.CharField(max_length=30, help_text="as shown at the table")
    is_bot = models.BooleanField(default=False)
    is_to_move = models.BooleanField(default=False)
    asked_at = models.DateTimeField(null=True, blank=True, help_text="since when this seat is to move")
    asked_sequence = models.PositiveIntegerField(
        null=True, blank=True, help_text="how many actions had been taken when this seat was asked"
    )
    question = models.CharField(max_length=20, blank=True, choices=Question.choices, help_text="what it is asked")
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    powered = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["game", "user"], name="seat_user_once"),
            models.CheckConstraint(
                name="seat_bot_or_person",
                condition=models.Q(is_bot=True, user=None) | models.Q(is_bot=False, user__isnull=False),
            ),
            models.CheckConstraint(
                name="seat_asked_while_to_move",
                condition=models.Q(is_to_move=False, asked_at=None, asked_sequence=None, question="")
                | models.Q(is_to_move=True, asked_at__isnull=False, asked_sequence__isnull=False)
                & ~models.Q(question=""),
            ),
        ]
        indexes = [models.Index(fields=["user", "is_to_move"])]

    def __str__(self) -> str:
        return self.name


class Action(models.Model):
    """One action, for ever. Rows are only ever added."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="actions")
    sequence = models.PositiveIntegerField(help_text="1 for the first action of a game")
    seat = models.PositiveSmallIntegerField(help_text="number of the seat")
    body = models.TextField(help_text="the action in its JSON form")
    origin = models.CharField(max_length=10, choices=Origin.choices, default=Origin.PLAYER)
    digest = models.CharField(max_length=64, help_text="of the state after this action; secret while the game runs")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["sequence"]
        constraints = [models.UniqueConstraint(fields=["game", "sequence"], name="action_sequence_once")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.sequence} seat {self.seat}"


class UndoRequest(models.Model):
    """What a seat asks the others to let it take back. Whatever is done next in the game removes it.

    One that was refused stays until then, so that whoever asked hears of it and does not ask the same again.
    """

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


class Snapshot(models.Model):
    """The latest state of a game: a cache, and can be dropped at any time."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="snapshot")
    sequence = models.PositiveIntegerField()
    state = models.TextField(help_text="rules.State in its JSON form; secret")

    def __str__(self) -> str:
        return f"{self.game_id}/{self.sequence}"


class Note(models.Model):
    """What somebody has written down about a game, for nobody else to see: not even for staff."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="notes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="game_notes")
    text = models.TextField(blank=True)
    version = models.PositiveIntegerField(default=0, help_text="grows with every change")
    replaced = models.TextField(blank=True, help_text="what was written on another page, and replaced unseen")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="note_once")]

    def __str__(self) -> str:
        return f"note {self.pk}"
