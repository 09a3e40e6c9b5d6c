"""What a map shows, as values. Pages make one with :func:`map_picture` and hand it to ``draw_map``."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import rules
from games.board.room import Window, frame
from games.models.terms import map_name
from rules import events

MARK_SLOT = rules.SLOTS[-1]
"""Where the mark of a start city lies: this slot stays empty until a player builds there."""

WIDE = 1.43
"""From this aspect on, a map is drawn larger above the markets than beside them."""

FLAT = 2.3
"""Above this aspect, a map needs a lower stage only."""

SLIM = 0.76
"""Below this aspect, a map leaves room for wider markets beside it."""

HIGH = 880.0
"""In units of the drawing."""


@dataclass(frozen=True, slots=True)
class House:
    """A house in a slot, by its price. ``is_new``: it came since the viewer last looked. Seat None is the Trust."""

    seat: int | None
    slot: int
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """A city that the viewer can build in, or has composed to build in.

    ``cost`` in Elektro is all it takes; ``path`` leads to it from the network, both ends included; ``text`` says both
    in words, ``way`` only the path. ``left`` is the money that would remain, below 0 where there is not enough, and
    None where that is not to be said. ``href`` is where it is added or taken out again, empty where it cannot be
    chosen now. Before the game what is placed ``is_for`` the Trust, or a mark that makes it a start city; neither
    costs anything. A ``free_start`` begins a second network; ``other`` is the other way to build in the same city.
    """

    city: str
    slot: int
    cost: int
    text: str
    path: tuple[str, ...] = ()
    href: str = ""
    is_for: Literal["viewer", "trust", "mark"] = "viewer"
    way: str = ""
    left: int | None = None
    free_start: bool = False
    other: "Offer | None" = None


@dataclass(frozen=True, slots=True)
class MapPicture:
    """A map at one moment, as one viewer sees it.

    ``areas`` are in play, ``open_areas`` may still come into play. ``names`` are those of the companies by seat.
    ``seat`` is the viewer's, who has ``planned`` houses. ``marked`` are the start cities that still carry their mark,
    and whether that is a uranium token. ``networks`` are the connections that each company has paid for, by seat.
    ``version`` is the version of the rules. In ``blocked`` cities nobody builds. ``refusals`` say why the viewer, who
    is to build, cannot do so in other cities.
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
    marked: Mapping[str, bool] = field(default_factory=dict)
    networks: Mapping[int, tuple[rules.Pair, ...]] = field(default_factory=dict)
    version: int = rules.VERSION
    blocked: tuple[str, ...] = ()
    refusals: Mapping[str, str] = field(default_factory=dict)

    @property
    def board(self) -> rules.Board:
        return rules.board(self.map, self.edition, self.version)

    @property
    def map_name(self) -> str:
        return map_name(self.board)

    @property
    def own_cities(self) -> frozenset[str]:
        """Where the viewer's company has a house."""
        if self.seat is None:
            return frozenset()
        return frozenset(city for city, houses in self.houses.items() for house in houses if house.seat == self.seat)

    @property
    def left_out(self) -> list[rules.Area]:
        """The areas that have no part in the game, once that is settled."""
        known = (*self.areas, *self.open_areas)
        return [area for area in self.board.areas if area.id not in known] if self.areas else []

    @property
    def frame(self) -> Window:
        """What of the map is to be seen: all that is in play, or may still come into play."""
        return frame(self.map, self.edition, (*self.areas, *self.open_areas))

    @property
    def permitting(self) -> list[rules.Area]:
        """The areas that permit nuclear plants, if they are not out of play."""
        known = (*self.areas, *self.open_areas)
        return [area for area in self.board.areas if area.id in self.board.rules.nuclear.areas and area.id in known]

    @property
    def aspect(self) -> float:
        """How many times as wide as high it is."""
        _left, _top, width, height = self.frame
        return width / height

    @property
    def shape(self) -> str:
        """``wide`` or ``tall``: where a page has room for it. Below a wide one other things find room."""
        return "wide" if self.aspect >= WIDE else "tall"

    @property
    def is_flat(self) -> bool:
        """Whether a wide one needs less than the usual height."""
        return self.aspect > FLAT

    @property
    def is_slim(self) -> bool:
        """Whether a tall one leaves room beside it."""
        return self.aspect < SLIM

    @property
    def is_high(self) -> bool:
        """Whether it needs more than the height of a usual screen for everything on it to be easy to read."""
        return self.frame[3] > HIGH


def map_picture(
    view: rules.View,
    names: Sequence[str],
    *,
    offers: Iterable[Offer] = (),
    planned: Iterable[Offer] = (),
    refusals: Mapping[str, str] = {},
    new: Iterable[tuple[int | None, str]] | None = None,
) -> MapPicture:
    """The map of a position.

    :param names: of the companies, by seat.
    :param offers: where the viewer can build next.
    :param planned: the houses that the viewer has composed, in building order.
    :param refusals: why the viewer cannot build in other cities.
    :param new: seat and city of each house to mark as new; those of the last action if none are given.
    """
    fresh = set(new_houses(view.happened) if new is None else new)
    built = {house.city for company in view.companies for house in company.cities}
    if view.trust:
        built |= {house.city for house in view.trust.houses}
    return MapPicture(
        map=view.map,
        edition=view.edition,
        areas=view.areas,
        open_areas=_open_areas(view),
        step=view.step,
        names=tuple(names),
        houses={
            city: tuple(House(seat, slot, (seat, city) in fresh) for seat, slot in view.houses(city))
            for city in view.board.cities
            if city in built
        },
        seat=view.seat,
        offers={offer.city: offer for offer in offers},
        planned={offer.city: offer for offer in planned},
        marked={marker.city: marker.token for marker in view.marked},
        networks={
            company.seat: rules.paid_links(
                view.board, view.areas, tuple(house.city for house in company.cities), company.free_start
            )
            for company in view.companies
        },
        version=view.version,
        blocked=view.blocked,
        refusals=refusals,
    )


def new_houses(happened: Iterable[rules.Event]) -> Iterator[tuple[int | None, str]]:
    """Seat and city of each house that came: those of the Trust have no seat."""
    for event in happened:
        match event:
            case events.CityBuilt(seat=seat, city=city):
                yield seat, city
            case events.TrustHousePlaced(city=city):
                yield None, city


def _open_areas(view: rules.View) -> tuple[str, ...]:
    if len(view.areas) >= view.thresholds.areas:
        return ()
    return tuple(area.id for area in view.board.areas if area.id not in view.areas)
