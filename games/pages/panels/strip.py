"""The strip on top: what was agreed on, where the round stands, who it waits for, how near the end is."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext

import rules
from games.models import PHASES
from games.models.terms import agreed, map_name
from games.pages.panels.awaited import Waiting

CHIPS = (
    (None, gettext_lazy("Player order")),
    *((phase, PHASES[phase]) for phase in PHASES if phase not in {rules.Phase.SETUP, rules.Phase.FINISHED}),
)
"""The phases of a round as the strip names them. The first waits for nobody, and so the game never stands in it."""


DIRECTIONS = {
    rules.Phase.AUCTION: gettext_lazy("now from first to last"),
    rules.Phase.RESOURCES: gettext_lazy("now from last to first"),
    rules.Phase.BUILDING: gettext_lazy("now from last to first"),
    rules.Phase.BUREAUCRACY: gettext_lazy("now all at once"),
}
"""How the turn goes through the order of play in each phase (GEN-9, GEN-10)."""


def terms(options: rules.Options, players: int) -> tuple[str, ...]:
    """What was agreed on for a game, in a few words each."""
    return (
        map_name(rules.board(options.map, options.edition)),
        ngettext("{count} player", "{count} players", players).format(count=players),
        *map(str, agreed(options, players)),
    )


@dataclass(frozen=True, slots=True)
class Chip:
    """A phase of the round, or a part of the setup; ``state`` is ``done``, ``now`` or ``next``."""

    number: int
    name: str
    state: str


@dataclass(frozen=True, slots=True)
class Pip:
    """One city on the way to the end. ``mark`` is ``step2`` or ``end`` where that begins with it, else empty."""

    number: int
    reached: bool
    mark: str


@dataclass(frozen=True, slots=True)
class Status:
    """Where the game stands. ``step2_at`` is None where Step 2 cannot begin any more, or never does.

    ``chips`` are the phases of the round, or in setup what has to be settled before the first. ``direction`` says who
    comes after whom in this phase.
    """

    is_setup: bool
    round: int
    step: int
    chips: tuple[Chip, ...]
    waiting: Waiting | None
    pips: tuple[Pip, ...]
    largest_network: int
    step2_at: int | None
    end_at: int
    is_over: bool
    direction: str


def status(view: rules.View, thresholds: rules.Thresholds, waiting: Waiting | None) -> Status:
    largest = max(len(company.cities) for company in view.companies)
    step2_at = thresholds.step2 or None if view.step == 1 else None
    marks = {thresholds.step2: "step2", thresholds.end: "end"}
    is_setup = view.phase is rules.Phase.SETUP
    return Status(
        is_setup=is_setup,
        round=view.round,
        step=view.step,
        chips=_setup_chips(view, thresholds) if is_setup else _chips(view.phase),
        waiting=waiting,
        pips=tuple(Pip(number, number <= largest, marks.get(number, "")) for number in range(1, thresholds.end + 1)),
        largest_network=largest,
        step2_at=step2_at,
        end_at=thresholds.end,
        is_over=view.phase is rules.Phase.FINISHED,
        direction=str(DIRECTIONS.get(view.phase, "")),
    )


def _setup_chips(view: rules.View, thresholds: rules.Thresholds) -> tuple[Chip, ...]:
    parts: list[tuple[Promise, bool]] = []
    if view.options.areas == "draft":
        parts.append((gettext_lazy("Areas"), len(view.areas) == thresholds.areas))
    if view.trust is not None:
        parts.append((gettext_lazy("Houses of the Trust"), len(view.trust.houses) >= len(rules.TRUST_PLACERS)))
    if view.options.start_cities:
        parts.append((gettext_lazy("Start cities"), len(view.marked) == len(view.order)))
    return _in_a_row([name for name, _is_done in parts], done=sum(is_done for _name, is_done in parts))


def _chips(phase: rules.Phase) -> tuple[Chip, ...]:
    order: list[rules.Phase | None] = [*(known for known, _name in CHIPS), rules.Phase.FINISHED]
    return _in_a_row([name for _phase, name in CHIPS], done=order.index(phase))


def _in_a_row(names: Sequence[str | Promise], *, done: int) -> tuple[Chip, ...]:
    """The chips with these names, the first so many of them done."""
    return tuple(
        Chip(place + 1, str(name), "done" if place < done else "now" if place == done else "next")
        for place, name in enumerate(names)
    )
