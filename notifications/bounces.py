"""Mails that came back. An address gets no more until its owner says that it works, or services take it ill."""

import logging
import re
from typing import Any

from anymail.signals import AnymailTrackingEvent, EventType, RejectReason, tracking

from accounts.models import User, as_stored
from notifications import strangers
from notifications.models import Channel, Destination, Frequency, GameWish

logger = logging.getLogger(__name__)

FOR_GOOD = frozenset(
    {RejectReason.INVALID, RejectReason.BOUNCED, RejectReason.BLOCKED, RejectReason.SPAM, RejectReason.UNSUBSCRIBED}
)
"""Why a mail is never going to arrive at an address. Others, such as a virus, may pass."""

_MAY_PASS = re.compile("soft|transient|undetermined", re.IGNORECASE)
"""How services call it that a mailbox is full, or out of order: for Anymail, that is a bounce like any other."""


def listen() -> None:
    tracking.connect(hear, dispatch_uid="notifications.bounces.hear")


def hear(event: AnymailTrackingEvent, **kwargs: Any) -> None:
    """Take in what a mail service says became of a mail. Each event may come several times, and in any order."""
    address = as_stored(event.recipient)
    if address is None:
        return
    match event.event_type:
        case EventType.BOUNCED | EventType.REJECTED if event.reject_reason in FOR_GOOD and not _may_pass(event):
            came_back(address)
        case EventType.COMPLAINED | EventType.UNSUBSCRIBED:
            stop(address)
        case EventType.DELIVERED:
            arrived(address)


def _may_pass(event: AnymailTrackingEvent) -> bool:
    said = event.esp_event or {}
    names = (event.description, said.get("event"), said.get("type"), said.get("Type"))
    return any(_MAY_PASS.search(name) for name in names if isinstance(name, str))


def came_back(address: str) -> None:
    """Note that mails to an address come back. It stands in no way where the person has another address by then."""
    strangers.came_back(address)
    for user in User.objects.filter(email=address).exclude(unreached_address=address):
        _note(user, address)
        logger.info("Mails to user %s come back.", user.pk)


def stop(address: str) -> None:
    """Send no more alerts by mail to a player who complained, or stopped them at their mail service."""
    strangers.hear(address)
    for user in User.objects.filter(email=address):
        GameWish.objects.filter(user=user, channel=Channel.MAIL).delete()
        Destination.objects.update_or_create(
            user=user, channel=Channel.MAIL, address="", defaults={"frequency": Frequency.NEVER}
        )
        logger.info("User %s wants no mails any more.", user.pk)


def arrived(address: str) -> None:
    User.objects.filter(email=address, unreached_address=address).update(unreached_address="")


def forgive(user: User) -> None:
    """Write again to a player whose mails came back, as they say that their address works now."""
    _note(user, "")


def _note(user: User, address: str) -> None:
    user.unreached_address = address
    user.save(update_fields=["unreached_address"])
