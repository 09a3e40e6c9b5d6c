"""The strip on top: what was agreed on, where the round stands, who it waits for, how near the end is."""

from collections.abc import Mapping, Sequence
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
        map_name(rules.board(options.map, options.edition, rules.NEWEST)),
        ngettext("{count} player", "{count} players", players).format(count=players),
        *map(str, agreed(options, players)),
    )


@dataclass(frozen=True, slots=True)
class Chip:
    """A phase of the round, or a part of the setup; ``state`` is ``done``, ``now`` or ``next``."""

    key: str
    name: str
    state: str


@dataclass(frozen=True, slots=True)
class Space:
    """A number of cities on the track, with the ``seats`` of those who have as many, in the order of play.

    ``mark`` is ``step2`` or ``end`` where that begins with it, else empty.
    """

    number: int
    seats: tuple[int, ...]
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
    track: tuple[Space, ...]
    largest_network: int
    step2_at: int | None
    end_at: int
    is_over: bool
    direction: str


def status(view: rules.View, thresholds: rules.Thresholds, waiting: Waiting | None) -> Status:
    largest = max(len(company.cities) for company in view.companies)
    step2_at = thresholds.step2 or None if view.step == 1 else None
    marks = {thresholds.end: "end"} | ({thresholds.step2: "step2"} if thresholds.step2 else {})
    is_setup = view.phase is rules.Phase.SETUP
    return Status(
        is_setup=is_setup,
        round=view.round,
        step=view.step,
        chips=_setup_chips(view, thresholds) if is_setup else _chips(view.phase),
        waiting=waiting,
        track=_track(view, marks, max(largest, thresholds.end)),
        largest_network=largest,
        step2_at=step2_at,
        end_at=thresholds.end,
        is_over=view.phase is rules.Phase.FINISHED,
        direction=str(DIRECTIONS.get(view.phase, "")),
    )


def _track(view: rules.View, marks: Mapping[int, str], last: int) -> tuple[Space, ...]:
    """The track from no city to the last number that anybody has, or that ends the game."""
    cities = {company.seat: len(company.cities) for company in view.companies}
    return tuple(
        Space(number, tuple(seat for seat in view.order if cities[seat] == number), marks.get(number, ""))
        for number in range(last + 1)
    )


def _setup_chips(view: rules.View, thresholds: rules.Thresholds) -> tuple[Chip, ...]:
    parts: list[tuple[str, Promise, bool]] = []
    if view.options.areas == "draft":
        parts.append(("areas", gettext_lazy("Areas"), len(view.areas) == thresholds.areas))
    if view.trust is not None:
        placed = len(view.trust.houses) >= len(rules.TRUST_PLACERS)
        parts.append(("trust", gettext_lazy("Houses of the Trust"), placed))
    if view.options.start_cities:
        parts.append(("start-cities", gettext_lazy("Start cities"), len(view.marked) == len(view.order)))
    return _in_a_row([(key, name) for key, name, _is_done in parts], done=sum(is_done for *_rest, is_done in parts))


def _chips(phase: rules.Phase) -> tuple[Chip, ...]:
    order: list[rules.Phase | None] = [*(known for known, _name in CHIPS), rules.Phase.FINISHED]
    chips = [(known.value if known else "order", name) for known, name in CHIPS]
    return _in_a_row(chips, done=order.index(phase))


def _in_a_row(chips: Sequence[tuple[str, str | Promise]], *, done: int) -> tuple[Chip, ...]:
    """The chips with these keys and names, the first so many of them done."""
    return tuple(
        Chip(key, str(name), "done" if place < done else "now" if place == done else "next")
        for place, (key, name) in enumerate(chips)
    )
