"""What was said follows its people: it is shown under the name they have now, and goes along to another account."""

from accounts.models import User
from talk.models import Message, Mute, Report


def rename(user: User) -> None:
    """Nothing to do: messages know their author, and not what they were called."""


def pass_on(giver: User, receiver: User) -> None:
    """Let the receiver have said what the giver said, and mute and be muted like them."""
    Message.objects.filter(author=giver).update(author=receiver)
    reported = Report.objects.filter(reporter=receiver).values("message")
    Report.objects.filter(reporter=giver).exclude(message__in=reported).update(reporter=receiver)
    muted = Mute.objects.filter(user=receiver).values("other")
    Mute.objects.filter(user=giver).exclude(other__in=muted).exclude(other=receiver).update(user=receiver)
    muters = Mute.objects.filter(other=receiver).values("user")
    Mute.objects.filter(other=giver).exclude(user__in=muters).exclude(user=receiver).update(other=receiver)
