"""The Plans part as one value."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import rules
from games.models import Game, Origin, PoweringRule, Question, Seat, Slot, StandingPlan, pace
from games.pages.plans.auction import AlongForm, along
from games.pages.plans.plan_action_words import in_words
from games.pages.plans.plan_form import (
    NoSuchPlan,
    Offer,
    OpenPlan,
    Planned,
    kind_of,
    offers,
    open_plan,
    presses,
    sitting,
)
from games.pages.plans.planner import Planner
from games.plans import active, why_asked, words
from games.plans.language import Plan
from games.plans.reasons import reason_from_json
from games.replay.lookback import Positions
from games.story.names import Names
from games.turns import decisions, drafts


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A plan of the viewer's, read back. ``asks`` says why it cannot answer; empty where it can.

    ``is_counted_on``: it can be changed, but no longer withdrawn. ``is_sitting``: it is changed in the action panel.
    """

    slot: str
    words: tuple[str, ...]
    scope: str
    asks: str
    change: str
    is_counted_on: bool
    is_sitting: bool


@dataclass(frozen=True, slots=True)
class Powering:
    """The rule by which the viewer's cities are powered, and what else it could be. ``is_asked``: they decide now."""

    rule: PoweringRule
    words: str
    choices: tuple[PoweringRule, ...]
    is_asked: bool


POWERING = {
    PoweringRule.ASK: gettext_lazy("You are asked each time to power your cities."),
    PoweringRule.LEAST: gettext_lazy(
        "Your cities are powered for you: as many as possible, with as little fuel as possible."
    ),
    PoweringRule.COAL: gettext_lazy(
        "Your cities are powered for you: as many as possible, with as little coal as possible."
    ),
    PoweringRule.OIL: gettext_lazy(
        "Your cities are powered for you: as many as possible, with as little oil as possible."
    ),
    PoweringRule.GARBAGE: gettext_lazy(
        "Your cities are powered for you: as many as possible, with as little garbage as possible."
    ),
    PoweringRule.URANIUM: gettext_lazy(
        "Your cities are powered for you: as many as possible, with as little uranium as possible."
    ),
}


@dataclass(frozen=True, slots=True)
class PlansPanel:
    """What a player has planned in a game, and what they can.

    ``answer`` says what is done within so many ``minutes``, by a plan or as it ``is_forced``; empty where nothing is.
    ``is_new``: they have not planned here before. ``along`` can be sent with the bid that they are composing.
    ``is_wanted``: they have asked for this part. ``asks`` says why a plan for the present phase does not answer.
    ``whole_phase`` is where all auctions of the round can be planned by who is asked in one; empty where they cannot.
    """

    standing: tuple[StandingRow, ...]
    answer: str
    is_forced: bool
    presses: tuple[Offer, ...]
    offers: tuple[Offer, ...]
    powering: Powering
    is_new: bool
    is_asked: bool
    along: AlongForm | None
    open_plan: OpenPlan | None = None
    asks: str = ""
    whole_phase: str = ""
    is_wanted: bool = False
    problem: str = ""
    minutes: int = ceil(pace.LATEST / 60)

    @property
    def brief(self) -> str:
        asks = sum(bool(row.asks) for row in self.standing)
        if self.answer and not self.is_forced:
            return _("one answers soon")
        if asks:
            return ngettext("{count} asks you", "{count} ask you", asks).format(count=asks)
        if self.standing:
            return ngettext("{count} plan", "{count} plans", len(self.standing)).format(count=len(self.standing))
        return _("decide ahead")

    @property
    def is_open(self) -> bool:
        """Whether there is something in it to be seen at once. A player who is asked sees what is below first."""
        is_asking = any(row.asks for row in self.standing)
        return self.is_wanted or is_asking or bool(self.standing and not self.is_asked)


def plans_of(
    game: Game,
    mine: Seat,
    rows: Sequence[StandingPlan],
    positions: Positions,
    names: Names,
    draft: rules.Action | None,
    planned: Planned | None,
    trail: Sequence[rules.Action] = (),
) -> PlansPanel | None:
    """The Plans part for the owner of a seat; None where there is nothing to plan.

    :param rows: all plans of the seat.
    :param positions: all of the game so far.
    :param draft: what they are composing as an answer.
    :param planned: what they are planning.
    :param trail: what they had composed before that, the latest last.
    """
    state = positions[-1].state
    if game.is_over or state.is_over or mine.plays_itself:
        return None
    planner = Planner(state, rules.Seat(mine.number), names, game.get_absolute_url(), tuple(trail))
    in_force = [row for row in rows if active.is_in_force(row, state, planner.seat)]
    plans = [active.read(row) for row in in_force]
    is_alone = decisions.is_alone(game.seats.all())
    if planned is None and not is_alone and (kind := sitting(planner, in_force)):
        planned = Planned.begun(kind, draft)
    form, problem = _opened(planner, game, planned, plans)
    answer, origin = _answer(mine, planner, in_force)
    return PlansPanel(
        standing=tuple(_row(game, planner, row) for row in in_force),
        answer=in_words(answer, names) if answer else "",
        is_forced=origin is Origin.FORCED,
        presses=tuple(presses(planner, plans)),
        offers=offers(planner, game),
        powering=_powering(mine, planner),
        is_new=not rows and not positions.course.has(mine.number, Origin.PLAN),
        is_asked=mine.is_to_move,
        along=along(planner, draft),
        open_plan=form,
        is_wanted=planned is not None and (form is None or form.sitting is None),
        asks=_asks(planner, in_force),
        whole_phase=planner.address("wishes") if not is_alone and state.phase is rules.Phase.AUCTION else "",
        problem=problem,
    )


def _asks(planner: Planner, rows: Sequence[StandingPlan]) -> str:
    """Why a plan for the question that the seat is asked does not answer it; empty where none has to."""
    asking = (row for row in rows if row.asks and active.is_for_now(row, planner.state, planner.seat))
    row = next(asking, None) if planner.is_asked else None
    return why_asked.told(reason_from_json(row.asks), planner.names) if row else ""


def _powering(mine: Seat, planner: Planner) -> Powering:
    rule = PoweringRule(mine.powering)
    at_hand = {PoweringRule.ASK, PoweringRule.LEAST, rule, *planner.fuels}
    choices = tuple(each for each in PoweringRule if each in at_hand)
    is_asked = mine.question == Question.RUN_PLANTS and mine.answers_at is None
    return Powering(rule, str(POWERING[rule]), choices, is_asked=is_asked)


def _opened(
    planner: Planner, game: Game, planned: Planned | None, plans: Sequence[Plan]
) -> tuple[OpenPlan | None, str]:
    """What is being planned, and why it was not taken."""
    if planned is None or not (planned.kind or planned.is_sent):  # who asks for nothing sees what there is to plan
        return None, ""
    try:
        return open_plan(planner, game, planned, plans), planned.problem
    except NoSuchPlan as refusal:
        return None, planned.problem or str(refusal)


def _row(game: Game, planner: Planner, row: StandingPlan) -> StandingRow:
    plan = active.read(row)
    return StandingRow(
        slot=row.slot,
        words=tuple(words.sentences(plan, planner.names)),
        scope=_scope(Slot(row.slot), row.round),
        asks=why_asked.told(reason_from_json(row.asks), planner.names) if row.asks else "",
        change=planner.address(kind_of(plan)),
        is_counted_on=row.slot == Slot.AREAS and drafts.is_on(game, planner.state),
        is_sitting=kind_of(plan) in {"round", "wishes"},
    )


def _scope(slot: Slot, in_round: int | None) -> str:
    """How long a plan stands."""
    match slot:
        case Slot.AREAS:
            return _("for the draft of areas")
        case Slot.AUCTION:
            return _("for this auction")
        case _ if in_round is None:
            return _("until I change it")
        case Slot.AUCTIONS:
            return _("for the auctions of round {round}").format(round=in_round)
        case _:
            return _("for round {round}").format(round=in_round)


def _answer(
    mine: Seat, planner: Planner, rows: Sequence[StandingPlan]
) -> tuple[rules.Action, Origin] | tuple[None, None]:
    """What is about to be done without its owner, and why; nothing where they are waited for."""
    if mine.answers_at is None:
        return None, None
    for row in rows:
        row.seat = mine
    return decisions.answer_without_person(mine, active.Plans(rows), planner.state) or (None, None)
