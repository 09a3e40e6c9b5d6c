"""Plans and clocks in tests, by the names of those who have them."""

from datetime import datetime, timedelta

from django.db.models import Min
from django.utils import timezone

from games.models import Game, Slot, StandingPlan
from games.plans.language import Plan
from games.turns import decisions, edit_plans, run_due
from notifications.models import Alert
from tests.factories import person_called
from tests.games.taking import alerts, rows, seat_of

MOMENT = timedelta(microseconds=1)


def plan(game: Game, name: str, plan: Plan, *, for_round: int | None = None) -> Game:
    """Give somebody's plan now."""
    seat = seat_of(game, name)
    return edit_plans.give(game, seat, plan, for_round=for_round, now=timezone.now())


def withdraw(game: Game, name: str, slot: Slot) -> Game:
    return edit_plans.withdraw(game, seat_of(game, name), slot, now=timezone.now())


def invitation(game: Game, name: str) -> Alert:
    """Have somebody told that they can say something before they are asked, as they wish."""
    number = decisions.sitting(game.round, game.phase)
    return Alert(recipient=person_called(name), kind="plan_ahead", subject_id=game.pk, sequence=number)


def due(game: Game) -> datetime:
    """When a game goes on by itself."""
    due_at = Game.objects.get(pk=game.pk).due_at
    assert due_at is not None
    return due_at


def come_due(game: Game, *, now: datetime | None = None) -> Game:
    """Do what is due, as it were in the moment in which it is."""
    run_due.run(game.pk, now=now or due(game))
    return Game.objects.get(pk=game.pk)


def time_is_up(game: Game) -> datetime:
    """When the time of the first of those who are asked is up."""
    due_at = game.seats.filter(is_to_move=True).aggregate(first=Min("due_at"))["first"]
    assert isinstance(due_at, datetime)
    return due_at


def run_out(game: Game) -> Game:
    """Let the time of the first of those who are asked run out."""
    return come_due(game, now=time_is_up(game))


def come_due_until_quiet(game: Game) -> Game:
    """Let all plans answer that do, one after the other."""
    while (game := Game.objects.get(pk=game.pk)).due_at is not None:
        game = come_due(game)
    return game


def origins(game: Game) -> list[str]:
    """Where each action came from."""
    return list(game.actions.values_list("origin", flat=True))


def trace(game: Game) -> list[object]:
    """All that others can see or be told of a game."""
    shown = ("is_to_move", "asked_at", "asked_sequence", "question", "rank", "powered", "due_at", "bank", "turns")
    columns = ("sequence", "news", "moved_at", "phase", "round")
    return [
        Game.objects.values_list(*columns).get(pk=game.pk),
        list(game.seats.values_list(*shown)),
        rows(game),
        alerts(game),
    ]


def asks(game: Game, name: str, slot: Slot) -> str:
    """Why a plan asks, as it is stored; empty where it stands."""
    return StandingPlan.objects.get(seat=seat_of(game, name), slot=slot).asks
