"""Planning: giving plans, withdrawing them, and keeping them from answering. Only their owner is shown any of it."""

from collections.abc import Callable
from functools import wraps

from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django_htmx.http import replace_url

import rules
from accounts.requests import PlayerRequest, store
from games.models import Game, PoweringRule, Seat, Slot
from games.pages import forms
from games.pages.access import get_game_or_404
from games.pages.game import guide, parts
from games.pages.game.showing import of_player, page_for, show, show_refused, show_whole
from games.pages.plans.auction import AlongForm
from games.pages.plans.plan_form import NoSuchPlan, OpenPlan, Planned, open_plan
from games.pages.plans.planner import Planner
from games.pages.problem import Problem, too_late
from games.plans import active
from games.plans.active import Plans
from games.plans.language import AreaPlan, BuyPlan, ProxyBid
from games.replay import snapshots
from games.story.names import Names
from games.turns import edit_plans, play

SITTINGS = {"round", "wishes"}
"""What is composed in the action panel, by the word for it in forms."""

BESIDE_PLANS = ("answering", "board", "fuel-market", "cities", "news")
"""The parts beside the plans themselves that change when one is given or withdrawn."""


@of_player
def give_plan(request: PlayerRequest, game: Game, mine: Seat) -> HttpResponse:
    """Give a plan, or several that were made on one form."""
    seen = game.sequence
    try:
        plan = _open(game, mine, request)
        if not plan.is_valid():
            return _refuse(request, game, None, status=400)
        _give(game, mine, plan, expected=forms.read_count(request.POST, "expected") if plan.is_now else seen)
    except (NoSuchPlan, edit_plans.PlanRefused) as refusal:
        return _refuse(request, get_game_or_404(request.user, game.pk)[0], Problem(str(refusal)), status=422)
    except rules.ActionSyntaxError as refusal:
        return _refuse(request, game, Problem(str(refusal)), status=400)
    except rules.RuleError as refusal:
        return _refuse(request, game, Problem.refused(refusal, game.read_setup().options), status=422)
    except play.Stale:
        game, _mine = get_game_or_404(request.user, game.pk)
        return _refuse(request, game, too_late(game, seen), status=409)
    return _show_given(request, game.pk, seen)


@of_player
def bid_and_plan(request: PlayerRequest, game: Game, mine: Seat) -> HttpResponse:
    """Bid, or put a plant up, and leave it to a plan to go on from there."""
    draft, expected = None, game.sequence
    try:
        draft = forms.read_action(request.POST)
        expected = forms.read_count(request.POST, "expected")
        form = AlongForm(_desk(game, mine), _first_bid(draft), request.POST)
        if not form.is_valid():
            problem = Problem(" ".join(str(error) for errors in form.errors.values() for error in errors))
            return show(request, page_for(request, game, draft=draft, problem=problem), status=400)
        with transaction.atomic(), guide.following(request.user, game.pk):
            moved = play.play(game, mine, draft, expected=expected)
            _go_on_bidding(moved, mine, form.plan())
    except (rules.ActionSyntaxError, rules.RuleError, play.Stale) as refusal:
        return show_refused(request, game, refusal, draft=draft, expected=expected)
    return _show_given(request, game.pk, expected)


def _view(change: Callable[[PlayerRequest, Game, Seat], object]) -> Callable[[PlayerRequest, int], HttpResponse]:
    """Make a view: change something about a player's plans, or say why not, and show what came of it."""

    @of_player
    @wraps(change)
    def view(request: PlayerRequest, game: Game, mine: Seat) -> HttpResponse:
        seen = game.sequence
        try:
            change(request, game, mine)
        except edit_plans.PlanRefused as refusal:
            return _refuse(request, game, Problem(str(refusal)), status=422)
        return _show_given(request, game.pk, seen)

    return view


@_view
def withdraw_plan(request: PlayerRequest, game: Game, mine: Seat) -> None:
    """Forget a plan."""
    slot = request.POST.get("slot", "")
    if slot not in Slot.values:
        raise edit_plans.PlanRefused(_("This does not say which plan to withdraw."))
    edit_plans.withdraw(game, mine, Slot(slot), now=timezone.now())


@_view
def stop_plan(request: PlayerRequest, game: Game, mine: Seat) -> None:
    """Keep a plan from answering what is asked now."""
    edit_plans.stop(game, mine, now=timezone.now())


@_view
def choose_powering(request: PlayerRequest, game: Game, mine: Seat) -> None:
    """Choose the rule by which cities are powered, or to be asked each time."""
    rule = request.POST.get("powering", "")
    if rule not in PoweringRule.values:
        raise edit_plans.PlanRefused(_("This does not say how to power your cities."))
    edit_plans.power_by(game, mine, PoweringRule(rule), now=timezone.now())


def _desk(game: Game, mine: Seat) -> Planner:
    return Planner(snapshots.load(game), rules.Seat(mine.number), Names.of(game), game.get_absolute_url())


def _open(game: Game, mine: Seat, request: PlayerRequest) -> OpenPlan:
    """What was sent, in the forms that it was filled in on.

    :raises NoSuchPlan: it cannot be planned now.
    """
    planner = _desk(game, mine)
    if planner.state.is_over or game.is_over:
        raise NoSuchPlan(_("The game is over: there is nothing left to plan."))
    rows = [row for row in edit_plans.of(mine) if active.is_in_force(row, planner.state, planner.seat)]
    plan = open_plan(planner, game, Planned(request.POST, is_sent=True), [active.read(row) for row in rows])
    if plan.offer.round is not None and request.POST.get("round", "") not in {"", str(plan.offer.round)}:
        sentence = _("Your turn in that round is over. The plan would now be for round {round}. Please check it.")
        raise NoSuchPlan(sentence.format(round=plan.offer.round))
    return plan


def _give(game: Game, mine: Seat, plan: OpenPlan, *, expected: int) -> None:
    """Give all plans of a form. Who is asked now answers now, by what they planned: their own hand does it."""
    before, purchase = game.sequence, plan.purchase
    with transaction.atomic():
        for slot in plan.dropped:
            game = edit_plans.withdraw(game, mine, slot, now=timezone.now())
        for given in plan.given:
            if purchase is None or not isinstance(given, BuyPlan):
                game = edit_plans.give(game, mine, given, for_round=plan.offer.round, now=timezone.now())
        if not plan.is_now or game.sequence != before:  # at some tables plans answer as soon as they are given
            return
        answer = purchase or _planned(game, mine)
        if answer is not None:
            play.play(game, mine, answer, expected=expected)


def _planned(game: Game, mine: Seat) -> rules.Action | None:
    """What the plans of a player who is asked answer, if they do."""
    state, seat = snapshots.load(game), rules.Seat(mine.number)
    answer = Plans.of(game).answer(state, seat) if seat in state.to_move else None
    return answer.action if answer else None


def _first_bid(action: rules.Action) -> rules.Bid | rules.OpenAuction:
    if not isinstance(action, rules.Bid | rules.OpenAuction):
        raise rules.ActionSyntaxError(_("This does not say what to bid. Please choose below."))
    return action


def _go_on_bidding(game: Game, mine: Seat, plan: ProxyBid) -> None:
    """Give the plan for an auction, unless the first bid has ended it already."""
    state = snapshots.load(game)
    is_running = state.auction is not None and state.auction.plant == plan.plant
    is_won = state.discarding == mine.number and state.new_plant == plan.plant
    if is_running or is_won:
        edit_plans.give(game, mine, plan, now=timezone.now())


def _show_given(request: PlayerRequest, pk: int, seen: int) -> HttpResponse:
    """The page with its plans as they are now, and whatever else came of it."""
    store(request)
    game, _mine = get_game_or_404(request.user, pk)
    if not request.htmx:
        return redirect(f"{game.get_absolute_url()}#plans")
    page = page_for(request, game, seen=seen)
    if request.htmx.target == "action-panel":
        moved = parts.moved(page)
    else:
        moved = parts.since(page, seen, "") if seen != game.sequence else BESIDE_PLANS
    answer = parts.send(request, page, ("plans", *(part for part in moved if part not in ("plans", *parts.PLANS))))
    return replace_url(answer, game.get_absolute_url())


def _refuse(request: PlayerRequest, game: Game, problem: Problem | None, *, status: int) -> HttpResponse:
    """What was sent, still filled in, and why it was not taken."""
    planned = Planned(request.POST, is_sent=True, problem=problem.sentence if problem else "")
    in_panel = request.htmx.target == "action-panel" if request.htmx else planned.kind in SITTINGS
    page = page_for(request, game, problem=problem if in_panel else None, planned=planned)
    if request.htmx:
        return parts.send(request, page, ("action-panel",) if in_panel else ("plans",), status=status)
    return show_whole(request, page, status=status)


@of_player
def wish_for_areas(request: PlayerRequest, game: Game, mine: Seat) -> HttpResponse:
    """Store the order in which a player wishes for the areas, and show what comes of it."""
    try:
        areas = forms.read_order(request.POST, [area.id for area in game.board.areas])
        edit_plans.give(game, mine, AreaPlan(areas), now=timezone.now())
    except rules.ActionSyntaxError as error:
        return show(request, page_for(request, game, problem=Problem(str(error))), status=400)
    except edit_plans.PlanRefused as refusal:
        game, _mine = get_game_or_404(request.user, game.pk)
        return show(request, page_for(request, game, problem=Problem(str(refusal))), status=409)
    if not request.htmx:
        return redirect(game)
    game, _mine = get_game_or_404(request.user, game.pk)
    page = page_for(request, game)
    return parts.send(request, page, parts.moved(page))
