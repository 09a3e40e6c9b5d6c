"""Alerts for programs, as JSON with a signature; docs/webhooks.md says how to read them.

The signature is that of https://www.standardwebhooks.com, for which there are libraries in many languages.
"""

import hmac
import json
import secrets
from base64 import b64decode, b64encode
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from django.conf import settings

from notifications.channels.http_post import call, encoded, news
from notifications.kinds import Notice
from notifications.models import Destination

GONE = (410,)
_PREFIX = "whsec_"
_BYTES = 32


def new_secret() -> str:
    return _PREFIX + b64encode(secrets.token_bytes(_BYTES)).decode()


def send(destination: Destination, notice: Notice, key: str, *, now: datetime) -> None:
    """Post to a player's program. At a repetition the id is the same; time and signature are new."""
    number = key.replace(".", "-")  # dots separate what is signed
    body = encoded(_message(destination, notice, now))
    stamp = str(int(now.timestamp()))
    headers = {
        "webhook-id": number,
        "webhook-timestamp": stamp,
        "webhook-signature": sign(destination.secret, number, stamp, body),
    }
    call(destination.address, body, now=now, gone=GONE, headers=headers)


def example(destination: Destination, *, now: datetime) -> str:
    notice = Notice(
        template="your_turn",
        title="Friday round: your turn",
        sentence="Bid for plant 13, or pass.",
        url=f"{settings.SITE_URL}/games/12/",
        button="",
        subject_id=12,
        due_at=now + timedelta(hours=12),
    )
    return json.dumps(_message(destination, notice, now), ensure_ascii=False, indent=2)


def sign(secret: str, number: str, stamp: str, body: bytes) -> str:
    key = b64decode(secret.removeprefix(_PREFIX))
    signed = b".".join((number.encode(), stamp.encode(), body))
    return "v1," + b64encode(hmac.digest(key, signed, sha256)).decode()


def _message(destination: Destination, notice: Notice, now: datetime) -> dict[str, Any]:
    told = news(notice)
    message = {"type": _kind(notice), "timestamp": _moment(now), "player": destination.user.name}
    if len(told) > 1:
        return {**message, **_said(notice), "news": [{"type": _kind(part), **_said(part)} for part in told]}
    return {**message, **_said(notice)}


def _kind(notice: Notice) -> str:
    return notice.kind or notice.template


def _said(notice: Notice) -> dict[str, Any]:
    return {
        "title": notice.title,
        "sentence": notice.sentence,
        "url": notice.url,
        "game": notice.subject_id,
        "due_at": _moment(notice.due_at) if notice.due_at else None,
    }


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
