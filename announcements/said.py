"""What stands on every page: announcements, maintenance, and which pages of the operator there are.

Each process keeps it for a few seconds, so other processes show an announcement a few seconds late.
"""

import logging
import time
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.db import DatabaseError
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from announcements.models import Maintenance, Notice, Page

logger = logging.getLogger(__name__)

KNOWN_FOR = 10.0  # seconds for which a process does not ask again
PUT_AWAY = "notices_put_away"  # the key in the session for the announcements that its person has hidden


@dataclass(frozen=True, slots=True)
class Said:
    notices: tuple[Notice, ...] = ()
    maintenance: Maintenance | None = None
    subjects: frozenset[str] = frozenset()


_known: tuple[float, Said] | None = None  # until when it is good, by the clock of the process, and what it is


def everything() -> Said:
    """All that is said right now. Asks the database every few seconds."""
    global _known
    known, now = _known, time.monotonic()
    if known is None or known[0] <= now:
        known = _known = (now + KNOWN_FOR, _look_up(known[1] if known else Said()))
    return known[1]


def stamp() -> str:
    """Another one whenever something else is said."""
    said, now = everything(), timezone.now()
    told = [(each.pk, each.text, each.level) for each in said.notices if each.is_on(now)]
    rest = said.maintenance and (said.maintenance.sentence, said.maintenance.expected_until)
    return f"{crc32(repr((told, rest)).encode()):x}"


def forget() -> None:
    global _known
    _known = None


def _look_up(before: Said) -> Said:
    """What is said now. While the database is away, what was said before: many pages need nothing else from it."""
    lasting = Notice.objects.filter(Q(ends_at=None) | Q(ends_at__gt=timezone.now()))
    try:
        return Said(
            notices=tuple(lasting.order_by("starts_at", "pk")),
            maintenance=Maintenance.objects.going_on().order_by("began_at").first(),
            subjects=frozenset(Page.objects.exclude(text="").values_list("subject", flat=True)),
        )
    except DatabaseError as fault:
        logger.warning("Announcements cannot be read: %s", fault)
        return before


def on_page(request: HttpRequest) -> dict[str, Any]:
    said, now = everything(), timezone.now()
    # Without a session there is nothing to look up.
    has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
    put_away = request.session.get(PUT_AWAY, ()) if has_session else ()
    return {
        "notices": [each for each in said.notices if each.is_on(now) and each.pk not in put_away],
        "maintenance": said.maintenance,
        "stamp": stamp(),
        "pages": [Page(subject=subject) for subject in Page.Subject if is_there(subject, said)],
    }


def is_there(subject: str, said: Said) -> bool:
    """Whether a page has anything to say. For the contact page an address is enough."""
    return subject in said.subjects or (subject == Page.Subject.CONTACT and bool(settings.CONTACT_ADDRESS))


def put_away(session: SessionBase, pk: int) -> None:
    """Hide an announcement for the rest of a session, and forget those that have ended."""
    on = {each.pk for each in everything().notices if each.can_be_put_away}
    wanted = on & {*session.get(PUT_AWAY, ()), pk}
    if wanted:
        session[PUT_AWAY] = sorted(wanted)
