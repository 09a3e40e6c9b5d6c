"""The next houses of a company."""

from rules import network
from rules.bots.easy import builder
from rules.decisions import CityOffer
from rules.state import Seat, State

_MOST = 9


def cheapest(state: State, seat: Seat, money: int, more: int) -> list[CityOffer]:
    """The houses to build one after another, each the cheapest in its turn, as far as money goes, and some more."""
    found = list[CityOffer]()
    offers = network.offers(state, seat)
    while offers and len(found) < _MOST and more:
        player = state.players[seat]
        best = builder.best(state, seat, offers, 999) if player.cities else builder.start(state, offers)
        found.append(best)
        money -= best.cost
        more -= money < 0
        state = state.with_player(seat, network.with_house(player, best))
        offers = network.offers(state, seat)
    return found
