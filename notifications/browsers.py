"""The browsers of people to which messages are pushed."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Self

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from accounts.models import User
from notifications import vapid
from notifications.models import Channel, Destination
from notifications.new_ways import tell_of_new_way

MOST = 10  # how many browsers one person can have

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)
"""Words by which a browser tells what it is and what it runs on. Many name others along: the first one counts."""


class BrowserRefused(Exception):
    """Messages are not pushed there. Its text is a sentence for the person who wanted it."""


@dataclass(frozen=True, slots=True)
class Subscription:
    endpoint: str  # An address at the push service of its maker. Nobody else knows it.
    p256dh: str  # a public key, in Base64 for addresses, as the next
    auth: str  # a secret that it shares with the site

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": self.p256dh, "auth": self.auth}


@dataclass(frozen=True, slots=True)
class Panel:
    key: str  # the public key of the site
    known: str  # the fingerprints of the browsers that are on already, with spaces between them
    is_full: bool

    @classmethod
    def of(cls, user: User) -> Self | None:
        """What it is for a player; None where the site pushes no messages."""
        if not settings.VAPID_PRIVATE_KEY:
            return None
        endpoints = _pushed().filter(user=user, off_at=None).values_list("address", flat=True)
        known = [fingerprint(endpoint) for endpoint in endpoints]
        return cls(vapid.public_key(settings.VAPID_PRIVATE_KEY), " ".join(known), len(known) >= MOST)


def turn_on(user: User, subscription: Subscription, user_agent: str, *, now: datetime) -> None:
    """Push messages to a browser from now on; to do it again renews what is known of it.

    One browser is one person's: where another one turns it on, the one before loses it, and what had been waiting for
    it.

    :raises BrowserRefused: there are too many already, or it is another player's.
    """
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # two at the same time could be one too many
        known = _pushed().filter(address=subscription.endpoint).first()
        label = name_of(user_agent)
        if known is not None and known.user_id == user.pk:
            _renew(known, subscription, label=label)
            return
        if known is not None and not _is_protected_by(known, subscription):  # who only knows the address has it not
            words = _("This browser belongs to another player. Clear what it keeps of this site, then try again.")
            raise BrowserRefused(words)
        if known is not None:
            known.delete()
        _make_room(user, label)
        browser = Destination.objects.create(
            user=user,
            channel=Channel.PUSH,
            address=subscription.endpoint,
            keys=subscription.keys,
            label=label,
            created_at=now,
        )
        tell_of_new_way(browser)


def turn_off(user: User, endpoint: str) -> None:
    """Push nothing more to a browser of a player; one that is not theirs stays as it is."""
    _pushed().filter(user=user, address=endpoint).delete()


def move(old: Subscription, new: Subscription) -> bool:
    """Follow a browser that is reached otherwise from now on; False where none was as the old one says."""
    with transaction.atomic():
        known = _pushed().select_for_update().filter(address=old.endpoint).first()
        if known is None or not _is_protected_by(known, old):
            return False
        if _pushed().filter(address=new.endpoint).exclude(pk=known.pk).exists():
            known.delete()  # it has been turned on again meanwhile
        else:
            _renew(known, new)
    return True


def fingerprint(endpoint: str) -> str:
    return sha256(endpoint.encode()).hexdigest()


def name_of(user_agent: str) -> str:
    """What to call a browser, by what it says of itself; empty where that is nothing known."""
    browser = next((name for word, name in BROWSERS if word in user_agent), "")
    system = next((name for word, name in SYSTEMS if word in user_agent), "")
    if browser and system:
        return _("{browser} on {system}").format(browser=browser, system=system)
    return browser or system


def _pushed() -> QuerySet[Destination]:
    return Destination.objects.filter(channel=Channel.PUSH)


def _make_room(user: User, label: str) -> None:
    """Let a player have one more browser, in place of those the site has given up, first the one of the same name."""
    browsers = _pushed().filter(user=user)
    browsers.filter(label=label).exclude(off_at=None).delete()
    if browsers.count() >= MOST:
        browsers.exclude(off_at=None).delete()
    if browsers.count() >= MOST:
        words = _("You have turned on {most} browsers. First turn off one that you no longer use.")
        raise BrowserRefused(words.format(most=MOST))


def _renew(known: Destination, subscription: Subscription, **values: str) -> None:
    _pushed().filter(pk=known.pk).update(
        address=subscription.endpoint,
        keys=subscription.keys,
        failing_since=None,
        rests_until=None,
        off_at=None,
        **values,
    )


def _is_protected_by(known: Destination, subscription: Subscription) -> bool:
    return constant_time_compare(known.keys.get("auth", ""), subscription.auth)
