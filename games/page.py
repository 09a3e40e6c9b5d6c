"""The game page as one value: everything on it, as one viewer may see it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from msgspec.structs import replace

import rules
from games import composing, history, panels, questions, rulebook, story
from games.board.picture import MARK_SLOT, MapPicture, Offer, map_picture, new_houses
from games.cast import Cast
from games.feed import Feed, feed
from games.models import Game, Seat
from rules import events


@dataclass(frozen=True, slots=True)
class Problem:
    """Why something was not done. ``rule`` is the id in docs/rules.md, where a rule is the reason.

    ``address`` is where that rule is told as it holds in the game. ``meanwhile`` tells what others have done in the
    meantime, where that is the reason.
    """

    sentence: str
    rule: str = ""
    address: str = ""
    meanwhile: tuple[str, ...] = ()

    @classmethod
    def refused(cls, refusal: rules.RuleError, options: rules.Options) -> "Problem":
        values = {name: _in_words(value) for name, value in refusal.values.items()}
        sentence = _(refusal.sentence).format(**values)
        return cls(sentence, refusal.rule, rulebook.address(refusal.rule, options))


def _in_words(value: object) -> object:
    """A value of a refusal as people say it; the rules have a short form for fuel."""
    return Cast.fuel(value) or _("nothing") if isinstance(value, rules.Fuel) else value


@dataclass(frozen=True, slots=True)
class Sight:
    """One position as one viewer sees it. ``companies`` are by seat; ``legend`` has the Trust, too."""

    map: MapPicture
    companies: panels.Companies
    legend: panels.Companies
    status: panels.Status
    plant_market: panels.PlantMarket
    fuel_market: tuple[panels.FuelTrack, ...]
    players: tuple[panels.PlayerRow | panels.TrustRow, ...]
    auction: panels.AuctionBox | None
    result: panels.Result | None


@dataclass(frozen=True, slots=True)
class Page:
    """The present position, what the viewer is asked, and how it came about.

    ``question`` and ``panel`` are None where the viewer is not to move, as is ``asked_at``, which says after how many
    actions they were asked. ``may_confirm``: the rules would take the composed action as it is. ``announcement``
    tells those who cannot see it what is new. ``seed`` is None until the end.
    """

    game: Game
    terms: tuple[str, ...]
    sight: Sight
    feed: Feed
    has_seat: bool
    asked_at: int | None
    question: str | None
    panel: composing.Panel | None
    problem: Problem | None
    may_confirm: bool
    announcement: str
    seed: str | None

    @property
    def title(self) -> str:
        """The name of the game, and whether it is the viewer's turn: what a tab shows."""
        return _("Your turn · {game}").format(game=self.game) if self.panel else str(self.game)


@dataclass(frozen=True, slots=True)
class PastPage:
    """The position after action ``sequence``, and what that action brought about; 0 is the start.

    ``rounds`` has the position with which each round began, ``own_last`` the viewer's last action so far.
    """

    game: Game
    terms: tuple[str, ...]
    sight: Sight
    sequence: int
    round: int
    rounds: Mapping[int, int]
    own_last: int | None
    company: panels.Company | None
    entry: story.Entry

    @property
    def previous(self) -> int | None:
        return self.sequence - 1 if self.sequence else None

    @property
    def next(self) -> int | None:
        return self.sequence + 1 if self.sequence < self.game.sequence else None


def look(
    game: Game,
    mine: Seat | None,
    *,
    draft: rules.Action | None = None,
    problem: Problem | None = None,
    seen: int | None = None,
) -> Page:
    """The page for the owner of a seat, or for a spectator.

    :param draft: what the viewer is composing.
    :param problem: why the last thing that the viewer sent was not done.
    :param seen: how many actions the viewer had seen; what happened since is announced.
    """
    cast = Cast.of(game)
    positions = history.positions(game)
    state = positions[-1].state
    told = story.tell(positions, cast)
    since = told.since_turn_of(mine) if mine else None
    asked = _asked(game, mine, state, cast)
    draft = composing.fitting(asked, draft) if asked else None
    panel = composing.panel(asked, draft) if asked else None
    question = questions.sentence(state, asked.seat, cast) if asked else None
    objection = asked.objection(draft) if asked and draft else None
    seats = list(game.seats.all())
    sight = _sight(
        state,
        seats,
        mine,
        is_present=True,
        powered=history.powered(positions),
        offers=_offers(state, mine, cast, panel),
        planned=_planned(panel),
        since=since,
    )
    return Page(
        game=game,
        terms=panels.terms(state.options, state.setup.players),
        sight=sight,
        feed=feed(game, positions, told, since),
        has_seat=mine is not None,
        asked_at=mine.asked_sequence if mine else None,
        question=question,
        panel=panel,
        problem=problem or (Problem.refused(objection, state.options) if objection else None),
        may_confirm=objection is None,
        announcement=_announcement(told, seen, question),
        seed=state.setup.seed if state.is_over else None,
    )


def look_back(game: Game, mine: Seat | None, sequence: int) -> PastPage:
    """The position after an action. Money stays as hidden as it was, until the game is over.

    :raises NoSuchPosition: there is none of that number.
    """
    known = history.positions(game)
    positions = known[: history.checked(game, sequence) + 1]
    position = positions[-1]
    state = position.state
    if game.is_over:
        options = replace(state.options, money_visible=True)
        state = replace(state, setup=replace(state.setup, options=options))
    sight = _sight(state, list(game.seats.all()), mine, is_present=False, powered=history.powered(positions))
    entry = story.tell_one(known, sequence, Cast.of(game))
    return PastPage(
        game=game,
        terms=panels.terms(position.state.options, state.setup.players),
        sight=sight,
        sequence=sequence,
        round=state.round,
        rounds=history.round_starts(known),
        own_last=history.last_turn(known, mine.number) if mine else None,
        company=None if entry.seat is None else sight.companies[entry.seat],
        entry=entry,
    )


def _asked(game: Game, mine: Seat | None, state: rules.State, cast: Cast) -> composing.Asked | None:
    if mine is None or mine.number not in state.to_move:
        return None
    return composing.Asked(state, rules.Seat(mine.number), cast, game.get_absolute_url())


def _sight(
    state: rules.State,
    seats: Sequence[Seat],
    mine: Seat | None,
    *,
    is_present: bool,
    powered: Mapping[int, events.CitiesPowered],
    offers: Iterable[Offer] = (),
    planned: Iterable[Offer] = (),
    since: story.Story | None = None,
) -> Sight:
    """A position. ``seats`` are all rows of the game; they know whom it waits for at present."""
    table = panels.companies(seats, mine)
    view = rules.view(state, rules.Seat(mine.number) if mine else None)
    return Sight(
        map=map_picture(
            view,
            [company.name for company in table],
            offers=offers,
            planned=planned,
            new=None if since is None else new_houses(event for entry in since.entries for event in entry.events),
        ),
        companies=table,
        legend=(*table, panels.trust()) if view.trust else table,
        status=panels.status(
            view,
            rules.thresholds(state.options, state.setup.players),
            panels.waiting_for(seats, table) if is_present else None,
        ),
        plant_market=panels.plant_market(view),
        fuel_market=panels.fuel_market(view, rules.refill_due(state), rules.refill_of(state)),
        players=panels.players(view, table, powered),
        auction=panels.auction(view, table, _barred(state)),
        result=panels.result(view, table),
    )


def _barred(state: rules.State) -> list[rules.Seat]:
    """The seats that the map keeps from the plant in auction (MAP-CE-4)."""
    if state.auction is None:
        return []
    return [seat for seat in state.order if state.auction.plant in rules.view(state, seat).barred]


def _offers(state: rules.State, mine: Seat | None, cast: Cast, panel: composing.Panel | None) -> Iterable[Offer]:
    """The cities that the viewer can choose now, or else build in some time."""
    match panel:
        case composing.PlacingPanel(sites=sites):
            return (_site_on_map(panel, site) for site in sites)
        case composing.BuildingPanel(choices=choices, too_dear=too_dear):
            return map(_on_map, (*choices, *too_dear))
    return map(_on_map, composing.prospects(state, rules.Seat(mine.number), cast)) if mine else ()


def _planned(panel: composing.Panel | None) -> Iterable[Offer]:
    match panel:
        case composing.PlacingPanel(chosen=composing.Site() as site):
            return (_site_on_map(panel, site),)
        case composing.BuildingPanel(steps=steps):
            return map(_on_map, steps)
    return ()


def _on_map(choice: composing.CityChoice) -> Offer:
    words = _("{slot} + {connection} = {cost} Elektro, {way}").format(
        slot=choice.slot, connection=choice.connection, cost=choice.cost, way=choice.way
    )
    return Offer(choice.id, choice.slot, choice.cost, words, choice.path, choice.href)


def _site_on_map(panel: composing.PlacingPanel, site: composing.Site) -> Offer:
    if isinstance(panel, composing.TrustHousePanel):
        return Offer(
            site.id, rules.SLOTS[0], 0, _("Place a house of the Trust here."), href=site.href, is_for="trust"
        )
    return Offer(site.id, MARK_SLOT, 0, _("Mark this city as a start city."), href=site.href, is_for="mark")


def _announcement(told: story.Story, seen: int | None, question: str | None) -> str:
    """What is new since ``seen`` actions, and what is asked of the viewer."""
    if seen is None:
        return ""
    return " ".join((*told.after(seen).recap(), *([question] if question else ())))
