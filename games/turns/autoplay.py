"""What needs no player: actions of bots, those without a choice, and those of plans that answer at once."""

import logging
from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import dataclass

import rules
import rules.bots
from games.models import Game, Origin, Question, Seat, levels
from games.plans import active, answers
from games.plans.active import Plans
from games.plans.language import PowerPlan
from games.replay.action_rows import StoredAction, TakenBack
from games.turns import drafts

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 1000
"""Far more than any game takes without a player. More is a bug, which must not hold the lock for ever."""


@dataclass(frozen=True, slots=True)
class Taken:
    """One row to be, and the state after it."""

    seat: rules.Seat
    action: StoredAction
    origin: Origin
    state: rules.State

    @property
    def is_decision(self) -> bool:
        """Whether it answers what its seat was asked, instead of taking something back."""
        return not isinstance(self.action, TakenBack)


def take(state: rules.State, seat: rules.Seat, action: rules.Action, origin: Origin) -> Taken:
    """Take an action.

    :raises RuleError: the rules refuse it.
    """
    return Taken(seat, action, origin, rules.apply(state, seat, action))


def follow(
    game: Game, seats: Sequence[Seat], plans: Plans, state: rules.State, *, by_hand: Collection[int] = ()
) -> Iterator[Taken]:
    """All that needs no player, up to the next decision of one or the end of the game.

    Plans that answer after a while are not part of this, nor are bots that think. Who is asked to power their cities
    already decides this time, whatever their rule is by now.

    :param by_hand: seats whose plans do not answer now.
    """
    powering = {seat.number for seat in seats if seat.question == Question.RUN_PLANTS}
    for _ in range(MOST_AT_ONCE):
        try:
            taken = _next(game, seats, plans, state, by_hand, {*by_hand, *powering})
        except rules.RuleError as error:
            raise RuntimeError(f"What needs no person was refused: {error}") from error  # not for the player to hear
        if taken is None:
            return
        yield taken
        plans.resume(taken.seat)
        powering.discard(taken.seat)
        state = taken.state
    raise RuntimeError(f"The game went on for {MOST_AT_ONCE} actions without a person.")


def _next(
    game: Game,
    seats: Sequence[Seat],
    plans: Plans,
    state: rules.State,
    by_hand: Container[int],
    powering: Container[int],
) -> Taken | None:
    if drafts.is_on(game, state) and drafts.missing(seats, plans):
        return None
    for number in state.to_move:
        seat = seats[number]
        found = (
            (seat.plays_itself and _by_bot(seat, state))
            or _without_choice(game, seat, state)
            or (number not in powering and _by_rule(seat, plans, state))
            or (drafts.is_on(game, state) and drafts.choice(plans, state, number))
            or (game.plans_answer_at_once and number not in by_hand and _by_plan(plans, state, number))
        )
        if found:
            action, origin = found
            return take(state, number, action, origin)
    return None


def _by_bot(seat: Seat, state: rules.State) -> tuple[rules.Action, Origin] | None:
    """What its bot does; None where it has to think (:mod:`games.turns.thinking`)."""
    number, seed = rules.Seat(seat.number), state.setup.seed
    if seat.is_cautious:
        return cautious(state, number), Origin.BOT
    if seat.level != levels.THINKING:
        return rules.bots.decide(state, number, seed, seat.level), Origin.BOT
    try:
        first, *others = rules.bots.choices(state, number)
    except Exception:
        # It would be the fault of no player, and stop each whose turn leads here. A worker lets the usual bot decide.
        logger.exception("A bot that thinks has failed, and is left to a worker.")
        return None
    return None if others else (first, Origin.BOT)


def _without_choice(game: Game, seat: Seat, state: rules.State) -> tuple[rules.Action, Origin] | None:
    """The only legal action. What only hidden money forces comes after a while, like the answers of plans."""
    number = rules.Seat(seat.number)
    forced = rules.forced(state, number)
    is_open = game.plans_answer_at_once or forced is None or rules.secretly_forced(state, number) is None
    return (forced, Origin.FORCED) if forced is not None and is_open else None


def _by_rule(seat: Seat, plans: Plans, state: rules.State) -> tuple[rules.Action, Origin] | None:
    """How a seat powers its cities by its rule, unless its player has planned something else for the round.

    With such a plan the seat looks like one whose player decides.
    """
    powered = powered_by_rule(seat, state)
    if powered is None:
        return None
    planned = plans.answer(state, rules.Seat(seat.number))
    return None if planned and planned.action != powered else (powered, Origin.UNASKED)


def powered_by_rule(seat: Seat, state: rules.State) -> rules.Action | None:
    """How a seat that is asked powers its cities by its rule; None where it has none, or is asked something else."""
    match active.rule_for_powering(seat), rules.legal(state, rules.Seat(seat.number)):
        case PowerPlan() as rule, rules.PoweringDecision() as decision:
            return answers.run(rule, decision)
    return None


def _by_plan(plans: Plans, state: rules.State, seat: rules.Seat) -> tuple[rules.Action, Origin] | None:
    planned = plans.answer(state, seat)
    return (planned.action, Origin.PLAN) if planned and planned.action else None


def cautious(state: rules.State, seat: rules.Seat) -> rules.Action:
    """What is done for a player who is not there, and wants no more: as little as the rules allow.

    It enters no auction, and where the rules demand a plant, it takes the cheapest (AUC-20). It buys just the fuel
    that its cities need now, builds nothing, and powers what it can. What has to be chosen in any case (which plant
    to scrap, or a place before the game) is chosen as a bot would.

    :raises RuleError: the seat is not asked.
    """
    match rules.legal(state, seat):
        case rules.OpeningDecision(may_decline=True):
            return rules.DeclineAuction()
        case rules.OpeningDecision(plants=plants):
            cheapest = min(plants, key=lambda offer: (offer.least, offer.plant))
            return rules.OpenAuction(cheapest.plant, cheapest.least)
        case rules.BiddingDecision():
            return rules.PassBid()
        case rules.PurchaseDecision() as decision:
            return rules.fuel_to_power_most(state.players[seat], decision)
        case rules.BuildingDecision():
            return rules.BuildCities(())
        case rules.PoweringDecision(best=best):
            return best
        case _:
            return rules.bots.decide(state, seat, state.setup.seed, levels.USUAL)
