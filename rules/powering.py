"""Which plants to run: what a choice burns, and the best choice of all (BUR-2, BUR-3, END-3)."""

from functools import lru_cache, partial
from itertools import combinations, product

from msgspec import Struct

from rules.actions import Run, RunPlants
from rules.fuel import KINDS, NO_FUEL, Fuel
from rules.plants import Plant


class Powering(Struct, frozen=True):
    """A choice of plants to run: the cities it powers (at most the network) and the fuel it burns."""

    action: RunPlants
    cities: int
    burnt: Fuel


@lru_cache(maxsize=4096)
def best_run(plants: tuple[Plant, ...], fuel: Fuel, network_size: int) -> Powering:
    """The choice that powers the most cities, and among those burns the fewest tokens in the fewest plants.

    >>> from rules.plants import PLANTS
    >>> best_run(PLANTS.of((21, 46)), Fuel(coal=4, oil=1), 12).cities
    11
    """
    plants = tuple([plant for plant in plants if not plant.is_mine])
    choices = [chosen for count in range(len(plants) + 1) for chosen in combinations(plants, count)]
    choices.sort(key=partial(_merit, network_size), reverse=True)
    best = next(chosen for chosen in choices if _are_fuelled(chosen, fuel))
    return _powering(best, _runs(best, fuel), network_size)


def most_cities(plants: tuple[Plant, ...], fuel: Fuel, network_size: int) -> int:
    """The most cities that plants and fuel can power (END-3)."""
    return best_run(plants, fuel, network_size).cities


@lru_cache(maxsize=1024)
def all_runs(plants: tuple[Plant, ...], fuel: Fuel, network_size: int) -> tuple[Powering, ...]:
    """Every choice of plants, and of mixes for hybrids, that the fuel allows; running nothing is one (BUR-2, PLT-5).

    >>> from rules.plants import PLANTS
    >>> len(all_runs(PLANTS.of((5, 13)), Fuel(coal=1, oil=1), 2))
    4
    """
    found = (_powering(plants, runs, network_size) for runs in product(*map(_runs_of, plants)))
    return tuple(powering for powering in found if not (fuel - powering.burnt).is_negative)


def only_sensible_run(plants: tuple[Plant, ...], fuel: Fuel, network_size: int) -> RunPlants | None:
    """What every player would run; None where it takes thought.

    The choice that powers the most cities, if it leaves at least as much of each kind of fuel as any other such
    choice. Powering fewer cities to save fuel is not considered. Plants that add nothing stay off.

    >>> from rules.plants import PLANTS
    >>> str(only_sensible_run(PLANTS.of((13, 20)), Fuel(coal=3), 6))
    'run 13 20'
    >>> only_sensible_run(PLANTS.of((5,)), Fuel(coal=2, oil=2), 1) is None
    True
    """
    choices = all_runs(plants, fuel, network_size)
    most = max(choice.cities for choice in choices)
    rivals = [choice for choice in choices if choice.cities == most]
    sensible = [choice for choice in rivals if not any((rival.burnt - choice.burnt).is_negative for rival in rivals)]
    least = min(sensible, key=lambda choice: len(choice.action.plants), default=None)
    return None if least is None else least.action


@lru_cache(maxsize=1024)
def burnt_by(plant: Plant, run: Run) -> Fuel:
    """The fuel of one run; for hybrids the mix that it names."""
    if plant.kind == "hybrid":
        return Fuel(coal=run.coal, oil=run.oil)
    return Fuel(**dict.fromkeys(plant.burns, plant.need))


def _merit(network_size: int, plants: tuple[Plant, ...]) -> tuple[int, int, int]:
    powered = need = 0
    for plant in plants:
        powered += plant.cities
        need += plant.need
    return min(powered, network_size), -need, -len(plants)


def _are_fuelled(plants: tuple[Plant, ...], fuel: Fuel) -> bool:
    """Whether there is fuel for all of these plants."""
    needs = dict.fromkeys((*KINDS, "hybrid"), 0)
    for plant in plants:
        if plant.need:
            needs[plant.kind] += plant.need
    coal, oil = fuel.coal - needs["coal"], fuel.oil - needs["oil"]
    if coal < 0 or oil < 0 or needs["garbage"] > fuel.garbage or needs["uranium"] > fuel.uranium:
        return False
    return needs["hybrid"] <= coal + oil


def _powering(plants: tuple[Plant, ...], runs: tuple[Run | None, ...], network_size: int) -> Powering:
    """What these plants do if they run like this; None where one is left off."""
    running = [(plant, run) for plant, run in zip(plants, runs, strict=True) if run]
    burnt = sum([burnt_by(plant, run) for plant, run in running], NO_FUEL)
    powered = sum([plant.powers for plant, _run in running])
    return Powering(RunPlants(tuple([run for _plant, run in running])), min(powered, network_size), burnt)


def _runs_of(plant: Plant) -> tuple[Run | None, ...]:
    """The ways to run a plant on its own, leaving it off included."""
    if plant.is_mine:
        return (None,)
    if plant.kind != "hybrid":
        return None, Run(plant.number)
    return None, *(Run(plant.number, coal=coal, oil=plant.need - coal) for coal in range(plant.need + 1))


def _runs(plants: tuple[Plant, ...], fuel: Fuel) -> tuple[Run, ...]:
    """How to run all of these plants, for which there is fuel."""
    coal = fuel.coal - sum([plant.need for plant in plants if plant.kind == "coal"])
    oil = fuel.oil - sum([plant.need for plant in plants if plant.kind == "oil"])
    runs = []
    for plant in plants:
        run = Run(plant.number) if plant.kind != "hybrid" else _mixed(plant, coal, oil)
        coal, oil = coal - run.coal, oil - run.oil
        runs.append(run)
    return tuple(runs)


def _mixed(plant: Plant, coal: int, oil: int) -> Run:
    """Burn coal or oil, of which there is more, token by token, so that both last."""
    coal_left, oil_left = coal, oil
    for _ in range(plant.need):
        if coal_left >= oil_left:
            coal_left -= 1
        else:
            oil_left -= 1
    return Run(plant.number, coal=coal - coal_left, oil=oil - oil_left)
