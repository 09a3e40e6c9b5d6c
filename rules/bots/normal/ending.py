"""Whether this round is the last one, and who would win it."""

from rules.bots.normal.outlook import Outlook
from rules.powering import most_cities
from rules.state import Phase, Seat

_CONNECTION = 8
"""What a connection costs late in the game, about."""

_NEARLY = 3
"""Who can power this many cities fewer than end the game does not wait any longer."""


def is_certain(outlook: Outlook) -> bool:
    """Whether the game ends with this round."""
    return any(number >= outlook.end for number in outlook.cities)


def may_end(outlook: Outlook) -> bool:
    """Whether some company can build as many cities this round as end the game, and power most of them."""
    return any(
        cities + _houses_within(outlook, Seat(seat)) >= outlook.end and outlook.powers(seat) >= outlook.end - _NEARLY
        for seat, cities in enumerate(outlook.cities)
    )


def would_win(outlook: Outlook, powered: int, money: int) -> bool:
    """Whether the own company would win a game that ends now, with so many cities powered and this money."""
    richest = max(money for seat, money in enumerate(outlook.money) if seat != outlook.seat)
    return (powered, money) > (best_of_others(outlook), richest)


def best_of_others(outlook: Outlook) -> int:
    """The most cities that another company may power at the end of this round, its fuel being bought."""
    state = outlook.state
    return max(
        most_cities(outlook.plants[seat], player.fuel, outlook.cities[seat] + _houses_within(outlook, Seat(seat)))
        for seat, player in enumerate(state.players)
        if seat != outlook.seat
    )


def _houses_within(outlook: Outlook, seat: Seat) -> int:
    """How many houses a company may still pay for this round, about."""
    if seat in outlook.state.acted and outlook.state.phase is Phase.BUILDING:
        return 0
    slot = 5 * (1 + outlook.state.step)
    return outlook.money[seat] // (slot + _CONNECTION)
