"""The games that wait for somebody: how many, and which comes next."""

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest
from django.urls import reverse

from games.models import Question, Seat
from games.questions import IN_SENTENCES


@dataclass(frozen=True, slots=True)
class WaitingGame:
    """A game in which somebody is to move: what they are asked, beginning with a small letter, and since when."""

    pk: int
    name: str
    question: str
    since: datetime

    @property
    def href(self) -> str:
        return reverse("games:detail", args=[self.pk])


def waiting_games(request: HttpRequest) -> tuple[WaitingGame, ...]:
    """The games that wait for whoever asks, the longest waiting first.

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
    seats = Seat.objects.filter(user=user, is_to_move=True).order_by("asked_at", "game")
    rows = seats.values_list("game_id", "game__name", "question", "asked_at")
    return tuple(
        WaitingGame(pk, name, str(IN_SENTENCES[Question(question)]), since)
        for pk, name, question, since in rows
        if since is not None
    )
