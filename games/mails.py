"""What the mails about games say. All mails of a game are one thread."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone

import rules
from accounts.calendars import zone_of
from games import history, panels, questions, story
from games.cast import Cast
from games.draft_panel import draft_panel
from games.models import Absence, Game, Origin, Seat
from games.undo_panel import undo_panel
from notifications.kinds import Message, message_id, register
from notifications.models import Alert


def register_all() -> None:
    """Make the kinds of alerts that games send known."""
    register("your_turn", your_turn)
    register("game_over", game_over)
    register("plan_ahead", plan_ahead)
    register("undo_asked", undo_asked)
    register("missed_turn", missed_turn)
    register("stand_in", stand_in)


def your_turn(alert: Alert) -> Message | None:
    """Asks for a decision; no longer needed once it is made, a plan will, or the seat was asked something later."""
    asked = Seat.objects.filter(is_to_move=True, asked_sequence=alert.sequence, answers_at=None)
    seat = asked.select_related("game").filter(game=alert.subject_id, user=alert.recipient).first()
    if seat is None:
        return None
    positions = history.positions(seat.game)
    cast = Cast.of(seat.game)
    recap = story.tell(positions, cast, story.Reader.of(seat.game, seat)).since_turn_of(seat).recap()
    wishes = draft_panel(seat.game, seat, positions[-1].state, cast)
    question = wishes.question if wishes else questions.sentence(positions[-1].state, rules.Seat(seat.number), cast)
    context = {"recap": recap, "question": question, "due_at": seat.due_at, "zone": alert.recipient.time_zone}
    with timezone.override(zone_of(alert.recipient)):
        return _message("your_turn", seat.game, context)


def plan_ahead(alert: Alert) -> Message | None:
    """Tells that the phase can be planned; no longer needed once that is done, or the person is asked."""
    seat = _seat_of(alert)
    if seat is None or seat.may_plan_since is None or seat.game.sequence < alert.sequence:
        return None
    told = story.tell(history.positions(seat.game), Cast.of(seat.game), story.Reader.of(seat.game, seat))
    return _message("plan_ahead", seat.game, {"recap": told.since_turn_of(seat).recap()})


def undo_asked(alert: Alert) -> Message | None:
    """Asks to let somebody take something back; no longer needed once it is answered, or lapsed."""
    seat = _seat_of(alert)
    if seat is None or seat.game.sequence != alert.sequence:
        return None
    panel = undo_panel(seat.game, seat, history.positions(seat.game), Cast.of(seat.game))
    if panel is None or panel.request is None or not panel.request.may_answer:
        return None
    return _message("undo_asked", seat.game, {"sentence": panel.request.sentence})


def game_over(alert: Alert) -> Message | None:
    """Tells how a game ended; not to those who had left it before."""
    game = Game.objects.exclude(finished_at=None).filter(pk=alert.subject_id).first()
    has_left = models.Q(reason=Absence.Reason.LEFT, ended_at=None) | models.Q(substitute__isnull=False)
    if game is None or Absence.objects.filter(has_left, seat__game=game, user=alert.recipient).exists():
        return None
    if game.ended_early:
        return _message("ended_early", game, {})
    state = history.position(game, game.sequence).state
    cast = Cast.of(game)
    standing = [{"name": cast.name(entry.seat), "entry": entry} for entry in state.standing]
    winners = cast.names(entry.seat for entry in state.standing if entry.rank == 1)
    return _message("game_over", game, {"standing": standing, "winners": winners})


def missed_turn(alert: Alert) -> Message | None:
    """Tells somebody what was done for them when their time ran out; not once they are told that a bot stands in."""
    seat = _seat_of(alert)
    if seat is None or seat.absent_since is not None:
        return None
    return _message("missed_turn", seat.game, {"done": _done(seat, alert), "is_asked": seat.is_to_move})


def stand_in(alert: Alert) -> Message | None:
    """Tells somebody that a bot plays for them; no longer needed once they are back, or are replaced."""
    seat = _seat_of(alert)
    if seat is None or seat.absent_since is None:
        return None
    return _message("stand_in", seat.game, {"done": _done(seat, alert)})


def _seat_of(alert: Alert) -> Seat | None:
    """The seat that the recipient has in a game that goes on."""
    seats = Seat.objects.select_related("game__undo_request").filter(game__finished_at=None)
    return seats.filter(game=alert.subject_id, user=alert.recipient).first()


def _done(seat: Seat, alert: Alert) -> str:
    """What was done for somebody by the action that the alert is about; empty where it was no action."""
    told = story.of(seat.game).entries
    entry = told[alert.sequence] if alert.sequence < len(told) else None
    if entry is None or entry.origin is not Origin.TIMEOUT or entry.seat != seat.number:
        return ""
    return " ".join(line.words for line in entry.lines if line.seat == seat.number)


def _message(kind: str, game: Game, context: dict[str, Any]) -> Message:
    thread = message_id(f"game.{game.pk}")
    setup = game.read_setup()
    terms = " · ".join(panels.terms(setup.options, setup.players))
    return Message.from_templates(
        kind,
        {"game": game, "game_url": settings.SITE_URL + game.get_absolute_url(), "terms": terms, **context},
        {"In-Reply-To": thread, "References": thread},
    )
