"""What each city would cost the viewer, or what else they can do with it: for the map and the table of cities."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

import rules
from games.board.picture import MARK_SLOT, Offer
from games.pages.composing import Panel
from games.pages.composing.building import BuildingPanel, CityChoice, prospects
from games.pages.composing.setup import PlacingPanel, Site, TrustHousePanel
from games.story.names import Names


def offers(
    state: rules.State, seat: rules.Seat | None, names: Names, panel: Panel | None, *, tells_money: bool = True
) -> Iterator[Offer]:
    """The cities that the viewer can choose now, or else build in some time.

    :param seat: the viewer's, if they have one.
    :param panel: what the viewer is composing, if they are asked for something.
    :param tells_money: whether to say what would be left; not where the viewer decides for a seat whose money is
        hidden.
    """

    def left(money: int, cost: int) -> int | None:
        return money - cost if tells_money else None

    match panel:
        case PlacingPanel(sites=sites):
            for site in sites:
                yield _site(panel, site)
        case BuildingPanel(choices=choices, too_dear=too_dear, money_left=money):
            yield from _joined(_city(choice, left(money, choice.cost)) for choice in (*choices, *too_dear))
        case _ if seat is not None:
            money = state.players[seat].money
            yield from _joined(_city(choice, left(money, choice.cost)) for choice in prospects(state, seat, names))


def _joined(offers: Iterator[Offer]) -> Iterator[Offer]:
    """One offer for each city: of two the one that can be chosen, and rather the one without the free start."""
    by_city: dict[str, list[Offer]] = {}
    for offer in offers:
        by_city.setdefault(offer.city, []).append(offer)
    for found in by_city.values():
        first, *others = sorted(found, key=lambda offer: (not offer.href, offer.free_start))
        yield replace(first, other=others[0]) if others else first


def refusals(panel: Panel | None) -> Mapping[str, str]:
    """Why the viewer, who composes where to build, cannot do so in other cities."""
    return panel.refusals if isinstance(panel, BuildingPanel) else {}


def planned(panel: Panel | None) -> Iterator[Offer]:
    """The cities that the viewer has composed, in their order."""
    match panel:
        case PlacingPanel(chosen=Site() as site):
            yield _site(panel, site)
        case BuildingPanel(steps=steps):
            for step in steps:
                yield _city(step)


def _city(choice: CityChoice, left: int | None = None) -> Offer:
    """A city to build in. ``left`` is the money that would remain, below 0 where there is not enough."""
    return Offer(
        city=choice.id,
        slot=choice.slot,
        cost=choice.cost,
        text=_in_words(choice, left),
        path=choice.path,
        href=choice.href,
        way=choice.way,
        left=left,
        free_start=choice.free_start,
    )


def _in_words(choice: CityChoice, left: int | None) -> str:
    if left is None:
        sentence = _("{slot} + {connection} = {cost} Elektro, {way}.")
    elif left < 0:
        sentence = _("{slot} + {connection} = {cost} Elektro, {way}; {missing} more than you have.")
    else:
        sentence = _("{slot} + {connection} = {cost} Elektro, {way}; {left} would be left.")
    return sentence.format(
        slot=choice.slot,
        connection=choice.connection,
        cost=choice.cost,
        way=choice.way,
        left=left,
        missing=-(left or 0),
    )


def _site(panel: PlacingPanel, site: Site) -> Offer:
    if isinstance(panel, TrustHousePanel):
        return Offer(
            site.id, rules.SLOTS[0], 0, _("Place a house of the Trust here."), href=site.href, is_for="trust"
        )
    return Offer(site.id, MARK_SLOT, 0, _("Mark this city as a start city."), href=site.href, is_for="mark")
