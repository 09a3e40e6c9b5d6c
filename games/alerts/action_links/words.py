"""The links that an alert offers, and what a link does, in words: on its button, and on the page that asks again."""

from collections.abc import Iterator

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from games.alerts.action_links.offers import Offer, offers
from games.alerts.action_links.tickets import write
from games.models import Seat
from games.pages.composing.asked import Asked
from games.pages.composing.powering import PoweringPanel, powering_panel
from games.pages.plans import plan_action_words
from games.pages.plans.planner import Planner
from games.plans.active import Plans
from games.story.names import Names, in_words
from notifications.kinds import Link


def links(seat: Seat, state: rules.State, names: Names, plans: Plans) -> tuple[Link, ...]:
    """What the owner of a seat can do by a link. Only they may see the links.

    :param state: the present position.
    :param plans: all of the game.
    """
    planner = Planner(state, rules.Seat(seat.number), names, seat.game.get_absolute_url())
    return tuple(
        Link(button(offer, planner), f"{settings.SITE_URL}{reverse('games:act', args=[write(offer.ticket)])}")
        for offer in offers(seat.game, seat, state, plans)
    )


def button(offer: Offer, planner: Planner) -> str:
    """What a link does, in a few words."""
    if offer.action is None:
        return _("Plan the same for round {round}").format(round=planner.state.round)
    if offer.rows:
        return _("Let my plan go on: {action}").format(action=plan_action_words.in_words(offer.action, planner.names))
    match offer.action, planner.state.auction:
        case rules.PassBid(), rules.Auction(plant=plant):
            return _("Pass on plant {plant}").format(plant=planner.names.plant(plant))
        case rules.DeclineAuction(), _:
            return _("Decline: no plant this round")
        case rules.RunPlants(), _:
            return _proposed(planner).confirm
    raise TypeError(f"No link does {offer.action!r}.")


def consequences(offer: Offer, planner: Planner) -> Iterator[str]:
    """What it means, sentence by sentence, the money last."""
    if offer.action is None:
        yield _("Only you can see the plan, and you can change it until it is your turn.")
        return
    if not offer.rows:
        yield from _answer(offer.action, planner)
    yield _money(offer.action, planner)


def _answer(action: rules.Action, planner: Planner) -> Iterator[str]:
    match action:
        case rules.PassBid():
            yield _("You drop out of this auction. You can still take part in the others of the round.")
        case rules.DeclineAuction():
            yield _("You are out of the auctions of this round, and buy no plant.")
        case rules.RunPlants(plants=runs):
            yield _running(runs, planner.names)
            burnt = in_words(f"{fuel.amount} {fuel.name}" for fuel in _proposed(planner).burnt)
            yield _("That burns {fuel}.").format(fuel=burnt) if burnt else _("That burns nothing.")


def _running(runs: tuple[rules.Run, ...], names: Names) -> str:
    if not runs:
        return _("You run no plant.")
    plants = in_words(names.plant(run.number) for run in runs)
    return ngettext("You run plant {plants}.", "You run plants {plants}.", len(runs)).format(plants=plants)


def _money(action: rules.Action, planner: Planner) -> str:
    """What it costs or earns. Of the position that it leads to, only the player's own money is read."""
    money = planner.state.players[planner.seat].money
    left = rules.apply(planner.state, planner.seat, action).players[planner.seat].money
    if left < money:
        return _("It costs {price} Elektro, and leaves you {left}.").format(price=money - left, left=left)
    if left > money:
        return _("It earns you {income} Elektro. You then have {left}.").format(income=left - money, left=left)
    match action, planner.state.auction:
        case (rules.Bid(amount=bid), rules.Auction(plant=plant)) | (rules.OpenAuction(plant=plant, bid=bid), _):
            words = _("If nobody bids more, plant {plant} is yours for {bid} of your {money} Elektro.")
            return words.format(plant=planner.names.plant(plant), bid=bid, money=money)
    return _("It costs nothing.")


def _proposed(planner: Planner) -> PoweringPanel:
    """What the game page proposes to a player who is to power cities."""
    asked = Asked(planner.state, planner.seat, planner.names, planner.page)
    match asked.decision:
        case rules.PoweringDecision() as decision:
            return powering_panel(asked, decision, None)
    raise ValueError(f"Seat {planner.seat} is not to power its cities.")
