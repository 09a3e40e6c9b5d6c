"""Which plants to run: what a choice burns, and the best choice of all (BUR-2, BUR-2a, BUR-3, END-3).

What a hybrid burns lies on it, and all other fuel somewhere on the plants (BUR-2a). Oil on a hybrid takes room from
coal: there can be as much as coal plants and hybrids together have room beyond the coal that is held; and the other
way round. That is all, because a mix fits on any hybrid that burns it, and a plant of one fuel finds what it burns
however the rest lies. A run only makes room for others. So plants of one fuel go first, then any hybrid that can:
if one is left that cannot, it could not in any other order.

This hinders no plant from running, only mixes. A hybrid stores two runs: if one kind has no place on it for a run,
there is enough of the other, and place for it.
"""

from collections.abc import Iterable
from functools import lru_cache, partial
from itertools import combinations, product

from msgspec import Struct

from rules.actions import Run, RunPlants
from rules.decisions import PoweringDecision
from rules.fuel import KINDS, NO_FUEL, Fuel
from rules.plants import Capacity, Plant, storage_of


class Powering(Struct, frozen=True):
    """A choice of plants to run: the cities it powers (at most the network) and the fuel it burns."""

    action: RunPlants
    cities: int
    burnt: Fuel


@lru_cache(maxsize=4096)
def best_run(plants: tuple[Plant, ...], fuel: Fuel, network_size: int, *, pools_fuel: bool = False) -> Powering:
    """The choice that powers the most cities, and among those burns the fewest tokens in the fewest plants.

    :param plants: all that their owner has: the fuel lies on them.
    :param pools_fuel: hybrids burn what lies on other plants, too, as in games before BUR-2a.

    >>> from rules.plants import PLANTS
    >>> best_run(PLANTS.of((21, 46)), Fuel(coal=4, oil=1), 12).cities
    11
    """
    plants = tuple([plant for plant in plants if not plant.is_mine])
    choices = [chosen for count in range(len(plants) + 1) for chosen in combinations(plants, count)]
    choices.sort(key=partial(_merit, network_size), reverse=True)
    best = next(chosen for chosen in choices if _are_fuelled(chosen, fuel))
    return _powering(best, _runs(best, fuel, None if pools_fuel else storage_of(plants)), network_size)


def most_cities(plants: tuple[Plant, ...], fuel: Fuel, network_size: int) -> int:
    """The most cities that plants and fuel can power (END-3)."""
    return best_run(plants, fuel, network_size).cities


def stuck(plants: tuple[Plant, ...], runs: Iterable[Run], left: Fuel) -> tuple[Run, Fuel] | None:
    """A run that in no order of all has its mix on its plant, and how much coal or oil could be there (BUR-2a).

    None if there is an order in which each has.

    :param plants: all that the owner has: what was held before the runs lay on them (PLT-7).
    :param left: what is held when all have run.
    """
    storage, waiting = storage_of(plants), [run for run in runs if run.mix]
    held = sum([run.mix for run in waiting], left)
    while waiting:
        place = storage.on_hybrids(held)
        run = next((run for run in waiting if run.coal <= place.coal and run.oil <= place.oil), None)
        if run is None:
            return waiting[0], place
        waiting.remove(run)
        held -= run.mix
    return None


@lru_cache(maxsize=1024)
def all_runs(decision: PoweringDecision) -> tuple[Powering, ...]:
    """Every choice of plants, and of mixes for hybrids, that the fuel allows; running nothing is one (BUR-2, PLT-5).

    That fewer cities are powered than have to be (MAP-IN-11) is not looked at.
    """
    plants, fuel = decision.plants, decision.fuel
    found = (_powering(plants, runs, decision.network_size) for runs in product(*map(_runs_of, plants)))
    fuelled = (powering for powering in found if not (fuel - powering.burnt).is_negative)
    if decision.pools_fuel:
        return tuple(fuelled)
    return tuple(powering for powering in fuelled if not stuck(plants, powering.action.plants, fuel - powering.burnt))


def only_sensible_run(decision: PoweringDecision) -> RunPlants | None:
    """What every player would run; None where it takes thought.

    The choice that powers the most cities, if it leaves at least as much of each kind of fuel as any other such
    choice. Powering fewer cities to save fuel is not considered. Plants that add nothing stay off.
    """
    choices = all_runs(decision)
    most = max(choice.cities for choice in choices)
    rivals = [choice for choice in choices if choice.cities == most]
    sensible = [choice for choice in rivals if not any((rival.burnt - choice.burnt).is_negative for rival in rivals)]
    least = min(sensible, key=lambda choice: len(choice.action.plants), default=None)
    return None if least is None else least.action


@lru_cache(maxsize=1024)
def burnt_by(plant: Plant, run: Run) -> Fuel:
    """The fuel of one run; for hybrids the mix that it names."""
    if plant.kind == "hybrid":
        return run.mix
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


def _runs(plants: tuple[Plant, ...], fuel: Fuel, storage: Capacity | None) -> tuple[Run, ...]:
    """How to run all of these plants, for which there is fuel.

    :param storage: that of all plants; None where hybrids burn what lies on others, too.
    """
    runs, left = [], fuel
    for kind in ("coal", "oil"):
        left -= Fuel(**{kind: sum([plant.need for plant in plants if plant.kind == kind])})
    for plant in plants:
        run = Run(plant.number) if plant.kind != "hybrid" else _mixed(plant, left, storage)
        left -= run.mix
        runs.append(run)
    return tuple(runs)


def _mixed(plant: Plant, held: Fuel, storage: Capacity | None) -> Run:
    """Burn coal or oil, of which there is more, token by token, so that both last: what of it has a place there."""
    coal_left, oil_left = held.coal, held.oil
    for _ in range(plant.need):
        if coal_left >= oil_left:
            coal_left -= 1
        else:
            oil_left -= 1
    coal = held.coal - coal_left
    if storage:
        place = storage.on_hybrids(held)
        coal = min(max(coal, plant.need - place.oil), place.coal)
    return Run(plant.number, coal=coal, oil=plant.need - coal)
