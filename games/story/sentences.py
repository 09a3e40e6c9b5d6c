"""Each event of the rules as one plain sentence.

Events are what everybody at the table sees, so any sentence may be shown to anybody.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from msgspec.structs import asdict

import rules
from games.story.names import Names, in_words
from rules import events


class Line(NamedTuple):
    """A sentence, and the seat whose action it tells; None where it tells how the game went on."""

    words: str
    seat: int | None


def lines(happened: Iterable[rules.Event], names: Names) -> Iterator[Line]:
    """Events in words, in order, except that cities of one turn share a sentence."""
    for is_building, group in groupby(happened, _is_of_building):
        if is_building:
            yield from _building(list(group), names)
        else:
            yield from (Line(sentence(event, names), getattr(event, "seat", None)) for event in group)


def _is_of_building(event: rules.Event) -> bool:
    """Whether it is a city that was built in, or something that building there can bring about."""
    match event:
        case events.CityBuilt() | events.MarkerReturned():
            return True
        case events.TrustHousePlaced():
            return came_along(event)
        case _:
            return False


def came_along(event: events.TrustHousePlaced) -> bool:
    """Whether the Trust followed a player into a city, on its second slot; players place its first houses."""
    return event.slot > rules.SLOTS[0]


def _building(happened: Sequence[rules.Event], names: Names) -> Iterator[Line]:
    """First the cities that each seat built in, then the markers that went back, then the houses of the Trust."""
    cities = [event for event in happened if isinstance(event, events.CityBuilt)]
    for seat, built in groupby(cities, lambda event: event.seat):
        yield Line(_built(list(built), names), seat)
    yield from (Line(sentence(event, names), None) for event in happened if isinstance(event, events.MarkerReturned))
    houses = [event for event in happened if isinstance(event, events.TrustHousePlaced)]
    if houses:
        yield Line(_joined_by_trust(houses, names), None)


SENTENCES = {
    events.AreaChosen: gettext_lazy("%(name)s chose the area %(area)s."),
    events.RoundBegan: gettext_lazy("Round %(round)d began. The order of play is %(names)s."),
    events.OrderChanged: gettext_lazy("After the first auctions the order of play is %(names)s."),
    events.StepBegan: gettext_lazy("Step %(step)d began."),
    events.AuctionOpened: gettext_lazy("%(name)s put plant %(plant)s up for auction at %(bid)d Elektro."),
    events.AuctionDeclined: gettext_lazy("%(name)s wanted no plant this round."),
    events.BidMade: gettext_lazy("%(name)s bid %(amount)d Elektro for plant %(plant)s."),
    events.BidPassed: gettext_lazy("%(name)s passed on plant %(plant)s."),
    events.TrustTookPlant: gettext_lazy("The Trust took plant %(plant)s, the highest on offer."),
    events.TrustScrappedPlant: gettext_lazy("The Trust scrapped plant %(plant)s, its lowest."),
    events.TrustDeclined: gettext_lazy(
        "The Trust took no plant: its own are all higher than plant %(plant)s, the highest on offer."
    ),
    events.TrustTookFuel: gettext_lazy("The Trust took %(fuel)s from the market."),
    events.TrustReturnedFuel: gettext_lazy("The Trust gave %(fuel)s back to the supply."),
    events.DiscountPlaced: gettext_lazy(
        "The discount token lies on plant %(plant)s: bids for it begin at 1 Elektro."
    ),
    events.DiscountLost: gettext_lazy(
        "Plant %(drawn)s came up, so plant %(plant)s lost the discount token: bids begin at its number again."
    ),
    events.PlantDrawn: gettext_lazy("Plant %(plant)s came into the market."),
    events.PlantBuried: gettext_lazy("Plant %(plant)s went under the deck."),
    events.PlantPiled: gettext_lazy("Plant %(plant)s went to the pile beside the deck."),
    events.SetAsideReturned: gettext_lazy("Plants %(plants)s, which were set aside, came on top of the deck."),
    events.AllForSale: gettext_lazy("The second deck is used up: all plants of the market are for sale."),
    events.Step3CardReturned: gettext_lazy("The Step 3 card went under the deck and will come up once more."),
    events.UraniumPhasedOut: gettext_lazy(
        "With plant %(plant)s the nuclear phase-out began: uranium is no longer refilled."
    ),
    events.OilMoved: gettext_lazy(
        "The supply had no oil for all that was due: %(tokens)d more moved to the cheap end of the market."
    ),
    events.PowerOutage: gettext_lazy(
        "Power outage, as %(cities)d cities were connected: each city lowers its owner's income by %(loss)d Elektro."
    ),
    events.BuiltNothing: gettext_lazy("%(name)s built nothing."),
}
"""The words of events that are always told in the same ones."""

PHASES = {
    rules.Phase.AUCTION: gettext_lazy("The auctions began."),
    rules.Phase.RESOURCES: gettext_lazy("Buying resources began."),
    rules.Phase.BUILDING: gettext_lazy("Building began."),
    rules.Phase.BUREAUCRACY: gettext_lazy("Bureaucracy began: all players power their cities."),
}

REMOVALS = {
    "obsolete": gettext_lazy("Plant %(plant)s became obsolete and left the market."),
    "unsold": gettext_lazy("Nobody bought a plant, so plant %(plant)s left the market."),
    "discount": gettext_lazy("Nobody bought plant %(plant)s, which had the discount token, so it left the market."),
    "undercut": gettext_lazy(
        "Plant %(plant)s was lower than the one with the discount token, so it left the market."
    ),
    "step2": gettext_lazy("Plant %(plant)s left the market with Step 2."),
    "step3": gettext_lazy("Plant %(plant)s left the market with the Step 3 card."),
    "update": gettext_lazy("Plant %(plant)s left the market at the end of the round."),
    "declined": gettext_lazy("With the first to decline, plant %(plant)s left the market."),
    "waiting": gettext_lazy("Plant %(plant)s left the game, as nobody can buy it in Step 1."),
}

NAMED: Mapping[str, tuple[str, Callable[[Names, Any], str]]] = {
    "seat": ("name", Names.player),
    "order": ("names", Names.players),
    "winners": ("names", Names.players),
    "area": ("area", Names.area),
    "city": ("city", Names.city),
    "plant": ("plant", lambda _names, plant: Names.plant(plant)),
    "plants": ("plants", lambda _names, plants: in_words(map(Names.plant, plants))),
    "drawn": ("drawn", lambda _names, plant: Names.plant(plant)),
    "mines": ("mines", lambda names, mines: in_words(map(names.plant, mines))),
    "fuel": ("fuel", lambda _names, fuel: Names.fuel(fuel)),
    "market": ("market", Names.market),
}
"""Fields of events that are shown by a name: their place in sentences, and how to find the name."""


def sentence(event: rules.Event, names: Names) -> str:
    """One event in words."""
    match event:
        case events.CityBuilt():
            return _built([event], names)
        case events.TrustHousePlaced() if came_along(event):
            return _joined_by_trust([event], names)
    values: dict[str, object] = {}
    for field, value in asdict(event).items():
        name, told = NAMED.get(field, (field, None))
        values[name] = told(names, value) if told else value
    return str(SENTENCES[type(event)] if type(event) in SENTENCES else _words(event, names)) % values


def _words(event: rules.Event, names: Names) -> str | Promise:
    """The words of an event that is not always told in the same ones."""
    match event:
        case events.PhaseBegan(phase=phase):
            return PHASES[rules.Phase(phase)]
        case events.PlantRemoved(reason=reason):
            return REMOVALS[reason]
        case events.GameEnded(winners=winners):
            return ngettext(
                "The game is over: %(names)s won.", "The game is over: %(names)s share the victory.", len(winners)
            )
        case events.TrustHousePlaced():
            return _("%(name)s placed a house of the Trust in %(city)s.")
        case events.StartCityMarked(token=True):
            return _("%(name)s marked %(city)s as a start city.")
        case events.StartCityMarked():
            return _("%(name)s marked %(city)s as a start city, without a token: the supply of uranium is used up.")
        case events.MarkerReturned(token=True):
            return _("%(city)s is no longer marked; its uranium token went back to the supply.")
        case events.MarkerReturned():
            return _("%(city)s is no longer marked.")
        case events.PlantBought(unopposed=True):
            return _("%(name)s bought plant %(plant)s for %(price)d Elektro, as nobody else could bid.")
        case events.PlantBought():
            return _("%(name)s bought plant %(plant)s for %(price)d Elektro.")
        case events.PlantDiscarded(fuel=fuel):
            scrapped = _("%(name)s scrapped plant %(plant)s.")
            return _("%(name)s scrapped plant %(plant)s and gave back %(fuel)s.") if fuel else scrapped
        case events.Step3CardDrawn(shuffled=False):
            return _("The Step 3 card came up.")
        case events.Step3CardDrawn(cards=cards):
            return ngettext(
                "The Step 3 card came up; %(cards)d plant is left in the deck.",
                "The Step 3 card came up; the %(cards)d plants left in the deck were shuffled.",
                cards,
            )
        case events.PileShuffled():
            return _("The deck is used up: the %(cards)d plants of the pile were shuffled and are the second deck.")
        case events.ResourcesBought(fuel=rules.NO_FUEL):
            is_out = names.board.rules.fuel_sales.token_by_token
            return (
                _("%(name)s passed, and buys no more fuel in this round.")
                if is_out
                else _("%(name)s bought no resources.")
            )
        case events.ResourcesBought(market=market):
            there = _("%(name)s bought %(fuel)s in the %(market)s market for %(price)d Elektro.")
            return there if market else _("%(name)s bought %(fuel)s for %(price)d Elektro.")
        case events.MarketRefilled(fuel=rules.NO_FUEL):
            return _("No resources came into the market.")
        case events.MarketRefilled(markets=()):
            return _("%(fuel)s came into the market.")
        case events.MarketRefilled(markets=markets):
            return " ".join(_refilled(markets, names))
        case events.UraniumSold(mines=mines):
            return ngettext(
                "%(name)s sold uranium of mine %(mines)s at %(price)d, for %(income)d Elektro.",
                "%(name)s sold uranium of mines %(mines)s at %(price)d, for %(income)d Elektro.",
                len(mines),
            )
        case events.UraniumUsed(tokens=tokens):
            return ngettext(
                "%(tokens)d token left the uranium market.", "%(tokens)d tokens left the uranium market.", tokens
            )
        case events.CitiesPowered(cities=0):
            return _("%(name)s powered no cities and earned %(income)d Elektro.")
        case events.CitiesPowered(cities=cities):
            return ngettext(
                "%(name)s powered %(cities)d city and earned %(income)d Elektro.",
                "%(name)s powered %(cities)d cities and earned %(income)d Elektro.",
                cities,
            )
    raise TypeError(f"No words for {event!r}.")


def _refilled(markets: Sequence[rules.Fuel], names: Names) -> Iterator[str]:
    """What came into each of several markets."""
    for market, fuel in zip(names.board.markets, markets, strict=True):
        if fuel:
            sentence = _("%(fuel)s came into the %(market)s market.")
            yield sentence % {"fuel": names.fuel(fuel), "market": names.market(market.id)}


def _built(cities: Sequence[events.CityBuilt], names: Names) -> str:
    """Cities that one seat built in a turn."""
    return ngettext(
        "%(name)s built in %(cities)s for %(cost)d Elektro.",
        "%(name)s built in %(cities)s for %(cost)d Elektro in all.",
        len(cities),
    ) % {
        "name": names.player(cities[0].seat),
        "cities": in_words(names.city(event.city) for event in cities),
        "cost": sum(event.slot + event.connection for event in cities),
    }


def _joined_by_trust(houses: Sequence[events.TrustHousePlaced], names: Names) -> str:
    return _("The Trust placed a house in %(cities)s, too.") % {
        "cities": in_words(names.city(event.city) for event in houses)
    }
