"""Messages that are pushed to browsers (RFC 8030), encrypted so that only the browser can read them (RFC 8291)."""

import json
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.crypto import salted_hmac
from django.utils.text import Truncator
from py_vapid.utils import b64urlencode

from notifications import vapid
from notifications.channels.faults import DeliveryRefused
from notifications.channels.http_post import call
from notifications.kinds import Notice
from notifications.models import Destination

TITLE, SENTENCE = 120, 300
"""How many characters a message shows at most. Services take 4096 bytes, and a character can be four."""
KEPT_FOR = timedelta(days=28)
"""How long a service is asked to keep what waits for a browser, where no time is up before."""
KEPT_AT_LEAST = timedelta(minutes=1)
SOON = timedelta(hours=2)  # a phone that rests is woken where the time of its owner is up so soon
GONE = (404, 410)  # what a service answers where a browser was turned off
TOPIC = 32  # how many characters the topic of a message may have


def send(destination: Destination, notice: Notice, key: str, *, now: datetime) -> None:
    """Push a message to a browser: a newer one of a game takes the place of one that has not been seen yet."""
    if not settings.VAPID_PRIVATE_KEY:
        raise DeliveryRefused("the site has no VAPID_PRIVATE_KEY", was_asked=False)
    tag = notice.thread or key
    left = notice.due_at - now if notice.due_at is not None else KEPT_FOR
    headers = {
        "Authorization": vapid.authorization(destination.address, now=now),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(int(min(max(left, KEPT_AT_LEAST), KEPT_FOR).total_seconds())),
        "Urgency": "high" if left <= SOON else "normal",
        "Topic": topic(tag),
    }
    # It brings along a web client of its own, for which only workers need to have time and room.
    from pywebpush import WebPusher

    pusher = WebPusher({"endpoint": destination.address, "keys": destination.keys})
    body = pusher.encode(_message(notice, tag))["body"]
    call(destination.address, body, now=now, gone=GONE, headers=headers)


def topic(tag: str) -> str:
    """What tells the service which waiting message a new one replaces, and nothing else."""
    text: str = b64urlencode(salted_hmac("notifications.push.topic", tag, algorithm="sha256").digest())
    return text[:TOPIC]


def _message(notice: Notice, tag: str) -> bytes:
    message = {
        "title": Truncator(notice.title).chars(TITLE),
        "sentence": Truncator(notice.sentence).chars(SENTENCE),
        "url": notice.url,
        "tag": tag,
    }
    return json.dumps(message, ensure_ascii=False).encode()
