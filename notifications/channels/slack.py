"""Alerts in a channel of Slack, by an incoming webhook; Mattermost and Rocket.Chat read the same."""

import re
from datetime import UTC, datetime
from typing import Any

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from notifications.channels.http_post import call, encoded, news
from notifications.kinds import Notice
from notifications.models import Destination

MOST_NEWS = 15  # each takes up to three of the 50 blocks that a message can have
TITLE, SENTENCE = 100, 300
GONE = (404, 410)  # what Slack says of a webhook that was removed, or of a channel that was closed
_NOTHING = "\u200b"  # a space without width, which takes from a sign what it means and does not show
_MEANT = re.compile(r"@|:(?=//)|\](?=\()")
"""Where mentions and links begin, also those that other services than Slack know."""


def send(destination: Destination, notice: Notice, key: str, *, now: datetime) -> None:
    """Post to the channel. Slack knows no key by which it could tell a repetition."""
    call(destination.address, encoded(_message(notice)), now=now, gone=GONE)


def _message(notice: Notice) -> dict[str, Any]:
    told = news(notice)[:MOST_NEWS]
    return {
        "text": "\n\n".join(_text(part) for part in told),
        "blocks": [block for part in told for block in _blocks(part)],
        "unfurl_links": False,
        "unfurl_media": False,
    }


def _text(notice: Notice) -> str:
    lines = [_plain(notice.title, TITLE), _plain(notice.sentence, SENTENCE), _link(notice)]
    return "\n".join(line for line in lines if line)


def _blocks(notice: Notice) -> list[dict[str, Any]]:
    """What people wrote stands in plain text, in which nothing has a meaning."""
    blocks = [{"type": "header", "text": _verbatim(notice.title, TITLE)}]
    if notice.sentence:
        blocks.append({"type": "section", "text": _verbatim(notice.sentence, SENTENCE)})
    return [*blocks, {"type": "context", "elements": [{"type": "mrkdwn", "text": _foot(notice)}]}]


def _verbatim(text: str, length: int) -> dict[str, Any]:
    return {"type": "plain_text", "text": Truncator(" ".join(text.split())).chars(length), "emoji": False}


def _foot(notice: Notice) -> str:
    if notice.due_at is None:
        return _link(notice)
    return _("{link} · time is up {moment}").format(link=_link(notice), moment=_when(notice.due_at))


def _link(notice: Notice) -> str:
    return f"<{_escaped(notice.url)}|{_plain(notice.button, TITLE)}>"


def _when(moment: datetime) -> str:
    words = moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return f"<!date^{int(moment.timestamp())}^{{date_short_pretty}}, {{time}}|{words}>"


def _plain(text: str, length: int) -> str:
    """A text in which nothing is a mention or a link."""
    short = Truncator(" ".join(text.split())).chars(length)
    return _escaped(_MEANT.sub(lambda found: f"{found[0]}{_NOTHING}", short))


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
