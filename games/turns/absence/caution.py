"""What is done for somebody whose time has run out: as little as the rules allow, and nothing to regret."""

import rules
import rules.bots


def cautious(state: rules.State, seat: rules.Seat) -> rules.Action:
    """A legal action that spends nothing without need.

    It enters no auction, and where the rules demand a plant, it takes the cheapest (AUC-20). It buys just the fuel
    that its cities can do with now, builds nothing, and powers what it can. What has to be chosen in any case (which
    plant to scrap, or a place before the game) is chosen as a bot would.

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
            fuel = rules.fuel_to_power_most(state.players[seat], decision)
            return rules.BuyResources(fuel.coal, fuel.oil, fuel.garbage, fuel.uranium)
        case rules.BuildingDecision():
            return rules.BuildCities(())
        case rules.PoweringDecision(best=best):
            return best
        case _:
            return rules.bots.decide(state, seat, state.setup.seed)
