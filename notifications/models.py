"""The outbox: one row for every alert that a player is owed, and how each person wants to be reached."""

from datetime import datetime, time
from typing import TYPE_CHECKING, Any, ClassVar, Self
from urllib.parse import urlsplit

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User

if TYPE_CHECKING:
    from notifications.breakers import Servers

LONGEST_TITLE = 200  # how much is kept of what an alert said
LONGEST_SENTENCE = 500


class Channel(models.TextChoices):
    MAIL = "mail", _("Mail")
    PUSH = "push", _("Push messages")
    DISCORD = "discord", _("Discord")
    SLACK = "slack", _("Slack")
    WEBHOOK = "webhook", _("Webhook")
    FEED = "feed", _("Feed")


class Frequency(models.TextChoices):
    AT_ONCE = "at_once", _("At once")
    SPACED = "spaced", _("At most every few hours")
    DAILY = "daily", _("Once a day")
    NEVER = "never", _("Never")


class State(models.TextChoices):
    NEW = "new", _("waiting")
    CLAIMED = "claimed", _("being sent")
    GATHERED = "gathered", _("goes along with another")
    SENT = "sent", _("sent")
    DROPPED = "dropped", _("not sent")
    FAILED = "failed", _("given up")


class Reason(models.TextChoices):
    PRESENT = "present", _("you were looking at the game")
    JUST_ACTED = "just_acted", _("you had just acted")
    QUIET = "quiet", _("your quiet hours")
    SPACED = "spaced", _("you had heard of your games not long before")
    DAILY = "daily", _("kept for your daily digest")
    TROUBLE = "trouble", _("it could not be delivered")
    ANSWERED = "answered", _("no longer needed")
    OFF = "off", _("you do not want it")
    UNCONFIRMED = "unconfirmed", _("your address is not confirmed")
    UNREACHED = "unreached", _("mails to your address came back")
    GONE = "gone", _("this way to reach you is gone")


class Wish(models.Model):
    frequency = models.CharField(max_length=10, choices=Frequency, default=Frequency.AT_ONCE)
    hours = models.PositiveSmallIntegerField(default=3, validators=[MinValueValidator(1), MaxValueValidator(48)])

    class Meta:
        abstract = True


class Destination(Wish):
    """One way to reach one person: their mail address, a browser, a webhook, or the feeds that only they know of."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="destinations")
    channel = models.CharField(max_length=10, choices=Channel)
    address = models.CharField(
        max_length=1000, blank=True, help_text="where it leads; empty for mail, as the account has the address"
    )
    keys = models.JSONField(default=dict, blank=True, help_text="with which a browser decrypts what is pushed to it")
    secret = models.CharField(
        max_length=64, blank=True, help_text="with which a webhook's calls are signed, or the address of feeds"
    )
    label = models.CharField(max_length=80, blank=True, help_text="by which its owner knows it")
    created_at = models.DateTimeField(default=timezone.now)
    failing_since = models.DateTimeField(null=True, blank=True, help_text="since when nothing has arrived there")
    rests_until = models.DateTimeField(null=True, blank=True, help_text="until when nothing is tried there")
    off_at = models.DateTimeField(null=True, blank=True, help_text="when the site gave it up")
    taken_until = models.DateTimeField(
        null=True, blank=True, help_text="until when a worker sends there, and no other one"
    )

    servers: "Servers"  # how those fare to which alerts go, as :func:`notifications.send_context.load` looked it up

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "channel", "address"], name="destination_once"),
            models.UniqueConstraint(
                fields=["address"], condition=models.Q(channel=Channel.PUSH), name="destination_push_once"
            ),
            models.UniqueConstraint(
                fields=["secret"], condition=models.Q(channel=Channel.FEED), name="destination_feed_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.pk}"

    @property
    def name(self) -> str:
        return self.label or self.get_channel_display()

    @property
    def server(self) -> str:
        """The name of the server to which it leads; empty for feeds, which are fetched."""
        match self.channel:
            case Channel.MAIL:
                return MAIL_SERVER
            case Channel.FEED:
                return ""
            case _:
                return urlsplit(self.address).hostname or ""


class GameWish(Wish):
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="game_wishes")
    subject_id = models.BigIntegerField(help_text="the id of the game")
    channel = models.CharField(max_length=10, choices=Channel)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "subject_id", "channel"], name="game_wish_once")]

    def __str__(self) -> str:
        return f"{self.channel} of {self.subject_id}"


class AlertTimes(models.Model):
    """When a player can be told. Players without a row are left in peace while they sleep."""

    class Quiet(models.TextChoices):
        SLEEP = "sleep", _("While I sleep")
        OWN = "own", _("At these hours")
        NONE = "none", _("Never")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="alert_times"
    )
    quiet = models.CharField(max_length=10, choices=Quiet, default=Quiet.SLEEP)
    quiet_from = models.TimeField(null=True, blank=True, help_text="local time, as the others")
    quiet_until = models.TimeField(null=True, blank=True)
    digest_at = models.TimeField(default=time(8), help_text="when the daily digest comes")

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="alert_times_own_hours",
                condition=~models.Q(quiet="own") | models.Q(quiet_from__isnull=False, quiet_until__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"times of user {self.pk}"


class Presence(models.Model):
    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="presence")
    subject_id = models.BigIntegerField(help_text="the id of the game; 0 for the list of their games")
    seen_at = models.DateTimeField()
    around_at = models.DateTimeField(
        null=True, blank=True, help_text="when they last looked or acted, or a plan acted for them"
    )
    around_before = models.DateTimeField(
        null=True, blank=True, help_text="the same, up to the beginning of the quarter of an hour of ``around_at``"
    )

    def __str__(self) -> str:
        return f"presence of user {self.pk}"


class UnwantedAddress(models.Model):
    """A mail address without an account to which nothing is sent. Nobody can tell from this which one it is."""

    digest = models.CharField(max_length=64, unique=True)
    since = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(
        null=True, blank=True, help_text="where a mail came back; empty where its owner wants none"
    )

    def __str__(self) -> str:
        return f"unwanted address {self.pk}"


MAIL_SERVER = "mail server"  # no host has such a name


class FailingServer(models.Model):
    """A server that did not answer when something was last sent there; gone once it does."""

    name = models.CharField(max_length=255, unique=True, help_text="a host, or that it is the mail server")
    since = models.DateTimeField()
    failures = models.PositiveIntegerField(default=0, help_text="how often in a row")
    rests_until = models.DateTimeField(null=True, blank=True, help_text="until when nothing is tried there")

    def __str__(self) -> str:
        return f"{self.name}, failing"


class OutgoingMail(models.Model):
    """A mail to an address, whosever it is: about an account, or an invitation. Its row goes once it is sent.

    Alerts are told to people instead, by whatever way they choose.
    """

    kind = models.CharField(max_length=60, help_text="names who writes it")
    address = models.EmailField(help_text="empty once it was given up")
    facts = models.JSONField(default=dict, help_text="from which it is written; links with secrets are made then")
    is_in_budget = models.BooleanField(
        default=True, help_text="whether it may go to an address that no account is known to have"
    )
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now, help_text="when a worker may take it")
    attempts = models.PositiveSmallIntegerField(default=0)
    note = models.CharField(max_length=200, blank=True, help_text="the last trouble with it")
    given_up_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["due_at"], condition=models.Q(given_up_at=None), name="outgoing_mail_due")]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def key(self) -> str:
        return f"mail.{self.pk}.{self.created_at:%Y%m%d%H%M%S}"


class AlertQuerySet(models.QuerySet["Alert"]):
    def due(self, now: datetime) -> "AlertQuerySet":
        """Alerts that a worker may take: not yet sent, and not in the hands of another one."""
        return self.filter(state__in=[State.NEW, State.CLAIMED], due_at__lte=now)

    def held_by(self, alert: "Alert") -> "AlertQuerySet":
        return self.filter(pk=alert.pk, state=State.CLAIMED, token=alert.token)

    def gathered_by(self, alert: "Alert") -> "AlertQuerySet":
        """The alerts that go along with one, until it is known what becomes of it."""
        return self.filter(leader=alert, state=State.GATHERED)

    def settled(self) -> "AlertQuerySet":
        return self.filter(state__in=[State.SENT, State.DROPPED, State.FAILED])


class Alert(models.Model):
    """Something to tell one person by one way.

    ``kind`` names who makes its content, ``subject_id`` and ``sequence`` what it is about, such as game and number of
    actions. The unique key keeps a retry from telling twice.
    """

    recipient = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="alerts")
    # Not held by the database, or else a turn would fail while a player removes a way by which it is told.
    destination = models.ForeignKey(
        Destination, models.SET_NULL, null=True, related_name="alerts", db_constraint=False
    )
    channel = models.CharField(max_length=10, choices=Channel, help_text="of its destination, which may be gone")
    kind = models.CharField(max_length=40)
    subject_id = models.BigIntegerField()
    sequence = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.NEW)
    created_at = models.DateTimeField(default=timezone.now, help_text="when there was something to tell")
    due_at = models.DateTimeField(
        default=timezone.now, help_text="when a worker may take it; while one has it, when its lease ends"
    )
    token = models.CharField(max_length=32, blank=True, help_text="of the claim under which it is being sent")
    attempts = models.PositiveSmallIntegerField(default=0, help_text="how often a worker has taken it to send it")
    leader = models.ForeignKey(
        "self", models.SET_NULL, null=True, related_name="members", help_text="the alert with which it is sent as one"
    )
    held = models.JSONField(default=list, help_text="when it was held back, until when, and the reason")
    title = models.CharField(max_length=LONGEST_TITLE, blank=True, help_text="what it said, once it was sent")
    sentence = models.CharField(max_length=LONGEST_SENTENCE, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=20, blank=True, choices=Reason, help_text="why it was not sent")
    note = models.CharField(
        max_length=200, blank=True, help_text="the last trouble with it, for those who run the site"
    )

    own_frequency: str | None
    """With ``own_hours``, the wish for its game; set by :func:`notifications.send_context.selected` alone."""
    own_hours: int | None
    matter: Any  # what it is about, as its kind looked it up for several alerts together

    objects: ClassVar[AlertQuerySet] = AlertQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["destination", "kind", "subject_id", "sequence"], name="alert_once")
        ]
        indexes = [
            models.Index(fields=["state", "due_at"]),
            models.Index(fields=["recipient", "-created_at"], name="alert_of_recipient"),
            models.Index(fields=["created_at"], name="alert_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk} to user {self.recipient_id}"

    @classmethod
    def by(cls, destination: Destination, kind: str, subject_id: int, sequence: int, now: datetime) -> Self:
        return cls(
            recipient_id=destination.user_id,
            destination=destination,
            channel=destination.channel,
            kind=kind,
            subject_id=subject_id,
            sequence=sequence,
            created_at=now,
            due_at=now,
        )

    def hold(self, now: datetime, until: datetime, reason: Reason) -> None:
        """Note that it waits, in memory; of several holds for one reason in a row, one entry is kept."""
        if self.held and self.held[-1]["reason"] == reason:
            self.held[-1]["until"] = until.isoformat()
        else:
            self.held.append({"at": now.isoformat(), "until": until.isoformat(), "reason": reason.value})
        self.due_at = until

    @property
    def key(self) -> str:
        return f"alert.{self.pk}.{self.created_at:%Y%m%d%H%M%S}"


def times_of(user: User) -> AlertTimes:
    return getattr(user, "alert_times", None) or AlertTimes(user=user)
