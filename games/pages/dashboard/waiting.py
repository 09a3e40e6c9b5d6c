"""The games that wait for a player: how many, and which comes next."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.urls import reverse

from accounts.statements import written_once
from games.models import Game, Question, Seat
from games.models.damaged import stepping_over
from games.story.questions import in_a_sentence

SOONEST = (F("due_at").asc(nulls_last=True), "asked_at")
"""The order of seats to move: the one first whose time is up first, or else the longest asked."""


@written_once
def _waiting(user: int) -> QuerySet[Seat, tuple[Any, ...]]:
    seats = Seat.objects.filter(user=user, is_to_move=True, answers_at=None).order_by(*SOONEST, "game")
    return seats.values_list("game_id", "game__name", "game__areas_at_once", "question", "asked_at", "due_at")


@dataclass(frozen=True, slots=True)
class WaitingGame:
    """A game that waits for a player: what they are asked, beginning with a small letter, and since when.

    ``due_at`` is when their time is up; None where no clock runs.
    """

    pk: int
    name: str
    question: str
    since: datetime
    due_at: datetime | None

    @property
    def href(self) -> str:
        return reverse("games:detail", args=[self.pk])


def waiting_games(request: HttpRequest) -> tuple[WaitingGame, ...]:
    """The games that wait for the user, in the order in which to play them.

    Where a plan of theirs is about to answer, the game does not wait for them.

    The database is asked once for each request, however many parts of a page want to know.
    """
    known: tuple[WaitingGame, ...] | None = getattr(request, "waiting_games", None)
    if known is None:
        known = _waiting_games(request)
        setattr(request, "waiting_games", known)  # noqa: B010  # requests have no such attribute of their own
    return known


def next_game(request: HttpRequest, here: int) -> WaitingGame | None:
    """The game to go to from the game ``here``."""
    return next((game for game in waiting_games(request) if game.pk != here), None)


def _waiting_games(request: HttpRequest) -> tuple[WaitingGame, ...]:
    # What cannot be read is answered before anybody asked who sent it.
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return ()
    found = []
    for pk, name, at_once, question, since, due_at in _waiting(user.pk):
        if since is None:
            continue
        with stepping_over(Game, pk):
            words = in_a_sentence(Question(question), areas_at_once=at_once)
            found.append(WaitingGame(pk, name, words, since, due_at))
    return tuple(found)
