"""Whether this round is the last one, and who would win it."""

from rules.bots.normal.outlook import Outlook
from rules.powering import most_cities


def houses_within(outlook: Outlook, seat: int) -> int:
    """How many houses a company may pay for this round, about."""
    cost = 8 + 5 * (1 + outlook.state.step)
    return int(outlook.money[seat] // cost)


def may_end(outlook: Outlook) -> bool:
    """Whether some company can build as many cities this round as end the game."""
    return any(
        outlook.cities[seat] + houses_within(outlook, seat) >= outlook.end
        and sum(plant.powers for plant in outlook.plants[seat]) >= outlook.end - 3
        for seat in range(len(outlook.cities))
    )


def best_of_others(outlook: Outlook) -> int:
    """The most cities that another company may power at the end of this round, fuel being bought."""
    state = outlook.state
    found = 0
    for seat, player in enumerate(state.players):
        if seat == outlook.seat:
            continue
        more = 0 if seat in state.acted else houses_within(outlook, seat)
        found = max(found, most_cities(outlook.plants[seat], player.fuel, outlook.cities[seat] + more))
    return found
