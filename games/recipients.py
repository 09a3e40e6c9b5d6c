"""The seats of those who are told something about their games, looked up together for all who are told at a time."""

from collections.abc import Sequence

from games import checkpoints
from games.models import Seat
from games.standing import Plans
from notifications.models import Alert


def look_up(alerts: Sequence[Alert]) -> None:
    """Leave with each alert the seat that its recipient has in the game, with all seats and plans of that game.

    It is None for those who have none any more.
    """
    seats = _seats(alerts)
    for alert in alerts:
        alert.matter = seats.get((alert.subject_id, alert.recipient_id))


def look_back(alerts: Sequence[Alert]) -> None:
    """Leave with each alert its seat as :func:`look_up` does, and with that what it takes to say what happened."""
    look_up(alerts)
    checkpoints.look_up([alert.matter for alert in alerts if alert.matter is not None])


def seat_of(alert: Alert) -> Seat | None:
    """The seat that the recipient of an alert has in its game: as it was when it was looked up, or else as it is."""
    if not hasattr(alert, "matter"):
        return _seats([alert]).get((alert.subject_id, alert.recipient_id))
    seat: Seat | None = alert.matter
    return seat


def plans(seat: Seat) -> Plans:
    """All plans of the game of a seat that was looked up."""
    return Plans(plan for other in seat.game.seats.all() for plan in other.plans.all())


def _seats(alerts: Sequence[Alert]) -> dict[tuple[int, int | None], Seat]:
    """The seats of these people in these games, by both, in three queries."""
    games, people = {alert.subject_id for alert in alerts}, {alert.recipient_id for alert in alerts}
    seats = Seat.objects.filter(game__in=games, user__in=people).select_related("game__undo_request")
    return {(seat.game_id, seat.user_id): seat for seat in seats.prefetch_related("game__seats__plans")}
