"""Mails in tests, as they travel."""

from email import message_from_bytes, policy
from email.message import EmailMessage

from accounts.models import User
from notifications.channels import mail
from notifications.kinds import Notice
from notifications.models import Channel, Destination


def post(notice: Notice, reader: User, mailoutbox: list, *, key: str = "alert.1", now) -> EmailMessage:
    """Send a notice, and read what arrives."""
    destination, _ = Destination.objects.get_or_create(user=reader, channel=Channel.MAIL)
    mail.send(destination, notice, key, now=now)
    return message_from_bytes(mailoutbox[-1].message().as_bytes(), policy=policy.default)
