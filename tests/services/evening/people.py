"""Who plays, where they live, how they want to be told, and how long they take."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from notifications.models import Channel

DAY = timedelta(days=1)

Hours = tuple[time, time]


@dataclass(frozen=True)
class Way:
    """A way to be told: at once, at most every so many ``hours``, or ``daily`` at a time of the day."""

    channel: Channel
    hours: int = 0
    daily: time | None = None


@dataclass(frozen=True)
class Person:
    name: str
    zone: ZoneInfo
    ways: tuple[Way, ...]
    takes: tuple[int, int]
    """How many minutes they need for a decision, at least and at most."""
    sleeps: Hours | None = None
    """When they do not play, and their clock stands still."""
    quiet: Hours | None = None
    """When they are not to be disturbed."""
    looks_on: bool = False
    """Whether they often stay at the page of the game after their turn."""
    plans: bool = False
    """Whether they want to be told when they can plan."""

    @property
    def email(self) -> str:
        return f"{self.name.lower()}@example.org"


NIGHT = (time(23), time(7))
DAN_IN_PEACE = (time(22), time(6, 30))
DIGEST_AT = time(18, 30)

ANA = Person("Ana", ZoneInfo("Europe/Berlin"), (Way(Channel.MAIL),), takes=(3, 40), looks_on=True)

BOB = Person(
    "Bob",
    ZoneInfo("America/New_York"),
    (Way(Channel.PUSH), Way(Channel.MAIL, daily=DIGEST_AT)),
    takes=(10, 180),
    sleeps=NIGHT,
    quiet=NIGHT,
    plans=True,
)

CID = Person(
    "Cid",
    ZoneInfo("Asia/Kolkata"),
    (Way(Channel.WEBHOOK), Way(Channel.DISCORD), Way(Channel.MAIL, hours=3)),
    takes=(2, 90),
    sleeps=(time(0, 30), time(8)),
)

DAN = Person(
    "Dan",
    ZoneInfo("Australia/Sydney"),
    (Way(Channel.MAIL),),
    takes=(20, 420),
    quiet=DAN_IN_PEACE,
    looks_on=True,
)

PEOPLE = (ANA, BOB, CID, DAN)
"""In the order of their seats. Where they live no clock is changed while they play."""


def is_within(moment: datetime, hours: Hours | None, zone: ZoneInfo) -> bool:
    """Whether it is one of these hours there, which may go past midnight."""
    if hours is None:
        return False
    since, until = hours
    shown = moment.astimezone(zone).time()
    return since <= shown < until if since < until else shown >= since or shown < until


def next_time(moment: datetime, clock: time, zone: ZoneInfo) -> datetime:
    """When clocks there next show a time, after a moment."""
    local = moment.astimezone(zone)
    shown = datetime.combine(local.date(), clock, zone)
    return (shown if shown > local else shown + DAY).astimezone(moment.tzinfo)


def awake(person: Person, moment: datetime) -> Iterator[tuple[datetime, datetime]]:
    """From when until when somebody is awake, from a moment on, without end."""
    while True:
        if person.sleeps is None:
            yield moment, moment + 100 * DAY
            return
        if is_within(moment, person.sleeps, person.zone):
            moment = next_time(moment, person.sleeps[1], person.zone)
        bedtime = next_time(moment, person.sleeps[0], person.zone)
        yield moment, bedtime
        moment = bedtime


def after_ticking(person: Person, moment: datetime, amount: timedelta) -> datetime:
    """When the clock of somebody has ticked for so long."""
    for since, until in awake(person, moment):
        if since + amount <= until:
            return since + amount
        amount -= until - since
    raise AssertionError("Nobody thinks for that long.")


def ticked(person: Person, since: datetime, until: datetime) -> timedelta:
    """For how long the clock of somebody has ticked between two moments."""
    total = timedelta()
    for start, end in awake(person, since):
        if start >= until:
            break
        total += min(end, until) - start
        if end >= until:
            break
    return total
