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
from games.cast import Cast, in_words
from rules import events


class Line(NamedTuple):
    """A sentence, and the seat whose deed it tells; None where it tells how the game went on."""

    words: str
    seat: int | None


def lines(happened: Iterable[rules.Event], cast: Cast) -> Iterator[Line]:
    """Events in words, in their order. Cities that one seat built one after the other share a sentence."""
    for builder, group in groupby(
        happened, lambda event: event.seat if isinstance(event, events.CityBuilt) else None
    ):
        if builder is None:
            yield from (Line(sentence(event, cast), getattr(event, "seat", None)) for event in group)
        else:
            yield Line(_built([event for event in group if isinstance(event, events.CityBuilt)], cast), builder)


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
    return _("Round %(round)d began, in the order %(names)s.") % {
        "round": event.round,
        "names": cast.names(event.order),
    }


@sentence.register
def _order_changed(event: events.OrderChanged, cast: Cast) -> str:
    return _("After the first auctions the order is %(names)s.") % {"names": cast.names(event.order)}


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


# The plant market ---------------------------------------------------------------------------------------------------


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
