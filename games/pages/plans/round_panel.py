"""What is composed for the rest of a round, with what it costs now, and at most."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from games.pages.composing.asked import Panel
from games.pages.composing.building import BuildingPanel, CityChoice
from games.pages.composing.purchase import PurchasePanel, PurchaseRow
from games.plans import worst
from games.story.names import Names


@dataclass(frozen=True, slots=True)
class FuelRow:
    """One kind of fuel: the ``prices`` of its tokens now, those of the ones ``left`` at worst, and the ``limit``."""

    row: PurchaseRow
    prices: tuple[int, ...]
    left: tuple[int, ...]
    limit: int
    most: BoundField

    @property
    def kind(self) -> rules.FuelKind:
        return self.row.kind

    @property
    def costs_at_most(self) -> int:
        """What the tokens can cost within the limit, if others buy first."""
        tokens = [*self.left[: self.row.wanted], *[self.limit] * (self.row.wanted - len(self.left))]
        return max(self.row.cost, sum(min(price, self.limit) for price in tokens))

    @property
    def at_worst(self) -> str:
        """What becomes of the tokens if others buy first; empty where that changes nothing."""
        wanted, left = self.row.wanted, self.left
        if not wanted or left == self.prices:
            return ""
        if len(left) >= wanted:
            return _("at worst {cost}").format(cost=sum(left[:wanted]))
        return _("at worst {tokens} left").format(tokens=len(left)) if left else _("at worst none left")


@dataclass(frozen=True, slots=True)
class CityRow:
    """A city to build in, what it costs at ``worst``, None where it may be taken by then, and up to what ``limit``.

    ``is_free_start``: a second network begins there.
    """

    step: CityChoice
    worst: int | None
    limit: int
    most: BoundField
    is_free_start: bool = False

    @property
    def at_worst(self) -> str:
        if self.worst is None:
            return _("may be taken by then")
        return "" if self.worst == self.step.cost else _("at worst {cost}").format(cost=self.worst)


@dataclass(frozen=True, slots=True)
class RoundPanel(Panel):
    """Fuel, cities and power for the rest of a round. ``total`` is its price now, ``at_most`` within the limits.

    ``is_now``: the player is asked for fuel, and buys it at once, or a token of it where that goes ``in_turns``.
    ``token`` is what can be bought by itself then, with no plan for the turns to come. ``market`` is the one of
    several that has these prices. ``turns`` say who comes first. ``purchase`` is None once the seat has bought;
    ``objection`` says why the rules would refuse it. Of the cities ``houses`` are built, the others are second
    choices. With all of it ``powered`` of ``cities`` can be supplied, for ``income`` Elektro, and ``reach`` with a
    larger network. ``fields`` have all that is filled in, ``unreadable`` what is wrong with it.
    """

    answer: ClassVar = "round"
    is_recalculated: ClassVar[bool] = True
    shown_in: ClassVar[tuple[str, ...]] = ("fuel-market", "board", "cities")
    is_now: bool
    in_turns: bool
    token: FuelRow | None
    market: str
    turns: str
    purchase: PurchasePanel | None
    fuel: tuple[FuelRow, ...]
    buys_nothing: bool
    building: BuildingPanel
    steps: tuple[CityRow, ...]
    builds_nothing: bool
    houses: int
    total: int
    at_most: int
    money: int
    powered: int
    cities: int
    income: int
    reach: int
    clear: str
    objection: rules.RuleError | None
    fields: tuple[tuple[str, object], ...]
    unreadable: str

    @property
    def part(self) -> str:
        return "board" if self.purchase is None else "markets"

    @property
    def panels(self) -> tuple[Panel, ...]:
        """What is shown in the market and on the map."""
        return (self.building,) if self.purchase is None else (self.purchase, self.building)

    @property
    def money_left(self) -> int:
        return self.building.money_left

    @property
    def has_fuel(self) -> bool:
        """Whether it is said what to buy."""
        return bool(self.purchase and (self.purchase.words or self.buys_nothing))

    @property
    def has_cities(self) -> bool:
        """Whether it is said what to build."""
        return bool(self.steps or self.builds_nothing)

    @property
    def left_open(self) -> str:
        """What the player will be asked all the same, or cannot pay for now; empty where the plan is complete."""
        if not self.confirm:
            return ""
        if self.money_left < 0:
            return _("At these prices your money does not reach for all of it. The site goes as far as it does.")
        if self.purchase and not self.has_fuel:
            return _("You will be asked for fuel.")
        return "" if self.has_cities else _("You will be asked where to build.")

    @property
    def has_limits(self) -> bool:
        """Whether fuel is bought later, too, when it may cost more."""
        return self.in_turns or not self.is_now

    @property
    def is_purchase_only(self) -> bool:
        """Whether it is no more than a purchase of now."""
        return not self.has_limits and bool(self.purchase and self.purchase.words) and not self.has_cities

    @property
    def confirm(self) -> str:
        if self.unreadable:
            return ""
        said = ", ".join((*self._fuel_said(), *self._cities_said()))
        if not said or self.is_now:
            return said[:1].upper() + said[1:]
        return _("Plan: {said}").format(said=said)

    def _fuel_said(self) -> Sequence[str]:
        if not self.has_fuel or self.purchase is None:
            return ()
        if not self.purchase.words:
            return (_("buy nothing"),)
        if self.has_cities:
            return (_("buy for {total}").format(total=self.purchase.total),)
        return (_("buy {fuel} for {total}").format(fuel=self.purchase.words, total=self.purchase.total),)

    def _cities_said(self) -> Sequence[str]:
        if not self.has_cities:
            return ()
        if not self.steps:
            return (_("build nothing"),)
        cost = sum(row.step.cost for row in self.steps[: self.houses])
        return (_("build {count} for {cost}").format(count=self.houses, cost=cost),)

    @property
    def summary(self) -> str:
        if not self.confirm:
            return ""
        if self.is_purchase_only and self.purchase:
            return self.purchase.summary
        sentence = ngettext(
            "{total} Elektro now, {left} left; you could power {powered} of {cities} city.",
            "{total} Elektro now, {left} left; you could power {powered} of {cities} cities.",
            self.cities,
        )
        return sentence.format(total=self.total, left=self.money_left, powered=self.powered, cities=self.cities)


def turns(state: rules.State, seat: rules.Seat, names: Names) -> str:
    """Who buys and builds before a seat, where that is known."""
    if state.phase is rules.Phase.AUCTION:
        return _("The auctions are not over: nobody knows yet what others will buy before you.")
    buyers, builders = (worst.before(state, seat, phase) for phase in (rules.Phase.RESOURCES, rules.Phase.BUILDING))
    if state.phase is rules.Phase.BUILDING or (seat in state.acted and state.phase is rules.Phase.RESOURCES):
        return _build_before(builders, names)
    if state.board.rules.fuel_sales.token_by_token:
        words = _("All buy in turns, a token each time, until they pass.")
        return f"{words} {_build_before(builders, names)}"
    if buyers == builders:
        if not buyers:
            return _("You buy and build first.")
        return ngettext(
            "{names} buys and builds before you.", "{names} buy and build before you.", len(buyers)
        ).format(names=names.players(buyers))
    first = _("You buy now.") if not buyers else _buy_before(buyers, names)
    return f"{first} {_build_before(builders, names)}"


def _buy_before(seats: Sequence[rules.Seat], names: Names) -> str:
    return ngettext("{names} buys before you.", "{names} buy before you.", len(seats)).format(
        names=names.players(seats)
    )


def _build_before(seats: Sequence[rules.Seat], names: Names) -> str:
    if not seats:
        return _("You build first.")
    return ngettext("{names} builds before you.", "{names} build before you.", len(seats)).format(
        names=names.players(seats)
    )
