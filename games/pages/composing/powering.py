"""Composing which plants to run."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from games.pages.composing.asked import Asked, Panel
from games.pages.composing.outage import while_powering
from games.pages.panels.pieces import FuelAmount, PlantCard, fuel_amounts


@dataclass(frozen=True, slots=True)
class PlantRun:
    """A plant of the player's, to run or not.

    Hybrids burn ``coal`` tokens of coal, the rest of their need is oil. From ``least_coal`` to ``most_coal`` of them
    can be coal, some of these with the right choice of other plants only.
    """

    card: PlantCard
    is_on: bool
    coal: int
    least_coal: int
    most_coal: int

    @property
    def need(self) -> int:
        return self.card.plant.need

    @property
    def is_mixable(self) -> bool:
        """Whether there is anything to choose about what it burns."""
        return self.card.is_hybrid and self.least_coal < self.most_coal

    @property
    def coal_field(self) -> str:
        """The field that says how much of what it burns is coal (see :mod:`games.pages.forms`)."""
        return f"coal-{self.card.number}"


@dataclass(frozen=True, slots=True)
class PoweringPanel(Panel):
    """Choose the plants to run: what is composed powers ``powered`` cities, pays ``income`` and burns ``burnt``.

    ``notes`` say what else holds on the board.
    """

    answer: ClassVar = "run"
    is_recalculated: ClassVar[bool] = True
    plants: tuple[PlantRun, ...]
    burnt: tuple[FuelAmount, ...]
    powered: int
    cities: int
    income: int
    best_powered: int
    best_income: int
    notes: tuple[str, ...]

    @property
    def running(self) -> tuple[PlantRun, ...]:
        return tuple(run for run in self.plants if run.is_on)

    @property
    def confirm(self) -> str:
        if not self.running:
            return _("Power nothing, take {income} Elektro").format(income=self.income)
        return ngettext(
            "Power {cities} city, earn {income} Elektro", "Power {cities} cities, earn {income} Elektro", self.powered
        ).format(cities=self.powered, income=self.income)

    @property
    def summary(self) -> str:
        return ngettext(
            "Powers {powered} city and pays {income} Elektro.",
            "Powers {powered} cities and pays {income} Elektro.",
            self.powered,
        ).format(powered=self.powered, income=self.income)


def powering_panel(asked: Asked, decision: rules.PoweringDecision, draft: rules.RunPlants | None) -> PoweringPanel:
    draft = draft or decision.best
    runs = {run.number: run for run in draft.plants}
    running = [plant for plant in decision.plants if plant.number in runs]
    burnt = sum((_burnt(plant, runs[plant.number]) for plant in running), rules.NO_FUEL)
    powered = min(decision.network_size, sum(plant.powers for plant in running))
    return PoweringPanel(
        plants=tuple(_plant_run(plant, decision, draft) for plant in decision.plants),
        burnt=fuel_amounts(burnt),
        powered=powered,
        cities=decision.network_size,
        income=rules.income(asked.state, powered, decision.network_size),
        best_powered=decision.best_cities,
        best_income=decision.best_income,
        notes=(*_duty(decision), *while_powering(asked.state, decision.network_size)),
    )


def _duty(decision: rules.PoweringDecision) -> Iterator[str]:
    """MAP-IN-11."""
    if decision.least_cities:
        yield ngettext(
            "On this map you have to power as many cities as you can: {count} city.",
            "On this map you have to power as many cities as you can: {count} cities.",
            decision.least_cities,
        ).format(count=decision.least_cities)


def _burnt(plant: rules.Plant, run: rules.Run) -> rules.Fuel:
    if plant.kind == "hybrid":
        return run.mix
    return rules.Fuel(**dict.fromkeys(plant.burns, plant.need))


def _plant_run(plant: rules.Plant, decision: rules.PoweringDecision, draft: rules.RunPlants) -> PlantRun:
    run = next((run for run in draft.plants if run.number == plant.number), None)
    ways = list(_ways_to_run(plant, decision))
    possible = [way.coal for _choice, way in ways] or [min(plant.need, decision.fuel.coal)]
    return PlantRun(
        card=PlantCard(plant),
        is_on=run is not None,
        coal=run.coal if run else _proposed_coal(decision, draft, ways),
        least_coal=min(possible),
        most_coal=max(possible),
    )


def _ways_to_run(plant: rules.Plant, decision: rules.PoweringDecision) -> Iterator[tuple[rules.Powering, rules.Run]]:
    """How a hybrid can be run, each with all that runs beside it."""
    if plant.kind == "hybrid":
        for choice in rules.all_runs(decision):
            yield from ((choice, run) for run in choice.action.plants if run.number == plant.number)


def _proposed_coal(
    decision: rules.PoweringDecision, draft: rules.RunPlants, ways: list[tuple[rules.Powering, rules.Run]]
) -> int:
    """The coal that a plant would burn beside those that run, so that both kinds last."""

    def merit(way: tuple[rules.Powering, rules.Run]) -> tuple[int, int]:
        choice, run = way
        left = decision.fuel - choice.burnt
        return -abs(left.coal - left.oil), run.coal

    beside = [(choice, run) for choice, run in ways if {*choice.action.plants} == {*draft.plants, run}]
    return max(beside or ways, key=merit)[1].coal if ways else 0
