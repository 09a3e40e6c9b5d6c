"""Webhooks: addresses of other services and programs at which people want to be told."""

from datetime import datetime
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from notifications import outbound
from notifications.channels import webhook
from notifications.models import Channel, Destination
from notifications.new_ways import tell_of_new_way

CHANNELS = (Channel.DISCORD, Channel.SLACK, Channel.WEBHOOK)
MOST = 10  # how many webhooks one person can have

_SERVICES = {
    Channel.DISCORD: (("discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com"), "/api/webhooks/"),
    Channel.SLACK: (("hooks.slack.com",), "/services/"),
}
"""Where services have their webhooks: the servers, and how the paths begin."""


class WebhookRefused(Exception):
    """This webhook cannot be; the sentence says why. Nothing was stored."""


def channel_of(address: str, chosen: Channel) -> Channel:
    """By which channel a server is to be told, by its address or as chosen; raises :class:`WebhookRefused`."""
    try:
        host = outbound.Target.of(address).host.lower()
    except outbound.Forbidden as refusal:
        raise WebhookRefused(str(refusal)) from refusal
    channel = next((channel for channel, (hosts, _path) in _SERVICES.items() if host in hosts), chosen)
    hosts, path = _SERVICES.get(channel, ((), ""))
    is_stand_in = channel == Channel.SLACK and host not in hosts  # other services read what is meant for Slack
    is_service = host in hosts and urlsplit(address).path.startswith(path)
    if channel in _SERVICES and not is_service and not is_stand_in:
        words = _("This is not a webhook of {service}. Theirs begin with {example}")
        raise WebhookRefused(words.format(service=channel.label, example=f"https://{hosts[0]}{path}"))
    return channel


def add(user: User, channel: Channel, address: str, label: str, *, now: datetime) -> Destination:
    """Tell a player at an address from now on.

    :raises WebhookRefused: it is known, there are too many, or the person is a guest: one can become many guests.
    """
    if user.is_guest:
        raise WebhookRefused(_("Guests cannot have webhooks. Sign up first."))
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # two at the same time could be one too many
        hooks = Destination.objects.filter(user=user, channel__in=CHANNELS)
        known = hooks.filter(address=address).first()
        if known is not None:
            raise WebhookRefused(_("You already have this webhook: {name}.").format(name=known.name))
        if hooks.count() >= MOST:
            raise WebhookRefused(
                _("You have {most} webhooks. First remove one that you no longer need.").format(most=MOST)
            )
        secret = webhook.new_secret() if channel == Channel.WEBHOOK else ""
        hook = hooks.create(user=user, channel=channel, address=address, label=label, secret=secret, created_at=now)
        tell_of_new_way(hook)
    return hook


def programs_of(user: User) -> QuerySet[Destination]:
    """The webhooks whose calls are signed."""
    return user.destinations.filter(channel=Channel.WEBHOOK).order_by("pk")


def renew_secret(hook: Destination) -> str:
    """Sign with another secret from now on, and answer it. A webhook that was removed meanwhile needs none."""
    hook.secret = webhook.new_secret()
    Destination.objects.filter(pk=hook.pk).update(secret=hook.secret)
    return hook.secret
