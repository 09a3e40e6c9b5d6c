"""The ways by which alerts travel: each turns a notice into a form of its own, and sends it."""

from notifications.channels import feed, mail
from notifications.channels.sending import Sender
from notifications.models import Channel

senders: dict[str, Sender] = {
    Channel.MAIL: mail.send,
    Channel.FEED: feed.send,
}
