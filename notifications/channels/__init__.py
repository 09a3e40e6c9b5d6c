"""The ways by which alerts travel: each turns a notice into a form of its own, and sends it."""

from typing import Any

from notifications.channels import chat, mail, push, webhook
from notifications.channels.faults import Sender
from notifications.models import Channel


def send_to_feed(*_: Any, **__: Any) -> None:
    """Do nothing: feeds are fetched, and show what is stored with alerts that count as sent."""


senders: dict[str, Sender] = {
    Channel.MAIL: mail.send,
    Channel.PUSH: push.send,
    Channel.DISCORD: chat.send,
    Channel.SLACK: chat.send_to_slack,
    Channel.WEBHOOK: webhook.send,
    Channel.FEED: send_to_feed,
}
