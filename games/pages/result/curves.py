"""The curves of a game as one viewer may see them: charts over its rounds, and tables of what was paid."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

import rules
from games.models import Game, Seat
from games.pages import panels
from games.pages.charts import Chart, Mark, Series, of_company, of_fuel
from games.pages.panels import FUEL_NAMES, Companies, Company, PlantCard, plant_card
from games.replay import history
from games.story.statistics import Card, Course, Holding, Spending, course


@dataclass(frozen=True, slots=True)
class SpendingRow:
    """What a company has paid: one amount for each of the columns, and their total."""

    company: Company
    amounts: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class CardRow:
    """A plant that was bought; ``above`` is what was paid beyond its number, below nothing with a discount."""

    round: int
    sequence: int
    company: Company
    plant: PlantCard
    price: int
    above: int


@dataclass(frozen=True, slots=True)
class Curves:
    """Everything that can be told of a game in figures. ``columns`` are those of the rows of ``spending``.

    ``hides_money``: what others have and spend is not shown while the game runs.
    """

    charts: tuple[Chart, ...]
    columns: tuple[str, ...]
    spending: tuple[SpendingRow, ...]
    cards: tuple[CardRow, ...]
    hides_money: bool


@dataclass(frozen=True, slots=True)
class CurvesPage:
    """The page of a game's curves, for whoever asks."""

    game: Game
    mine: Seat | None
    curves: Curves


def look(game: Game, mine: Seat | None) -> CurvesPage:
    """The curves of a game, for the owner of a seat or for a spectator."""
    leading = history.in_force(history.positions(game))
    table = panels.companies(list(game.seats.all()), mine)
    return CurvesPage(game, mine, curves(game, course(leading), table, mine, leading[-1].state))


def curves(game: Game, figures: Course, table: Companies, mine: Seat | None, state: rules.State) -> Curves:
    """What a viewer may see of the figures of a game.

    :param figures: all of them.
    :param state: the present position.
    """
    hides_money = not (game.is_over or state.options.money_visible)
    if hides_money:
        figures = figures.seen_by(mine.number if mine else None)
    return Curves(
        charts=tuple(chart for chart in _charts(figures, table) if not chart.is_empty),
        columns=(_("plants"), *(str(FUEL_NAMES[kind]) for kind in rules.KINDS), _("houses"), _("connections")),
        spending=tuple(_spent(table[seat], spent) for seat, spent in enumerate(figures.spending) if spent),
        cards=tuple(_card(card, table) for card in figures.cards),
        hides_money=hides_money,
    )


def _charts(figures: Course, table: Companies) -> tuple[Chart, ...]:
    marks = tuple(
        Mark(each.number, " · ".join(_("Step {step}").format(step=step) for step in each.steps))
        for each in figures.rounds
        if each.steps
    )
    return (
        Chart("curve-cities", _("Cities"), "", 0, _holdings(figures, table, lambda held: held.cities), marks),
        Chart("curve-money", _("Money"), "", 0, _holdings(figures, table, lambda held: held.money), marks),
        Chart(
            "curve-capacity",
            _("What the plants could supply"),
            _("In cities, with fuel in plenty."),
            0,
            _holdings(figures, table, lambda held: held.capacity),
            marks,
        ),
        Chart(
            "curve-income",
            _("Income"),
            _("What powering cities paid in each round."),
            1,
            _incomes(figures, table),
            marks,
        ),
        Chart("curve-tokens", _("Fuel bought"), _("In tokens, in each round."), 1, _tokens(figures, table), marks),
        Chart(
            "curve-fuel",
            _("Price of fuel"),
            _("Of the cheapest token when the buying began."),
            1,
            _prices(figures),
            marks,
        ),
    )


def _holdings(figures: Course, table: Companies, of: Callable[[Holding], int | None]) -> tuple[Series, ...]:
    """A series for each company, from the start to the last round. Those with hidden values are left out."""
    moments = (figures.start, *(each.holdings for each in figures.rounds))
    series = (of_company(company, [of(held[seat]) for held in moments]) for seat, company in enumerate(table))
    return tuple(each for each in series if not each.is_empty)


def _incomes(figures: Course, table: Companies) -> tuple[Series, ...]:
    return tuple(
        of_company(company, [each.income.get(seat) for each in figures.rounds]) for seat, company in enumerate(table)
    )


def _tokens(figures: Course, table: Companies) -> tuple[Series, ...]:
    bought = [
        {seat: sum(tokens for _kind, tokens in fuel.items()) for seat, fuel in each.bought.items()}
        for each in figures.rounds
    ]
    return tuple(of_company(company, [each.get(seat) for each in bought]) for seat, company in enumerate(table))


def _prices(figures: Course) -> tuple[Series, ...]:
    return tuple(of_fuel(kind, [each.prices.get(kind) for each in figures.rounds]) for kind in rules.KINDS)


def _spent(company: Company, spent: Spending) -> SpendingRow:
    amounts: Sequence[int] = (spent.plants, *spent.fuel.values(), spent.sites, spent.connections)
    return SpendingRow(company, tuple(amounts), spent.total)


def _card(card: Card, table: Companies) -> CardRow:
    return CardRow(card.round, card.sequence, table[card.seat], plant_card(card.plant), card.price, card.above)
