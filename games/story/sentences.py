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
from games.story.names import Cast, in_words
from rules import events


class Line(NamedTuple):
    """A sentence, and the seat whose deed it tells; None where it tells how the game went on."""

    words: str
    seat: int | None


def lines(happened: Iterable[rules.Event], cast: Cast) -> Iterator[Line]:
    """Events in words, in their order, except that what was built together shares a sentence."""
    for is_building, group in groupby(happened, _is_of_building):
        if is_building:
            yield from _building(list(group), cast)
        else:
            yield from (Line(sentence(event, cast), getattr(event, "seat", None)) for event in group)


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


def _building(happened: Sequence[rules.Event], cast: Cast) -> Iterator[Line]:
    """First the cities that each seat built in, then the marks that gave way, then the houses of the Trust."""
    cities = [event for event in happened if isinstance(event, events.CityBuilt)]
    for seat, built in groupby(cities, lambda event: event.seat):
        yield Line(_built(list(built), cast), seat)
    yield from (Line(sentence(event, cast), None) for event in happened if isinstance(event, events.MarkerReturned))
    houses = [event for event in happened if isinstance(event, events.TrustHousePlaced)]
    if houses:
        yield Line(_joined_by_trust(houses, cast), None)


@singledispatch
def sentence(event: rules.Event, cast: Cast) -> str:
    """One event in words."""
    raise TypeError(f"No words for {event!r}.")


# The course of the game ---------------------------------------------------------------------------------------------


@sentence.register
def _area_chosen(event: events.AreaChosen, cast: Cast) -> str:
    return _("%(name)s took the area %(area)s into play.") % {
        "name": cast.name(event.seat),
        "area": cast.area(event.area),
    }


@sentence.register
def _round_began(event: events.RoundBegan, cast: Cast) -> str:
    return _("Round %(round)d began, with %(names)s in this order.") % {
        "round": event.round,
        "names": cast.names(event.order),
    }


@sentence.register
def _order_changed(event: events.OrderChanged, cast: Cast) -> str:
    return _("After the first auctions %(names)s go on in this order.") % {"names": cast.names(event.order)}


@sentence.register
def _phase_began(event: events.PhaseBegan, cast: Cast) -> str:
    match rules.Phase(event.phase):
        case rules.Phase.AUCTION:
            return _("The auctions began.")
        case rules.Phase.RESOURCES:
            return _("Buying resources began.")
        case rules.Phase.BUILDING:
            return _("Building began.")
        case rules.Phase.BUREAUCRACY:
            return _("Bureaucracy began: everybody powers their cities.")
        case phase:
            raise ValueError(f"The phase {phase} begins without words.")


@sentence.register
def _step_began(event: events.StepBegan, cast: Cast) -> str:
    return _("Step %(step)d began.") % {"step": event.step}


@sentence.register
def _game_ended(event: events.GameEnded, cast: Cast) -> str:
    return ngettext(
        "The game is over: %(names)s won.", "The game is over: %(names)s share the victory.", len(event.winners)
    ) % {"names": cast.names(event.winners)}


# Before the game ----------------------------------------------------------------------------------------------------


@sentence.register
def _trust_house_placed(event: events.TrustHousePlaced, cast: Cast) -> str:
    if came_along(event):
        return _joined_by_trust([event], cast)
    return _("%(name)s put a house of the Trust into %(city)s.") % {
        "name": cast.name(event.seat),
        "city": cast.city(event.city),
    }


@sentence.register
def _start_city_marked(event: events.StartCityMarked, cast: Cast) -> str:
    words = (
        _("%(name)s marked %(city)s as a start city.")
        if event.token
        else _("%(name)s marked %(city)s as a start city, without a token: the supply of uranium is used up.")
    )
    return words % {"name": cast.name(event.seat), "city": cast.city(event.city)}


@sentence.register
def _marker_returned(event: events.MarkerReturned, cast: Cast) -> str:
    words = (
        _("%(city)s is no longer marked; its uranium token went back to the supply.")
        if event.token
        else _("%(city)s is no longer marked.")
    )
    return words % {"city": cast.city(event.city)}


# Auctions -----------------------------------------------------------------------------------------------------------


@sentence.register
def _auction_opened(event: events.AuctionOpened, cast: Cast) -> str:
    return _("%(name)s put plant %(plant)s up for auction at %(bid)d Elektro.") % {
        "name": cast.name(event.seat),
        "plant": cast.plant(event.plant),
        "bid": event.bid,
    }


@sentence.register
def _auction_declined(event: events.AuctionDeclined, cast: Cast) -> str:
    return _("%(name)s wanted no plant this round.") % {"name": cast.name(event.seat)}


@sentence.register
def _bid_made(event: events.BidMade, cast: Cast) -> str:
    return _("%(name)s bid %(amount)d Elektro for plant %(plant)s.") % {
        "name": cast.name(event.seat),
        "amount": event.amount,
        "plant": cast.plant(event.plant),
    }


@sentence.register
def _bid_passed(event: events.BidPassed, cast: Cast) -> str:
    return _("%(name)s passed on plant %(plant)s.") % {
        "name": cast.name(event.seat),
        "plant": cast.plant(event.plant),
    }


@sentence.register
def _plant_bought(event: events.PlantBought, cast: Cast) -> str:
    words = (
        _("%(name)s bought plant %(plant)s for %(price)d Elektro, as nobody else could bid.")
        if event.unopposed
        else _("%(name)s bought plant %(plant)s for %(price)d Elektro.")
    )
    return words % {"name": cast.name(event.seat), "plant": cast.plant(event.plant), "price": event.price}


@sentence.register
def _plant_discarded(event: events.PlantDiscarded, cast: Cast) -> str:
    words = (
        _("%(name)s scrapped plant %(plant)s and gave back %(fuel)s.")
        if event.fuel
        else _("%(name)s scrapped plant %(plant)s.")
    )
    return words % {
        "name": cast.name(event.seat),
        "plant": cast.plant(event.plant),
        "fuel": cast.fuel(event.fuel),
    }


# The Trust ----------------------------------------------------------------------------------------------------------


@sentence.register
def _trust_took_plant(event: events.TrustTookPlant, cast: Cast) -> str:
    return _("The Trust took plant %(plant)s, the highest on offer.") % {"plant": cast.plant(event.plant)}


@sentence.register
def _trust_scrapped_plant(event: events.TrustScrappedPlant, cast: Cast) -> str:
    return _("The Trust scrapped plant %(plant)s, its lowest.") % {"plant": cast.plant(event.plant)}


@sentence.register
def _trust_declined(event: events.TrustDeclined, cast: Cast) -> str:
    return _("The Trust took no plant: its own are all better than %(plant)s, the highest on offer.") % {
        "plant": cast.plant(event.plant)
    }


@sentence.register
def _trust_took_fuel(event: events.TrustTookFuel, cast: Cast) -> str:
    return _("The Trust took %(fuel)s from the market.") % {"fuel": cast.fuel(event.fuel)}


@sentence.register
def _trust_returned_fuel(event: events.TrustReturnedFuel, cast: Cast) -> str:
    return _("The Trust gave %(fuel)s back to the supply.") % {"fuel": cast.fuel(event.fuel)}


# The plant market ---------------------------------------------------------------------------------------------------


@sentence.register
def _discount_placed(event: events.DiscountPlaced, cast: Cast) -> str:
    return _("The discount token lies on plant %(plant)s: it can be had from 1 Elektro.") % {
        "plant": cast.plant(event.plant)
    }


@sentence.register
def _discount_lost(event: events.DiscountLost, cast: Cast) -> str:
    return _("As plant %(drawn)s came up, plant %(plant)s lost the discount token and costs its number again.") % {
        "plant": cast.plant(event.plant),
        "drawn": cast.plant(event.drawn),
    }


@sentence.register
def _plant_drawn(event: events.PlantDrawn, cast: Cast) -> str:
    return _("Plant %(plant)s came into the market.") % {"plant": cast.plant(event.plant)}


@sentence.register
def _plant_removed(event: events.PlantRemoved, cast: Cast) -> str:
    match event.reason:
        case "obsolete":
            words = _("Plant %(plant)s is obsolete and left the market.")
        case "unsold":
            words = _("Nobody bought a plant, so plant %(plant)s left the market.")
        case "discount":
            words = _("Nobody bought plant %(plant)s, which had the discount token, so it left the market.")
        case "undercut":
            words = _("Plant %(plant)s is lower than the one with the discount token and left the market.")
        case "step2":
            words = _("Plant %(plant)s left the market with Step 2.")
        case "step3":
            words = _("Plant %(plant)s left the market with the Step 3 card.")
        case "update":
            words = _("Plant %(plant)s left the market at the end of the round.")
    return words % {"plant": cast.plant(event.plant)}


@sentence.register
def _plant_buried(event: events.PlantBuried, cast: Cast) -> str:
    return _("Plant %(plant)s went under the deck.") % {"plant": cast.plant(event.plant)}


@sentence.register
def _step3_card_drawn(event: events.Step3CardDrawn, cast: Cast) -> str:
    return ngettext(
        "The Step 3 card came up; %(count)d plant is left in the deck.",
        "The Step 3 card came up; the %(count)d plants left in the deck were shuffled.",
        event.cards,
    ) % {"count": event.cards}


# Resources, cities, income ------------------------------------------------------------------------------------------


@sentence.register
def _resources_bought(event: events.ResourcesBought, cast: Cast) -> str:
    words = _("%(name)s bought %(fuel)s for %(price)d Elektro.") if event.fuel else _("%(name)s bought no resources.")
    return words % {"name": cast.name(event.seat), "fuel": cast.fuel(event.fuel), "price": event.price}


@sentence.register
def _uranium_phased_out(event: events.UraniumPhasedOut, cast: Cast) -> str:
    return _("With plant %(plant)s the nuclear phase-out began: uranium is not refilled any more.") % {
        "plant": cast.plant(event.plant)
    }


@sentence.register
def _city_built(event: events.CityBuilt, cast: Cast) -> str:
    return _built([event], cast)


@sentence.register
def _built_nothing(event: events.BuiltNothing, cast: Cast) -> str:
    return _("%(name)s built nothing.") % {"name": cast.name(event.seat)}


@sentence.register
def _cities_powered(event: events.CitiesPowered, cast: Cast) -> str:
    words = ngettext(
        "%(name)s powered %(count)d city and earned %(income)d Elektro.",
        "%(name)s powered %(count)d cities and earned %(income)d Elektro.",
        event.cities,
    )
    if not event.cities:
        words = _("%(name)s powered no city and earned %(income)d Elektro.")
    return words % {"name": cast.name(event.seat), "count": event.cities, "income": event.income}


@sentence.register
def _market_refilled(event: events.MarketRefilled, cast: Cast) -> str:
    if not event.fuel:
        return _("No resources came into the market.")
    return _("%(fuel)s came into the market.") % {"fuel": cast.fuel(event.fuel)}


def _built(cities: Sequence[events.CityBuilt], cast: Cast) -> str:
    """Cities that one seat built in a turn."""
    return ngettext(
        "%(name)s built in %(cities)s for %(cost)d Elektro.",
        "%(name)s built in %(cities)s for %(cost)d Elektro in all.",
        len(cities),
    ) % {
        "name": cast.name(cities[0].seat),
        "cities": in_words(cast.city(event.city) for event in cities),
        "cost": sum(event.slot + event.connection for event in cities),
    }


def _joined_by_trust(houses: Sequence[events.TrustHousePlaced], cast: Cast) -> str:
    return _("The Trust put a house into %(cities)s, too.") % {
        "cities": in_words(cast.city(event.city) for event in houses)
    }
