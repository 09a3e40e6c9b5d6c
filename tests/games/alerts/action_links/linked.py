"""Links in tests, by the names of those whom they are for."""

from django.urls import reverse

from games.alerts.action_links import offers
from games.alerts.action_links import words as link_words
from games.alerts.action_links.tickets import Kind, Ticket, write
from games.models import Game
from games.plans.active import Plans
from games.replay import snapshots
from games.story.names import Names
from tests.games.taking import seat_of


def tickets(game: Game, name: str) -> dict[Kind, Ticket]:
    """What somebody could do by links now."""
    game = Game.objects.get(pk=game.pk)
    found = offers.offers(game, seat_of(game, name), snapshots.load(game), Plans.of(game))
    return {offer.ticket.kind: offer.ticket for offer in found}


def words(game: Game, name: str) -> list[str]:
    """What the buttons in a mail say."""
    game = Game.objects.get(pk=game.pk)
    found = link_words.links(seat_of(game, name), snapshots.load(game), Names.of(game), Plans.of(game))
    return [link.words for link in found]


def address(ticket: Ticket) -> str:
    return reverse("games:act", args=[write(ticket)])
