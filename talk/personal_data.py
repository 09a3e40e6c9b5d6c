"""What was said follows its people: it is shown under the name they have now, and goes along to another account."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext as _

from accounts.belongings import Row, Sheet
from accounts.models import User
from talk.models import Message, Mute, Report

FORGOTTEN = ("talk.Mute.user", "talk.Mute.other", "talk.Report.reporter")
KEPT = ("talk.Message.author", "talk.Report.settled_by")
"""Of messages there stays that something was said, as what others answered would make no sense without; no words."""


def pass_on(giver: User, receiver: User) -> None:
    """Let the receiver have said what the giver said, and mute and be muted like them."""
    Message.objects.filter(author=giver).update(author=receiver)
    reported = Report.objects.filter(reporter=receiver).values("message")
    Report.objects.filter(reporter=giver).exclude(message__in=reported).update(reporter=receiver)
    muted = Mute.objects.filter(user=receiver).values("other")
    Mute.objects.filter(user=giver).exclude(other__in=muted).exclude(other=receiver).update(user=receiver)
    muters = Mute.objects.filter(other=receiver).values("user")
    Mute.objects.filter(other=giver).exclude(user__in=muters).exclude(user=receiver).update(other=receiver)


def export(user: User) -> Iterator[Sheet]:
    said = Message.objects.filter(author=user).order_by("pk").values("said_at", "text", "conversation")
    rows = said.annotate(after_action=F("place"), was_removed_at=F("removed_at"))
    yield Sheet("messages", _("Your messages."), ("talk.Message.author",), rows.iterator())
    muted = Mute.objects.filter(user=user).order_by("pk").values(name=F("other__name"), since=F("created_at"))
    yield Sheet("muted", _("The players you have muted."), ("talk.Mute.user",), muted)
    about = _("The messages of others that you have reported, without what they say.")
    yield Sheet("reports", about, ("talk.Report.reporter",), _reports(user))
    about = _("The reports that you have settled for the people who run the site.")
    yield Sheet("settled_reports", about, ("talk.Report.settled_by",), _settled(user))


def erase(user: User, *, now: datetime) -> None:
    """Take a player's words out of all talk.

    What others have reported stays until it is settled: nobody can undo an insult by leaving.
    """
    said = Message.objects.filter(author=user)
    said.filter(removed_at=None).update(removed_at=now)
    said.exclude(Exists(Report.objects.filter(message=OuterRef("pk"), settled_at=None))).update(text="")
    Report.objects.filter(reporter=user).exclude(settled_at=None).update(remark="")
    Report.objects.filter(reporter=user).update(reporter=None)
    Mute.objects.filter(Q(user=user) | Q(other=user)).delete()


def _reports(user: User) -> Iterator[Row]:
    for report in Report.objects.filter(reporter=user).order_by("pk").iterator():
        yield {
            "at": report.created_at,
            "reason": report.get_reason_display(),
            "your_remark": report.remark,
            "was_settled_at": report.settled_at,
        }


def _settled(user: User) -> Iterator[Row]:
    for report in Report.objects.filter(settled_by=user).order_by("pk").iterator():
        yield {"at": report.settled_at, "reason": report.get_reason_display()}
