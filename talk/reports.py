"""What somebody can do about others' messages: mute who said them, and report them."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from talk.models import Message, Mute, Report


def mute(user: User, other: User) -> None:
    """Spare somebody whatever another person says, here and elsewhere, until they want to hear it again."""
    Mute.objects.get_or_create(user=user, other=other)


def unmute(user: User, other: int) -> None:
    Mute.objects.filter(user=user, other=other).delete()


def report(message: Message, reporter: User, *, reason: str, remark: str) -> None:
    """Ask those who run the site to look at a message. Who reports it twice has reported it once."""
    Report.objects.get_or_create(message=message, reporter=reporter, defaults={"reason": reason, "remark": remark})


def settle(report: Report, operator: User, *, remove: bool, now: datetime) -> None:
    """Close a report, and take its message out of sight if so wished.

    With the last one go the words of who has left.
    """
    with transaction.atomic():
        if remove:
            Message.objects.filter(pk=report.message_id, removed_at=None).update(removed_at=now)
        Report.objects.filter(pk=report.pk, settled_at=None).update(settled_at=now, settled_by=operator)
        if not Report.objects.filter(message=report.message_id, settled_at=None).exists():
            Message.objects.filter(pk=report.message_id, author__left_at__isnull=False).update(text="")
            Report.objects.filter(message=report.message_id, reporter=None).update(remark="")
