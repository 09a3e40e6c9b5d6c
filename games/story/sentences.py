"""Each event of the rules as one plain sentence.

Only what everybody at the table sees is an event, so that any sentence may be shown to anyone.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from games.story.names import Names, in_words
from rules import events


class Line(NamedTuple):
    """A sentence, and the seat whose deed it tells; None where it tells how the game went on."""

    words: str
    seat: int | None


def lines(happened: Iterable[rules.Event], names: Names) -> Iterator[Line]:
    """Events in words, in their order, except that what was built together shares a sentence."""
    for is_building, group in groupby(happened, _is_of_building):
        if is_building:
            yield from _building(list(group), names)
        else:
            yield from (Line(sentence(event, names), getattr(event, "seat", None)) for event in group)


def _is_of_building(event: rules.Event) -> bool:
    """Whether it is a city that was built in, or something that each such city can bring about."""
    match event:
        case events.CityBuilt() | events.MarkerReturned():
            return True
        case events.TrustHousePlaced():
            return came_along(event)
        case _:
            return False


def came_along(event: events.TrustHousePlaced) -> bool:
    """Whether the house came to a city of a player's, on its second slot; the first ones are placed by players."""
    return event.slot > rules.SLOTS[0]


def _building(happened: Sequence[rules.Event], names: Names) -> Iterator[Line]:
    """First the cities that each seat built in, then the marks that gave way, then the houses of the Trust."""
    cities = [event for event in happened if isinstance(event, events.CityBuilt)]
    for seat, built in groupby(cities, lambda event: event.seat):
        yield Line(_built(list(built), names), seat)
    yield from (Line(sentence(event, names), None) for event in happened if isinstance(event, events.MarkerReturned))
    houses = [event for event in happened if isinstance(event, events.TrustHousePlaced)]
    if houses:
        yield Line(_joined_by_trust(houses, names), None)


@singledispatch
def sentence(event: rules.Event, names: Names) -> str:
    """One event in words."""
    raise TypeError(f"No words for {event!r}.")


# The course of the game ---------------------------------------------------------------------------------------------


@sentence.register
def _area_chosen(event: events.AreaChosen, names: Names) -> str:
    return _("%(name)s chose the area %(area)s.") % {
        "name": names.player(event.seat),
        "area": names.area(event.area),
    }


@sentence.register
def _round_began(event: events.RoundBegan, names: Names) -> str:
    return _("Round %(round)d began. The order of play is %(names)s.") % {
        "round": event.round,
        "names": names.players(event.order),
    }


@sentence.register
def _order_changed(event: events.OrderChanged, names: Names) -> str:
    return _("After the first auctions the order of play is %(names)s.") % {"names": names.players(event.order)}


@sentence.register
def _phase_began(event: events.PhaseBegan, names: Names) -> str:
    match rules.Phase(event.phase):
        case rules.Phase.AUCTION:
            return _("The auctions began.")
        case rules.Phase.RESOURCES:
            return _("Buying resources began.")
        case rules.Phase.BUILDING:
            return _("Building began.")
        case rules.Phase.BUREAUCRACY:
            return _("Bureaucracy began: all players power their cities.")
        case phase:
            raise ValueError(f"The phase {phase} begins without words.")


@sentence.register
def _step_began(event: events.StepBegan, names: Names) -> str:
    return _("Step %(step)d began.") % {"step": event.step}


@sentence.register
def _game_ended(event: events.GameEnded, names: Names) -> str:
    return ngettext(
        "The game is over: %(names)s won.", "The game is over: %(names)s share the victory.", len(event.winners)
    ) % {"names": names.players(event.winners)}


# Before the game ----------------------------------------------------------------------------------------------------


@sentence.register
def _trust_house_placed(event: events.TrustHousePlaced, names: Names) -> str:
    if came_along(event):
        return _joined_by_trust([event], names)
    return _("%(name)s placed a house of the Trust in %(city)s.") % {
        "name": names.player(event.seat),
        "city": names.city(event.city),
    }


@sentence.register
def _start_city_marked(event: events.StartCityMarked, names: Names) -> str:
    words = (
        _("%(name)s marked %(city)s as a start city.")
        if event.token
        else _("%(name)s marked %(city)s as a start city, without a token: the supply of uranium is used up.")
    )
    return words % {"name": names.player(event.seat), "city": names.city(event.city)}


@sentence.register
def _marker_returned(event: events.MarkerReturned, names: Names) -> str:
    words = (
        _("%(city)s is no longer marked; its uranium token went back to the supply.")
        if event.token
        else _("%(city)s is no longer marked.")
    )
    return words % {"city": names.city(event.city)}


# Auctions -----------------------------------------------------------------------------------------------------------


@sentence.register
def _auction_opened(event: events.AuctionOpened, names: Names) -> str:
    return _("%(name)s put plant %(plant)s up for auction at %(bid)d Elektro.") % {
        "name": names.player(event.seat),
        "plant": names.plant(event.plant),
        "bid": event.bid,
    }


@sentence.register
def _auction_declined(event: events.AuctionDeclined, names: Names) -> str:
    return _("%(name)s wanted no plant this round.") % {"name": names.player(event.seat)}


@sentence.register
def _bid_made(event: events.BidMade, names: Names) -> str:
    return _("%(name)s bid %(amount)d Elektro for plant %(plant)s.") % {
        "name": names.player(event.seat),
        "amount": event.amount,
        "plant": names.plant(event.plant),
    }


@sentence.register
def _bid_passed(event: events.BidPassed, names: Names) -> str:
    return _("%(name)s passed on plant %(plant)s.") % {
        "name": names.player(event.seat),
        "plant": names.plant(event.plant),
    }


@sentence.register
def _plant_bought(event: events.PlantBought, names: Names) -> str:
    words = (
        _("%(name)s bought plant %(plant)s for %(price)d Elektro, as nobody else could bid.")
        if event.unopposed
        else _("%(name)s bought plant %(plant)s for %(price)d Elektro.")
    )
    return words % {"name": names.player(event.seat), "plant": names.plant(event.plant), "price": event.price}


@sentence.register
def _plant_discarded(event: events.PlantDiscarded, names: Names) -> str:
    words = (
        _("%(name)s scrapped plant %(plant)s and gave back %(fuel)s.")
        if event.fuel
        else _("%(name)s scrapped plant %(plant)s.")
    )
    return words % {
        "name": names.player(event.seat),
        "plant": names.plant(event.plant),
        "fuel": names.fuel(event.fuel),
    }


# The Trust ----------------------------------------------------------------------------------------------------------


@sentence.register
def _trust_took_plant(event: events.TrustTookPlant, names: Names) -> str:
    return _("The Trust took plant %(plant)s, the highest on offer.") % {"plant": names.plant(event.plant)}


@sentence.register
def _trust_scrapped_plant(event: events.TrustScrappedPlant, names: Names) -> str:
    return _("The Trust scrapped plant %(plant)s, its lowest.") % {"plant": names.plant(event.plant)}


@sentence.register
def _trust_declined(event: events.TrustDeclined, names: Names) -> str:
    return _("The Trust took no plant: its own are all higher than plant %(plant)s, the highest on offer.") % {
        "plant": names.plant(event.plant)
    }


@sentence.register
def _trust_took_fuel(event: events.TrustTookFuel, names: Names) -> str:
    return _("The Trust took %(fuel)s from the market.") % {"fuel": names.fuel(event.fuel)}


@sentence.register
def _trust_returned_fuel(event: events.TrustReturnedFuel, names: Names) -> str:
    return _("The Trust gave %(fuel)s back to the supply.") % {"fuel": names.fuel(event.fuel)}


# The plant market ---------------------------------------------------------------------------------------------------


@sentence.register
def _discount_placed(event: events.DiscountPlaced, names: Names) -> str:
    return _("The discount token lies on plant %(plant)s: bids for it begin at 1 Elektro.") % {
        "plant": names.plant(event.plant)
    }


@sentence.register
def _discount_lost(event: events.DiscountLost, names: Names) -> str:
    return _(
        "Plant %(drawn)s came up, so plant %(plant)s lost the discount token: bids begin at its number again."
    ) % {
        "plant": names.plant(event.plant),
        "drawn": names.plant(event.drawn),
    }


@sentence.register
def _plant_drawn(event: events.PlantDrawn, names: Names) -> str:
    return _("Plant %(plant)s came into the market.") % {"plant": names.plant(event.plant)}


@sentence.register
def _plant_removed(event: events.PlantRemoved, names: Names) -> str:
    match event.reason:
        case "obsolete":
            words = _("Plant %(plant)s became obsolete and left the market.")
        case "unsold":
            words = _("Nobody bought a plant, so plant %(plant)s left the market.")
        case "discount":
            words = _("Nobody bought plant %(plant)s, which had the discount token, so it left the market.")
        case "undercut":
            words = _("Plant %(plant)s was lower than the one with the discount token, so it left the market.")
        case "step2":
            words = _("Plant %(plant)s left the market with Step 2.")
        case "step3":
            words = _("Plant %(plant)s left the market with the Step 3 card.")
        case "update":
            words = _("Plant %(plant)s left the market at the end of the round.")
    return words % {"plant": names.plant(event.plant)}


@sentence.register
def _plant_buried(event: events.PlantBuried, names: Names) -> str:
    return _("Plant %(plant)s went under the deck.") % {"plant": names.plant(event.plant)}


@sentence.register
def _step3_card_drawn(event: events.Step3CardDrawn, names: Names) -> str:
    return ngettext(
        "The Step 3 card came up; %(count)d plant is left in the deck.",
        "The Step 3 card came up; the %(count)d plants left in the deck were shuffled.",
        event.cards,
    ) % {"count": event.cards}


# Resources, cities, income ------------------------------------------------------------------------------------------


@sentence.register
def _resources_bought(event: events.ResourcesBought, names: Names) -> str:
    words = _("%(name)s bought %(fuel)s for %(price)d Elektro.") if event.fuel else _("%(name)s bought no resources.")
    return words % {"name": names.player(event.seat), "fuel": names.fuel(event.fuel), "price": event.price}


@sentence.register
def _uranium_phased_out(event: events.UraniumPhasedOut, names: Names) -> str:
    return _("With plant %(plant)s the nuclear phase-out began: uranium is no longer refilled.") % {
        "plant": names.plant(event.plant)
    }


@sentence.register
def _city_built(event: events.CityBuilt, names: Names) -> str:
    return _built([event], names)


@sentence.register
def _built_nothing(event: events.BuiltNothing, names: Names) -> str:
    return _("%(name)s built nothing.") % {"name": names.player(event.seat)}


@sentence.register
def _cities_powered(event: events.CitiesPowered, names: Names) -> str:
    words = ngettext(
        "%(name)s powered %(count)d city and earned %(income)d Elektro.",
        "%(name)s powered %(count)d cities and earned %(income)d Elektro.",
        event.cities,
    )
    if not event.cities:
        words = _("%(name)s powered no cities and earned %(income)d Elektro.")
    return words % {"name": names.player(event.seat), "count": event.cities, "income": event.income}


@sentence.register
def _market_refilled(event: events.MarketRefilled, names: Names) -> str:
    if not event.fuel:
        return _("No resources came into the market.")
    return _("%(fuel)s came into the market.") % {"fuel": names.fuel(event.fuel)}


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
