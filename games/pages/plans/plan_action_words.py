"""What a plan is about to do, in a few words that follow a colon."""

from django.utils.translation import gettext as _

import rules
from games.story.names import Names
from games.story.names import in_words as listed


def in_words(action: rules.Action, names: Names) -> str:
    match action:
        case rules.OpenAuction(plant=plant, bid=bid):
            return _("put up plant {plant} at {bid} Elektro").format(plant=names.plant(plant), bid=bid)
        case rules.DeclineAuction():
            return _("no plant this round")
        case rules.Bid(amount=amount):
            return _("bid {amount} Elektro").format(amount=amount)
        case rules.PassBid():
            return _("pass")
        case rules.DiscardPlant(plant=plant):
            return _("scrap plant {plant}").format(plant=names.plant(plant))
        case rules.BuyResources():
            return _("buy {fuel}").format(fuel=names.fuel(action.fuel) or _("nothing"))
        case rules.BuildCities(cities=cities):
            return _("build in {cities}").format(cities=listed(map(names.city, cities)) or _("no city"))
        case rules.RunPlants(plants=plants):
            ran = listed(names.plant(run.number) for run in plants)
            return _("run {plants}").format(plants=ran or _("no plant"))
        case rules.ChooseArea(area=area):
            return _("take {area}").format(area=names.area(area))
    raise TypeError(f"No plan does {action!r}.")
