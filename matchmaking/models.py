"""Tables that wait for players."""

import secrets
from collections.abc import Collection
from typing import ClassVar, NamedTuple

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import rules
from accounts.models import User
from games.models import Game
from games.pace import Pace

# Django looks for models here.
from matchmaking.ratings.models import RatedGame as RatedGame
from matchmaking.ratings.models import Rating as Rating
from matchmaking.ratings.models import RatingChange as RatingChange
from matchmaking.ratings.models import RatingLock as RatingLock
from matchmaking.ratings.ranges import Range
from talk.models import Conversation

BOT_NAMES = ("Ampère", "Faraday", "Henry", "Ohm", "Volta", "Watt")
"""What a bot is called, by the number of its seat."""

LONGEST_NAME = 80
"""How many characters the name of a table may have; that of a game has as many."""


class AreaChoice(models.TextChoices):
    RANDOM = "random", _("drawn at random")
    HOST = "host", _("picked by the host")
    DRAFT = "draft", _("drafted by the players")


def new_token() -> str:
    return secrets.token_urlsafe(16)


def new_secret() -> str:
    return secrets.token_hex(16)


class TableQuerySet(models.QuerySet["Table"]):
    def open(self) -> "TableQuerySet":
        """Tables that still wait for players."""
        return self.filter(game=None, closed_at=None)

    def listed(self) -> "TableQuerySet":
        """Open tables that anybody may join."""
        return self.open().filter(is_public=True)

    def seating(self, user: User) -> "TableQuerySet":
        """Tables at which this person sits."""
        return self.filter(_seating(user))

    def known_to(self, user: User | AnonymousUser, invitations: Collection[str]) -> "TableQuerySet":
        """Tables at which the user sits or has a place kept, and those whose share link was opened."""
        return self.filter(_known_to(user, invitations))

    def visible_to(self, user: User | AnonymousUser, invitations: Collection[str]) -> "TableQuerySet":
        """Public tables, and those that :meth:`known_to` finds."""
        return self.filter(models.Q(is_public=True) | _known_to(user, invitations))

    def lock(self, pk: int) -> "Table":
        """Load one table, keeping everybody else from changing it until the transaction ends."""
        return self.select_for_update().get(pk=pk)


def _seating(user: User) -> models.Exists:
    return models.Exists(TableSeat.objects.filter(table=models.OuterRef("pk"), user=user))


def _known_to(user: User | AnonymousUser, invitations: Collection[str]) -> models.Q:
    invited = models.Q(token__in=invitations)
    if not user.is_authenticated:
        return invited
    kept = models.Exists(KeptPlace.objects.filter(table=models.OuterRef("pk"), user=user))
    return invited | models.Q(_seating(user)) | models.Q(kept)


class Place(NamedTuple):
    """One of the places of a table; free where nobody has the seat, and it is kept for nobody."""

    number: int
    seat: "TableSeat | None"
    kept: "KeptPlace | None" = None

    @property
    def is_free(self) -> bool:
        return self.seat is None and self.kept is None


class Table(Pace):
    """A game to be. It starts by itself when the last seat is taken; then ``game`` is set.

    Each option of the rules is a field of the same name; where it is empty, it goes by the edition.
    """

    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="hosted_tables")
    name = models.CharField(max_length=LONGEST_NAME)
    token = models.CharField(max_length=32, unique=True, default=new_token, help_text="part of the share link")
    secret = models.CharField(
        max_length=32, default=new_secret, help_text="the site's part of the seed; secret until the game is over"
    )
    edition = models.CharField(max_length=20, default="classic")
    map = models.CharField(max_length=40)
    players = models.PositiveSmallIntegerField()
    areas = models.CharField(max_length=10, choices=AreaChoice.choices, default=AreaChoice.RANDOM)
    chosen_areas = models.JSONField(default=list, blank=True, help_text="area ids, where the host picked them")
    money_visible = models.BooleanField(default=False)
    first_game = models.BooleanField(default=False)
    start_cities = models.BooleanField(default=False)
    two_player_mode = models.CharField(max_length=10, blank=True, default="")
    tiebreak = models.CharField(max_length=20, blank=True, default="")
    step2_removal_when_skipped = models.BooleanField(default=True)
    start_city_must_be_empty = models.BooleanField(default=True)
    trust_refill = models.CharField(max_length=10, default="two")
    trust_triggers_phase_out = models.BooleanField(default=False)
    france_recharged_garbage = models.CharField(max_length=10, default="base")
    is_public = models.BooleanField(default=True, help_text="listed in the lobby; otherwise by link only")
    undo_by_consent = models.BooleanField(default=False, help_text="whether anything can be taken back if all agree")
    least_reliability = models.PositiveSmallIntegerField(
        default=0, help_text="percentage of decisions made in time that whoever joins has to have"
    )
    ratings = models.CharField(
        max_length=10,
        blank=True,
        default="",
        choices=Range.choices,
        help_text="which ratings whoever joins has to have",
    )
    version = models.PositiveIntegerField(
        default=0, help_text="grows with every change, so that open pages can follow"
    )
    created_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True, help_text="when it was given up")
    conversation = models.OneToOneField(
        Conversation,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="table",
        help_text="begun with the first word; that of the game, once it has started",
    )
    game = models.OneToOneField(Game, models.SET_NULL, null=True, blank=True, related_name="table")
    follows = models.ForeignKey(
        Game,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="rematches",
        help_text="the game after which its people play again; its places may be kept for them",
    )

    objects: ClassVar[TableQuerySet] = TableQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(players__gte=rules.MIN_PLAYERS, players__lte=rules.MAX_PLAYERS),
                name="table_players_in_range",
            ),
            models.CheckConstraint(
                condition=models.Q(game=None) | models.Q(closed_at=None), name="table_started_or_closed"
            ),
            models.UniqueConstraint(
                fields=["follows"], condition=models.Q(closed_at=None), name="table_follows_once"
            ),
        ]
        indexes = [
            models.Index(
                fields=["is_public", "-id"], condition=models.Q(game=None, closed_at=None), name="table_open"
            ),
            models.Index(fields=["closed_at"], condition=models.Q(closed_at__isnull=False), name="table_closed"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("matchmaking:detail", args=[self.pk])

    @property
    def is_open(self) -> bool:
        return self.game_id is None and self.closed_at is None

    @property
    def commitment(self) -> str:
        """What the site promises by showing it before anybody can add to the seed."""
        return rules.commitment(self.secret)

    @property
    def options(self) -> rules.Options:
        """What the rules are to know of this table.

        :raises rules.RuleError: an option has a value that the rules do not know.
        """
        agreed = {name: getattr(self, name) for name in rules.Options.__struct_fields__}
        return rules.options_from_data({name: value for name, value in agreed.items() if value != ""})

    @property
    def board(self) -> rules.Board:
        return rules.board(self.map, self.edition)

    def places(self) -> list[Place]:
        """All places in seat order, taken, kept and free."""
        taken = {seat.number: seat for seat in self.seats.all()}
        kept = {place.number: place for place in self.kept.all()} if self.follows_id else {}
        return [Place(number, taken.get(number), kept.get(number)) for number in range(self.players)]

    @property
    def keeps_places(self) -> bool:
        """Whether places wait for people who have not come yet."""
        return any(place.kept and not place.seat for place in self.places())

    @property
    def has_room(self) -> bool:
        """Whether a place is free for anybody."""
        return any(place.is_free for place in self.places())

    def kept_for(self, user: User | AnonymousUser) -> "KeptPlace | None":
        """The place that is kept for this person, if any."""
        return next((place.kept for place in self.places() if place.kept and place.kept.user_id == user.pk), None)

    def seat_of(self, user: User | AnonymousUser) -> "TableSeat | None":
        """The seat of this person, if any."""
        return next((seat for seat in self.seats.all() if seat.user_id and seat.user_id == user.pk), None)


class TableSeat(models.Model):
    """A taken place at a table: a person, or a bot where ``user`` is empty."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="table_seats"
    )
    share = models.CharField(
        max_length=rules.LONGEST_SHARE, blank=True, help_text="what its person adds to the seed; empty where nothing"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="table_seat_number_once"),
            models.UniqueConstraint(fields=["table", "user"], name="table_seat_user_once"),
            models.CheckConstraint(
                condition=models.Q(number__lt=rules.MAX_PLAYERS), name="table_seat_number_in_range"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"

    @property
    def is_bot(self) -> bool:
        return self.user_id is None

    @property
    def name(self) -> str:
        """How this seat is called at the table."""
        return self.user.name if self.user else BOT_NAMES[self.number]


class KeptPlace(models.Model):
    """A place at a table that is kept for somebody, until they take or decline it, or the host frees it."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="kept")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="kept_places")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="kept_place_number_once"),
            models.UniqueConstraint(fields=["table", "user"], name="kept_place_user_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number} for {self.user_id}"
