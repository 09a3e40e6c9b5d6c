"""Pages as they were drawn, for whoever looks once more before anything on them has changed.

Most looks at slow games find what the last one found: people come back to read, to plan, or to see whether somebody
has moved. To draw a page takes many times what it takes to find out that nothing has changed.

A page is found by all that is shown on it, which its view tells in one query or two. So none has to be dropped when
something changes: it is not found any more, and forgotten later. What time alone changes is brought up to date
(:func:`~accounts.templatetags.times.renewed`), or bounds how long a page is kept.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any, Self
from zlib import compress, decompress

import msgspec
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language

from accounts.models import User
from accounts.templatetags.times import renewed

NEVER = datetime.max.replace(tzinfo=UTC)
"""Until when something holds that no time changes."""

LONGEST = timedelta(hours=1)
"""Nothing is kept for longer, so that words such as "about 3 days" stay right."""

FAST = 1
"""The level of compression: what is kept is read a few times, and soon forgotten."""


Draw = Callable[[], tuple[dict[str, Any], datetime]]
"""Looks up what a template shows, and when time alone would change something of it."""


class _Kept(msgspec.Struct, array_like=True):
    """What is kept of a page: its parts in UTF-8, and whatever else of its template is a word or a number."""

    parts: dict[str, bytes]
    words: dict[str, str | int | bool]


_decoder = msgspec.msgpack.Decoder(_Kept)


class KeptPage:
    """The parts of one page for one viewer: filled while the page is drawn, or found filled."""

    def __init__(self, key: str, kept: _Kept | None = None) -> None:
        self._key = key
        self._kept = kept
        self.drawn: dict[str, bytes] = {}

    @classmethod
    def look_up(cls, viewer: User | AnonymousUser, *shown: object) -> Self:
        """The page of a viewer on which this is shown, as far as it was kept.

        :param shown: all that decides what is on it, beside the program, the time and the columns of the viewer: what
            has the same ``repr`` is the same.
        """
        key = _key(viewer, shown)
        kept: bytes | None = caches["pages"].get(key)
        return cls(key, None if kept is None else _decoder.decode(decompress(kept)))

    @property
    def is_found(self) -> bool:
        return self._kept is not None

    def show(self, request: HttpRequest, template: str, draw: Draw) -> HttpResponse:
        """The page as it was found; else as it is drawn now, which is kept.

        :param draw: looks up what is on it.
        """
        if self._kept is not None:
            return self._put_together(request, template, self._kept)
        now = timezone.now()
        shown, until = draw()
        response = render(request, template, {**shown, "kept": self})
        words = {name: value for name, value in shown.items() if isinstance(value, str | int)}
        self._keep(_Kept(self.drawn, words), until, now)
        return response

    def _put_together(self, request: HttpRequest, template: str, kept: _Kept) -> HttpResponse:
        """What is around the parts as it is drawn now, and the parts pasted where it has places for them.

        They are large, and templates would copy them some ten times: so none of them ever sees them. Forms around the
        parts get what stands for a token as well, so that one is made and set in for all.
        """
        response = render(request, template, {**kept.words, "kept": self, "csrf_token": token()})
        around, *pasted = _places().split(response.content)
        names, between = pasted[::2], pasted[1::2]
        parts = (renewed(kept.parts[name.decode()]) + after for name, after in zip(names, between, strict=True))
        html = b"".join([around, *parts])
        here = token().encode()
        response.content = html.replace(here, get_token(request).encode()) if here in html else html
        return response

    def place(self, part: str) -> str | None:
        """What stands for a part until it is pasted there; None if it was not kept."""
        return _place(part) if self._kept and part in self._kept.parts else None

    def html(self, part: str) -> bytes:
        """A part as it was kept, or was drawn."""
        return (self._kept.parts if self._kept else self.drawn)[part]

    def add(self, part: str, html: str) -> None:
        self.drawn[part] = html.encode()

    def _keep(self, kept: _Kept, until: datetime, now: datetime) -> None:
        seconds = int((min(until, now + LONGEST) - now).total_seconds())
        if seconds > 0:
            caches["pages"].set(self._key, compress(msgspec.msgpack.encode(kept), FAST), seconds)


@cache
def token() -> str:
    """What stands in kept pages for the token that proves that a form was sent from one: each visitor has their own.

    Nobody else knows it, so no word of a player is taken for it.
    """
    return salted_hmac("accounts.kept_pages", "token").hexdigest()


def _place(part: str) -> str:
    return f"{token()}-{part}-"


@cache
def _places() -> re.Pattern[bytes]:
    return re.compile(_place(r"(\w+)").encode())


def _key(viewer: User | AnonymousUser, shown: object) -> str:
    own = (
        (viewer.pk, viewer.is_guided, viewer.is_invited_to_plan, viewer.time_zone, bool(viewer.email))
        if isinstance(viewer, User)
        else None
    )
    return blake2b(repr((own, shown, get_language())).encode(), digest_size=16, key=_program()).hexdigest()


@cache
def _program() -> bytes:
    """A checksum of all that draws pages: another version of the site draws its own."""
    checksum = sha256(settings.SITE_URL.encode())
    for folder in ("accounts", "games", "rules", "static", "talk", "templates"):
        for path in sorted(Path(settings.BASE_DIR, folder).rglob("*")):
            if path.suffix in {".py", ".html", ".css", ".js"}:
                checksum.update(path.read_bytes())
    return checksum.digest()
