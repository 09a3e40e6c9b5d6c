"""What a player can do by a link at the present moment of a game, and doing it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db import transaction
from msgspec.structs import replace

import rules
from games.alerts.action_links.tickets import Kind, Ticket
from games.models import Game, Seat, Slot, StandingPlan
from games.plans import active
from games.plans.active import Plans
from games.plans.language import AuctionPlan, BuildPlan, BuyPlan, Plan
from games.replay import snapshots
from games.turns import drafts, edit_plans, play

_RENEWED = {
    rules.Phase.AUCTION: (Slot.AUCTIONS,),
    rules.Phase.RESOURCES: (Slot.PURCHASE, Slot.BUILDING),
    rules.Phase.BUILDING: (Slot.BUILDING,),
}
"""The plans that can be given again for the next round, by the phase in which they are offered, in their order."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Outdated(Exception):
    """The question of the link is settled by now, or no longer its owner's. Nothing was stored."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that can be done by a link.

    ``action`` is what it does, or what the plan then does; None where that is open. ``rows`` are the plans that it
    gives anew, if any.
    """

    ticket: Ticket
    action: rules.Action | None = None
    rows: tuple[StandingPlan, ...] = ()


def use(ticket: Ticket, *, now: datetime) -> Game:
    """Do what a ticket is for, if that is still to be done: never twice, as the game is locked first.

    :raises Outdated: it is settled, or the person has left the seat, or the site.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(pk=ticket.game).first()
        seat = Seat.objects.filter(game=game, number=ticket.seat, user=ticket.user, user__is_active=True).first()
        if game is None or seat is None:
            raise Outdated
        offer = find(ticket, game, seat, snapshots.load(game))
        if offer is None:
            raise Outdated
        try:
            return _do(game, seat, offer, now)
        except play.Stale as stale:  # the lock was no lock
            raise Outdated from stale


def _do(game: Game, seat: Seat, offer: Offer, now: datetime) -> Game:
    if not offer.rows:
        if offer.action is None:
            raise ValueError(f"There is nothing to do for {offer.ticket}.")
        return play.play(game, seat, offer.action, expected=offer.ticket.sequence)
    for row in offer.rows:
        plan, in_round = active.read(row), row.round
        if offer.ticket.kind is Kind.RENEW:
            plan, in_round = _anew(plan, snapshots.load(game), seat.number), game.round
        game = edit_plans.give(game, seat, plan, for_round=in_round, now=now)
    return game


def _anew(plan: Plan, state: rules.State, seat: int) -> Plan:
    """A plan of the last round for this one: where turns go round, it begins with what is held by now (MAP-IN-7)."""
    if isinstance(plan, BuyPlan) and state.board.rules.fuel_sales.token_by_token:
        return replace(plan, held=state.players[seat].fuel)
    return plan


def find(ticket: Ticket, game: Game, seat: Seat, state: rules.State) -> Offer | None:
    """What a ticket is for, if just that is still to be done."""
    return next((offer for offer in offers(game, seat, state, Plans.of(game)) if offer.ticket == ticket), None)


def offers(game: Game, seat: Seat, state: rules.State, plans: Plans) -> Iterator[Offer]:
    """All that the owner of a seat could do by links.

    :param plans: all of the game.
    """
    if game.is_over or seat.plays_itself or drafts.is_on(game, state):
        return
    if not seat.is_to_move:
        yield from _renewing(game, seat, state, plans)
    elif seat.asked_sequence == game.sequence or state.phase is rules.Phase.BUREAUCRACY:
        yield from _answering(game, seat, state, plans)


def _answering(game: Game, seat: Seat, state: rules.State, plans: Plans) -> Iterator[Offer]:
    number = rules.Seat(seat.number)
    simple = _simple(rules.legal(state, number))
    if simple is not None:
        yield Offer(_ticket(simple[0], game, seat), simple[1])
    kept = plans.given_anew(state, number)
    if kept is None or not kept.row.asks or kept.action is None:
        return
    if simple != (Kind.POWER, kept.action):  # the same is not offered twice
        yield Offer(_ticket(Kind.CONFIRM, game, seat, kept.row), kept.action, (kept.row,))


def _simple(decision: rules.Decision) -> tuple[Kind, rules.Action] | None:
    """An answer that needs no look at the game, if there is one."""
    match decision:
        case rules.BiddingDecision():
            return Kind.DECLINE, rules.PassBid()
        case rules.OpeningDecision(may_decline=True):
            return Kind.DECLINE, rules.DeclineAuction()
        case rules.PoweringDecision(best=best):
            return Kind.POWER, best
        case _:
            return None


def _renewing(game: Game, seat: Seat, state: rules.State, plans: Plans) -> Iterator[Offer]:
    """The plans of the last round, for a player who has yet to plan the same part of this one."""
    if seat.may_plan_since is None:
        return
    last = {row.slot: row for row in plans.rows(seat.number) if row.round == state.round - 1}
    rows = [last[slot] for slot in _RENEWED.get(state.phase, ()) if slot in last]
    if again := [row for row in rows if _makes_sense_again(active.read(row), state, rules.Seat(seat.number))]:
        yield Offer(_ticket(Kind.RENEW, game, seat, again[0]), rows=tuple(again))


def _makes_sense_again(plan: Plan, state: rules.State, seat: rules.Seat) -> bool:
    """Whether something in a plan can still be done."""
    match plan:
        case AuctionPlan(wishes=wishes, otherwise=otherwise):
            return any(wish.plant in state.market for wish in wishes) if wishes else otherwise == "pass"
        case BuildPlan(cities=wishes):
            built = {house.city for house in state.players[seat].cities}
            return all(wish.city not in built for wish in wishes)
        case _:
            return True


def _ticket(kind: Kind, game: Game, seat: Seat, row: StandingPlan | None = None) -> Ticket:
    if seat.user_id is None:
        raise ValueError(f"Nobody has seat {seat.pk}.")
    sequence = row.given_sequence if row and kind is Kind.RENEW else seat.asked_sequence
    if sequence is None:
        raise ValueError(f"Seat {seat.pk} is not asked.")
    given_at = (row.given_at - _EPOCH) // timedelta(microseconds=1) if row else 0
    return Ticket(kind, game.pk, seat.number, seat.user_id, sequence, given_at)
