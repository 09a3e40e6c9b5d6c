"""The strip on top: what was agreed on, where the round stands, whom it waits for, how near the end is."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext_lazy, ngettext

import rules
from games.models import PHASES, Question, Seat
from games.panels.pieces import Companies, Company
from games.questions import IN_SENTENCES
from games.terms import agreed

CHIPS = (
    (None, gettext_lazy("Player order")),
    *((phase, PHASES[phase]) for phase in PHASES if phase not in {rules.Phase.SETUP, rules.Phase.FINISHED}),
)
"""The phases of a round as the strip names them. The first waits for nobody, and so the game never stands in it."""


def terms(options: rules.Options, players: int) -> tuple[str, ...]:
    """What was agreed on for a game, in a few words each."""
    return (
        rules.board(options.map, options.edition).name,
        ngettext("{count} player", "{count} players", players).format(count=players),
        *map(str, agreed(options, players)),
    )


@dataclass(frozen=True, slots=True)
class Chip:
    """A phase of the round; ``state`` is ``done``, ``now`` or ``next``."""

    number: int
    name: str
    state: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """Whom the game waits for: all of them are asked the same. ``since`` is when the first of them was asked.

    ``question`` begins with a small letter: it follows a name.
    """

    companies: tuple[Company, ...]
    question: str
    since: datetime

    @property
    def others(self) -> int:
        """How many beside the viewer."""
        return sum(not company.is_mine for company in self.companies)


@dataclass(frozen=True, slots=True)
class Pip:
    """One city on the way to the end. ``mark`` is ``step2`` or ``end`` where that begins with it, else empty."""

    number: int
    reached: bool
    mark: str


@dataclass(frozen=True, slots=True)
class Status:
    """Where the game stands. ``step2_at`` is None where Step 2 cannot begin any more, or never does."""

    round: int
    step: int
    chips: tuple[Chip, ...]
    waiting: Waiting | None
    pips: tuple[Pip, ...]
    largest_network: int
    step2_at: int | None
    end_at: int
    is_over: bool


def waiting_for(seats: Sequence[Seat], table: Companies) -> Waiting | None:
    """What the rows of a game say about whom it waits for at present."""
    asked = [(seat, seat.asked_at) for seat in seats if seat.asked_at is not None]
    if not asked:
        return None
    return Waiting(
        companies=tuple(table[seat.number] for seat, _since in asked),
        question=str(IN_SENTENCES[Question(asked[0][0].question)]),
        since=min(since for _seat, since in asked),
    )


def status(view: rules.View, thresholds: rules.Thresholds, waiting: Waiting | None) -> Status:
    largest = max(len(company.cities) for company in view.companies)
    step2_at = thresholds.step2 or None if view.step == 1 else None
    return Status(
        round=view.round,
        step=view.step,
        chips=_chips(view.phase),
        waiting=waiting,
        pips=tuple(
            Pip(number, number <= largest, _mark(number, thresholds)) for number in range(1, thresholds.end + 1)
        ),
        largest_network=largest,
        step2_at=step2_at,
        end_at=thresholds.end,
        is_over=view.phase is rules.Phase.FINISHED,
    )


def _chips(phase: rules.Phase) -> tuple[Chip, ...]:
    order: list[rules.Phase | None] = [rules.Phase.SETUP, *(phase for phase, _name in CHIPS), rules.Phase.FINISHED]
    now = order.index(phase)
    return tuple(
        Chip(number, str(name), "done" if number < now else "now" if number == now else "next")
        for number, (_phase, name) in enumerate(CHIPS, start=1)
    )


def _mark(number: int, thresholds: rules.Thresholds) -> str:
    if number == thresholds.end:
        return "end"
    return "step2" if number == thresholds.step2 else ""
