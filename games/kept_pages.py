"""Game pages as they were drawn, for whoever looks once more before anything on them has changed.

Most looks at a slow game find what the last one found: people come back to read, to plan, or to see whether somebody
has moved. To draw a page takes many times what it takes to find out that nothing has changed.

A page is found by all that is shown on it (:data:`_SHOWN`), so none has to be dropped when something changes: it is
not found any more, and forgotten later. What time alone changes is brought up to date (:func:`~accounts.templatetags
.times.renewed`), or bounds how long a page is kept (:attr:`~games.page.Page.holds_until`).
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Self
from zlib import compress, decompress

import msgspec
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import caches
from django.db import connection
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language

from accounts.models import User
from games.waiting import WaitingGame

LONGEST = timedelta(hours=1)
"""Nothing is kept for longer, so that words such as "about 3 days" stay right."""

FAST = 1
"""The level of compression: what is kept is read a few times, and soon forgotten."""

_SHOWN = """
SELECT 'game', CAST(game.news AS VARCHAR) || ' ' || COALESCE(CAST((
    SELECT MAX(removed_at) FROM talk_message
    WHERE conversation_id = game.conversation_id AND removed_at IS NOT NULL
) AS VARCHAR), '')
FROM games_game AS game
WHERE id = %(game)s AND (is_public OR EXISTS (
    SELECT 1 FROM games_seat WHERE game_id = game.id AND user_id = %(viewer)s
))
UNION ALL
SELECT 'seat ' || CAST(number AS VARCHAR), seat.name || ' ' || COALESCE(person.name, '') || ' '
    || COALESCE(CAST(person.is_guest AS VARCHAR), '') || ' ' || COALESCE(CAST(person.left_at AS VARCHAR), '') || ' '
    || COALESCE(CAST(asked_at AS VARCHAR), '') || ' ' || COALESCE(CAST(ticks_from AS VARCHAR), '') || ' '
    || COALESCE(CAST(due_at AS VARCHAR), '') || ' ' || COALESCE(CAST(absent_since AS VARCHAR), '')
FROM games_seat AS seat LEFT JOIN accounts_user AS person ON person.id = user_id
WHERE game_id = %(game)s
UNION ALL
SELECT 'vacation ' || CAST(number AS VARCHAR), CAST(first_day AS VARCHAR) || ' ' || CAST(last_day AS VARCHAR)
FROM games_seat AS seat JOIN accounts_vacation AS vacation ON vacation.user_id = seat.user_id
WHERE game_id = %(game)s
UNION ALL
SELECT 'own seat', CAST(powers_itself AS VARCHAR) || ' ' || COALESCE(CAST(answers_at AS VARCHAR), '')
FROM games_seat
WHERE game_id = %(game)s AND user_id = %(viewer)s
UNION ALL
SELECT 'plan ' || slot, COALESCE(CAST(round AS VARCHAR), '') || ' ' || body || ' ' || asks
FROM games_standingplan AS plan JOIN games_seat AS seat ON seat.id = seat_id
WHERE game_id = %(game)s AND user_id = %(viewer)s
UNION ALL
SELECT 'note', CAST(version AS VARCHAR)
FROM games_note
WHERE game_id = %(game)s AND user_id = %(viewer)s
UNION ALL
SELECT 'muted', CAST(other_id AS VARCHAR)
FROM talk_mute
WHERE user_id = %(viewer)s
UNION ALL
SELECT 'reported', CAST(message_id AS VARCHAR)
FROM talk_report
WHERE reporter_id = %(viewer)s
"""
"""What decides, beside the program and the time, what somebody sees on the page of a game that they may see.

Most of it is news of the game; the rest are their own things, and what shows of the people at the table. It is
written out, as it is asked for each look at a game, and takes one query by indexes alone.
"""


class KeptPage:
    """The parts of one page for one viewer: filled while the page is drawn, or found filled."""

    def __init__(self, key: str, parts: Mapping[str, str]) -> None:
        self._key = key
        self._found = parts
        self._drawn: dict[str, str] = {}

    @classmethod
    def of(cls, pk: int, viewer: User | AnonymousUser, next_game: WaitingGame | None) -> Self | None:
        """The page of a game as a viewer sees it; None where they may not, or pages are kept for nobody.

        :param next_game: another game that waits for the viewer.
        """
        shown = _shown(pk, viewer)
        if "game" not in dict(shown):
            return None
        key = _key(pk, viewer, (shown, next_game))
        kept: bytes | None = caches["pages"].get(key)
        return cls(key, {} if kept is None else msgspec.msgpack.decode(decompress(kept), type=dict[str, str]))

    @property
    def is_found(self) -> bool:
        return bool(self._found)

    def find(self, part: str) -> str | None:
        return self._found.get(part)

    def add(self, part: str, html: str) -> None:
        self._drawn[part] = str.__str__(html)  # of no kind that says that it is safe

    def keep(self, until: datetime, now: datetime) -> None:
        """Keep all parts that were drawn.

        :param until: when time alone would change something on the page.
        """
        seconds = int((min(until, now + LONGEST) - now).total_seconds())
        if seconds > 0:
            caches["pages"].set(self._key, compress(msgspec.msgpack.encode(self._drawn), FAST), seconds)


@cache
def token() -> str:
    """What stands in kept pages for the token that proves that a form was sent from one: each visitor has their own.

    Nobody else knows it, so no word of a player is taken for it.
    """
    return salted_hmac("games.kept_pages", "token").hexdigest()


def _shown(pk: int, viewer: User | AnonymousUser) -> list[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute(_SHOWN, {"game": pk, "viewer": viewer.pk or 0})
        return sorted(cursor.fetchall())


def _key(pk: int, viewer: User | AnonymousUser, shown: object) -> str:
    own = (
        (viewer.pk, viewer.is_guided, viewer.is_invited_to_plan, viewer.time_zone, bool(viewer.email))
        if isinstance(viewer, User)
        else None
    )
    return blake2b(repr((pk, own, shown, get_language())).encode(), digest_size=16, key=_program()).hexdigest()


@cache
def _program() -> bytes:
    """A checksum of all that draws pages: another version of the site draws its own."""
    checksum = sha256(settings.SITE_URL.encode())
    for folder in ("accounts", "games", "rules", "static", "talk", "templates"):
        for path in sorted(Path(settings.BASE_DIR, folder).rglob("*")):
            if path.suffix in {".py", ".html", ".css", ".js"}:
                checksum.update(path.read_bytes())
    return checksum.digest()
