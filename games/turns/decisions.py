"""Who is asked, what answers for them, whose clock runs, who is told: all that follows on a position for its seats.

To others a seat whose plan will answer, or which hidden money leaves no choice, looks like one whose player has not
answered yet.
"""

import secrets
from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from datetime import datetime, timedelta

import rules
from games.clock import clocks
from games.models import Game, Origin, Seat, StandingPlan, pace
from games.plans.active import Answer, Plans
from games.plans.answers import Ask
from games.plans.reasons import Reason, TookBack, reason_to_json
from games.replay import history
from games.story.questions import question_of
from games.turns import drafts
from games.turns.autoplay import Taken
from notifications import outbox

COLUMNS = (
    *("is_to_move", "asked_at", "asked_sequence", "question", "answers_at", "may_plan_since", "rank", "powered"),
    *("turns", "misses", "misses_in_a_row", "absent_since", "is_cautious"),
    *clocks.COLUMNS,
)
"""The columns of a seat that follow the game."""

_PLANNED_AHEAD = (rules.Phase.AUCTION, rules.Phase.RESOURCES, rules.Phase.BUILDING)
"""Phases in which players are asked one after the other, and can say before what they want."""

_FIRST_SITTING = 1_000_000
"""More actions than any game has: invitations were known by their number before, and their rows stay for a while."""

_chance = secrets.SystemRandom()


def ask(
    game: Game, seats: Sequence[Seat], plans: Plans, state: rules.State, steps: Sequence[Taken], now: datetime,
    *, done_at: datetime, undone: Container[int], by_hand: Container[int],
) -> list[Seat]:  # fmt: skip
    """Note who is asked in a new position. Seats that still owe an answer keep their time.

    :param steps: what led here.
    :param done_at: when that counts as done; by it clocks stop.
    :param undone: the seats whose actions were taken back, so that they are asked anew.
    :param by_hand: the seats whose players want to decide themselves; their plans are kept, and ask.
    :return: the seats whose players have to be told that they are asked.
    """
    acted = {step.seat for step in steps}
    asked = asked_in(game, seats, plans, state)
    untold = []
    for seat in seats:
        is_done = seat.number not in asked or seat.number in acted or seat.number in undone
        if seat.is_to_move and is_done:
            _stop_clock(game, seat, state, steps, done_at)
            be_asked_no_more(seat)
        if seat.number in asked and not seat.is_to_move:
            seat.is_to_move, seat.asked_at, seat.asked_sequence = True, done_at, game.sequence
            seat.question = question_of(state)
            clocks.start(game, seat, now)
            if not consider(seat, plans, state, now, by_hand=seat.number in by_hand):
                untold.append(seat)
    return untold


def store(seats: Iterable[Seat]) -> None:
    """Keep what has changed of the seats of a locked game: by an upsert, which is far faster than bulk_update."""
    Seat.objects.bulk_create(seats, update_conflicts=True, unique_fields=["pk"], update_fields=COLUMNS)


def asked_in(game: Game, seats: Sequence[Seat], plans: Plans, state: rules.State) -> tuple[rules.Seat, ...]:
    """The seats that a position waits for: more than the rules name where areas are drafted at once."""
    return drafts.missing(seats, plans) if drafts.is_on(game, state) else state.to_move


def be_asked_no_more(seat: Seat) -> None:
    """Forget that a seat is asked; its clock is stopped before."""
    seat.is_to_move, seat.asked_at, seat.asked_sequence, seat.question = False, None, None, ""
    seat.answers_at = None


def consider(seat: Seat, plans: Plans, state: rules.State, now: datetime, *, by_hand: bool = False) -> bool:
    """Set when a seat that is asked goes on without its player, if it does. A plan that asks notes why.

    :return: whether it goes on, so that its player need not be told.
    """
    seat.answers_at = None
    if _forced(seat, state) is not None:
        seat.answers_at = in_a_while(seat, now)
        return True
    answer = _answer(seat, plans, state)
    if answer is None:
        return False
    if isinstance(answer.outcome, Ask) or by_hand:
        _note(answer.row, answer.outcome.reason if isinstance(answer.outcome, Ask) else TookBack())
        return False
    seat.answers_at = in_a_while(seat, now)
    return True


def in_a_while(seat: Seat, now: datetime) -> datetime:
    """When a seat goes on: before its time is up, as an answer just at that moment would not look like a player's.

    The time counts that its clock has left, not when that is over: or the answer would be another while its owner
    sleeps.
    """
    wait = _chance.uniform(pace.SOONEST, pace.LATEST)
    if clocks.has_clock(seat.game, seat) and wait >= (left := clocks.left(seat.game, seat, now)):
        wait = _chance.uniform(0, left)
    return now + timedelta(seconds=wait)


def answer_without_person(seat: Seat, plans: Plans, state: rules.State) -> tuple[rules.Action, Origin] | None:
    """What is done for a seat that is asked: the only thing it can do, or what a plan answers; None where neither."""
    forced = _forced(seat, state)
    if forced is not None:
        return forced, Origin.FORCED
    answer = _answer(seat, plans, state)
    return (answer.action, Origin.PLAN) if answer and answer.action else None


def _forced(seat: Seat, state: rules.State) -> rules.Action | None:
    """What a seat is forced to do by what only its owner knows. Anything else forced was done when it was asked."""
    number = rules.Seat(seat.number)
    return rules.secretly_forced(state, number) if number in state.to_move else None


def _answer(seat: Seat, plans: Plans, state: rules.State) -> Answer | None:
    """None, too, for a player who is only asked for wishes."""
    number = rules.Seat(seat.number)
    return plans.answer(state, number) if number in state.to_move else None


def _note(row: StandingPlan, reason: Reason) -> None:
    asks = reason_to_json(reason)
    if row.asks != asks:
        row.asks = asks
        row.save(update_fields=["asks"])


def _stop_clock(game: Game, seat: Seat, state: rules.State, steps: Iterable[Taken], done_at: datetime) -> None:
    """End the time of a seat: what was taken back takes none.

    The bank pays for the answer of a plan as for any other, up to the moment that its row has.
    """
    has_decided = any(step.seat == seat.number and step.is_decision for step in steps)
    if has_decided or drafts.is_on(game, state):
        clocks.stop(game, seat, done_at)
    else:
        clocks.forget(seat)


def credit(seats: Sequence[Seat], steps: Sequence[Taken]) -> None:
    """Count what players decided in time, themselves or by a plan, and what was forced but looks like a decision."""
    for step in steps:
        seat = seats[step.seat]
        was_waited_for = step.origin is Origin.FORCED and step is steps[0] and seat.is_to_move
        if step.is_decision and (step.origin in history.DECIDED or was_waited_for):
            seat.turns, seat.misses_in_a_row = seat.turns + 1, 0


def sitting(in_round: int, phase: str) -> int:
    """The number by which alerts know what players can say at once: all auctions of a round, or the rest of it."""
    return _FIRST_SITTING + 2 * in_round + (phase != rules.Phase.AUCTION)


def invite(seats: Iterable[Seat], plans: Plans, state: rules.State, now: datetime) -> None:
    """Note which players can plan for the running phase and have not."""
    for seat in seats:
        if not _can_plan(seat, plans, state):
            seat.may_plan_since = None
        elif seat.may_plan_since is None:
            seat.may_plan_since = now


def _can_plan(seat: Seat, plans: Plans, state: rules.State) -> bool:
    if seat.plays_itself or seat.is_to_move or state.phase not in _PLANNED_AHEAD:
        return False
    number = rules.Seat(seat.number)
    return number not in state.acted and not plans.covers(state, number)


def tell(
    kind: str,
    game: Game,
    seats: Iterable[Seat],
    now: datetime,
    *,
    sequence: int | None = None,
    actor: int | None = None,
) -> None:
    """Tell players about their game.

    :param sequence: the moment that it is about; by default the present one.
    :param actor: the seat whose player is at the page, and most likely sees it there.
    """
    people = {seat.number: seat.user for seat in seats if seat.user is not None}
    at_the_page = [user.pk for number, user in people.items() if number == actor]
    sequence = game.sequence if sequence is None else sequence
    outbox.tell(people.values(), kind, game.pk, sequence, now=now, at_the_page=at_the_page)


def tell_asked(game: Game, seats: Iterable[Seat], now: datetime, *, actor: int | None = None) -> None:
    """Tell players that they are asked; once for each question."""
    asked = defaultdict(list)
    for seat in seats:
        if seat.asked_sequence is not None:
            asked[seat.asked_sequence].append(seat)
    for sequence, together in asked.items():
        tell("your_turn", game, together, now, sequence=sequence, actor=actor)


def tell_invited(game: Game, seats: Iterable[Seat], now: datetime, *, actor: int | None = None) -> None:
    """Tell players what they can say at once, if they want to be told; once for each sitting."""
    invited = [seat for seat in seats if is_told_ahead(seat)]
    tell("plan_ahead", game, invited, now, sequence=sitting(game.round, game.phase), actor=actor)


def is_told_ahead(seat: Seat) -> bool:
    """Whether the player of a seat can say something before they are asked, and wants to be told."""
    return seat.may_plan_since is not None and seat.user is not None and seat.user.is_invited_to_plan


def is_alone(seats: Iterable[Seat]) -> bool:
    """Whether one player plays against bots, so that there is nothing to tell."""
    return sum(not seat.is_bot for seat in seats) == 1
