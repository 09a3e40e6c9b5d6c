"""Users. A guest is a user without an address, who can register later and keep everything."""

import unicodedata
from collections.abc import Iterator
from datetime import datetime
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import AnonymousUser, PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import F, Q
from django.db.models.functions import Lower, Now
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts import addresses
from accounts.stored import Stored


def as_stored(email: str | None) -> str | None:
    """An address in its one spelling, as it is stored and looked up; none where it is empty."""
    if not email:
        return None
    try:
        return addresses.canonical(email)
    except ValidationError:  # staff have typed it, or a mail service reports it
        return email.lower()


_ALIKE = str.maketrans({"’": "'", "ʻ": "'", "ʼ": "'", "ı": "i"})
"""Signs and letters of names that nobody tells apart, or that a capital letter has in common (I)."""


def key_of(name: str) -> str:
    """What a name has in common with all that differ from it by case alone, in any alphabet, or look just like it.

    >>> key_of("Özil") == key_of("özil"), key_of("Straße") == key_of("STRASSE")
    (True, True)
    """
    folded = unicodedata.normalize("NFKD", name).casefold().replace("i\N{COMBINING DOT ABOVE}", "i").translate(_ALIKE)
    return " ".join(unicodedata.normalize("NFKC", folded).split())


class NameKeyField(models.TextField[str | None, str | None]):
    """Follows the name of its user whenever that is stored."""

    def pre_save(self, model_instance: Any, add: bool) -> str:
        key = key_of(model_instance.name)
        setattr(model_instance, self.attname, key)
        return key


def spellings_of(password: str) -> list[str]:
    """The forms in which devices write a password, first the one in which it is stored: one for most passwords."""
    return list(
        dict.fromkeys((unicodedata.normalize("NFC", password), password, unicodedata.normalize("NFD", password)))
    )


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str | None, password: str | None = None, **fields: Any) -> "User":
        """Make a user; without an address, a guest who cannot log in from elsewhere."""
        user = self.model(email=as_stored(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class Appearance(models.TextChoices):
    AUTO = "auto", _("As my device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class User(Stored, AbstractBaseUser, PermissionsMixin):
    """A person. ``name`` is what others see; the address is nobody else's business."""

    email = models.EmailField(unique=True, null=True, blank=True)
    name = models.CharField("display name", max_length=30)
    name_key = NameKeyField(
        unique=True, null=True, editable=False, help_text="one for all names that could be taken for theirs"
    )
    """None where a program of the release before has stored the name, which knows no keys."""
    is_guest = models.BooleanField(default=False)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now)
    last_here = models.DateTimeField(
        default=timezone.now, db_default=Now(), help_text="when they last looked at a page, to within a day"
    )
    appearance = models.CharField(max_length=5, choices=Appearance, default=Appearance.AUTO)
    reduces_motion = models.BooleanField(
        default=False, db_default=False, help_text="whether pages keep still for them, whatever their device says"
    )
    is_guided = models.BooleanField(
        "guided", default=True, help_text="whether the first round of a game against bots is explained to them"
    )

    time_zone = models.CharField(max_length=64, default="UTC", help_text="a name of the IANA database")
    sleeps_from = models.TimeField(
        null=True, blank=True, help_text="when their clocks stop for the night, local time"
    )
    sleeps_until = models.TimeField(null=True, blank=True, help_text="when they go on")
    hours_changed_at = models.DateTimeField(
        null=True, blank=True, help_text="when they last changed their time zone or sleep, after having set them"
    )
    is_invited_to_plan = models.BooleanField(
        default=True, help_text="whether they are told when they can say what they want before they are asked"
    )
    is_cautious_while_away = models.BooleanField(
        default=False, db_default=False, help_text="whether a bot that stands in for them plays with caution"
    )

    takes_invitations = models.BooleanField(
        default=True, db_default=True, help_text="whether others can invite them to their tables"
    )
    shows_presence = models.BooleanField(
        default=False, db_default=False, help_text="whether those they play with see if they are online"
    )
    favourite_maps = models.JSONField(
        default=list, db_default=[], blank=True, help_text="ids of the maps that they are offered first"
    )

    unreached_address = models.EmailField(
        blank=True, help_text="the address from which mails came back; none where they arrive, as far as is known"
    )
    banned_until = models.DateTimeField(
        null=True, blank=True, help_text="until when they are kept out, by the bans that are in force"
    )
    left_at = models.DateTimeField(
        null=True, blank=True, help_text="when they deleted their account; their games have a former player then"
    )
    sessions_ended = models.PositiveIntegerField(
        default=0, db_default=0, help_text="how often they were logged out wherever they had been logged in"
    )

    known_vacations: "list[Vacation]"
    """Their vacations; set by :mod:`accounts.calendars` alone."""

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("name"), name="user_name_unique"),
            models.CheckConstraint(
                name="user_sleeps_from_and_until",
                condition=Q(sleeps_from=None, sleeps_until=None)
                | Q(sleeps_from__isnull=False, sleeps_until__isnull=False),
            ),
        ]
        indexes = [
            models.Index("left_at", name="user_left", condition=Q(left_at__isnull=False)),
            models.Index("last_here", name="user_guest", condition=Q(is_guest=True, left_at=None)),
            models.Index(
                "date_joined", name="user_never_logged_in", condition=Q(last_login=None, is_guest=False, left_at=None)
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        super().clean()
        self.email = as_stored(self.email)

    def set_password(self, raw_password: str | None) -> None:
        """Store it in one form for each letter: devices differ in how they write "é"."""
        super().set_password(spellings_of(raw_password)[0] if raw_password else raw_password)

    def check_password(self, raw_password: str | None) -> bool:
        """Whether it is theirs, also where it was stored as their device wrote it, before it had one form."""
        spellings = [] if raw_password is None else spellings_of(raw_password)
        return any(super(User, self).check_password(spelling) for spelling in spellings)

    def get_session_auth_hash(self) -> str:
        """What their sessions have to know: it changes with the password, and when all others of them are to end.

        A guest's does not change when they choose a password: they have nothing but their session, and a page that
        asks at the same moment would end it.
        """
        return self._as_of_now(self._session_of_a_guest() if self.is_guest else super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """What is accepted, too: the same by the keys that the site had before, and the session of a guest who has
        registered since, up to the next password."""
        yield self._as_of_now(super().get_session_auth_hash() if self.is_guest else self._session_of_a_guest())
        for secret in settings.SECRET_KEY_FALLBACKS:
            yield self._as_of_now(self._session_of_a_guest(secret))
        yield from map(self._as_of_now, super().get_session_auth_fallback_hash())

    def _session_of_a_guest(self, secret: str | None = None) -> str:
        return salted_hmac("accounts.models.guest", str(self.pk), secret=secret, algorithm="sha256").hexdigest()

    def _as_of_now(self, digest: str) -> str:
        return f"{digest}.{self.sessions_ended}" if self.sessions_ended else digest

    @property
    def is_unreached(self) -> bool:
        return bool(self.email) and self.unreached_address == self.email

    def be_guided(self, is_guided: bool) -> None:
        """Have the first round of games against bots explained to them from the next one on, or nothing more."""
        User.objects.filter(pk=self.pk).update(is_guided=is_guided)

    def like_map(self, map: str, *, is_favourite: bool) -> None:
        """Have a map offered first from now on, behind other favourites, or no more."""
        with transaction.atomic():
            stored = User.objects.select_for_update(no_key=True).get(pk=self.pk)  # another tab may have liked one
            others = [other for other in stored.favourite_maps if other != map]
            self.favourite_maps = [*others, map] if is_favourite else others
            self.save(update_fields=["favourite_maps"])

    def is_banned(self, now: datetime) -> bool:
        return self.banned_until is not None and now < self.banned_until


class BanQuerySet(models.QuerySet["Ban"]):
    def in_force(self, now: datetime) -> "BanQuerySet":
        return self.filter(Q(until=None) | Q(until__gt=now), lifted_at=None)


def account_of(user: User | AnonymousUser) -> list[int]:
    """The number of a person's account, to look for what is theirs; none for a visitor."""
    return [user.pk] if user.is_authenticated else []


def favourites_of(user: User | AnonymousUser) -> tuple[str, ...]:
    """The maps that a person is offered first; none for a visitor."""
    return tuple(user.favourite_maps) if user.is_authenticated else ()


class Ban(models.Model):
    class Kind(models.TextChoices):
        ALL = "all", _("Everything: their games go to substitutes, and they are logged out")
        TALK = "talk", _("Talk alone: they play on, and say nothing")

    user = models.ForeignKey(User, models.CASCADE, related_name="bans")
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.ALL)
    reason = models.CharField(max_length=500, help_text=_("They read it, so say it to them."))
    note = models.CharField(max_length=500, blank=True, help_text=_("For those who run the site alone."))
    since = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True, blank=True, help_text=_("Empty: for good, or until it is lifted."))
    imposed_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="imposed_bans")
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="lifted_bans")

    objects: ClassVar[BanQuerySet] = BanQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        constraints = [models.CheckConstraint(name="ban_forwards", condition=Q(until=None) | Q(until__gt=F("since")))]
        indexes = [models.Index(fields=["since"], name="ban_since")]

    def __str__(self) -> str:
        return f"ban {self.pk}"


class Vacation(models.Model):
    """Days on which a person's clocks stand still: from the first to the last, both whole, in their own time zone."""

    user = models.ForeignKey(User, models.CASCADE, related_name="vacations")
    first_day = models.DateField()
    last_day = models.DateField()

    class Meta:
        ordering = ["first_day"]
        constraints = [models.CheckConstraint(name="vacation_forwards", condition=Q(last_day__gte=F("first_day")))]

    def __str__(self) -> str:
        return f"{self.first_day} to {self.last_day}"


class RetiredName(models.Model):
    """A name of a person who has left. Nobody can take it for a while, nor tell from this what it was."""

    digest = models.CharField(max_length=64, unique=True)
    until = models.DateTimeField(help_text="from when on anybody can have it")

    def __str__(self) -> str:
        return f"retired name {self.pk}"


class Forgetting(models.Model):
    task = models.CharField(max_length=100, unique=True)
    at = models.DateTimeField()
    went = models.PositiveIntegerField(help_text="how many went then")

    def __str__(self) -> str:
        return f"{self.task}: {self.went}"


def display_name(user: User) -> str:
    return user.name
