"""What a game does when it is due: plans answer, people are warned, time runs out, a pause ends.

All of it is one transaction, checked anew under the lock, so it may run twice, or too early. If a worker is killed,
nothing is stored, and the game comes up again when the claim has lapsed.

However late a worker comes, it does things in the order in which they were due, and each counts as done when it was:
rows and banks go by that moment.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from operator import itemgetter

from django.db import transaction
from prometheus_client import Histogram

import rules
from games.clock import calendars, clocks, due
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
        while not game.is_over and (first := min(_due(game, seats, now), key=itemgetter(0), default=None)):
            moment, seat = first
            done_at = _counts_as_done(game, seat, moment)
            known_at = due.known_at(done_at, now)
            if seat is None:
                votes.end_pause(game, seats, known_at)
            elif seat.answers_at is not None:
                if _answer(game, seats, seat, done_at, known_at):
                    PLAN_LAG.observe((now - moment).total_seconds())
            elif moment == seat.due_at:
                _run_out(game, seats, seat, done_at, known_at)
            else:
                clocks.be_warned(seat)
                seat.save(update_fields=clocks.COLUMNS)
                decisions.tell("running_out", game, [seat], known_at, sequence=seat.asked_sequence)
        game.due_at, game.claimed_until = due.moment(game, seats), None  # the next worker can have it
        game.save(update_fields=["due_at", "claimed_until"])


def _due(game: Game, seats: Sequence[Seat], now: datetime) -> Iterator[tuple[datetime, Seat | None]]:
    """What is due, as the moment and the seat; None for the end of a pause. Who is out of time is not warned."""
    if game.resumes_at is not None and game.resumes_at <= now:
        yield game.resumes_at, None
    for seat in seats:
        come = [moment for moment in due.moments_of(seat) if moment <= now]
        if come:
            yield max(come), seat


def _counts_as_done(game: Game, seat: Seat | None, moment: datetime) -> datetime:
    """When what was due counts as done: after what others have done since, and not before its clock was set anew."""
    clock_set_at = seat and (seat.ticks_from or game.paused_at)
    return max(moment, game.moved_at + calendars.MOMENT, clock_set_at or moment)


def _answer(game: Game, seats: Sequence[Seat], seat: Seat, done_at: datetime, known_at: datetime) -> bool:
    """Let a seat go on without its player, or, if that cannot be done by now, tell them that they are asked."""
    plans, state = Plans.of(game), snapshots.load(game)
    if _goes_on(game, seats, seat, plans, state, done_at, known_at):
        return True
    if known_at > done_at:
        clocks.give_back(game, seat, done_at, known_at)
    decisions.consider(seat, plans, state, known_at)
    seat.save(update_fields=[*clocks.COLUMNS, "answers_at"])
    decisions.tell_asked(game, [seat], known_at)
    return False


def _goes_on(
    game: Game, seats: Sequence[Seat], seat: Seat, plans: Plans, state: rules.State,
    done_at: datetime, known_at: datetime,
) -> bool:  # fmt: skip
    """Let a seat do what it can without its player, if anything."""
    answer = decisions.answer_without_person(seat, plans, state)
    if answer is not None:
        first = take(state, rules.Seat(seat.number), *answer)
        play.go_on(game, seats, known_at, [first], plans=plans, done_at=done_at)
    return answer is not None


def _run_out(game: Game, seats: Sequence[Seat], seat: Seat, done_at: datetime, known_at: datetime) -> None:
    """Decide for a player whose time is up: as planned, else with caution. If only bots are left, end the game."""
    plans, state = Plans.of(game), snapshots.load(game)
    if _goes_on(game, seats, seat, plans, state, done_at, known_at):
        return
    absence.miss(game, seats, seat, sequence=game.sequence + 1, now=known_at)
    if play.is_deserted(seats):
        play.end_early(game, seats, known_at)
    elif drafts.is_on(game, state):
        drafts.wish_for_anything(game, seat, known_at)
        play.go_on(game, seats, known_at, done_at=done_at)
    else:
        number = rules.Seat(seat.number)
        done = take(state, number, cautious(state, number), Origin.TIMEOUT)
        play.go_on(game, seats, known_at, [done], plans=plans, done_at=done_at)
    if seat.plays_itself:
        votes.recount(game, seats, known_at)
