"""What the mails about games say. All mails of a game are one thread."""

from typing import Any

from django.conf import settings

import rules
from games import history, panels, questions, story
from games.cast import Cast
from games.models import Game, Seat
from notifications.kinds import Message, message_id, register
from notifications.models import Alert


def register_all() -> None:
    """Make the kinds of alerts that games send known."""
    register("your_turn", your_turn)
    register("game_over", game_over)


def your_turn(alert: Alert) -> Message | None:
    """Asks for a decision; no longer needed once the seat has been played or has been asked something later."""
    seat = (
        Seat.objects.select_related("game")
        .filter(game=alert.subject_id, user=alert.recipient, is_to_move=True, asked_sequence=alert.sequence)
        .first()
    )
    if seat is None:
        return None
    positions = history.positions(seat.game)
    cast = Cast.of(seat.game)
    recap = story.tell(positions, cast, story.Reader.of(seat.game, seat)).since_turn_of(seat).recap()
    question = questions.sentence(positions[-1].state, rules.Seat(seat.number), cast)
    return _message("your_turn", seat.game, {"recap": recap, "question": question})


def game_over(alert: Alert) -> Message | None:
    """Tells how a game ended."""
    game = Game.objects.exclude(finished_at=None).filter(pk=alert.subject_id).first()
    if game is None:
        return None
    state = history.position(game, game.sequence).state
    cast = Cast.of(game)
    standing = [{"name": cast.name(entry.seat), "entry": entry} for entry in state.standing]
    winners = cast.names(entry.seat for entry in state.standing if entry.rank == 1)
    return _message("game_over", game, {"standing": standing, "winners": winners})


def _message(kind: str, game: Game, context: dict[str, Any]) -> Message:
    thread = message_id(f"game.{game.pk}")
    setup = game.read_setup()
    terms = " · ".join(panels.terms(setup.options, setup.players))
    return Message.from_templates(
        kind,
        {"game": game, "game_url": settings.SITE_URL + game.get_absolute_url(), "terms": terms, **context},
        {"In-Reply-To": thread, "References": thread},
    )
