"""What a game does when it is due: plans answer, people are warned, time runs out, a pause ends.

All of it is one transaction, checked anew under the lock, so it may run twice, or too early. If a worker is killed,
nothing is stored, and the game comes up again when the claim has lapsed.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from prometheus_client import Histogram

import rules
from games.clock import clocks, due
from games.models import Game, Origin, Seat
from games.plans.active import Plans
from games.replay import snapshots
from games.turns import absence, decisions, drafts, play, votes
from games.turns.autoplay import cautious, take

PLAN_LAG = Histogram(
    "powergrid_plan_lag_seconds",
    "How much later than it should a plan answered",
    buckets=(0.5, 1, 2, 5, 10, 30, 60, 300, 1800),
)


def run(pk: int, *, now: datetime) -> None:
    """Do what is due in a game. Nothing happens where nothing is due, or another worker has claimed the game."""
    if not due.claim(pk, now):
        return
    with transaction.atomic():
        game = Game.objects.lock(pk)
        seats = play.seats_of(game)
        if game.resumes_at is not None and game.resumes_at <= now:
            votes.end_pause(game, seats, now)
        while not game.is_over and (seat := _due(seats, now)):
            if _has_come(seat.due_at, now):
                _run_out(game, seats, seat, now)
            elif _has_come(seat.answers_at, now):
                _answer(game, seats, seat, now)
            else:
                clocks.be_warned(seat)
                seat.save(update_fields=clocks.COLUMNS)
                decisions.tell("running_out", game, [seat], now, sequence=seat.asked_sequence)
        game.due_at, game.claimed_until = due.moment(game, seats), None  # the next worker can have it
        game.save(update_fields=["due_at", "claimed_until"])


def _due(seats: Sequence[Seat], now: datetime) -> Seat | None:
    """The seat for which something is due, the longest waiting first."""
    moments = ((moment, seat) for seat in seats for moment in due.moments_of(seat) if moment <= now)
    return min(moments, key=lambda moment: (moment[0], moment[1].number), default=(None, None))[1]


def _has_come(moment: datetime | None, now: datetime) -> bool:
    return moment is not None and moment <= now


def _answer(game: Game, seats: Sequence[Seat], seat: Seat, now: datetime) -> None:
    """Let a seat go on without its player; if that cannot be done by now, tell them that they are asked."""
    assert seat.answers_at is not None  # noqa: S101  (for the type checker: it has come)
    plans, state, answers_at = Plans.of(game), snapshots.load(game), seat.answers_at
    if _goes_on(game, seats, seat, plans, state, now):
        PLAN_LAG.observe((now - answers_at).total_seconds())
        return
    decisions.consider(seat, plans, state, now)
    seat.save(update_fields=["answers_at"])
    decisions.tell_asked(game, [seat], now)


def _goes_on(game: Game, seats: Sequence[Seat], seat: Seat, plans: Plans, state: rules.State, now: datetime) -> bool:
    """Let a seat do what it can without its player, if anything."""
    answer = decisions.answer_without_person(seat, plans, state)
    if answer is not None:
        play.go_on(game, seats, now, [take(state, rules.Seat(seat.number), *answer)], plans=plans)
    return answer is not None


def _run_out(game: Game, seats: Sequence[Seat], seat: Seat, now: datetime) -> None:
    """Decide for a player whose time is up: as planned, else with caution. If only bots are left, end the game."""
    plans, state = Plans.of(game), snapshots.load(game)
    if _goes_on(game, seats, seat, plans, state, now):
        return
    absence.miss(game, seats, seat, sequence=game.sequence + 1, now=now)
    if play.is_deserted(seats):
        play.end_early(game, seats, now)
    elif drafts.is_on(game, state):
        drafts.wish_for_anything(game, seat, now)
        play.go_on(game, seats, now)
    else:
        number = rules.Seat(seat.number)
        done = take(state, number, cautious(state, number), Origin.TIMEOUT)
        play.go_on(game, seats, now, [done], plans=plans)
    if seat.plays_itself:
        votes.recount(game, seats, now)
