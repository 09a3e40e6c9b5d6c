"""The ways by which alerts travel: each turns a notice into a form of its own, and sends it."""

from notifications.channels import discord, feed, mail, push, slack, webhook
from notifications.channels.faults import Sender
from notifications.models import Channel

senders: dict[str, Sender] = {
    Channel.MAIL: mail.send,
    Channel.PUSH: push.send,
    Channel.DISCORD: discord.send,
    Channel.SLACK: slack.send,
    Channel.WEBHOOK: webhook.send,
    Channel.FEED: feed.send,
}
