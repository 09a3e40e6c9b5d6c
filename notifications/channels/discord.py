"""Alerts in a channel of Discord, by a webhook of it."""

import re
from datetime import datetime
from string import punctuation
from typing import Any

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from notifications.channels.http_post import call, encoded, news
from notifications.kinds import Notice
from notifications.models import Destination

MOST_EMBEDS = 10
TITLE, DESCRIPTION = 80, 150
"""How many characters are shown. Discord takes 6000 of all embeds together, and each may need a backslash."""
COLOUR = 0x43B5A6  # of the stripe beside a message: that of the site's own buttons in the dark
GONE = (401, 404, 410)
"""What Discord says of a webhook that was removed. 403 is for a site it does not want to hear for a while."""
_SIGNS = re.compile(f"([{re.escape(punctuation)}])")


def send(destination: Destination, notice: Notice, key: str, *, now: datetime) -> None:
    """Post to the channel. Discord knows no key by which it could tell a repetition."""
    call(destination.address, encoded(_message(notice)), now=now, gone=GONE)


def plain(text: str, length: int) -> str:
    """A text as Discord shows it character by character: without styles, links, mentions, emoji by name or lines."""
    return _SIGNS.sub(r"\\\1", Truncator(" ".join(text.split())).chars(length))


def _message(notice: Notice) -> dict[str, Any]:
    told = news(notice)[:MOST_EMBEDS]
    return {
        "allowed_mentions": {"parse": []},
        "content": plain(notice.title, TITLE) if len(told) > 1 else "",
        "embeds": [_embed(part) for part in told],
    }


def _embed(notice: Notice) -> dict[str, Any]:
    embed = {
        "title": plain(notice.title, TITLE),
        "description": plain(notice.sentence, DESCRIPTION),
        "url": notice.url,
        "color": COLOUR,
    }
    if notice.due_at is not None:
        embed["fields"] = [{"name": _("Time is up"), "value": _when(notice.due_at)}]
    return embed


def _when(moment: datetime) -> str:
    """A moment that each reader sees in their own zone, with how far away it is."""
    stamp = int(moment.timestamp())
    return f"<t:{stamp}:f> (<t:{stamp}:R>)"
