"""Tables that wait for players."""

import secrets
from collections.abc import Collection
from datetime import datetime
from typing import ClassVar, NamedTuple

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import rules
from accounts.models import User, account_of
from accounts.stored import Stored
from games.models import Game, levels
from games.models.pace import Pace
from games.models.terms import Term
from matchmaking.ratings.models import Range, RatedGame, Rating, RatingChange, RatingLock  # noqa: F401  (for Django)
from rules.bots import Level
from talk.models import Conversation, Mute

BOT_NAMES = ("Ampère", "Faraday", "Henry", "Ohm", "Volta", "Watt")  # what a bot is called, by the number of its seat
LONGEST_NAME = 80  # how many characters the name of a table may have; that of a game has as many


class TableRefused(Exception):
    """What was asked of a table is not possible. A sentence tells the person who asked. Nothing has changed."""


class NotTheHost(TableRefused):
    """Only the host may do this."""


class AreaChoice(models.TextChoices):
    RANDOM = "random", _("drawn at random")
    HOST = "host", _("picked by the host")
    DRAFT = "draft", _("drafted by the players")


def new_token() -> str:
    return secrets.token_urlsafe(16)


def new_secret() -> str:
    return secrets.token_hex(16)


class Access(models.TextChoices):
    PUBLIC = "public", _("anybody")
    LINK = "link", _("everyone with the link")
    INVITED = "invited", _("invited players")


class TableQuerySet(models.QuerySet["Table"]):
    def open(self) -> "TableQuerySet":
        return self.filter(game=None, closed_at=None)

    def listed(self) -> "TableQuerySet":
        return self.open().filter(is_public=True)

    def seating(self, user: User) -> "TableQuerySet":
        return self.filter(pk__in=TableSeat.objects.filter(user=user).values("table"))

    def known_to(self, user: User | AnonymousUser, tokens: Collection[str]) -> "TableQuerySet":
        """Tables at which the user sits, has a place kept or is invited, and those whose share link was opened."""
        return self.filter(known_to(account_of(user), tokens, Invitation.objects.heard_by(user, tokens)))

    def visible_to(self, user: User | AnonymousUser, tokens: Collection[str]) -> "TableQuerySet":
        """Public tables, those that :meth:`known_to` finds, and others to which the user is, or was, invited."""
        invited = Invitation.objects.to(user, tokens).standing()
        return self.filter(Q(is_public=True) | known_to(account_of(user), tokens, invited))

    def lock(self, pk: int) -> "Table":
        """Load one table, keeping everybody else from changing it until the transaction ends."""
        return self.select_for_update().get(pk=pk)


def known_to(accounts: Collection[int], tokens: Collection[str], invited: "InvitationQuerySet") -> Q:
    """Whether a table is one of those of a person, by their account if they have one."""
    sitting = TableSeat.objects.filter(user__in=accounts).values("table")
    kept = KeptPlace.objects.filter(user__in=accounts).values("table")
    known = [Q(pk__in=found) for found in (invited.values("table"), sitting, kept)]
    return Q(Q(token__in=tokens), *known, _connector=Q.OR)


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
    invited_only = models.BooleanField(
        default=False, db_default=False, help_text="whether only invited players can join, and the link is not enough"
    )
    undo_by_consent = models.BooleanField(default=False, help_text="whether anything can be taken back if all agree")
    bot_level = models.CharField(max_length=10, default="easy", db_default="easy", help_text="how well its bots play")
    least_reliability = models.PositiveSmallIntegerField(
        default=0, help_text="the percentage of decisions made in time that players need to join"
    )
    ratings = models.CharField(
        max_length=10,
        blank=True,
        default="",
        choices=Range.choices,
        help_text="the ratings with which players can join",
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

    known_seats: "list[TableSeat]"
    known_kept: "list[KeptPlace]"
    """Its places that are taken, and that are kept; set by :func:`matchmaking.lobby.load_seats` alone."""

    objects: ClassVar[TableQuerySet] = TableQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(players__gte=rules.MIN_PLAYERS, players__lte=rules.MAX_PLAYERS),
                name="table_players_in_range",
            ),
            models.CheckConstraint(condition=Q(game=None) | Q(closed_at=None), name="table_started_or_closed"),
            models.UniqueConstraint(fields=["follows"], condition=Q(closed_at=None), name="table_follows_once"),
            models.CheckConstraint(
                condition=~Q(is_public=True, invited_only=True),
                name="table_public_or_invited_only",
                violation_error_message=_("A table that is listed is open to all, not only to the invited."),
            ),
        ]
        indexes = [
            models.Index(fields=["is_public", "-id"], condition=Q(game=None, closed_at=None), name="table_open"),
            models.Index(fields=["closed_at"], condition=Q(closed_at__isnull=False), name="table_closed"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("matchmaking:detail", args=[self.pk])

    @property
    def is_open(self) -> bool:
        return self.game_id is None and self.closed_at is None

    @property
    def access(self) -> Access:
        if self.invited_only:
            return Access.INVITED
        return Access.PUBLIC if self.is_public else Access.LINK

    @property
    def commitment(self) -> str:
        """What the site promises by showing it before anybody can add to the seed."""
        return rules.commitment(self.secret)

    @property
    def options(self) -> rules.Options:
        """What the rules are to know of this table; a :class:`rules.RuleError` where they do not know a value."""
        agreed = {name: getattr(self, name) for name in rules.Options.__struct_fields__}
        return rules.options_from_data({name: value for name, value in agreed.items() if value != ""})

    @property
    def board(self) -> rules.Board:
        return rules.board(self.map, self.edition)

    @property
    def level(self) -> Level:
        """How well its bots play."""
        return levels.known(self.bot_level)

    @property
    def kind_of_bot(self) -> Term:
        return levels.ONE[self.level]

    def places(self) -> list[Place]:
        """All places in seat order, taken, kept and free."""
        taken = {seat.number: seat for seat in self.taken_seats}
        kept = {place.number: place for place in self.kept_places}
        return [Place(number, taken.get(number), kept.get(number)) for number in range(self.players)]

    @property
    def taken_seats(self) -> "list[TableSeat]":
        """The seats that are taken, in their order; uses those that were loaded along."""
        return self.known_seats if hasattr(self, "known_seats") else [*self.seats.all()]

    @property
    def kept_places(self) -> "list[KeptPlace]":
        """The places that are kept for people; uses them likewise."""
        if self.follows_id is None:
            return []
        return self.known_kept if hasattr(self, "known_kept") else [*self.kept.all()]

    @property
    def keeps_places(self) -> bool:
        return any(place.kept and not place.seat for place in self.places())

    @property
    def has_room(self) -> bool:
        return any(place.is_free for place in self.places())

    def kept_for(self, user: User | AnonymousUser) -> "KeptPlace | None":
        return next((place.kept for place in self.places() if place.kept and place.kept.user_id == user.pk), None)

    def seat_of(self, user: User | AnonymousUser) -> "TableSeat | None":
        return next((seat for seat in self.taken_seats if seat.user_id and seat.user_id == user.pk), None)


class TableSeat(Stored):
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
            models.CheckConstraint(condition=Q(number__lt=rules.MAX_PLAYERS), name="table_seat_number_in_range"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"

    @property
    def is_bot(self) -> bool:
        return self.user_id is None

    @property
    def name(self) -> str:
        return self.user.name if self.user else BOT_NAMES[self.number]


class KeptPlace(models.Model):
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


class Answer(models.TextChoices):
    """What became of an invitation. A player who accepts one joins, and it is gone."""

    NONE = "none", _("has not answered")
    DECLINED = "declined", _("has declined")
    WITHDRAWN = "withdrawn", _("withdrawn")


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def to(self, user: User | AnonymousUser, tokens: Collection[str] = ()) -> "InvitationQuerySet":
        """Those to a person: by their name, to their mail address, or by a link that they have opened."""
        return self.filter(Q(token__in=tokens) | _addressed_to(*addresses_of(user)))

    def known_to_be_of(self, user: User, tokens: Collection[str]) -> "InvitationQuerySet":
        """Those of which the host may see who answers: by name, or by a link that was opened."""
        return self.filter(Q(token__in=tokens) | Q(user=user))

    def standing(self) -> "InvitationQuerySet":
        """Those by which a person can still join, even after having declined."""
        return self.exclude(answer=Answer.WITHDRAWN)

    def heard_by(self, user: User | AnonymousUser, tokens: Collection[str] = ()) -> "InvitationQuerySet":
        """Those that a person has not answered, and wants to hear of: not of hosts they have muted."""
        return self.heard_at(*open_addresses_of(user), tokens)

    def heard_at(
        self, accounts: Collection[int], emails: Collection[str], tokens: Collection[str]
    ) -> "InvitationQuerySet":
        """The same by where a person can be invited, as :func:`open_addresses_of` has it."""
        by_link = Q(token__in=tokens)
        is_muted = Exists(Mute.objects.filter(user__in=accounts, other=OuterRef("host")))
        # In this order all of it is found by indexes.
        sent = self.unanswered().filter(by_link | _addressed_to(accounts, emails))
        return sent.filter(by_link | ~Q(is_muted))

    def unanswered(self) -> "InvitationQuerySet":
        return self.filter(answer=Answer.NONE)

    def untold(self, now: datetime) -> "InvitationQuerySet":
        """Those that are still to be told, and that no worker is telling."""
        open_tables = Q(table__game=None, table__closed_at=None)
        return self.unanswered().filter(open_tables, told_at=None, due_at__lte=now)


def addresses_of(user: User | AnonymousUser) -> tuple[list[int], list[str]]:
    """Where a person can be invited: the number of their account and their mail address, as far as they have one."""
    return account_of(user), [user.email] if user.is_authenticated and user.email else []


def open_addresses_of(user: User | AnonymousUser) -> tuple[list[int], list[str]]:
    """The same for those who want to be invited; nowhere for others."""
    return addresses_of(user) if user.is_authenticated and user.takes_invitations else ([], [])


def _addressed_to(accounts: Collection[int], emails: Collection[str]) -> Q:
    return Q(user__in=accounts) | Q(email__in=emails)


class Invitation(models.Model):
    """The host of a table asks a person to join: a player, or the owner of a mail address."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="invitations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="invitations"
    )
    email = models.EmailField(
        blank=True, db_index=True, help_text="in place of a user: nobody learns here whether it has an account"
    )
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sent_invitations")
    token = models.CharField(max_length=32, unique=True, default=new_token, help_text="part of the link in a mail")
    answer = models.CharField(max_length=10, choices=Answer, default=Answer.NONE)
    invited_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now, help_text="when a worker may tell of it")
    told_at = models.DateTimeField(null=True, blank=True, help_text="when that was done, or found to be unwanted")

    objects: ClassVar[InvitationQuerySet] = InvitationQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["table", "user"], name="invitation_user_once"),
            models.UniqueConstraint(fields=["table", "email"], condition=~Q(email=""), name="invitation_email_once"),
            models.CheckConstraint(condition=Q(user=None) ^ Q(email=""), name="invitation_user_or_email"),
        ]
        indexes = [models.Index(fields=["due_at"], condition=Q(told_at=None), name="invitation_untold")]

    def __str__(self) -> str:
        return f"invitation {self.pk} to table {self.table_id}"

    def is_to(self, user: User | AnonymousUser, tokens: Collection[str]) -> bool:
        if user.is_authenticated and (self.user_id == user.pk or (self.email and self.email == user.email)):
            return True
        return self.token in tokens
