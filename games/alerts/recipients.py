"""The seats of players who are told something about their games, looked up for many at once."""

from collections.abc import Collection, Mapping, Sequence

from django.db.models import Prefetch
from django.urls import reverse

from accounts.models import User
from games.models import Game, Seat
from games.plans.active import Plans
from games.replay import checkpoints
from notifications.models import Alert
from notifications.subjects import Subject


def subjects(user: User, pks: Collection[int]) -> dict[int, Subject]:
    """The games with these ids that a user may see: their names, pages, and pages of alerts."""
    found = Game.objects.visible_to(user).filter(pk__in=pks).values_list("pk", "name")
    return {
        pk: Subject(pk, name, reverse("games:detail", args=[pk]), reverse("games:alerts", args=[pk]))
        for pk, name in found
    }


def look_up(alerts: Sequence[Alert]) -> None:
    """Leave with each alert its recipient's seat, if they still have one, with all seats and plans of that game."""
    games = _games({alert.subject_id for alert in alerts})
    for alert in alerts:
        alert.matter = _seat(alert, games)


def look_back(alerts: Sequence[Alert]) -> None:
    """The same, with what it takes to say what happened since the last turn."""
    look_up(alerts)
    checkpoints.look_up([alert.matter for alert in alerts if alert.matter is not None])


def seat_of(alert: Alert) -> Seat | None:
    """The seat of an alert's recipient: as it was looked up, or else as it is."""
    if not hasattr(alert, "matter"):
        return _seat(alert, _games({alert.subject_id}))
    seat: Seat | None = alert.matter
    return seat


def plans(seat: Seat) -> Plans:
    """All plans of the game of a seat that was looked up."""
    return Plans(plan for other in seat.game.seats.all() for plan in other.given_plans)


def _games(pks: Collection[int]) -> dict[int, Game]:
    """Games with their seats and plans, in three queries.

    Plans are lists: a query set for each seat takes longer than all that is found.
    """
    plans = Prefetch("seats__plans", to_attr="given_plans")
    games = Game.objects.select_related("undo_request").prefetch_related("seats", plans)
    return games.in_bulk(pks)


def _seat(alert: Alert, games: Mapping[int, Game]) -> Seat | None:
    game = games.get(alert.subject_id)
    return game.seat_of(alert.recipient) if game else None
