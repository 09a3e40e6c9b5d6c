"""The curves of a game as one viewer may see them: charts over its rounds, and tables of what was paid."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

import rules
from accounts.requests import VisitorRequest
from games.models import Game, Seat
from games.pages.access import get_game_or_404, log_in_to_see
from games.pages.charts import Chart, Mark, Series, of_company, of_fuel
from games.pages.panels.pieces import FUEL_NAMES, Companies, Company, PlantCard, companies
from games.replay import history
from games.replay.history import Position
from games.story.statistics import Card, Course, Holding, Round, course

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Curves:
    """Everything that can be told of a game in figures.

    ``spending`` is what each company has paid, an amount for each of the ``columns``; ``cards`` are bought plants.
    ``hides_money``: what others have and spend is not shown while the game runs.
    """

    charts: tuple[Chart, ...]
    columns: tuple[str, ...]
    spending: tuple[tuple[Company, tuple[int, ...]], ...]
    cards: tuple[tuple[Card, Company, PlantCard], ...]
    hides_money: bool


@require_safe
@log_in_to_see
def curves(request: VisitorRequest, pk: int) -> HttpResponse:
    """Show the curves of a game, over or not."""
    game, mine = get_game_or_404(request.user, pk)
    shown = curves_of(game, mine, history.in_force(history.positions(game)))
    return render(request, "games/curves.html", {"page": {"game": game, "curves": shown}})


def curves_of(game: Game, mine: Seat | None, leading: Sequence[Position]) -> Curves:
    """What the owner of a seat, or a spectator, may see of the figures of a game.

    :param leading: the positions in force.
    """
    table, figures = companies(list(game.seats.all()), mine), course(leading)
    hides_money = not (game.is_over or leading[-1].state.options.money_visible)
    if hides_money:
        figures = figures.seen_by(mine.number if mine else None)
    kinds = [kind for kind in rules.KINDS if leading[-1].state.board.tokens[kind]]
    return Curves(
        charts=tuple(chart for chart in _charts(figures, table) if not chart.is_empty),
        columns=(_("plants"), *(str(FUEL_NAMES[kind]) for kind in kinds), _("houses"), _("connections")),
        spending=tuple(
            (table[seat], (spent.plants, *(spent.fuel[kind] for kind in kinds), spent.sites, spent.connections))
            for seat, spent in enumerate(figures.spending)
            if spent
        ),
        cards=tuple(
            (card, table[card.seat], PlantCard(leading[-1].state.plants[card.plant])) for card in figures.cards
        ),
        hides_money=hides_money,
    )


def _charts(figures: Course, table: Companies) -> tuple[Chart, ...]:
    marks = tuple(
        Mark(each.number, " · ".join(_("Step {step}").format(step=step) for step in each.steps))
        for each in figures.rounds
        if each.steps
    )
    moments = (figures.start, *(each.holdings for each in figures.rounds))

    def holdings(of: Callable[[Holding], int | None]) -> tuple[Series, ...]:
        """From the start to the last round. Those with hidden values are left out."""
        series = _series(table, moments, lambda held, seat: of(held[seat]))
        return tuple(each for each in series if not each.is_empty)

    incomes = _series(table, figures.rounds, lambda each, seat: each.income.get(seat))
    bought = _series(table, figures.rounds, _tokens)
    prices = tuple(of_fuel(kind, [each.prices.get(kind) for each in figures.rounds]) for kind in rules.KINDS)
    enough, paid = _("In cities, with enough fuel."), _("What powering cities paid in each round.")
    tokens, cheapest = _("In tokens, in each round."), _("Of the cheapest token when the buying began.")
    return (
        Chart("curve-cities", _("Cities"), "", 0, holdings(lambda held: held.cities), marks),
        Chart("curve-money", _("Money"), "", 0, holdings(lambda held: held.money), marks),
        Chart("curve-capacity", _("What plants could power"), enough, 0, holdings(lambda held: held.capacity), marks),
        Chart("curve-income", _("Income"), paid, 1, incomes, marks),
        Chart("curve-tokens", _("Fuel bought"), tokens, 1, bought, marks),
        Chart("curve-fuel", _("Price of fuel"), cheapest, 1, prices, marks),
    )


def _series(table: Companies, moments: Sequence[T], of: Callable[[T, int], int | None]) -> tuple[Series, ...]:
    """A series for each company."""
    return tuple(of_company(company, [of(each, seat) for each in moments]) for seat, company in enumerate(table))


def _tokens(each: Round, seat: int) -> int | None:
    return sum(tokens for _kind, tokens in each.bought[seat].items()) if seat in each.bought else None
