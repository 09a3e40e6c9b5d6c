"""What each city would cost the viewer, or what else they can do with it: for the map and the table of cities."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

import rules
from games.board.picture import MARK_SLOT, Offer
from games.pages.composing import Panel
from games.pages.composing.asked import PricedPanel
from games.pages.composing.building import BuildingPanel, CityChoice, prospects
from games.pages.composing.setup import PlacingPanel, Site, TrustHousePanel
from games.story.names import Names


def offers(
    state: rules.State,
    seat: rules.Seat | None,
    names: Names,
    composed: Sequence[Panel],
    *,
    tells_money: bool = True,
) -> Iterator[Offer]:
    """The cities that the viewer can choose now, or else build in some time.

    :param seat: the viewer's, if they have one.
    :param composed: what the viewer is composing.
    :param tells_money: whether to say what would be left; not where the viewer decides for a seat whose money is
        hidden.
    """
    panel = _on_map(composed)
    if isinstance(panel, PlacingPanel):
        yield from (_site(panel, site) for site in panel.sites)
    elif seat is not None:
        money = panel.money_left if panel else _money_left(state.players[seat].money, composed)
        choices = (*panel.choices, *panel.too_dear) if panel else prospects(state, seat, names)
        yield from _joined(_city(choice, money - choice.cost if tells_money else None) for choice in choices)


def _on_map(composed: Sequence[Panel]) -> PlacingPanel | BuildingPanel | None:
    """What is composed by choosing cities."""
    return next((panel for panel in composed if isinstance(panel, PlacingPanel | BuildingPanel)), None)


def _money_left(money: int, composed: Sequence[Panel]) -> int:
    """What fuel leaves that is composed alone. A bid is no more than an offer, so it leaves all."""
    return next((panel.money_left for panel in composed if isinstance(panel, PricedPanel)), money)


def _joined(offers: Iterator[Offer]) -> Iterator[Offer]:
    """One offer for each city: of two the one that can be chosen, and rather the one without the free start."""
    by_city: dict[str, list[Offer]] = {}
    for offer in offers:
        by_city.setdefault(offer.city, []).append(offer)
    for found in by_city.values():
        first, *others = sorted(found, key=lambda offer: (not offer.href, offer.free_start))
        yield replace(first, other=others[0]) if others else first


def refusals(composed: Sequence[Panel]) -> Mapping[str, str]:
    """Why the viewer, who composes where to build, cannot do so in other cities."""
    panel = _on_map(composed)
    return panel.refusals if isinstance(panel, BuildingPanel) else {}


def planned(composed: Sequence[Panel]) -> Iterator[Offer]:
    """The cities that the viewer has composed, in their order."""
    match _on_map(composed):
        case PlacingPanel(chosen=Site() as site) as panel:
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
        sentence = _("{slot} + {connection} = {cost} Elektro, {way}; {missing} short.")
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
