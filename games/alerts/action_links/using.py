"""Doing what a link is for."""

from datetime import datetime

from django.db import transaction

from games.alerts.action_links.offers import Offer, find
from games.alerts.action_links.tickets import Kind, Ticket
from games.models import Game, Seat
from games.plans import active
from games.replay import snapshots
from games.turns import edit_plans, play


class Outdated(Exception):
    """What the link is for is settled by now, or not for its owner to do any more. Nothing was stored."""


def use(ticket: Ticket, *, now: datetime) -> Game:
    """Do what a ticket is for, if that is still to be done. A second time it is not, so nothing is done twice.

    It is looked up under the lock of the game, so whatever else settles the question comes before it or after.

    :raises Outdated: it is not, or the person has left the seat, or the site.
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
    if offer.row is None:
        if offer.action is None:
            raise ValueError(f"There is nothing to do for {offer.ticket}.")
        return play.play(game, seat, offer.action, expected=offer.ticket.sequence)
    is_for_all = offer.row.round is None
    in_round = game.round if offer.ticket.kind is Kind.RENEW else offer.row.round
    return edit_plans.give(game, seat, active.read(offer.row), for_round=in_round, whole_game=is_for_all, now=now)
