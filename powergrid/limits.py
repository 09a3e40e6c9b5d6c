"""How much one person, or one address of the net, may ask of the site in a short time.

Two kinds of limits stand beside each other. What must not be guessed or flooded at all (log-in, codes, mails, new
guests and tables) is counted by django-allauth in the cache of the database, for all processes together, and costs
queries: ``ACCOUNT_RATE_LIMITS`` says how often. All else is counted here, in the memory of each process, and costs
microseconds. So a script gets through at most as many times the limit as there are processes; nobody can fill the
memory, and who is refused at one process may be served by another. That is enough for what it is for: to keep one
visitor from taking the time of all others. What a game or a database must never have twice is not guarded by this.
"""

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import ceil
from threading import Lock
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.core.ratelimit import consume
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from accounts.requests import VisitorRequest
from powergrid.views import too_many

SAFE = {"GET", "HEAD", "OPTIONS"}

MOST_KNOWN = 20_000
"""How many are remembered for each limit; then who has waited longest is forgotten."""


@dataclass(frozen=True, slots=True)
class Limit:
    """So many at once, and in the long run so many a minute (GCRA, as networks do it)."""

    at_once: int
    a_minute: int
    _free_at: OrderedDict[str, float] = field(default_factory=OrderedDict, compare=False, repr=False)
    """For each of whom we know: when all that they have asked for would be done at the even pace of the limit."""
    _lock: Lock = field(default_factory=Lock, compare=False, repr=False)

    def take(self, who: str, now: float) -> float:
        """Count one more; how many seconds to wait where it is one too many, and is not counted.

        :param now: seconds, of any clock that never goes back.
        """
        pace = 60 / self.a_minute
        with self._lock:
            free_at = max(self._free_at.get(who, now), now)
            wait = free_at - now - pace * (self.at_once - 1)
            if wait > 0:
                return wait
            self._free_at[who] = free_at + pace
            self._free_at.move_to_end(who)
            if len(self._free_at) > MOST_KNOWN:
                self._free_at.popitem(last=False)
        return 0

    def forget(self) -> None:
        """Begin anew with everybody."""
        self._free_at.clear()


VISITING = Limit(300, 600)
"""Pages by one address of the net: a whole class may sit behind it."""
LOOKING = Limit(600, 1200)
"""Pages by one person: histories play by themselves."""
FOLLOWING = Limit(1200, 2400)
"""Looks for news by one address: two hundred open pages. Who sends one is not asked where there are none."""
SENDING = Limit(60, 120)
"""Whatever a person sends but for moves."""
MOVING = Limit(300, 600)
"""Actions: whole games against bots are played in minutes."""
PAST = Limit(240, 240)
"""Positions of the past by one address of visitors: a replay takes a few a second, no crawler needs more."""
PICTURES = Limit(60, 60)
"""Boards as images by one address: each has to be painted."""
FETCHING = Limit(10, 6)
"""One feed or calendar: programs fetch them every few minutes."""

OF_PAST = {"games:history", "games:curves", "games:result", "games:proof", "games:record"}
OF_PICTURES = {"games:board_picture"}
OF_FEEDS = {"games:deadlines", "notifications:feed"}
OF_NEWS = {"games:updates", "games:dashboard_updates"}
OF_MOVES = {"games:play", "games:what_if_play", "games:wish_for_areas"}
COUNTED_BY_ALL = {
    "matchmaking:create": "open_table",
    "matchmaking:join": "join_table",
    "matchmaking:practice": "practice",
    "talk:report": "report",
}
"""What is sent there counts by these of ``ACCOUNT_RATE_LIMITS``, too."""


def within_limits(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Refuse what is too much, before anything is looked up for it."""

    def respond(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_view(request: VisitorRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        if not settings.RATE_LIMITS:
            return None
        wait = ceil(max(limit.take(who, time.monotonic()) for limit, who in _limits_of(request)))
        if wait:
            return too_many(request, wait)
        action = COUNTED_BY_ALL.get(_name_of(request)) if request.method == "POST" else None
        return None if action is None or consume(request, action=action) else too_many(request)

    respond.process_view = process_view  # type: ignore[attr-defined]  # where Django looks for it
    return respond


def _limits_of(request: VisitorRequest) -> Iterator[tuple[Limit, str]]:
    """The limits under which a request falls, and as whose it counts."""
    name = _name_of(request)
    if request.method not in SAFE:
        yield MOVING if name in OF_MOVES else SENDING, _person(request) or _address(request)
    elif name in OF_FEEDS:
        yield FETCHING, request.path
        yield VISITING, _address(request)
    elif name in OF_PICTURES:
        yield PICTURES, _address(request)
    elif name in OF_NEWS:
        yield FOLLOWING, _address(request)
    elif person := _person(request):
        yield LOOKING, person
    else:
        yield VISITING, _address(request)
        if name in OF_PAST:
            yield PAST, _address(request)


def _name_of(request: HttpRequest) -> str:
    return request.resolver_match.view_name if request.resolver_match else ""


def _person(request: HttpRequest) -> str:
    """Who asks; empty for visitors. Where there is no session, nothing is asked of the database."""
    has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
    return f"user {request.user.pk}" if has_session and request.user.is_authenticated else ""


def _address(request: HttpRequest) -> str:
    """From where somebody asks. Whoever has one address of IPv6 has a whole network of them."""
    try:
        address = str(get_adapter().get_client_ip(request))
    except PermissionDenied:  # a probe that comes by a socket, and has none
        return ""
    if ":" not in address:
        return address
    return str(ipaddress.IPv6Network((address, settings.ALLAUTH_RATE_LIMIT_IPV6_PREFIX), strict=False))
