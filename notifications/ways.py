"""The ways to reach a player, as the page of alerts shows them: where each leads, and how it fares."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from urllib.parse import urlsplit

from django.db.models import Max, Q
from django.utils import timezone

from accounts import addresses
from accounts.models import User
from notifications import destinations, trials
from notifications.browsers import fingerprint
from notifications.channels.mail import confirmed_address
from notifications.models import Alert, Channel, Destination, Reason, State
from notifications.wishes import HowOften

MAIL = 0  # the number of the way by mail, which everybody has: there is no row before it is needed


class Health(Enum):
    WELL = "well"
    FAILING = "failing"
    OFF = "off"  # given up by the site
    UNREACHED = "unreached"  # mails to the address came back
    UNCONFIRMED = "unconfirmed"
    NO_ADDRESS = "no_address"


@dataclass(frozen=True, slots=True)
class Test:
    alert: Alert

    @property
    def is_recent(self) -> bool:
        return self._is_from_the_last(timedelta(hours=1))

    @property
    def is_settled(self) -> bool:
        return self.alert.state not in (State.NEW, State.CLAIMED)

    @property
    def is_under_way(self) -> bool:
        return not self.is_settled and not self.alert.held and self._is_from_the_last(timedelta(minutes=1))

    @property
    def has_arrived(self) -> bool:
        return self.alert.state == State.SENT

    @property
    def reason(self) -> str:
        return str(Reason(self.alert.reason or Reason.TROUBLE).label)

    @property
    def note(self) -> str:
        """What the other side said, for those who have set it up; mails say nothing that would help anybody."""
        return "" if self.alert.channel == Channel.MAIL else self.alert.note

    def _is_from_the_last(self, span: timedelta) -> bool:
        return timezone.now() - self.alert.created_at < span


@dataclass(frozen=True, slots=True)
class Way:
    number: int  # by which forms call it
    destination: Destination
    place: str  # where it leads, without what is secret of it
    health: Health
    last_sent_at: datetime | None
    test: Test | None

    @property
    def name(self) -> str:
        return self.destination.name

    @property
    def how_often(self) -> HowOften:
        return HowOften.of(self.destination)

    @property
    def is_mail(self) -> bool:
        return self.destination.channel == Channel.MAIL

    @property
    def fingerprint(self) -> str:
        """By which the page of a browser tells that this is the one; empty where it is no browser."""
        return fingerprint(self.destination.address) if self.destination.channel == Channel.PUSH else ""

    @property
    def may_be_tried(self) -> bool:
        return self.health in (Health.WELL, Health.FAILING)


_LAST_SENT_AT = Max("alerts__sent_at", filter=~Q(alerts__kind=trials.KIND))


def ways_of(user: User) -> list[Way]:
    """All ways to reach a player, mail first; feeds are not among them, for they are fetched."""
    rows = user.destinations.exclude(channel=Channel.FEED).annotate(last_sent_at=_LAST_SENT_AT)
    found: list[Destination] = list(rows.order_by("channel", "pk"))
    if not any(row.channel == Channel.MAIL for row in found):
        found.append(Destination(user=user, channel=Channel.MAIL))
    tests = _last_tests(found)
    ways = [_way(user, row, tests.get(row.pk)) for row in found]
    return sorted(ways, key=lambda way: not way.is_mail)


def find(user: User, number: int) -> Way | None:
    return next((way for way in ways_of(user) if way.number == number), None)


def destination_of(user: User, number: int) -> Destination | None:
    """The row of a way, locked; for mail it is made where there is none yet, but for a player without address."""
    rows = Destination.objects.select_for_update()
    if number == MAIL:
        if not user.email:
            return None
        mail, _is_new = rows.get_or_create(user=user, channel=Channel.MAIL, address="")
        return mail
    return rows.filter(user=user, pk=number).exclude(channel__in=[Channel.MAIL, Channel.FEED]).first()


def _way(user: User, destination: Destination, test: Alert | None) -> Way:
    is_mail = destination.channel == Channel.MAIL
    return Way(
        number=MAIL if is_mail else destination.pk,
        destination=destination,
        place=_place(destination),
        health=_health(user, destination),
        last_sent_at=getattr(destination, "last_sent_at", None),
        test=Test(test) if test else None,
    )


def _place(destination: Destination) -> str:
    match destination.channel:
        case Channel.MAIL:
            return addresses.shown(destination.user.email)
        case Channel.PUSH:  # the address is that of a service of the browser's makers, which tells nobody anything
            return ""
        case _:
            return urlsplit(destination.address).hostname or ""


def _health(user: User, destination: Destination) -> Health:
    if destination.channel == Channel.MAIL:
        if not user.email:
            return Health.NO_ADDRESS
        if user.is_unreached:
            return Health.UNREACHED
        if confirmed_address(user) is None:
            return Health.UNCONFIRMED
    if destination.off_at is not None:
        return Health.OFF
    return Health.WELL if destinations.failing_since(destination, timezone.now()) is None else Health.FAILING


def _last_tests(destinations: Iterable[Destination]) -> dict[int, Alert]:
    pks = [destination.pk for destination in destinations if destination.pk]
    last = Alert.objects.filter(destination__in=pks, kind=trials.KIND).values("destination").annotate(last=Max("pk"))
    tests = Alert.objects.filter(pk__in=last.values("last"))
    return {test.destination_id: test for test in tests if test.destination_id is not None}
