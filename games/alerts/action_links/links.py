"""The links that an alert offers."""

from django.conf import settings
from django.urls import reverse

import rules
from games.alerts.action_links import words
from games.alerts.action_links.offers import offers
from games.alerts.action_links.tickets import Ticket, write
from games.models import Seat
from games.pages.plans.planner import Planner
from games.plans.active import Plans
from games.story.names import Names
from notifications.kinds import Link


def links(seat: Seat, state: rules.State, names: Names, plans: Plans) -> tuple[Link, ...]:
    """What the owner of a seat can do by a link, with words for the buttons. They are for nobody else to see.

    :param state: the present position.
    :param plans: all of the game.
    """
    planner = Planner(state, rules.Seat(seat.number), names, seat.game.get_absolute_url())
    found = offers(seat.game, seat, state, plans)
    return tuple(Link(words.button(offer, planner), _address(offer.ticket)) for offer in found)


def _address(ticket: Ticket) -> str:
    return f"{settings.SITE_URL}{reverse('games:act', args=[write(ticket)])}"
