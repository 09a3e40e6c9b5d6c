"""Which decisions a player can ask the coach about: their own, after the end or against bots alone."""

from django.urls import reverse

import rules
from games.models import Game, Seat
from games.replay.history import DECIDED
from games.replay.position_index import PositionIndex
from games.story.names import Names


def may_ask(game: Game, mine: Seat | None) -> bool:
    """Whether the owner of a seat may be advised: never while others play."""
    if mine is None:
        return False
    return game.is_over or all(seat.is_bot for seat in game.seats.all() if seat != mine)


def is_own(course: PositionIndex, sequence: int, seat: Seat, names: Names) -> bool:
    """Whether the owner of a seat decided on an action themselves, be it by a plan, once the game had begun."""
    if not 0 < sequence <= course.last:
        return False
    mark, before = course.marks[sequence], course.marks[sequence - 1]
    is_theirs = mark.number == seat.number and not names.had_another(seat.number, sequence)
    return is_theirs and mark.origin in DECIDED and mark.to is None and before.phase is not rules.Phase.SETUP


def own(course: PositionIndex, seat: Seat, names: Names) -> list[int]:
    """All of these actions that still count."""
    return [sequence for sequence in course.in_force() if is_own(course, sequence, seat, names)]


def address_of(game: Game, mine: Seat | None, course: PositionIndex, sequence: int, names: Names) -> str:
    """Where the coach says what it thinks of an action; empty where it does not."""
    if mine is None or not may_ask(game, mine) or not is_own(course, sequence, mine, names):
        return ""
    return reverse("games:coach", args=[game.pk, sequence])


def address_now(game: Game, mine: Seat | None, state: rules.State) -> str:
    """Where the coach says what it would do now; empty where it does not."""
    is_asked = mine is not None and mine.number in state.to_move and state.phase is not rules.Phase.SETUP
    if game.is_over or not is_asked or not may_ask(game, mine):
        return ""
    return reverse("games:coach", args=[game.pk, game.sequence + 1])
