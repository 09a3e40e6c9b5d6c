"""How a game ended, as one value: the standing, what each could power and why, what decided it, and its curves."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

import rules
from accounts.requests import VisitorRequest
from games.board.picture import MapPicture, map_picture
from games.models import Game, Seat
from games.pages import panels, sharing
from games.pages.access import get_game_or_404, log_in_to_see
from games.pages.charts import Chart
from games.pages.game.rematch import Rematch, rematch
from games.pages.panels.ending import Result
from games.pages.panels.pieces import Companies, Company, FuelAmount, PlantCard, fuel_amounts
from games.pages.result.curves import Curves, curves_of
from games.pages.sharing import Shared
from games.replay import history
from games.story.moments import Moment, decisive
from games.story.names import Names


@dataclass(frozen=True, slots=True)
class PoweringRow:
    """What a company could power in the end: ``plants`` and ``fuel`` that it had, and what set the limit.

    ``limit`` is ``cities``, ``plants`` or ``fuel``; ``reason`` says it in a sentence.
    """

    company: Company
    plants: tuple[PlantCard, ...]
    fuel: tuple[FuelAmount, ...]
    powered: int
    limit: str
    reason: str


@dataclass(frozen=True, slots=True)
class ResultPage:
    """How a game ended. ``result`` is None where it never came to its end, so that nobody has won.

    ``course`` is the chart beside the map, of the cities of each; None where nothing was done. ``rematch`` is another
    practice game like this one, where it was one.
    """

    is_result: ClassVar[bool] = True

    game: Game
    mine: Seat | None
    terms: tuple[str, ...]
    rounds: int
    picture: MapPicture
    result: Result | None
    course: Chart | None
    powering: tuple[PoweringRow, ...]
    moments: tuple[Moment, ...]
    curves: Curves
    rematch: Rematch | None

    @property
    def shared(self) -> Shared | None:
        """What a link to it shows; not who won."""
        title, sentence = _("Result of {game}").format(game=self.game.name), " · ".join(self.terms)
        address = reverse("games:result", args=[self.game.pk])
        return sharing.shared(self.game, self.game.sequence, title=title, sentence=sentence, address=address)


@require_safe
@log_in_to_see
def result(request: VisitorRequest, pk: int) -> HttpResponse:
    """Show how a game ended; of one that is not over, nothing but that."""
    game, mine = get_game_or_404(request.user, pk)
    if not game.is_over:
        return render(request, "games/not_over.html", {"game": game})
    return render(request, "games/result.html", {"page": look(game, mine)})


def look(game: Game, mine: Seat | None) -> ResultPage:
    leading = history.in_force(history.positions(game))
    state = leading[-1].state
    table, view = panels.companies(list(game.seats.all()), mine), rules.view(state)
    curves = curves_of(game, mine, leading)
    return ResultPage(
        game=game,
        mine=mine,
        terms=panels.terms(state.options, state.setup.players),
        rounds=state.round,
        picture=map_picture(view, [company.name for company in table], new=()),
        result=panels.result(view, table),
        course=next(iter(curves.charts), None),
        powering=tuple(_powering(state, table)),
        moments=decisive(leading, Names.of(game)),
        curves=replace(curves, charts=curves.charts[1:]),
        rematch=rematch(game, mine, state),
    )


def _powering(state: rules.State, table: Companies) -> Iterable[PoweringRow]:
    """The companies from the first to the last; none where the game did not come to its end (END-3)."""
    for entry in state.standing:
        player = state.players[entry.seat]
        plants = state.plants.without_mines(player.plants)
        limit, reason = _limit(entry.powered, player.network_size, sum(plant.powers for plant in plants))
        yield PoweringRow(
            table[entry.seat],
            tuple(map(PlantCard, plants)),
            fuel_amounts(player.fuel),
            entry.powered,
            limit,
            reason,
        )


def _limit(powered: int, cities: int, capacity: int) -> tuple[str, str]:
    """What kept a company from powering more, and that in a sentence.

    :param capacity: how many cities its plants could power with enough fuel.
    """
    if powered == cities:
        limit = "cities"
        words = ngettext("The whole network: {cities} city.", "The whole network: {cities} cities.", cities)
    elif powered == capacity:
        limit = "plants"
        words = ngettext(
            "The plants can power no more. The network has {cities} city.",
            "The plants can power no more. The network has {cities} cities.",
            cities,
        )
    else:
        limit = "fuel"
        words = ngettext(
            "The fuel was not enough for more. The plants can power {capacity}, and the network has {cities} city.",
            "The fuel was not enough for more. The plants can power {capacity}, and the network has {cities} cities.",
            cities,
        )
    return limit, words.format(capacity=capacity, cities=cities)
