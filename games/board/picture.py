"""What a map shows, as values. Pages make one with :func:`map_picture` and hand it to ``draw_map``."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import rules
from games.board.geometry import geometry
from rules import events


@dataclass(frozen=True, slots=True)
class House:
    """A house in a slot (10, 15 or 20). ``is_new``: it came since the viewer last looked."""

    seat: int
    slot: int
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """A city that the viewer can build in, or has composed to build in.

    ``cost`` in Elektro is all it takes; ``path`` leads to it from the network, both ends included; ``text`` says both
    in words. ``href`` is where it is added or taken out again, empty where it cannot be chosen now.
    """

    city: str
    slot: int
    cost: int
    text: str
    path: tuple[str, ...] = ()
    href: str = ""


@dataclass(frozen=True, slots=True)
class MapPicture:
    """A map at one moment, as one viewer sees it.

    ``areas`` are in play, ``open_areas`` may still come into play. ``names`` are those of the companies by seat.
    ``seat`` is the one whose network stands out, and who has ``planned`` houses.
    """

    map: str
    edition: str
    areas: tuple[str, ...]
    step: int
    names: tuple[str, ...]
    houses: Mapping[str, tuple[House, ...]]
    open_areas: tuple[str, ...] = ()
    seat: int | None = None
    offers: Mapping[str, Offer] = field(default_factory=dict)
    planned: Mapping[str, Offer] = field(default_factory=dict)

    @property
    def own_cities(self) -> frozenset[str]:
        """Where the viewer's company has a house."""
        return frozenset(city for city, houses in self.houses.items() for house in houses if house.seat == self.seat)

    @property
    def shape(self) -> str:
        """``wide`` or ``tall``: where a page has room for it."""
        drawn = geometry(self.map, self.edition)
        return "wide" if drawn.width > drawn.height else "tall"


def map_picture(
    view: rules.View,
    names: Sequence[str],
    *,
    offers: Iterable[Offer] = (),
    planned: Iterable[Offer] = (),
    new: Iterable[tuple[int, str]] | None = None,
) -> MapPicture:
    """The map of a position.

    :param names: of the companies, by seat.
    :param offers: where the viewer can build next.
    :param planned: the houses that the viewer has composed, in building order.
    :param new: seat and city of each house to mark as new; those of the last action if none are given.
    """
    marked = set(_just_built(view) if new is None else new)
    houses: dict[str, list[House]] = {}
    for company in view.companies:
        for built in company.cities:
            is_new = (company.seat, built.city) in marked
            houses.setdefault(built.city, []).append(House(company.seat, built.slot, is_new))
    return MapPicture(
        map=view.map,
        edition=view.edition,
        areas=view.areas,
        open_areas=_open_areas(view),
        step=view.step,
        names=tuple(names),
        houses={city: tuple(sorted(built, key=lambda house: house.slot)) for city, built in houses.items()},
        seat=view.seat,
        offers={offer.city: offer for offer in offers},
        planned={offer.city: offer for offer in planned},
    )


def _just_built(view: rules.View) -> Iterable[tuple[int, str]]:
    return ((event.seat, event.city) for event in view.happened if isinstance(event, events.CityBuilt))


def _open_areas(view: rules.View) -> tuple[str, ...]:
    if view.phase is not rules.Phase.SETUP:
        return ()
    return tuple(area.id for area in rules.board(view.map, view.edition).areas if area.id not in view.areas)
