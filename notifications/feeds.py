"""Feeds by an address that only their owner knows: alerts for feed readers, deadlines for calendars."""

import re
import secrets
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Rss201rev2Feed
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import conditional_page, require_safe

from accounts.models import User
from accounts.requests import PlayerRequest, found_or_404, sent_by_player
from notifications import kinds, subjects
from notifications.models import Alert, Channel, Destination, State
from notifications.new_ways import tell_of_new_way

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


LATEST = 50  # how many alerts are in the feed
HEADERS = {"Cache-Control": "private, no-cache", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}
"""With what is at a secret address."""


def of(user: User) -> Destination | None:
    return _feeds().filter(user=user).first()


def with_secret(secret: str) -> Destination | None:
    """The feeds at a secret address, with their owner; None where nobody has it."""
    return _feeds().filter(secret=secret, user__is_active=True).select_related("user").first()


def make(user: User, *, now: datetime | None = None) -> None:
    """Let a player have feeds, if they have none yet."""
    feed, is_new = Destination.objects.get_or_create(
        user=user,
        channel=Channel.FEED,
        address="",
        defaults={"secret": _new_secret(), "created_at": now or timezone.now()},
    )
    if is_new:
        tell_of_new_way(feed)


def renew(user: User) -> None:
    if _feeds().filter(user=user).update(secret=_new_secret()):
        tell_of_new_way(_feeds().get(user=user))


def remove(user: User) -> None:
    _feeds().filter(user=user).delete()


def latest(feed: Destination) -> QuerySet[Alert]:
    return feed.alerts.filter(state=State.SENT).order_by("-sent_at", "-pk")[:LATEST]


def _feeds() -> QuerySet[Destination]:
    return Destination.objects.filter(channel=Channel.FEED)


def _new_secret() -> str:
    return secrets.token_urlsafe(32)


_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # what XML cannot hold


@require_safe
@conditional_page
def alerts(request: HttpRequest, secret: str) -> HttpResponse:
    feed = found_or_404(with_secret(secret))
    return HttpResponse(_rss(feed), content_type=Rss201rev2Feed.content_type, headers=HEADERS)


CHANGES: "dict[Callable[[User], None], StrPromise]" = {
    make: gettext_lazy("Here are your addresses. Keep them to yourself: anyone who has them can read along."),
    renew: gettext_lazy("Your feeds have new addresses. The old ones no longer work."),
    remove: gettext_lazy("Your feeds are removed."),
}


@sent_by_player("notifications:alerts")
def change(request: PlayerRequest, by: Callable[[User], None]) -> HttpResponse:
    """Make a player's feeds, move them to another address, or remove them."""
    by(request.user)
    messages.success(request, CHANGES[by])
    return redirect(reverse("notifications:alerts") + "#feeds")


def _rss(feed: Destination) -> str:
    told = latest(feed)
    known = subjects.find(feed.user, {alert.subject_id for alert in told})
    channel = Rss201rev2Feed(
        title=_("Power Grid: alerts of {name}").format(name=_UNPRINTABLE.sub("", feed.user.name)),
        link=_alerts_url(),
        description=_("What you are asked, and what became of your games."),
        feed_url=settings.SITE_URL + reverse("notifications:feed", args=[feed.secret]),
    )
    for alert in told:
        subject = known.get(alert.subject_id)
        channel.add_item(
            title=_UNPRINTABLE.sub("", alert.title or kinds.words_for(alert)),
            link=settings.SITE_URL + subject.url if subject else _alerts_url(),
            description=escape(_UNPRINTABLE.sub("", alert.sentence)),  # feed readers take it for HTML
            unique_id=alert.key,
            unique_id_is_permalink=False,
            pubdate=alert.sent_at,
        )
    return channel.writeString("utf-8")


def _alerts_url() -> str:
    return settings.SITE_URL + reverse("notifications:alerts")
