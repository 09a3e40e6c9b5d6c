"""The table as one viewer sees it at one position: the map, the markets, the companies and what is going on."""

import dataclasses
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from msgspec.structs import replace

import rules
from games.board.picture import MapPicture, map_picture, new_houses
from games.models import Game, Seat
from games.pages import composing, panels
from games.pages.composing.auction import OpeningPanel
from games.pages.composing.purchase import PurchasePanel
from games.pages.offers import offers, planned, refusals
from games.pages.plans.wishes_panel import WishesPanel
from games.replay import history
from games.replay.history import Position
from games.story.names import Names
from games.story.story import Story
from games.turns import drafts
from notifications.presence import Around
from rules import events

Powered = Mapping[int, events.CitiesPowered]
"""By seat, what it has powered."""


@dataclass(frozen=True, slots=True)
class TableView:
    """One position as one viewer sees it. ``companies`` are by seat; ``legend`` has the Trust, too."""

    map: MapPicture
    cities: panels.Cities
    companies: panels.Companies
    legend: panels.Companies
    status: panels.Status
    plant_market: panels.PlantMarket
    fuel_market: panels.FuelMarket
    players: tuple[panels.PlayerRow | panels.TrustRow, ...]
    auction: panels.AuctionBox | None
    result: panels.Result | None

    @property
    def shows_presence(self) -> bool:
        """Whether it tells of anybody if they are online."""
        return any(isinstance(row, panels.PlayerRow) and row.clock and row.clock.around for row in self.players)


def present_sight(
    game: Game,
    mine: Seat | None,
    positions: Sequence[history.Position],
    names: Names,
    *,
    composed: Sequence[composing.Panel],
    since: Story | None,
    around: Mapping[int, Around] = {},
    now: datetime,
) -> TableView:
    """The present position, with what the viewer is composing, and could.

    :param game: with its seats, which know who is asked.
    :param mine: the viewer's, if they have one.
    :param positions: all of the game so far.
    :param composed: what the viewer is composing, their answer first, then what they plan.
    :param since: what came of the game since the viewer acted: the houses of it are new to them.
    :param around: who of the others shows the viewer whether they are online, by the ids of people.
    """
    seats, state = list(game.seats.all()), _as_far_as_known(positions[-1].state, game)
    table, view = panels.companies(seats, mine), _view(state, mine)
    if game.ended_early:
        view = replace(view, to_move=())
    picture = map_picture(
        view,
        [company.name for company in table],
        offers=offers(state, rules.Seat(mine.number) if mine else None, names, composed),
        planned=planned(composed),
        refusals=refusals(composed),
        new=None if since is None else new_houses(event for entry in since.entries for event in entry.events),
    )
    return _sight(
        state,
        view,
        table,
        picture,
        panel=_shown_in("plant-market", composed),
        powered=history.powered(positions),
        purchases=history.purchases(positions),
        waiting=panels.waiting_for(game, seats, table, now),
        asked={seat.number for seat in seats if seat.asked_at is not None} or None,
        clocks={seat.number: _clock(game, seat, around, now) for seat in seats},
        succeeded=_succeeded(names, positions),
        baskets=_baskets(_shown_in("fuel-market", composed)),
    )


def _clock(game: Game, seat: Seat, around: Mapping[int, Around], now: datetime) -> panels.Clock:
    clock = panels.clock_of(game, seat, now)
    return dataclasses.replace(clock, around=around.get(seat.user_id)) if seat.user_id else clock


def _shown_in(part: str, composed: Sequence[composing.Panel]) -> composing.Panel | None:
    """What is composed in a part of the page."""
    return next((panel for panel in composed if part in panel.shown_in), None)


def past_sight(
    game: Game, mine: Seat | None, position: history.Position, leading: Iterable[history.Position], names: Names
) -> TableView:
    """A position to look back at, with those who played then.

    :param leading: the positions that led to it, from the beginning of its phase on.
    """
    state, led_here = _as_far_as_known(position.state, game), list(leading)
    seats = list(game.seats.all())
    table, view = panels.companies(seats, mine, names.seats), _view(state, mine)
    picture = map_picture(view, [company.name for company in table])
    return _sight(
        state,
        view,
        table,
        picture,
        powered=history.powered_in(led_here),
        purchases=history.purchases_in(led_here),
        waiting=None,
        asked=_asked_then(game, seats, position, table),
        clocks={},
        baskets={},
    )


def _asked_then(
    game: Game, seats: Sequence[Seat], position: history.Position, table: panels.Companies
) -> Collection[int]:
    """The seats that a game waited for in a position to look back at."""
    is_present = position.sequence == game.sequence
    if is_present and game.ended_early:
        return ()
    if not drafts.is_on(game, position.state):
        return position.state.to_move
    # All are asked at once. What they wish for is done as soon as the last of them has said it.
    return {seat.number for seat in seats if (seat.is_to_move if is_present else not table[seat.number].is_bot)}


def past_view(game: Game, mine: Seat | None, position: history.Position) -> rules.View:
    """What a viewer may know of a position to look back at."""
    return _view(_as_far_as_known(position.state, game), mine)


def _as_far_as_known(state: rules.State, game: Game) -> rules.State:
    """A position of a game; once that is over, what was hidden during it is hidden no more."""
    if not game.is_over:
        return state
    options = replace(state.options, money_visible=True)
    return replace(state, setup=replace(state.setup, options=options))


def tried_sight(
    state: rules.State,
    table: panels.Companies,
    viewer: rules.Seat,
    names: Names,
    *,
    asked: rules.Seat | None,
    powered: Powered,
    panel: composing.Panel | None,
    tells_money: bool,
    purchases: history.Purchases = history.NO_PURCHASES,
) -> TableView:
    """A position that the owner of a seat tries: they see what that seat would, for any seat that they decide for.

    :param viewer: the seat of the owner.
    :param asked: the seat they decide for, whose network stands out; none where the line has ended.
    :param panel: what they are composing.
    :param tells_money: whether the viewer may know how much that seat has.
    """
    view, composed = _with_money_still_hidden(rules.view(state, viewer)), (panel,) if panel else ()
    seat = viewer if asked is None else asked
    picture = map_picture(
        replace(view, seat=seat),
        [company.name for company in table],
        offers=offers(state, seat, names, composed, tells_money=tells_money),
        planned=planned(composed),
        refusals=refusals(composed),
    )
    return _sight(
        state,
        view,
        table,
        picture,
        panel=panel,
        powered=powered,
        purchases=purchases,
        waiting=None,
        clocks={},
        baskets=_baskets(panel),
    )


def _with_money_still_hidden(view: rules.View) -> rules.View:
    """A view without what only the end of the game would show: here it has not really ended."""
    if not view.standing or view.options.money_visible:
        return view
    companies = (seen if seen.seat == view.seat else replace(seen, money=None) for seen in view.companies)
    return replace(view, companies=tuple(companies), standing=())


def _view(state: rules.State, mine: Seat | None) -> rules.View:
    return rules.view(state, rules.Seat(mine.number) if mine else None)


def _sight(
    state: rules.State,
    view: rules.View,
    table: panels.Companies,
    picture: MapPicture,
    *,
    powered: Powered,
    purchases: history.Purchases,
    waiting: panels.Waiting | None,
    clocks: Mapping[int, panels.Clock],
    baskets: panels.Baskets,
    panel: composing.Panel | None = None,
    asked: Collection[int] | None = None,
    succeeded: Mapping[int, str] = {},
) -> TableView:
    return TableView(
        map=picture,
        cities=panels.cities(picture, table),
        companies=table,
        legend=(*table, panels.trust()) if view.trust else table,
        status=panels.status(view, state.thresholds, waiting),
        plant_market=panels.plant_market(view, *_plants_to_choose(panel)),
        fuel_market=panels.fuel_market(view, panels.Supply.of(state), table, baskets, purchases),
        players=panels.players(view, table, powered, clocks, succeeded, asked),
        auction=panels.auction(view, table, _barred(state)),
        result=panels.result(view, table),
    )


def _barred(state: rules.State) -> list[rules.Seat]:
    """The seats that the map keeps from the plant in auction (MAP-CE-4)."""
    if state.auction is None:
        return []
    return [seat for seat in state.order if not rules.may_acquire(state, seat, state.auction.plant)]


def _plants_to_choose(panel: composing.Panel | None) -> tuple[Mapping[int, str], Collection[int]]:
    """Where in the market the plants are chosen that the viewer can put up or wish for, and those chosen."""
    match panel:
        case OpeningPanel(choices=choices, chosen=chosen):
            return choices, (chosen.number,) if chosen else ()
        case WishesPanel(choices=choices, chosen=wished):
            return choices, wished
    return {}, ()


def _baskets(panel: composing.Panel | None) -> panels.Baskets:
    """What the viewer is buying, and how to buy more of it at the market, or to begin anew at another."""
    if not isinstance(panel, PurchasePanel):
        return {}
    return {
        market.id: {row.kind: panels.Basket(row.wanted, row.hrefs) for row in market.rows if row.is_of_use}
        for market in panel.markets
    }


def _succeeded(names: Names, positions: Sequence[Position]) -> dict[int, str]:
    """By seat, who had it before its present player, and since when that one plays."""
    return {
        former.seat: _("for {name} since round {round}").format(name=former.name, round=positions[former.until].round)
        for former in names.former
    }
