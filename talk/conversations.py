"""Saying something and listening; and, about others' messages, muting who said them and reporting them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import bans
from accounts.models import User
from accounts.statements import written_once
from talk.models import Conversation, Message, MessageQuerySet, Mute, Report

LATEST = 100  # how many messages are shown at once
MOST = ((10, timedelta(minutes=1)), (200, timedelta(hours=1)))  # how much one person may say, wherever they say it
TWICE = timedelta(seconds=10)  # within this time the same words are taken for a button that was pressed twice


class MessageRefused(Exception):
    """The author has said a lot lately, may say nothing, or has left. The sentence tells them; nothing was stored."""


@dataclass(frozen=True, slots=True)
class Saying:
    """A message as one listener has it. After its author has left, it has none; what they reported is folded away."""

    pk: int
    author: User | None
    text: str
    said_at: datetime
    place: int | None
    is_mine: bool
    is_reported: bool
    is_removed: bool

    @property
    def name(self) -> str:
        return self.author.name if self.author else _("A player who has left")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Messages of one conversation that follow each other, newest first. ``has_earlier``: there are more before."""

    conversation: int | None
    sayings: tuple[Saying, ...] = ()
    has_earlier: bool = False

    @property
    def newest(self) -> int:
        return self.sayings[0].pk if self.sayings else 0

    @property
    def earlier(self) -> str:
        if not self.has_earlier:
            return ""
        return f"{reverse('talk:conversation', args=[self.conversation])}?before={self.sayings[-1].pk}"


def say(conversation: Conversation, author: User, text: str, *, place: int | None, now: datetime) -> Message:
    """Add a message of words that are tidied and not too long.

    What is sent twice within a few seconds is said once.
    """
    with transaction.atomic():
        # Their other requests wait here until this message counts.
        if reason := bans.lock_or_reason(author, now):
            raise MessageRefused(reason)
        if ban := bans.of(author, now):
            raise MessageRefused(bans.in_words(ban))
        said = Message.objects.filter(author=author)
        again = said.filter(conversation=conversation, said_at__gt=now - TWICE).order_by("-pk").first()
        if again and again.text == text:
            return again
        if any(said.filter(said_at__gt=now - span).count() >= most for most, span in MOST):
            raise MessageRefused(_("You have said a lot in a short time. Wait a little, then send this."))
        return Message.objects.create(conversation=conversation, author=author, text=text, place=place, said_at=now)


def listen(conversation: int | None, listener: User | AnonymousUser, *, before: int | None = None) -> Stretch:
    """The latest messages before one of them, if it is named, without those of people the listener has muted."""
    if conversation is None:
        return Stretch(None)
    if before is None and listener.pk is not None:
        found = _latest(conversation, listener.pk)
    else:
        messages = _heard(conversation, listener.pk)
        found = list((messages if before is None else messages.filter(pk__lt=before))[: LATEST + 1])
    sayings = tuple(_saying(message, listener) for message in found[:LATEST])
    return Stretch(conversation, sayings, has_earlier=len(found) > LATEST)


def _heard(conversation: int, listener: int | None) -> MessageQuerySet:
    messages = Message.objects.filter(conversation=conversation).heard_by(listener).newest_first()
    if listener is None:
        return messages
    return messages.annotate(is_reported=Exists(Report.objects.filter(message=OuterRef("pk"), reporter=listener)))


@written_once
def _latest(conversation: int, listener: int) -> QuerySet[Message]:
    return _heard(conversation, listener)[: LATEST + 1]


def _saying(message: Message, listener: User | AnonymousUser) -> Saying:
    return Saying(
        pk=message.pk,
        author=message.author,
        text=message.text,
        said_at=message.said_at,
        place=message.place,
        is_mine=listener.pk is not None and message.author_id == listener.pk,
        is_reported=getattr(message, "is_reported", False),
        is_removed=message.removed_at is not None,
    )


def around(message: Message, *, most: int = 5) -> Sequence[Message]:
    """A message between those said before and after it, in their order, for those who have to judge it."""
    said = Message.objects.filter(conversation=message.conversation_id).select_related("author")
    before = said.filter(pk__lt=message.pk).order_by("-pk")[:most]
    after = said.filter(pk__gt=message.pk).order_by("pk")[:most]
    return [*reversed(before), message, *after]


def mute(user: User, other: User) -> None:
    Mute.objects.get_or_create(user=user, other=other)


def unmute(user: User, other: int) -> None:
    Mute.objects.filter(user=user, other=other).delete()


def report(message: Message, reporter: User, *, reason: str, remark: str) -> None:
    """Ask those who run the site to look at a message. To report it twice is to report it once."""
    Report.objects.get_or_create(message=message, reporter=reporter, defaults={"reason": reason, "remark": remark})


def settle(report: Report, operator: User, *, remove: bool, now: datetime) -> None:
    """Close a report, and take its message out of sight if so wished.

    With the last one go the words of an author who has left.
    """
    with transaction.atomic():
        if remove:
            Message.objects.filter(pk=report.message_id, removed_at=None).update(removed_at=now)
        Report.objects.filter(pk=report.pk, settled_at=None).update(settled_at=now, settled_by=operator)
        if not Report.objects.filter(message=report.message_id, settled_at=None).exists():
            Message.objects.filter(pk=report.message_id, author__left_at__isnull=False).update(text="")
            Report.objects.filter(message=report.message_id, reporter=None).update(remark="")
