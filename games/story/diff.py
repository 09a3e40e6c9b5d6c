"""What differs between two positions of a game as one viewer sees them: for marks on the page, and in words.

It is made of two :class:`rules.View`, so it tells only what its viewer can see in them.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from games.models import PHASES
from games.story.names import Names, in_words

Thing = TypeVar("Thing")
Owner = TypeVar("Owner", rules.CompanyView, rules.Trust)


@dataclass(frozen=True, slots=True)
class CompanyDifference:
    """What changed for a company; seat None is the Trust. ``money`` is None where it is hidden.

    ``gained`` and ``lost`` are plants, ``built`` and ``cleared`` cities (cleared if something was taken back).
    ``fuel`` is how much more there is of each kind, below 0 if less. ``place`` in the order of play counts from 1,
    like ``former_place``; both are None for the Trust.
    """

    gained: tuple[int, ...]
    lost: tuple[int, ...]
    built: tuple[str, ...]
    cleared: tuple[str, ...]
    fuel: rules.Fuel
    seat: int | None = None
    money: int | None = None
    place: int | None = None
    former_place: int | None = None

    @property
    def has_moved(self) -> bool:
        """Whether it has another place in the order of play."""
        return self.place != self.former_place

    @property
    def differs(self) -> bool:
        return bool(self.money or self.gained or self.lost or self.built or self.cleared or self.fuel)


@dataclass(frozen=True, slots=True)
class Differences:
    """What differs between two positions. ``companies`` are by seat, the Trust last where it plays.

    ``came`` and ``went`` are plants of the market; ``fuel`` is how much more of each kind is on sale (below 0: less),
    in each resource market. ``areas`` came into play.
    """

    companies: tuple[CompanyDifference, ...]
    came: tuple[int, ...]
    went: tuple[int, ...]
    fuel: tuple[rules.Fuel, ...]
    former_round: int
    round: int
    former_phase: rules.Phase
    phase: rules.Phase
    former_step: int
    step: int
    areas: tuple[str, ...]
    order: tuple[int, ...]

    @property
    def houses(self) -> Iterator[tuple[int | None, str]]:
        """Seat and city of each house that came."""
        return ((company.seat, city) for company in self.companies for city in company.built)

    def of(self, seat: int | None) -> CompanyDifference | None:
        """What changed for a company."""
        return next((company for company in self.companies if company.seat == seat), None)


def between(former: rules.View, present: rules.View) -> Differences:
    """What differs between two positions, the former first, both seen by the same viewer."""
    listed, shown = _on_show(former), _on_show(present)
    return Differences(
        companies=tuple(_companies(former, present)),
        came=_missing_in(listed, shown),
        went=_missing_in(shown, listed),
        fuel=tuple(now - before for before, now in zip(rules.on_sale(former), rules.on_sale(present), strict=True)),
        former_round=former.round,
        round=present.round,
        former_phase=former.phase,
        phase=present.phase,
        former_step=former.step,
        step=present.step,
        areas=_missing_in(former.areas, present.areas),
        order=present.order,
    )


def _companies(former: rules.View, present: rules.View) -> Iterator[CompanyDifference]:
    for before, after in zip(former.companies, present.companies, strict=True):
        yield replace(
            _company_difference(before, after, before.cities, after.cities),
            seat=after.seat,
            money=None if before.money is None or after.money is None else after.money - before.money,
            place=present.order.index(after.seat) + 1,
            former_place=former.order.index(after.seat) + 1,
        )
    if former.trust and present.trust:
        yield _company_difference(former.trust, present.trust, former.trust.houses, present.trust.houses)


def _company_difference(before: Owner, after: Owner, *houses: Iterable[rules.House]) -> CompanyDifference:
    cities = [[house.city for house in some] for some in houses]
    return CompanyDifference(
        gained=_missing_in(before.plants, after.plants),
        lost=_missing_in(after.plants, before.plants),
        built=_missing_in(*cities),
        cleared=_missing_in(*reversed(cities)),
        fuel=after.fuel - before.fuel,
    )


def _on_show(view: rules.View) -> tuple[int, ...]:
    return (*view.market.actual, *view.market.future)


def _missing_in(some: Collection[Thing], others: Sequence[Thing]) -> tuple[Thing, ...]:
    """The others that are not among some, in order."""
    return tuple(thing for thing in others if thing not in some)


# In words -----------------------------------------------------------------------------------------------------------


def sentences_of_game(differences: Differences, names: Names) -> tuple[str, ...]:
    """How the game went on, and what changed in the markets, in sentences."""
    course = (_course(differences), _areas(differences, names), _order(differences, names))
    return (*filter(None, course), *_markets(differences, names))


def sentences_of_company(difference: CompanyDifference, names: Names) -> tuple[str, ...]:
    """What changed for a company; empty if nothing."""
    return tuple(_company(difference, names))


def _course(differences: Differences) -> str:
    now = {"round": differences.round, "phase": PHASES[differences.phase]}
    if differences.step != differences.former_step:
        sentence = _("The game went on from Step {former} to Step {step}, and to round {round}, {phase}.")
        return sentence.format(former=differences.former_step, step=differences.step, **now)
    if differences.round != differences.former_round:
        sentence = _("The game went on from round {former} to round {round}, {phase}.")
        return sentence.format(former=differences.former_round, **now)
    if differences.phase is not differences.former_phase:
        sentence = _("The phase changed from {former} to {phase}.")
        return sentence.format(former=PHASES[differences.former_phase], phase=now["phase"])
    return ""


def _areas(differences: Differences, names: Names) -> str:
    if not differences.areas:
        return ""
    areas = in_words(map(names.area, differences.areas))
    return _("Areas that came into play: {areas}.").format(areas=areas)


def _order(differences: Differences, names: Names) -> str:
    if not any(company.has_moved for company in differences.companies):
        return ""
    return _("The order of play is now {names}.").format(names=names.players(differences.order))


def _markets(differences: Differences, names: Names) -> Iterator[str]:
    if differences.came:
        plants = in_words(map(names.plant, differences.came))
        yield ngettext(
            "Plant {plants} came into the market.", "Plants {plants} came into the market.", len(differences.came)
        ).format(plants=plants)
    if differences.went:
        plants = in_words(map(names.plant, differences.went))
        yield ngettext(
            "Plant {plants} left the market.", "Plants {plants} left the market.", len(differences.went)
        ).format(plants=plants)
    for market, fuel in zip(names.board.markets, differences.fuel, strict=True):
        yield from _sales(fuel, names, names.market(market.id))


def _sales(fuel: rules.Fuel, names: Names, market: str) -> Iterator[str]:
    """How much more and less is on sale.

    :param market: its name, where there are several.
    """
    more, fewer = _more_and_fewer(fuel)
    if more:
        sentence = _("More on sale in the {market} market: {fuel}.") if market else _("More on sale: {fuel}.")
        yield sentence.format(fuel=names.fuel(more), market=market)
    if fewer:
        sentence = _("Less on sale in the {market} market: {fuel}.") if market else _("Less on sale: {fuel}.")
        yield sentence.format(fuel=names.fuel(fewer), market=market)


def _company(difference: CompanyDifference, names: Names) -> Iterator[str]:
    if difference.money:
        sentence = _("{amount} Elektro more.") if difference.money > 0 else _("{amount} Elektro less.")
        yield sentence.format(amount=abs(difference.money))
    if difference.gained:
        said = ngettext("New plant: {plants}.", "New plants: {plants}.", len(difference.gained))
        yield said.format(plants=in_words(map(names.plant, difference.gained)))
    if difference.lost:
        said = ngettext("Plant gone: {plants}.", "Plants gone: {plants}.", len(difference.lost))
        yield said.format(plants=in_words(map(names.plant, difference.lost)))
    if difference.built:
        yield ngettext("New city: {cities}.", "{count} new cities: {cities}.", len(difference.built)).format(
            count=len(difference.built), cities=in_words(map(names.city, difference.built))
        )
    if difference.cleared:
        yield _("Cities taken back: {cities}.").format(cities=in_words(map(names.city, difference.cleared)))
    more, fewer = _more_and_fewer(difference.fuel)
    if more:
        yield _("More fuel: {fuel}.").format(fuel=names.fuel(more))
    if fewer:
        yield _("Less fuel: {fuel}.").format(fuel=names.fuel(fewer))


def _more_and_fewer(fuel: rules.Fuel) -> tuple[rules.Fuel, rules.Fuel]:
    """What there is more of, and what there is less of, both as amounts above 0."""
    more = rules.Fuel(*(max(amount, 0) for _kind, amount in fuel.items()))
    return more, more - fuel
