"""How much one person, or one network address, may ask of the site in a short time.

django-allauth counts what must not be guessed or flooded at all (log-in, codes, mails, new guests and tables) in the
cache of the database, for all processes together: see ``ACCOUNT_RATE_LIMITS``. All else is counted here, in the
memory of each process, which costs microseconds. So a script gets at most the limit times the number of processes:
that still keeps one visitor from taking the time of all others.

Both requests and the processor time for them are counted. People with an account count one by one, all others by
their address, because anybody can become another guest at any time.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http import HTTPStatus
from math import ceil
from threading import Lock
from typing import Any

from allauth.core.ratelimit import consume
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext

from accounts.hashing import Busy
from accounts.models import User
from accounts.requests import VisitorRequest, address
from powergrid.monitoring.metrics import REQUESTS
from powergrid.monitoring.requests import UNKNOWN
from powergrid.views import busy, too_many

SAFE = {"GET", "HEAD", "OPTIONS"}
MOST_KNOWN = 20_000  # how many each limit remembers; then it forgets the one it has not seen for longest


@dataclass(slots=True)
class Limit:
    """So much at once, and so much a minute in the long run (GCRA). ``now``: seconds of a monotonic clock."""

    at_once: float
    a_minute: float
    _free_at: OrderedDict[str, float] = field(default_factory=OrderedDict, compare=False, repr=False)
    """For each of them: when all that they asked for would be done at the even pace of the limit."""
    _waiting_until: float = field(default=0, compare=False, repr=False)
    """Until when anybody at all has to wait."""
    _lock: Lock = field(default_factory=Lock, compare=False, repr=False)

    def take(self, who: str, now: float) -> float:
        """Count one more. If that is one too many, do not count it, and return how many seconds to wait."""
        with self._lock:
            wait = self._wait(who, now, room_for=1)
            if wait <= 0:
                self._count(who, now, 1)
        return max(wait, 0)

    def charge(self, who: str, now: float, amount: float) -> None:
        """Count what was done, even if it was too much: how much it would be was not known before."""
        with self._lock:
            self._count(who, now, amount)
            self._waiting_until = max(self._waiting_until, now + self._wait(who, now))

    def wait(self, who: str, now: float, *, room_for: float = 0) -> float:
        return max(self._wait(who, now, room_for), 0)

    def keeps_waiting(self, now: float) -> bool:
        return now < self._waiting_until

    def forget(self) -> None:
        self._free_at.clear()
        self._waiting_until = 0

    def _wait(self, who: str, now: float, room_for: float = 0) -> float:
        return self._free_at.get(who, now) - now - 60 / self.a_minute * (self.at_once - room_for)

    def _count(self, who: str, now: float, amount: float) -> None:
        self._free_at[who] = max(self._free_at.get(who, now), now) + 60 / self.a_minute * amount
        self._free_at.move_to_end(who)
        if len(self._free_at) > MOST_KNOWN:
            self._free_at.popitem(last=False)


WORK_OF_VISITORS = Limit(1.5, 5)
"""Seconds of work for all at one address without an account: a twentieth of two cores in the long run, which others
hardly notice. A guest who takes a turn every ten seconds needs a fifth of a second in a minute."""
WORK_OF_PERSON = Limit(6, 12)  # the same for a person with an account
VISITING = Limit(300, 600)  # requests by one address: a whole class may share it
LOOKING = Limit(600, 1200)  # pages by one person: histories play by themselves
FOLLOWING = Limit(1200, 2400)  # looks for news by one address, without asking who sends them: two hundred open pages
SENDING = Limit(60, 120)  # forms, but for actions, by a person or by all at an address without an account
MOVING = Limit(300, 600)  # actions: whole games against bots are played in minutes
ADVISING = Limit(10, 15)
"""Answers of the coach for one person. Each takes half a second of work, or up to two in games of six. That counts
here alone, so that nobody who has asked the coach has to wait to go on playing."""
ADVISING_VISITORS = Limit(4, 6)  # the same for all at one address without an account
PASSWORDS_OF_ONE = Limit(6, 20)
"""Forms with a password by a person, or by all at an address without an account: nobody uses up those of all."""
PASSWORDS = Limit(10, 60)
"""Forms with a password of all together, wherever they come from: each takes as long as some pages. With four
processes 40 people can come at once, and four more each second."""
REFUSED = Limit(120, 120)
"""How often somebody is refused on a page that says why, after a look at who asks. Then a sentence has to do."""
FETCHING = Limit(10, 6)  # one feed or calendar: programs fetch them every few minutes
OF_PICTURES = {"games:board_picture", "games:ground", "games:miniature", "games:relief"}
"""Caches may keep these for everybody, so nothing may depend on who asks."""
OF_FEEDS = {"games:deadlines", "notifications:feed"}
OF_THE_COACH = {"games:coach_answer"}
BUSY = {HTTPStatus.ACCEPTED, HTTPStatus.SERVICE_UNAVAILABLE}
"""How the coach answers if it thinks about another question: such an answer does not count."""
OF_PASSWORDS = {
    *("account_login", "account_signup", "account_reauthenticate", "account_change_password", "account_set_password"),
    *("account_reset_password_from_key", "accounts:keep", "accounts:bring", "accounts:delete"),
}
OF_NEWS = {"games:updates", "games:dashboard_updates"}
OF_MOVES = {"games:play", "games:what_if_play", "games:lesson", "games:wish_for_areas"}
OF_ANYBODY = {"matchmaking:practice": "practice"}
OF_PEOPLE = {
    "matchmaking:create": "open_table",
    "matchmaking:join": "join_table",
    "matchmaking:invite_people": "invite",
    "talk:report": "report",
}
"""Forms sent there also count by these of ``ACCOUNT_RATE_LIMITS``. Those of people count once somebody is logged in:
all others are only asked to do so there."""


class Known:
    """The sessions in which people with an account were lately here. They are told apart without a look-up."""

    def __init__(self) -> None:
        self._keys: OrderedDict[str, None] = OrderedDict()
        self._lock = Lock()

    def add(self, key: str) -> None:
        with self._lock:
            self._keys[key] = None
            self._keys.move_to_end(key)
            if len(self._keys) > MOST_KNOWN:
                self._keys.popitem(last=False)

    def __contains__(self, key: str) -> bool:
        return key in self._keys

    def forget(self) -> None:
        self._keys.clear()


KNOWN = Known()


def charged(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Count how long the processor worked for a request, and for which person.

    Whoever goes on after many refusals gets a sentence, before anything else is done for them: nobody is looked up.
    """

    def respond(request: HttpRequest) -> HttpResponseBase:
        if not settings.RATE_LIMITS:
            return get_response(request)
        began = time.thread_time()
        sender = _sender(request)
        wait = REFUSED.wait(sender, time.monotonic(), room_for=1)
        response = _in_a_sentence(ceil(wait)) if wait else get_response(request)
        if not wait and _was_refused(request, response):
            REFUSED.charge(sender, time.monotonic(), 1)
        if _name_of(request) not in OF_THE_COACH:
            person = _name(_known_user(request))
            if person and (key := request.session.session_key):  # the new one, if they have just logged in
                KNOWN.add(key)
            limit, who = (WORK_OF_PERSON, person) if person else (WORK_OF_VISITORS, address(request))
            limit.charge(who, time.monotonic(), time.thread_time() - began)
            if type(response) is StreamingHttpResponse:  # but not a file, which is there already
                response.streaming_content = _charged(response.streaming_content, limit, who)
        return response

    return respond


def _sender(request: HttpRequest) -> str:
    """Who sends this, as far as that is known without a look-up: a neighbour's haste is not an account's."""
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    return f"session {key}" if key in KNOWN else address(request)


def _was_refused(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Whether it was too much, or was refused before an address was looked for, such as under a foreign host."""
    if request.resolver_match is None and response.status_code != HTTPStatus.NOT_FOUND:
        return 400 <= response.status_code < 500
    return response.status_code == HTTPStatus.TOO_MANY_REQUESTS


def _in_a_sentence(wait: int) -> HttpResponse:
    REQUESTS.labels(UNKNOWN, "other", HTTPStatus.TOO_MANY_REQUESTS.value).inc()
    words = gettext("That was far too much in a short time. Wait a minute, then go on where you were.")
    headers = {"Retry-After": str(wait), "Cache-Control": "no-store"}
    return HttpResponse(words, status=429, headers=headers, content_type="text/plain; charset=utf-8")


def _charged(pieces: Any, limit: Limit, who: str) -> Iterator[bytes]:
    began = time.thread_time()
    for piece in pieces:
        limit.charge(who, time.monotonic(), time.thread_time() - began)
        yield piece
        began = time.thread_time()


class WithinLimits:
    """Refuses what is too much, before anything is looked up for it."""

    def __init__(self, get_response: Callable[[VisitorRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: VisitorRequest) -> HttpResponse:
        # Before a form is read or an address resolved: pages about errors take work, too.
        wait = WORK_OF_VISITORS.wait(address(request), time.monotonic()) if settings.RATE_LIMITS else 0
        if wait and not _person(request):  # who asks is looked up only then
            return too_many(request, ceil(wait), may_send_again=False)
        response = self.get_response(request)
        if settings.RATE_LIMITS and _name_of(request) in OF_THE_COACH and response.status_code in BUSY:
            for limit, who in _limits_of(request):
                limit.charge(who, time.monotonic(), -1)
        return response

    def process_view(self, request: VisitorRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        if not settings.RATE_LIMITS:
            return None
        now = time.monotonic()
        wait = ceil(max(*(limit.take(who, now) for limit, who in _limits_of(request)), _wait_of_person(request, now)))
        if wait:
            return too_many(request, wait)
        if request.method == "POST" and _name_of(request) in OF_PASSWORDS:
            if wait := ceil(PASSWORDS_OF_ONE.take(_person(request) or address(request), now)):
                return too_many(request, wait)
            if PASSWORDS.take("", now):
                return busy(request)
        action = _counted_by_all(request)
        return None if action is None or consume(request, action=action) else too_many(request)

    def process_exception(self, request: VisitorRequest, exception: Exception) -> HttpResponse | None:
        return busy(request) if isinstance(exception, Busy) else None


def _wait_of_person(request: HttpRequest, now: float) -> float:
    """How long a person with an account has to wait. Who asks is looked up only while anybody waits."""
    return WORK_OF_PERSON.wait(_person(request), now) if WORK_OF_PERSON.keeps_waiting(now) else 0


def _counted_by_all(request: VisitorRequest) -> str | None:
    name = _name_of(request)
    if request.method != "POST" or (name in OF_PEOPLE and not request.user.is_authenticated):
        return None
    return OF_PEOPLE.get(name) or OF_ANYBODY.get(name)


def _limits_of(request: VisitorRequest) -> Iterator[tuple[Limit, str]]:
    name = _name_of(request)
    if request.method not in SAFE:
        yield MOVING if name in OF_MOVES else SENDING, _person(request) or address(request)
    elif name in OF_FEEDS:
        yield FETCHING, request.path
        yield VISITING, address(request)
    elif name in OF_THE_COACH:
        person = _person(request)
        yield (ADVISING, person) if person else (ADVISING_VISITORS, address(request))
    elif name in OF_NEWS:
        yield FOLLOWING, address(request)
    elif name not in OF_PICTURES and (person := _person(request)):
        yield LOOKING, person
    else:
        yield VISITING, address(request)


def _name_of(request: HttpRequest) -> str:
    return request.resolver_match.view_name if request.resolver_match else ""


def _known_user(request: HttpRequest) -> User | None:
    """Who asks, if that is known by now. The database is not asked for it."""
    user = vars(request).get("user")
    return getattr(request, "_cached_user", None) if isinstance(user, SimpleLazyObject) else user


def _person(request: HttpRequest) -> str:
    """Who asks; empty without an account. Without a session the database is not asked."""
    return _name(request.user) if settings.SESSION_COOKIE_NAME in request.COOKIES else ""


def _name(user: User | AnonymousUser | None) -> str:
    return f"user {user.pk}" if user and user.is_authenticated and not user.is_guest else ""
