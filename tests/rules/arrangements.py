"""Where tokens can lie, tried out one arrangement after another: what BUR-2a says, word by word.

``python -m tests.rules.arrangements 100000`` compares the rules with that in so many random runs of hybrids, and a
test in a few.
"""

import sys
from collections.abc import Iterator
from functools import cache
from random import Random

from msgspec import Struct
from msgspec.structs import replace

import rules
from rules.plants import PLANTS, Plant
from rules.state import State
from tests.rules.positions import company, position, some_cities

HYBRIDS = tuple(plant for plant in PLANTS.values() if plant.kind == "hybrid")
RIVALS = tuple(plant for plant in PLANTS.values() if plant.kind in ("coal", "oil"))
OTHERS = tuple(plant for plant in PLANTS.values() if plant.kind not in ("coal", "oil", "hybrid"))

CITIES = some_cities(20)

Mix = tuple[int, int]
"""Tokens of coal and of oil, which alone compete for room."""


def can_run(plants: tuple[Plant, ...], fuel: rules.Fuel, runs: tuple[rules.Run, ...]) -> bool:
    """Whether there is an order of the runs in which each burns what lies on its plant."""
    return _is_there_an_order(plants, (fuel.coal, fuel.oil), frozenset(runs))


@cache
def _is_there_an_order(plants: tuple[Plant, ...], held: Mix, runs: frozenset[rules.Run]) -> bool:
    for run in runs:
        (plant,) = (plant for plant in plants if plant.number == run.number)
        burnt = _burnt(plant, run)
        if any(_has_on(plant, lying, burnt) for lying in _arrangements(plants, held)):
            left = held[0] - burnt[0], held[1] - burnt[1]
            if _is_there_an_order(plants, left, runs - {run}):
                return True
    return not runs


def _burnt(plant: Plant, run: rules.Run) -> Mix:
    if plant.kind == "hybrid":
        return run.coal, run.oil
    return plant.need * (plant.kind == "coal"), plant.need * (plant.kind == "oil")


def _has_on(plant: Plant, lying: dict[int, Mix], burnt: Mix) -> bool:
    return lying[plant.number][0] >= burnt[0] and lying[plant.number][1] >= burnt[1]


@cache
def _arrangements(plants: tuple[Plant, ...], held: Mix) -> tuple[dict[int, Mix], ...]:
    """Every way in which coal and oil can lie on plants, by their numbers."""
    if not plants:
        return ({},) if held == (0, 0) else ()
    first, *others = plants
    return tuple(
        {first.number: (coal, oil), **lying}
        for coal, oil in _placed(first)
        if coal <= held[0] and oil <= held[1]
        for lying in _arrangements(tuple(others), (held[0] - coal, held[1] - oil))
    )


def _placed(plant: Plant) -> Iterator[Mix]:
    """What can lie on one plant (PLT-4, PLT-5)."""
    for coal in range(plant.storage + 1 if "coal" in plant.burns else 1):
        yield from ((coal, oil) for oil in range(plant.storage - coal + 1 if "oil" in plant.burns else 1))


class Try(Struct, frozen=True):
    """Runs of plants, a hybrid among them, for which there is fuel."""

    plants: tuple[Plant, ...]
    fuel: rules.Fuel
    cities: int
    runs: tuple[rules.Run, ...]

    @property
    def state(self) -> State:
        """Seat 0 powers its cities, in a game that the rule holds for."""
        numbers = [plant.number for plant in self.plants]
        market = [plant.number for plant in OTHERS if plant.number not in numbers][-8:]
        powering = company(0, numbers, str(self.fuel), CITIES[: self.cities])
        options = {"version": 4}
        return position([powering, company()], phase="bureaucracy", resources="-", market=market, options=options)


def tries(count: int, seed: str) -> Iterator[Try]:
    """Random ones: many of them with so much fuel that plants are nearly full."""
    dice, found = Random(seed), 0
    while found < count:
        plants = _plants(dice)
        fuel, runs = _fuel(plants, dice), tuple(_runs(plants, dice))
        burnt = [sum(kind) for kind in zip(*(_burnt(PLANTS[run.number], run) for run in runs), strict=True)]
        if any(run.mix for run in runs) and burnt[0] <= fuel.coal and burnt[1] <= fuel.oil:
            found += 1
            yield Try(plants, fuel, dice.randint(0, len(CITIES)), runs)


def _plants(dice: Random) -> tuple[Plant, ...]:
    plants = {dice.choice(HYBRIDS)}
    for _ in range(dice.randint(0, 3)):
        plants.add(dice.choice(dice.choice((HYBRIDS, RIVALS, RIVALS, OTHERS))))
    return tuple(sorted(plants, key=lambda plant: plant.number))


def _fuel(plants: tuple[Plant, ...], dice: Random) -> rules.Fuel:
    """Token by token what has room, to the full or not quite."""
    fuel, storage = rules.NO_FUEL, rules.storage_of(plants)
    for _ in range(dice.choice((4, 8, 12, 40))):
        kinds = [kind for kind in ("coal", "oil") if storage.room(fuel)[kind] and fuel[kind] < 24]
        if kinds:
            fuel += rules.Fuel(**{dice.choice(kinds): 1})
    return fuel


def _runs(plants: tuple[Plant, ...], dice: Random) -> Iterator[rules.Run]:
    for plant in plants:
        if plant.kind == "hybrid":
            coal = dice.randint(0, plant.need)
            yield from dice.choice(((), (rules.Run(plant.number, coal, plant.need - coal),)))
        elif set(plant.burns) <= {"coal", "oil"}:
            yield from dice.choice(((), (rules.Run(plant.number),)))


def check(tried: Try) -> bool:
    """Whether the rules allow some runs, which has to be so exactly if there is an order of them.

    What is best can run, too, and powers as many cities as when all fuel lay together.
    """
    state, seat = tried.state, rules.Seat(0)
    decision = rules.legal(state, seat)
    assert isinstance(decision, rules.PoweringDecision)
    is_allowed = can_run(tried.plants, tried.fuel, tried.runs)
    assert _refusal(state, rules.RunPlants(tried.runs)) == ("" if is_allowed else "BUR-2a"), tried
    possible = rules.all_runs(decision)
    assert is_allowed == any({*choice.action.plants} == {*tried.runs} for choice in possible), tried
    assert not _refusal(state, decision.best), tried
    assert can_run(tried.plants, tried.fuel, decision.best.plants), tried
    pooled = rules.all_runs(replace(decision, pools_fuel=True))
    most, most_before = (max(choice.cities for choice in choices) for choices in (possible, pooled))
    assert decision.best_cities == most == most_before, tried
    return is_allowed


def _refusal(state: State, action: rules.RunPlants) -> str:
    """The rule by which an action is refused; empty where it is not."""
    try:
        rules.apply(state, rules.Seat(0), action)
    except rules.RuleError as refusal:
        return refusal.rule
    return ""


def main() -> None:
    """Try as many as the command line says."""
    count = int(sys.argv[1])
    allowed = sum(map(check, tries(count, "arrangements")))
    print(f"{count} runs: {allowed} are allowed, {count - allowed} are not, all as arrangements have it")


if __name__ == "__main__":
    main()
