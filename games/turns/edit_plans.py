"""Giving plans and withdrawing them: the only way to their rows.

The other players may not learn of it. So pages get no news, the time of the last action stays, and plans answer after
a while, unless the table wants them to answer at once.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

import rules
from accounts.statements import written_once
from games.clock import due
from games.models import Game, Origin, PoweringRule, Question, Seat, Slot, StandingPlan
from games.plans import active
from games.plans.active import Plans
from games.plans.language import Plan, ProxyBid, StandingPass, plan_to_json
from games.replay import snapshots
from games.turns import autoplay, decisions, drafts, play


class PlanRefused(Exception):
    """The plan cannot be kept; the sentence says why. Nothing was stored."""


@written_once
def _plans(seat: int) -> QuerySet[StandingPlan]:
    return StandingPlan.objects.filter(seat=seat).order_by("given_at", "pk")


def of(seat: Seat) -> list[StandingPlan]:
    """All plans of a seat, those that are over included: only for their owner."""
    return _plans(seat.pk)


def give(game: Game, seat: Seat, plan: Plan, *, for_round: int | None = None, now: datetime) -> Game:
    """Keep a plan instead of the one that the seat has for the same. If the seat is asked just that, it answers.

    :param for_round: the round it is for; by default the next one in which the seat is asked that.
    """
    with _changing(game, seat, now) as (game, seat, state):
        number, slot = rules.Seat(seat.number), active.slot_of(plan)
        following = active.next_round(slot, state, number)
        given = for_round or following
        row = StandingPlan(
            seat=seat, slot=slot, body=plan_to_json(plan), round=given, given_at=now, given_sequence=game.sequence
        )
        if not active.is_in_force(row, state, number):
            raise PlanRefused(_too_late(plan))
        if given > following + 1:
            raise PlanRefused(_("That is too far ahead: plan for the next round at most."))
        columns = ["body", "round", "given_at", "given_sequence", "asks"]
        StandingPlan.objects.bulk_create(
            [row], update_conflicts=True, unique_fields=["seat", "slot"], update_fields=columns
        )
    return game


def withdraw(game: Game, seat: Seat, slot: Slot, *, now: datetime) -> Game:
    """Forget a plan. If it is gone already, nothing happens."""
    with _changing(game, seat, now) as (game, seat, state):
        if slot is Slot.AREAS and drafts.is_on(game, state):  # to be asked again would give them all their time again
            raise PlanRefused(
                _("You cannot withdraw your wishes, but you can change them until all players have said theirs.")
            )
        StandingPlan.objects.filter(seat=seat, slot=slot).delete()
    return game


def stop(game: Game, seat: Seat, *, now: datetime) -> Game:
    """Keep a plan from answering: its owner decides, and the plan waits."""
    with _changing(game, seat, now) as (game, seat, state):
        if seat.is_to_move:
            decisions.consider(seat, Plans.of(game), state, now, by_hand=True)
    return game


def power_by(game: Game, seat: Seat, rule: PoweringRule, *, now: datetime) -> Game:
    """Choose how a seat powers its cities. If its player is asked just that, this is their answer, too."""
    with transaction.atomic():
        with _changing(game, seat, now) as (game, seat, _state):
            seat.powering = rule
            seat.save(update_fields=["powering"])
        if seat.question == Question.RUN_PLANTS and seat.answers_at is None:
            _power(game, seat.number, now)
    return game


def _power(game: Game, number: int, now: datetime) -> None:
    seats, state = play.seats_of(game), snapshots.load(game)
    action = autoplay.powered_by_rule(seats[number], state)
    if action is not None:
        done = autoplay.take(state, rules.Seat(number), action, Origin.PLAYER)
        play.go_on(game, seats, now, [done], actor=number)


def _too_late(plan: Plan) -> str:
    match plan:
        case ProxyBid(plant=plant) | StandingPass(plant=int() as plant):
            return _("You can no longer bid for plant %(plant)s, so there is nothing to plan.") % {"plant": plant}
    return _("It is too late for this plan. Plan for the next round instead.")


@contextmanager
def _changing(game: Game, seat: Seat, now: datetime) -> Iterator[tuple[Game, Seat, rules.State]]:
    """Lock a game to change the plans of a seat, and let the game follow them afterwards.

    :raises PlanRefused: the game is over, or its owner does not play the seat.
    """
    with transaction.atomic():
        game, seats = play.lock(game, seat)
        owner, seat = seat.user_id, seats[seat.number]
        if game.is_over:
            raise PlanRefused(_("The game is over: there is nothing left to plan."))
        if seat.user_id != owner:
            raise PlanRefused(_("%(name)s has taken over your seat and plays on for you.") % {"name": seat.name})
        if seat.plays_itself:
            raise PlanRefused(_("A bot plays for you. Come back to the game first, then plan."))
        state = snapshots.load(game)
        yield game, seat, state
        _follow(game, seats, seat, state, now)


def _follow(game: Game, seats: list[Seat], seat: Seat, state: rules.State, now: datetime) -> None:
    """Bring the columns of the seat up to date with its plans; where plans answer at once, let them."""
    plans = Plans.of(game)
    if drafts.is_on(game, state):
        is_awaited = seat.number in drafts.missing(seats, plans)
        if is_awaited != seat.is_to_move:  # all may know who has yet to wish
            play.go_on(game, seats, now, state=state, plans=plans, actor=seat.number)
    elif game.plans_answer_at_once and seat.is_to_move and decisions.answer_without_person(seat, plans, state):
        play.go_on(game, seats, now, state=state, plans=plans, actor=seat.number)
    else:
        is_left_to_them = seat.is_to_move and not decisions.consider(seat, plans, state, now)
        if is_left_to_them and not decisions.is_alone(seats):  # while a plan was to answer, they were not told
            decisions.tell_asked(game, [seat], now, actor=seat.number)
        decisions.invite([seat], plans, state, now)
        seat.save(update_fields=["answers_at", "may_plan_since"])
        due.store(game, seats)
