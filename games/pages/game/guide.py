"""The guide through the first round of a game against bots: each decision is explained where it comes up.

It goes by what is asked, so nothing is stored about how far a player has come. It ends with their first turn in
round 2, or when they say that they can do without; their account remembers that.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from statistics import mode

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.vary import vary_on_headers

import rules
from accounts.models import User
from accounts.parts import draw_part
from accounts.requests import PlayerRequest, sent_by_player
from accounts.statements import written_once
from games.board.words import own_paths
from games.models import Game, Seat
from games.pages import rulebook
from games.pages.access import get_game_or_404, is_number
from games.pages.composing import Asked
from games.pages.panels.pieces import FUEL_NAMES
from games.replay import history
from games.replay.history import Position
from games.story.names import Names

GUIDED_ROUND = 1


class Stage(Enum):
    """A part of the guide. Those that a game has are in :func:`_course`."""

    AREAS = auto()
    TRUST = auto()
    START_CITIES = auto()
    AUCTION = auto()
    RESOURCES = auto()
    BUILDING = auto()
    BUREAUCRACY = auto()
    NEXT_ROUND = auto()


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the page: the id of its element, and what it is called."""

    id: str
    name: str | Promise


MAP = Place("board", gettext_lazy("Map"))
PLANT_MARKET = Place("plant-market", gettext_lazy("Plant market"))
FUEL_MARKET = Place("fuel-market", gettext_lazy("Resource market"))
PLAYERS = Place("players", gettext_lazy("Players"))
PLANS = Place("plans", gettext_lazy("Plans"))
FEED = Place("story", gettext_lazy("Log"))


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a decision is about, and the ``places`` on the page to look at for it.

    ``chapter`` is the one of the rules page that tells more.
    """

    stage: Stage
    title: str
    sentences: tuple[str, ...]
    places: tuple[Place, ...]
    chapter: str


@dataclass(frozen=True, slots=True)
class Guide:
    """A lesson, which stage of how many it belongs to, and where the rules tell more."""

    lesson: Lesson
    number: int
    count: int
    address: str

    @property
    def is_last(self) -> bool:
        return self.number == self.count

    @property
    def places(self) -> str:
        """The ids of the elements to look at."""
        return " ".join(place.id for place in self.lesson.places)


def guide(game: Game, viewer: User | AnonymousUser, asked: Asked, positions: Sequence[Position]) -> Guide | None:
    """What to tell the viewer about their decision; None for those who do not want to be guided."""
    if not _is_guided(viewer, game) or not _is_in_time(asked, positions):
        return None
    taught, stages = lesson_for(asked), list(_course(asked.state))
    if taught is None:
        return None
    return Guide(
        taught,
        number=stages.index(taught.stage) + 1,
        count=len(stages),
        address=rulebook.address(taught.chapter, asked.state.options),
    )


@contextmanager
def following(viewer: User, pk: int) -> Iterator[None]:
    """Have a player take a turn: with their first one after the first round against bots their guide ends."""
    is_last = viewer.is_guided and is_number(pk) and bool(_later_alone(pk, viewer.pk))
    yield
    if is_last:
        viewer.be_guided(False)


@written_once
def _later_alone(pk: int, viewer: int) -> QuerySet[Game, tuple[int]]:
    """A game after its first round that a player plays against bots alone."""
    others = Seat.objects.filter(game=OuterRef("pk"), is_bot=False).exclude(user=viewer)
    return Game.objects.filter(~Exists(others), pk=pk, round__gt=GUIDED_ROUND).values_list("pk")


def _is_guided(viewer: User | AnonymousUser, game: Game) -> bool:
    """Whether the viewer wants to be guided, and plays against bots alone."""
    if not (viewer.is_authenticated and viewer.is_guided):
        return False
    return all(seat.is_bot or seat.user_id == viewer.pk for seat in game.seats.all())


def _is_in_time(asked: Asked, positions: Sequence[Position]) -> bool:
    """Whether the first round is being played, or is just over: they have not acted in the next one yet."""
    last = history.last_turn(positions, asked.seat)
    begun = positions[last - 1].round if last else GUIDED_ROUND
    return begun == GUIDED_ROUND and asked.state.round <= GUIDED_ROUND + 1


def _course(state: rules.State) -> Iterator[Stage]:
    """The stages of the guide in a game, in their order."""
    if state.options.areas == "draft":
        yield Stage.AREAS
    if state.trust is not None:
        yield Stage.TRUST
    if state.options.start_cities:
        yield Stage.START_CITIES
    yield from (Stage.AUCTION, Stage.RESOURCES, Stage.BUILDING, Stage.BUREAUCRACY, Stage.NEXT_ROUND)


def lesson_for(asked: Asked) -> Lesson | None:
    """What a decision is about; None where nothing is explained."""
    if asked.state.round > GUIDED_ROUND:
        return _next_round(asked.state)
    match asked.decision:
        case rules.AreaDecision():
            return _areas(asked.state.board)
        case rules.TrustHouseDecision():
            return _trust_house()
        case rules.StartCityDecision():
            return _start_city()
        case rules.OpeningDecision() as decision:
            return _opening(asked.state, decision)
        case rules.BiddingDecision():
            return _bidding()
        case rules.PurchaseDecision() as decision:
            return _purchase(asked.state, decision)
        case rules.BuildingDecision():
            return _building(asked.state, asked.player.plants)
        case rules.PoweringDecision():
            return _powering(asked.state)
        case rules.DiscardDecision():
            return None  # Nobody has a plant too many before a later round.


# Before the first round ---------------------------------------------------------------------------------------------


def _areas(board: rules.Board) -> Lesson:
    look = _("Look for cities close together. The numbers on the lines are what it costs to connect them.")
    sentences = (
        _("You play on only a part of the map. These areas make it up."),
        _("They belong to nobody. All players build in all of them."),
        *([look] if any(cost for _one, _other, cost in board.connections) else []),
        *own_paths(board),
    )
    return Lesson(Stage.AREAS, _("Where the game is played"), sentences, (MAP,), "setup")


def _trust_house() -> Lesson:
    sentences = (
        _("In a game of two a third company joins in, the Trust. Nobody plays it. Rules say what it does."),
        _("Before the game the two of you put six of its houses on the map."),
        _("In Step 1 nobody can build where it is, so keep it away from the cities that you want to begin with."),
    )
    return Lesson(Stage.TRUST, _("The Trust moves in"), sentences, (MAP,), "trust")


def _start_city() -> Lesson:
    sentences = (
        _("Each player marks one city now. Each network has to begin in a marked city, no matter who marked it."),
        _("Until Step 2 nobody connects a marked city to a network that has begun elsewhere."),
        _("Look for one with cheap connections: the numbers on the lines are what they cost."),
    )
    return Lesson(Stage.START_CITIES, _("Where networks begin"), sentences, (MAP,), "start-cities")


# The first round ----------------------------------------------------------------------------------------------------


def _opening(state: rules.State, decision: rules.OpeningDecision) -> Lesson:
    sentences = (
        _("The player who powers the most cities at the end wins. You need plants to power them."),
        _("A card shows its number, what one run burns and, at the house, how many cities that powers."),
        *_mines(state, decision),
        _least_bid(state),
        _("Every player buys one plant in this round. Keep money for fuel and cities."),
    )
    return Lesson(Stage.AUCTION, _("Your first plant"), sentences, (PLANT_MARKET,), "auction")


def _mines(state: rules.State, decision: rules.OpeningDecision) -> Iterator[str]:
    """That a card on offer powers nothing (MAP-AUS-7)."""
    if any(state.plants[offer.plant].is_mine for offer in decision.plants):
        yield _("A mine, with a cart on its card, powers no city: it sells uranium each round.")


def _least_bid(state: rules.State) -> str:
    if state.discount is None:
        return _("Bids begin at its number.")
    return _("Bids begin at its number, but for plant %(plant)s at 1.") % {"plant": Names.plant(state.discount)}


def _bidding() -> Lesson:
    sentences = (
        _("Bids go round until one bidder is left. This player pays their last bid and gets the plant."),
        _("If you pass, you are out of this auction only: you can still buy another plant in this round."),
        _("Compare with what else is on offer. What you pay here you cannot spend on fuel and cities."),
        _("You do not have to come back for each bid: let the site bid for you up to a limit that nobody else sees."),
    )
    return Lesson(Stage.AUCTION, _("How an auction goes"), sentences, (PLANT_MARKET,), "auction")


def _purchase(state: rules.State, decision: rules.PurchaseDecision) -> Lesson:
    sentences = (
        *map(_appetite, decision.plants),
        _("A token costs the number of its space, and the cheapest go first. The last in player order buys first."),
        *_ways_to_buy(state, decision),
        _("Fuel for one run is enough. Buy more if it gets scarce."),
    )
    return Lesson(Stage.RESOURCES, _("Fuel for your plant"), sentences, (FUEL_MARKET,), "resources")


def _ways_to_buy(state: rules.State, decision: rules.PurchaseDecision) -> Iterator[str]:
    """What boards do otherwise: one token a turn (MAP-IN-7), dear tokens (MAP-IN-9), several markets (MAP-KR-5)."""
    if decision.one_token:
        yield _("On this map turns go round: you buy one token each time, until you pass. Then you are out.")
    ceiling = state.board.rules.fuel_sales.ceiling[state.step - 1]
    if ceiling is not None:
        yield _("In Step %(step)d nobody can buy tokens that cost more than %(ceiling)d. They are grey.") % {
            "step": state.step,
            "ceiling": ceiling,
        }
    if decision.elsewhere:
        yield _("On this map there are several markets. All that you buy in a turn comes from one of them.")


def _appetite(plant: rules.Plant) -> str:
    if not plant.burns:
        return _("Plant %(plant)s needs no fuel.") % {"plant": Names.plant(plant.number)}
    fuel = get_text_list([str(FUEL_NAMES[kind]) for kind in plant.burns], _("or"))
    return _("Plant %(plant)s burns %(need)d %(fuel)s each time it runs, and stores up to %(storage)d.") % {
        "plant": Names.plant(plant.number),
        "need": plant.need,
        "fuel": fuel,
        "storage": plant.storage,
    }


def _building(state: rules.State, plants: Iterable[int]) -> Lesson:
    sentences = (
        _where_to_begin(state),
        _how_to_go_on(state),
        *own_paths(state.board),
        _who_can_build(state.board),
        _("You are paid for the cities you power."),
        _within_reach(state.plants.of(plants)),
    )
    return Lesson(Stage.BUILDING, _("Your first cities"), sentences, (MAP,), "building")


def _within_reach(plants: Sequence[rules.Plant]) -> str:
    """How many cities the plants can power: on some maps the first round can bring two (MAP-NYC-12)."""
    words = {"cities": sum(plant.powers for plant in plants)}
    if len(plants) > 1:
        return _("Your plants can power %(cities)d cities.") % words
    return (
        ngettext("Your plant can power %(cities)d city.", "Your plant can power %(cities)d cities.", words["cities"])
        % words
    )


def _where_to_begin(state: rules.State) -> str:
    if state.options.start_cities:
        return _("Begin in any of the marked cities, for %(slot)d Elektro.") % _slot(state)
    if state.board.rules.networks.start_cities:
        return _("Begin in any of the start cities, for %(slot)d Elektro: those with two frames.") % _slot(state)
    if _has_many_prices(state.board):
        return _("Begin in any city without a house, at the price that it shows.")
    return _("Begin in any city without a house, for %(slot)d Elektro.") % _slot(state)


def _how_to_go_on(state: rules.State) -> str:
    """What the next cities in round 1 cost."""
    if state.board.rules.networks.first_round_cities:
        return _("In this round you can build in one more start city, at the same price: it is your free start.")
    if _has_many_prices(state.board):
        return _("Each further city costs its price plus the cheapest path from your network.")
    return _("Each further city costs %(slot)d plus the cheapest path from your network.") % _slot(state)


def _who_can_build(board: rules.Board) -> str:
    if _has_many_prices(board):
        return _("Only one player can build in a city, but your connections can pass through any city.")
    if board.rules.networks.start_cities:
        return _("In Step 1 two players can build in a start city. Your connections can pass through any city.")
    return _("Only one player can build in a city in Step 1, but your connections can pass through any city.")


def _has_many_prices(board: rules.Board) -> bool:
    """Whether each city has a price of its own, and room for one house (MAP-NYC-2)."""
    return all(len(city.slots) == 1 for city in board.cities.values())


def _slot(state: rules.State) -> dict[str, int]:
    """The price of a house in most cities that have none, for sentences."""
    return {"slot": mode(city.slots[0] for city in state.board.cities.values())}


def _powering(state: rules.State) -> Lesson:
    pays = {"none": rules.payment(0), "one": rules.payment(1), "two": rules.payment(2)}
    sentences = (
        _("A plant that runs burns its fuel and powers as many of your cities as its card says."),
        _("You earn %(none)d Elektro for none, %(one)d for one, %(two)d for two, and so on.") % pays,
        _("What pays best is ticked already. Fuel that you keep is there in the next round."),
        *_duty(state),
    )
    return Lesson(Stage.BUREAUCRACY, _("What your cities pay"), sentences, (PLAYERS,), "bureaucracy")


def _duty(state: rules.State) -> Iterator[str]:
    """MAP-IN-11."""
    if state.board.rules.must_power_most:
        yield _("On this map you have to power as many cities as you can.")


def _next_round(state: rules.State) -> Lesson:
    end = state.thresholds.end
    sentences = (
        _("That was a whole round. From now on you do not have to buy a plant."),
        _("The player with the largest network now opens the first auction, but buys fuel and builds last."),
        _("The resource market has new fuel."),
        _what_left(state),
        _("Once a player has connected %(end)d cities, the game ends with that building phase.") % {"end": end},
        _("Under Plans you can decide ahead, so that others do not have to wait for you."),
    )
    return Lesson(Stage.NEXT_ROUND, _("What has changed"), sentences, (PLAYERS, PLANS, FEED), "order")


def _what_left(state: rules.State) -> str:
    if state.pile:
        return _("In the plant market the two highest plants went to a pile beside the deck, and others came.")
    return _("In the plant market another plant has replaced the highest one.")


@sent_by_player("games:detail", "pk")
@vary_on_headers("HX-Request")
def skip_guide(request: PlayerRequest, pk: int) -> HttpResponse:
    """End the guide of a player, and go on with the game."""
    game, _seat = get_game_or_404(request.user, pk)
    request.user.be_guided(False)
    if request.htmx:
        return HttpResponse(draw_part(request, "games/detail.html", "guide-skipped", {}))
    messages.success(request, _("The guide is over. You can start it again in the settings."))
    return redirect(game)
