"""A game, its seats, and who did not play theirs."""

from collections.abc import Collection
from typing import TYPE_CHECKING, ClassVar

import msgspec
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from structlog.contextvars import bind_contextvars

import rules
from accounts.models import User, account_of
from accounts.stored import Stored
from games.models import levels
from games.models.kinds import PHASES, PoweringRule, Question
from games.models.pace import Pace
from games.models.terms import TERMS, map_name
from rules.bots import Level
from talk.models import Conversation

if TYPE_CHECKING:
    from games.models.agreement import Agreement, UndoRequest
    from games.models.private import StandingPlan
    from games.replay.checkpoints import Trail


class GameQuerySet(models.QuerySet["Game"]):
    def played(self) -> "GameQuerySet":
        """Games that people have played here: without the studies, which are their owners' alone."""
        return self.filter(studied_by=None)

    def visible_to(self, user: User | AnonymousUser) -> "GameQuerySet":
        """Public games, those the user has or had a seat in, and their studies."""
        return self.filter(visible_to(account_of(user)))

    def lock(self, pk: int) -> "Game":
        """Load one game, which nobody else can change until the transaction ends."""
        bind_contextvars(game=pk)  # what is logged from here on says which game it is about
        return self.select_for_update().get(pk=pk)

    def lock_each(self) -> "GameQuerySet":
        """Lock these games as they are loaded.

        All locks are taken in one order, so that none wait for each other: games by their numbers, then their seats,
        then people. This is the weaker kind: rows that point to the games can still be added.
        """
        return self.select_for_update(no_key=True).order_by("pk")


def visible_to(accounts: Collection[int], way: str = "") -> models.Q:
    """Whether a person may see a game. It is asked of each row: a list of all games they may see would be too long.

    :param accounts: the account of the person; empty for a visitor.
    :param way: how the game is reached from the rows that are sought, such as ``game__``.
    """
    public = models.Q(**{f"{way}is_public": True})
    game = models.OuterRef(f"{way}pk")
    present = models.Exists(Seat.objects.filter(game=game, user__in=accounts))
    former = models.Exists(Absence.objects.filter(seat__game=game, user__in=accounts))
    return public | present | former | models.Q(**{f"{way}studied_by__in": accounts})


class Game(Pace):
    """A game that has started. Columns beside ``setup`` repeat what lists need to know of the state."""

    MOST_ACTIONS = 3_000
    """With so many, those taken back among them, the site ends a game: the rules let people pass for ever. No game
    that we know took a third of that."""

    name = models.CharField(max_length=80)
    setup = models.JSONField(help_text="rules.Setup as plain data; secret: it holds the seed and the deck")
    seed_hash = models.CharField(
        max_length=64, help_text="SHA-256 of the site's part of the seed, shown before anybody acts"
    )
    shares = models.JSONField(
        default=list,
        blank=True,
        help_text="what players added to the seed, in its order: for each the number of the seat and the words",
    )
    edition = models.CharField(max_length=20)
    map = models.CharField(max_length=40)
    is_public = models.BooleanField(default=True)
    studied_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="studies",
        help_text="the user who brought it as a record to study; nobody plays it",
    )
    undo_by_consent = models.BooleanField(default=False, help_text="whether anything can be taken back if all agree")
    sequence = models.PositiveIntegerField(default=0, help_text="how many actions were taken")
    news = models.PositiveIntegerField(
        default=0, help_text="grows with all that viewers are to see, so that open pages can follow"
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
    ended_early = models.BooleanField(
        default=False, help_text="whether the players ended it early, so that nobody won"
    )
    paused_at = models.DateTimeField(null=True, blank=True, help_text="since when all clocks stand still")
    resumes_at = models.DateTimeField(null=True, blank=True, help_text="when they go on by themselves")
    pauses = models.PositiveSmallIntegerField(default=0, help_text="how often the players have paused it")
    absences = models.PositiveSmallIntegerField(default=0, help_text="how often a bot began to stand in for a player")
    due_at = models.DateTimeField(null=True, blank=True, help_text="when it has to go on by itself")
    claimed_until = models.DateTimeField(null=True, blank=True, help_text="until when a worker has claimed it")
    thinks_at = models.DateTimeField(
        null=True, blank=True, help_text="from when a worker may think for a bot that is to move"
    )
    thinks_for = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text="for whom workers think in it; of guests a checksum of their network address, until it is over",
    )

    objects: ClassVar[GameQuerySet] = GameQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        indexes = [
            models.Index(fields=["is_public", "finished_at", "-moved_at"]),
            models.Index(fields=["due_at"], condition=models.Q(due_at__isnull=False), name="game_due"),
            models.Index(fields=["thinks_at"], condition=models.Q(thinks_at__isnull=False), name="game_thinks"),
            # The one that moved last is on the front page; by the index above, all that run would be sorted for it.
            models.Index(
                fields=["-moved_at"], condition=models.Q(is_public=True, finished_at=None), name="game_public_running"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                name="game_study_is_private_and_over",
                condition=models.Q(studied_by=None)
                | models.Q(is_public=False, finished_at__isnull=False, due_at=None),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("games:detail", args=[self.pk])

    @property
    def board(self) -> rules.Board:
        """The newest of its map, to draw it and to name its areas: the rules of the game may be older."""
        return rules.board(self.map, self.edition, rules.NEWEST)

    @property
    def in_brief(self) -> str:
        """What is played, for lists of games."""
        return f"{map_name(self.board)} · {TERMS['edition'][self.edition]}"

    @property
    def is_over(self) -> bool:
        return self.finished_at is not None

    @property
    def has_record(self) -> bool:
        """Whether its record can be had. Hidden money would follow from the payments in it."""
        return not self.hides_money

    @property
    def hides_money(self) -> bool:
        """Whether players must not learn how much money the others have."""
        return not (self.is_over or self.setup["options"].get("money_visible", False))

    @property
    def went_on_too_long(self) -> bool:
        """Whether the site ended it, and not its players."""
        return self.ended_early and self.sequence >= self.MOST_ACTIONS

    @property
    def is_in_setup(self) -> bool:
        """Whether something is still to be settled before the first round."""
        return self.phase == rules.Phase.SETUP

    @cached_property
    def past_absences(self) -> list["Absence"]:
        """All absences in their order, with their people; some may go on. No query where there were none."""
        if not self.absences:
            return []
        rows = Absence.objects.filter(seat__game=self).select_related("seat", "user", "substitute")
        return list(rows.order_by("pk"))

    @cached_property
    def past_agreements(self) -> list["Agreement"]:
        """All that its players have agreed on, in order. No query where there can be nothing."""
        return list(self.agreements.order_by("pk")) if self.pauses or self.ended_early else []

    @property
    def asked_undo(self) -> "UndoRequest | None":
        """The request to take something back, open or refused; uses the row that was selected along."""
        return getattr(self, "undo_request", None)

    def make_known(self) -> None:
        """Let open pages follow a change that is no action."""
        self.news += 1
        self.save(update_fields=["news"])

    def read_setup(self) -> rules.Setup:
        """All that was fixed before the first action. It holds the deck: never show it while the game runs."""
        return msgspec.convert(self.setup, rules.Setup)

    def seat_of(self, user: User | AnonymousUser) -> "Seat | None":
        """The place that a person has in this game; uses seats that were prefetched."""
        return next((seat for seat in self.seats.all() if user.pk and seat.user_id == user.pk), None)


class Seat(Stored):
    """A place at the table: a person or a bot. Columns from ``is_to_move`` on repeat what lists need of the state."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    # Protected: without a person nobody could take the turns of this seat, and the others would wait for ever.
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats")
    name = models.CharField(max_length=30, help_text="as shown at the table")
    is_bot = models.BooleanField(default=False)
    bot_level = models.CharField(
        max_length=10, default="easy", db_default="easy", help_text="how well its bot plays, where it has one"
    )
    is_to_move = models.BooleanField(default=False)
    asked_at = models.DateTimeField(null=True, blank=True, help_text="since when this seat is to move")
    asked_sequence = models.PositiveIntegerField(
        null=True, blank=True, help_text="how many actions had been taken when this seat was asked"
    )
    question = models.CharField(max_length=20, blank=True, choices=Question.choices, help_text="what it is asked")
    answers_at = models.DateTimeField(null=True, blank=True, help_text="when its plan answers; secret")
    may_plan_since = models.DateTimeField(
        null=True, blank=True, help_text="since when its player could plan for this phase"
    )
    powering = models.CharField(
        max_length=10,
        choices=PoweringRule.choices,
        default=PoweringRule.LEAST,
        db_default=PoweringRule.LEAST,
        help_text="the rule by which it powers its cities; secret",
    )
    powers_itself = models.BooleanField(default=True, help_text="unused; the next release removes it")
    bank = models.PositiveIntegerField(null=True, blank=True, help_text="seconds left in the bank")
    ticks_from = models.DateTimeField(
        null=True, blank=True, help_text="since when its clock runs, grace included; none while it stands still"
    )
    spent = models.PositiveIntegerField(
        default=0, help_text="seconds that this decision had taken before ``ticks_from``"
    )
    extra = models.PositiveIntegerField(default=0, help_text="seconds that others have given for this decision")
    extra_from = models.JSONField(default=list, blank=True, help_text="numbers of the seats that have given them")
    due_at = models.DateTimeField(null=True, blank=True, help_text="when its time is up")
    warns_at = models.DateTimeField(
        null=True, blank=True, help_text="when its player is to be told that most of the time is gone"
    )
    was_warned = models.BooleanField(default=False, help_text="whether its player was told so for this decision")
    turns = models.PositiveIntegerField(default=0, help_text="decisions that its player made in time")
    misses = models.PositiveIntegerField(default=0, help_text="decisions for which its player's time ran out")
    misses_in_a_row = models.PositiveSmallIntegerField(default=0, help_text="of these, those since the last in time")
    absent_since = models.DateTimeField(
        null=True, blank=True, help_text="since when a bot stands in for its player, and others can take it over"
    )
    is_cautious = models.BooleanField(
        default=False, db_default=False, help_text="whether the bot that stands in for its player plays with caution"
    )
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    powered = models.PositiveSmallIntegerField(null=True, blank=True)

    trail: "Trail | None"
    """The way of the game since its last turn; set by :func:`games.replay.checkpoints.look_up` alone."""
    given_plans: "list[StandingPlan]"
    """Its plans; set by :mod:`games.alerts.recipients` alone."""

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
        indexes = [
            models.Index(fields=["user", "is_to_move"]),
            models.Index(fields=["game"], condition=models.Q(is_to_move=True), name="seat_to_move"),
            models.Index(fields=["absent_since"], condition=models.Q(absent_since__isnull=False), name="seat_absent"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def plays_itself(self) -> bool:
        """Whether a bot decides for it: its own, or one that stands in for a person."""
        return self.is_bot or self.absent_since is not None

    @property
    def is_thinking(self) -> bool:
        """Whether a bot has to decide for it that takes its time: others do so before anything is stored."""
        return self.is_to_move and self.plays_itself

    @property
    def level(self) -> Level:
        """How well a bot plays that decides for it."""
        return levels.known(self.bot_level) if self.is_bot else levels.USUAL


class Absence(models.Model):
    """A time during which a person did not play a seat of theirs. Rows are added, and closed once."""

    MOST_MISSES = 2
    """After so many missed decisions in a row, a bot stands in."""

    class Reason(models.TextChoices):
        MISSED = "missed", _("missed decisions in a row")
        LEFT = "left", _("left the game")

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="absences")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="absences")
    reason = models.CharField(max_length=10, choices=Reason.choices)
    sequence = models.PositiveIntegerField(help_text="how many actions had been taken when it began")
    began_at = models.DateTimeField(default=timezone.now)
    ended_sequence = models.PositiveIntegerField(
        null=True, blank=True, help_text="how many had been taken when it ended"
    )
    ended_at = models.DateTimeField(null=True, blank=True)
    substitute = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="substitutions",
        help_text="the player who took over; none if the player came back",
    )
    turns = models.PositiveIntegerField(default=0, help_text="those of the seat when another player took it over")
    misses = models.PositiveIntegerField(default=0, help_text="those of the seat when another player took it over")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["seat"], condition=models.Q(ended_at=None), name="absence_one_at_a_time"),
            models.CheckConstraint(
                name="absence_ended",
                condition=models.Q(ended_at=None, ended_sequence=None, substitute=None)
                | models.Q(ended_at__isnull=False, ended_sequence__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"absence {self.pk}"
