"""The deadlines of a player as a calendar, which programs fetch: one event for each clock of theirs that runs."""

from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe
from icalendar import Calendar, Event, vDuration

from accounts.models import User
from accounts.requests import found_or_404
from games.models import Game, Question, Seat
from games.models.damaged import stepping_over
from games.story.questions import in_a_sentence
from notifications import feeds
from talk import plain

REFRESHED = timedelta(minutes=15)
"""How often programs are asked to look again."""


def calendar(user: User) -> bytes:
    """All deadlines of a player in iCalendar's form. A game that is paused has none."""
    found = Calendar.new(
        prodid="-//powergrid//deadlines//EN",
        uid=_unique(f"deadlines.{user.pk}"),
        name=_("Power Grid: when your time is up"),
    )
    found.add("refresh-interval", vDuration(REFRESHED, {"VALUE": "DURATION"}))
    found.add("x-published-ttl", vDuration(REFRESHED))  # what some programs go by instead
    running = Seat.objects.filter(user=user, is_to_move=True, due_at__isnull=False, game__finished_at=None)
    for seat in running.select_related("game").defer("game__setup").order_by("due_at", "pk"):
        with stepping_over(Game, seat.game_id):
            found.add_component(_event(seat))
    written: bytes = found.to_ical()
    return written


def _event(seat: Seat) -> Event:
    """The moment when a seat's time is up: one event however often that moves, and another for the next decision.

    ``SEQUENCE`` grows whenever it moves, as that is news of the game. It lasts no time, so that nothing is booked.
    """
    game = seat.game
    question = in_a_sentence(Question(seat.question), areas_at_once=game.areas_at_once)
    url = f"{settings.SITE_URL}{game.get_absolute_url()}"
    event = Event()
    event.add("uid", _unique(f"deadline.{seat.pk}.{seat.asked_sequence}"))
    event.add("sequence", game.news)
    event.add("dtstamp", seat.asked_at)
    event.add("dtstart", seat.due_at)
    event.add("summary", _("Your time is up: {game}").replace("{game}", _in_one_line(game.name)))
    event.add("description", _("Waiting for you: {question}.").format(question=question) + f"\n{url}")
    event.add("url", url)
    event.add("transp", "TRANSPARENT")
    return event


def _unique(name: str) -> str:
    """A name that no other site gives to anything."""
    return f"{name}@{urlsplit(settings.SITE_URL).hostname}"


def _in_one_line(name: str) -> str:
    return " ".join(plain.clean(name).split())


@require_safe
@conditional_page
def deadlines(request: HttpRequest, secret: str) -> HttpResponse:
    """When a player's time is up in each of their games, for a calendar program, which has no session."""
    feed = found_or_404(feeds.with_secret(secret))
    headers = feeds.HEADERS | {"Content-Disposition": 'inline; filename="deadlines.ics"'}
    return HttpResponse(calendar(feed.user), content_type="text/calendar; charset=utf-8", headers=headers)
