"""What arrives at servers of mails, messages and calls: kept with its moment, read by who gets it, and checked."""

import hmac
import json
import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from hashlib import sha256
from html import unescape
from http.server import BaseHTTPRequestHandler
from io import BytesIO
from typing import Any

from django.conf import settings
from PIL import Image
from py_vapid import Vapid02
from py_vapid.jwt import decode

from notifications import vapid
from notifications.models import Channel
from tests.notifications.pushing import Browser
from tests.notifications.receiver import Posted, Receiver, plainly, receiving
from tests.services import smtp
from tests.services.evening.message import Message
from tests.services.evening.people import PEOPLE

Read = Callable[[Posted, datetime], Message]


@dataclass
class Post:
    """The three servers, and what came to them. ``mails`` have the moment at which each arrived."""

    mail_port: int
    push: Receiver
    hooks: Receiver
    mails: list[tuple[datetime, EmailMessage]]
    pushed_at: list[datetime] = field(default_factory=list)
    called_at: list[datetime] = field(default_factory=list)

    def address(self, channel: Channel) -> str:
        """Where calls of a channel go."""
        return self.hooks.url.replace("/hook?key=1", f"/{channel}")

    def messages(self, browser: Browser, secret: str) -> list[Message]:
        """All that arrived, checked, in the order in which it did."""
        mails = [read_mail(mail, at) for at, mail in self.mails]
        pushed = [read_push(posted, browser, at) for at, posted in zip(self.pushed_at, self.push.posted, strict=True)]
        called = [read_call(posted, secret, at) for at, posted in zip(self.called_at, self.hooks.posted, strict=True)]
        return [*mails, *pushed, *called]


@contextmanager
def post() -> Iterator[Post]:
    """Listen for mails, messages and calls on this machine."""
    mails: list[tuple[datetime, EmailMessage]] = []
    keep = lambda mail, _recipients: mails.append((datetime.now(UTC), mail))  # noqa: E731
    with smtp.server(keep) as (port, _keeper), receiving() as push, receiving() as hooks:
        taken = Post(port, push, hooks, mails)
        push.answer = _noting(taken.pushed_at, 201)
        hooks.answer = _noting(taken.called_at, 204)
        yield taken


def _noting(moments: list[datetime], status: int) -> Callable[[BaseHTTPRequestHandler], None]:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        moments.append(datetime.now(UTC))
        plainly(handler, status)

    return answer


# Mails --------------------------------------------------------------------------------------------------------------

_BUTTON = re.compile(
    r"^(Take your turn|Say what you want|Answer|Vote|Look at the game|See the result|See your games):\n(\S+)$"
)

_OF_ITS_OWN = re.compile(r"(- |\d\. |https?:)")

_PICTURED = ("your turn", "your time is running out", "your auctions", "your round", "the game began", " won")
"""How the subjects of mails end that show the map."""


def read_mail(mail: EmailMessage, at: datetime) -> Message:
    """What a mail says above its button, and what can be done by it: subject, paragraphs, where it leads, actions."""
    _check_headers(mail, at)
    text, html = _body(mail, "plain"), _body(mail, "html")
    blocks = text.strip().split("\n\n")
    button = next(number for number, block in enumerate(blocks) if _BUTTON.match(block))
    url = _BUTTON.match(blocks[button])[2]  # type: ignore[index]  # it did match
    opening, recap = _without_recap(blocks[:button])
    _check_looks(mail, html, url, recap)
    _check_words(html, opening)
    to = next(person.name for person in PEOPLE if person.email == mail["To"].addresses[0].addr_spec)
    actions = len(re.findall(rf"^{re.escape(settings.SITE_URL)}/act/\S+$", text, re.MULTILINE))
    assert html.count(f"{settings.SITE_URL}/act/") == actions
    return Message(at, to, Channel.MAIL, (str(mail["Subject"]), *opening, url, f"{actions} actions"))


def _body(mail: EmailMessage, subtype: str) -> str:
    part = mail.get_body(preferencelist=(subtype,))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def _without_recap(blocks: list[str]) -> tuple[list[str], list[str]]:
    """What is said, and the lines on what happened since the last turn."""
    if blocks[-1].startswith("Since your last turn:\n"):
        return blocks[:-1], [line.removeprefix("- ") for line in blocks[-1].splitlines()[1:]]
    return blocks, []


def _check_headers(mail: EmailMessage, at: datetime) -> None:
    host = settings.SITE_URL.partition("://")[2].partition(":")[0]
    assert mail["Date"].datetime.replace(tzinfo=UTC) == at
    assert re.fullmatch(rf"<alert\.\d+\.\d+@{host}>", mail["Message-ID"])
    assert mail["List-Id"] == f"<alerts.{host}>"
    assert re.fullmatch(rf"<{re.escape(settings.SITE_URL)}/alerts/stop/[^/>]+/>", mail["List-Unsubscribe"])
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["Auto-Submitted"] == "auto-generated"
    if is_digest(mail):
        assert mail["References"] is None
    else:
        assert re.fullmatch(rf"<game\.\d+@{host}>", mail["References"])
        assert mail["In-Reply-To"] == mail["References"]


def is_digest(mail: EmailMessage) -> bool:
    return str(mail["Subject"]).startswith("Your games: ")


def _check_looks(mail: EmailMessage, html: str, url: str, recap: list[str]) -> None:
    """The HTML says the same, and shows the map where there is something to see on it."""
    assert f'href="{url}"' in unescape(html)
    assert [unescape(line) for line in re.findall(r"<li[^>]*>(.*?)</li>", html)] == recap
    assert len(recap) <= 5
    pictures = [part for part in mail.walk() if part.get_content_maintype() == "image"]
    assert len(pictures) == str(mail["Subject"]).endswith(_PICTURED)
    for picture in pictures:
        assert f'src="cid:{picture["Content-ID"].strip("<>")}" alt="Map of Germany.' in html
        image = Image.open(BytesIO(picture.get_content()))
        assert (image.format, image.width > 300) == ("PNG", True)
        image.load()


def _check_words(html: str, opening: list[str]) -> None:
    """The HTML asks the same, or tells it, and leaves as much time; its heading and its lists are its own."""
    shown = " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())
    for line in "\n".join(opening[1:]).splitlines():
        if line.startswith("You have ") or (line in opening[1] and not _OF_ITS_OWN.match(line)):
            assert line in shown


# Messages to a browser ----------------------------------------------------------------------------------------------


def read_push(posted: Posted, browser: Browser, at: datetime) -> Message:
    """What a message shows, where it leads, for how long the service keeps it and how urgent it is."""
    header = posted.headers["Authorization"]
    assert Vapid02.verify(header)
    token, key = (part.split("=", 1)[1] for part in header.removeprefix("vapid ").split(","))
    assert key == vapid.public_key(settings.VAPID_PRIVATE_KEY)
    claims = decode(token, key)
    assert browser.endpoint.startswith(claims["aud"])
    assert at.timestamp() < claims["exp"] <= (at + timedelta(days=1)).timestamp()
    shown = browser.read(posted)
    assert re.fullmatch(r"game\.\d+", shown["tag"])
    kept_for, urgency = posted.headers["TTL"], posted.headers["Urgency"]
    return Message(at, "Bob", Channel.PUSH, (shown["title"], shown["sentence"], shown["url"], kept_for, urgency))


# Calls --------------------------------------------------------------------------------------------------------------


def read_call(posted: Posted, secret: str, at: datetime) -> Message:
    """What is said to a program or in a channel, where it leads, and when time is up."""
    assert posted.headers["Content-Type"] == "application/json"
    called = json.loads(posted.body)
    if posted.path == f"/{Channel.DISCORD}":
        return Message(at, "Cid", Channel.DISCORD, _shown_at_discord(called))
    _check_signature(posted, secret, at)
    assert called.pop("timestamp") == f"{at:%Y-%m-%dT%H:%M:%SZ}"
    assert called.pop("player") == "Cid"
    parts = ("type", "title", "sentence", "url", "due_at")
    assert {*called} == {*parts, "game"}
    return Message(at, "Cid", Channel.WEBHOOK, tuple(str(called[part]) for part in parts))


def _check_signature(posted: Posted, secret: str, at: datetime) -> None:
    number, stamp = posted.headers["webhook-id"], posted.headers["webhook-timestamp"]
    assert stamp == str(int(at.timestamp()))
    signed = f"{number}.{stamp}.".encode() + posted.body
    digest = hmac.digest(b64decode(secret.removeprefix("whsec_")), signed, sha256)
    assert posted.headers["webhook-signature"] == f"v1,{b64encode(digest).decode()}"


def _shown_at_discord(called: dict[str, Any]) -> tuple[str, ...]:
    assert called["allowed_mentions"] == {"parse": []}
    (embed,) = called["embeds"]
    (clock,) = embed.get("fields") or [{"value": ""}]
    words = [re.sub(r"\\(.)", r"\1", embed[part]) for part in ("title", "description")]
    return (*words, embed["url"], clock["value"])
