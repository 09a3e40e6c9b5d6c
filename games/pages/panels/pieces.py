"""What several panels are made of: players as they are shown, plant cards, amounts of fuel."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import rules
from games.models import Seat, levels
from games.models.people import profile_of
from games.models.terms import Term
from games.story.names import Names


@dataclass(frozen=True, slots=True)
class Company:
    """Who plays at a seat, as every panel shows them: by name, colour and shape of the houses. The Trust has none.

    ``profile`` is the address of their page, empty where they have none. ``bot`` says how well their bot plays: None
    for people, and where nothing is known of it.
    """

    seat: int | None
    name: str
    is_bot: bool
    is_mine: bool
    profile: str = ""
    bot: Term | None = None


FUEL_NAMES = {
    "coal": gettext_lazy("coal"),
    "oil": gettext_lazy("oil"),
    "garbage": gettext_lazy("garbage"),
    "uranium": gettext_lazy("uranium"),
}


Companies = Sequence[Company]
"""All companies of a game, by seat."""


def companies(seats: Sequence[Seat], mine: Seat | None, former: Sequence[str] | None = None) -> tuple[Company, ...]:
    """The companies of a game.

    :param seats: all of its rows, by number, with their people.
    :param former: the names of who had them at some time, where these are to be shown.
    """
    names = former or [seat.name for seat in seats]
    return tuple(
        Company(
            seat.number,
            name,
            seat.is_bot,
            seat == mine,
            profile_of(seat.user) if name == seat.name else "",
            levels.ONE[seat.level] if seat.is_bot and seat.game.studied_by_id is None else None,
        )
        for seat, name in zip(seats, names, strict=True)
    )


def trust() -> Company:
    """The third company of a game Against the Trust, which nobody plays."""
    return Company(None, _("The Trust"), is_bot=False, is_mine=False)


@dataclass(frozen=True, slots=True)
class PlantCard:
    """A plant card of a game, as pages show it."""

    plant: rules.Plant

    @property
    def number(self) -> int:
        return self.plant.number

    @property
    def label(self) -> str:
        """Its number as printed."""
        return Names.plant(self.number)

    @property
    def is_hybrid(self) -> bool:
        return self.plant.kind == "hybrid"

    @property
    def words(self) -> str:
        """What the card says, for those who cannot see its icons."""
        count = self.plant.cities
        cities = ngettext("{count} city", "{count} cities", count).format(count=count)
        if self.plant.is_mine:
            return _("Mine {plant} sells uranium, as for {cities}").format(plant=self.label, cities=cities)
        if not self.plant.need:
            return _("Plant {plant} powers {cities} without fuel").format(plant=self.label, cities=cities)
        if self.is_hybrid:
            fuel = _("{need} coal or oil").format(need=self.plant.need)
        else:
            fuel = Names.fuel(rules.Fuel(**{self.plant.kind: self.plant.need}))
        return _("Plant {plant} powers {cities} with {fuel}").format(plant=self.label, cities=cities, fuel=fuel)


@dataclass(frozen=True, slots=True)
class FuelAmount:
    """Some tokens of one kind."""

    kind: rules.FuelKind
    amount: int
    name: str


def fuel_amounts(fuel: rules.Fuel) -> tuple[FuelAmount, ...]:
    """The kinds of which there are any."""
    return tuple(FuelAmount(kind, amount, str(FUEL_NAMES[kind])) for kind, amount in fuel.items() if amount)


def signed(number: int) -> str:
    """How much more or less something is, such as +5 or −3."""
    return f"{number:+}".replace("-", "−")
