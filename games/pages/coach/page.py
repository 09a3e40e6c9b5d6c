"""A decision of a player as one value: what they did, and what the Hard bot would have done."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from math import ceil

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
import rules.bots
from games.board.picture import MapPicture, map_picture
from games.models import Game, Seat
from games.pages import panels
from games.pages.coach import decisions
from games.pages.coach.why import Reasons, reasons
from games.pages.panels.pieces import fuel_amounts
from games.pages.plans.plan_action_words import in_words
from games.replay import history, position_index
from games.replay.action_rows import TakenBack
from games.replay.history import NoSuchPosition, Position
from games.replay.lookback import recall
from games.story import questions
from games.story.names import Names
from games.story.timeline import whereabouts
from rules.bots import Advice, Option

PLAYOUTS = 24
"""How often the coach plays choices on: half a second for three companies, and one and a half for six."""

_ABOUT_THE_SAME, _MUCH = 0.02, 0.05
"""What chances differ by to be worth a word."""

_HARDLY_ANY = 0.01


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice that was weighed. ``percent`` and ``chance`` are that to win, for a bar and in words.

    ``costs``, ``powers`` and ``earns`` are empty if not at stake.
    """

    words: str
    percent: int
    chance: str
    is_done: bool
    is_best: bool
    costs: str
    powers: str
    earns: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What the coach says. ``same``: it would do what the player did.

    ``columns`` name what is told of each choice beside its chance.
    """

    best: str
    same: bool
    verdict: str
    columns: tuple[str, ...]
    choices: tuple[Choice, ...]
    trust: str
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class CoachPage:
    """One decision. ``offered`` are the plants that it is about, ``plants`` and ``fuel`` what the player has.

    ``done`` is what they did; empty where they are to decide now.

    ``place`` of ``count`` is its number among theirs, None where it no longer counts. ``back`` and ``on`` are the
    addresses of the ones before and after it. ``before`` is where the table is shown as it was.
    """

    game: Game
    mine: Seat
    number: int
    where: str
    question: str
    offered: tuple[panels.PlantCard, ...]
    plants: tuple[panels.PlantCard, ...]
    fuel: tuple[panels.FuelAmount, ...]
    done: str
    place: int | None
    count: int
    back: str
    on: str
    before: str
    picture: MapPicture
    answer: Answer | None = None

    @property
    def is_now(self) -> bool:
        return not self.done

    @property
    def asks(self) -> str:
        """What the player wants to know."""
        return _("What would Hard do?") if self.is_now else _("What would Hard have done?")

    @property
    def answer_address(self) -> str:
        return reverse("games:coach_answer", args=[self.game.pk, self.number])


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision: the position before it, and what was done, None where that is still open."""

    position: Position
    seat: rules.Seat
    done: rules.Action | None
    names: Names


def asked(game: Game, mine: Seat, number: int) -> Asked:
    """A decision of a player by the number of the action that it led to, or will lead to.

    :raises NoSuchPosition: they did not decide that, or are not asked.
    """
    names, seat = Names.of(game), rules.Seat(mine.number)
    if number == game.sequence + 1:
        present = recall(game, game.sequence).position
        if decisions.address_now(game, mine, present.state):
            return Asked(present, seat, None, names)
    elif decisions.is_own(position_index.of(game), number, mine, names):
        known = recall(game, number, number - 1).known
        move = known[number].move
        if move is not None and not isinstance(move.action, TakenBack):
            return Asked(known[number - 1], seat, move.action, names.as_of(number))
    raise NoSuchPosition(f"Action {number} of game {game.pk} is no decision of seat {seat}.")


def look(game: Game, mine: Seat, number: int, *, is_answered: bool = False) -> CoachPage:
    """The page of a decision.

    :param is_answered: whether the coach thinks, which takes time.
    :raises NoSuchPosition: see :func:`asked`.
    """
    decision = asked(game, mine, number)
    state, seat, names = decision.position.state, decision.seat, decision.names
    own = decisions.own(position_index.of(game), mine, Names.of(game))
    earlier, later = [one for one in own if one < number], [one for one in own if one > number]
    return CoachPage(
        game=game,
        mine=mine,
        number=number,
        where=whereabouts(decision.position),
        question=questions.sentence(state, seat, names),
        offered=_offered(state, seat),
        plants=tuple(map(panels.PlantCard, state.plants.of(state.players[seat].plants))),
        fuel=fuel_amounts(state.players[seat].fuel),
        done="" if decision.done is None else words(decision.done, state, names),
        place=own.index(number) + 1 if number in own else None,
        count=len(own),
        back=_address(game, earlier[-1]) if earlier else "",
        on=_address(game, later[0]) if later else "" if decision.done is None else _now(game, mine),
        before=reverse("games:history", args=[game.pk, number - 1]),
        picture=map_picture(rules.view(state, seat), names.seats, new=()),
        answer=answer(game, mine, decision) if is_answered else None,
    )


def _offered(state: rules.State, seat: rules.Seat) -> tuple[panels.PlantCard, ...]:
    """The plants that can be put up, or the one in auction."""
    if state.phase is not rules.Phase.AUCTION or state.discarding is not None:
        return ()
    numbers = [state.auction.plant] if state.auction else rules.view(state, seat).market.actual
    return tuple(map(panels.PlantCard, state.plants.of(numbers)))


def _address(game: Game, number: int) -> str:
    return reverse("games:coach", args=[game.pk, number])


def _now(game: Game, mine: Seat) -> str:
    return decisions.address_now(game, mine, recall(game, game.sequence).position.state)


def answer(game: Game, mine: Seat, decision: Asked) -> Answer:
    """What the coach says of a decision."""
    state, seat, names = decision.position.state, decision.seat, decision.names
    advice = rules.bots.advice(state, seat, decision.done, playouts=PLAYOUTS)
    companies = panels.companies(list(game.seats.all()), mine, names.seats)
    return Answer(
        best=words(advice.best.action, state, names),
        same=advice.taken == advice.best,
        verdict=_verdict(advice),
        columns=_columns(advice.best.action),
        choices=tuple(_choice(option, advice, state, names) for option in advice.options),
        trust=_trust(advice),
        reasons=reasons(advice, state, seat, names, companies),
    )


def words(action: rules.Action, state: rules.State, names: Names) -> str:
    """A choice, as a line of a table."""
    told = in_words(action, names)
    match action:
        case rules.Bid() if state.auction is not None:
            told = _("{bid} for plant {plant}").format(bid=told, plant=names.plant(state.auction.plant))
        case rules.PassBid() if state.auction is not None:
            told = _("pass on plant {plant} at {bid} Elektro").format(
                plant=names.plant(state.auction.plant), bid=state.auction.bid
            )
        case rules.DiscardPlant(drop=rules.Drop() as drop):
            told = _("{scrap} with {fuel}").format(scrap=told, fuel=names.fuel(drop.fuel) or _("no fuel"))
        case rules.BuyResources(market=str() as market):
            told = _("{buy} in {market}").format(buy=told, market=names.market(market))
    return capfirst(told)


def _choice(option: Option, advice: Advice, state: rules.State, names: Names) -> Choice:
    return Choice(
        words=words(option.action, state, names),
        percent=round(100 * option.chance),
        chance=_percent(option.chance),
        is_done=option == advice.taken,
        is_best=option == advice.best,
        costs=_or_empty(option.spent),
        powers=_or_empty(option.powers),
        earns=_or_empty(option.income),
    )


def _columns(action: rules.Action) -> tuple[str, ...]:
    match action:
        case rules.BuyResources():
            return _("Costs"), _("Could power")
        case rules.BuildCities():
            return _("Costs"), _("Cities powered")
        case rules.RunPlants():
            return _("Cities powered"), _("Earns")
    return ()


def _or_empty(number: int | None) -> str:
    return "" if number is None else str(number)


def _percent(chance: float) -> str:
    if 0 < chance < _HARDLY_ANY:
        return _("under 1\u00a0%")
    return _("{percent}\u00a0%").format(percent=round(100 * chance))


def _verdict(advice: Advice) -> str:
    """How what was done compares with what the bot would do."""
    taken, best = advice.taken, advice.best
    if advice.options[0].chance < _HARDLY_ANY:
        return _("Hard sees hardly any chance to win here, whatever you do.")
    if taken is None:
        return _("Another choice may be as good.") if _is_close(*advice.options[:2]) else ""
    if taken == best:
        return _("You did the same.")
    behind = best.chance - taken.chance
    if behind < 0:
        return _("Hard would not think of what you did, but it looks at least as good.")
    if behind < _ABOUT_THE_SAME:
        return _("What you did looks about as good.")
    chances = {"best": _percent(best.chance), "yours": _percent(taken.chance)}
    if behind < 2 * taken.doubt:
        return _("It came out ahead of what you did, {best} to {yours}, but that can be luck.").format(**chances)
    if behind < _MUCH:
        return _("It looks a little better than what you did: {best} instead of {yours}.").format(**chances)
    return _("It looks better than what you did: {best} instead of {yours}.").format(**chances)


def _is_close(best: Option, second: Option | None = None) -> bool:
    return second is not None and second.behind < max(_ABOUT_THE_SAME, 2 * second.doubt)


def _trust(advice: Advice) -> str:
    """How much the chances say."""
    if len(advice.options) == 1:
        return _(
            "Hard thinks of nothing else. It tried this {count} times, each time with other cards that may come."
        ).format(count=advice.deals)
    played = ngettext(
        "Hard tried each choice once: it played three rounds, with other cards that may come.",
        "Hard tried each choice {count} times: it played three rounds, each time with other cards that may come.",
        advice.deals,
    ).format(count=advice.deals)
    luck = ceil(200 * max(option.doubt for option in advice.options))
    if luck < 2:
        return played
    return " ".join((played, _("A difference of up to {luck} points can be luck.").format(luck=min(luck, 99))))


@dataclass(frozen=True, slots=True)
class Decided:
    """One line of the review: a decision, and the ``address`` of its page."""

    number: int
    words: str
    address: str


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """All decisions of a player in a game, by round and phase. ``now`` is where they are asked the next one."""

    game: Game
    mine: Seat
    stretches: tuple[tuple[str, tuple[Decided, ...]], ...]
    now: str

    @property
    def first(self) -> str:
        return self.stretches[0][1][0].address if self.stretches else ""


def look_through(game: Game, mine: Seat) -> ReviewPage:
    known, names = history.positions(game), Names.of(game)
    own = decisions.own(position_index.of(game), mine, names)
    by_phase = groupby(own, lambda number: whereabouts(known[number - 1]))
    return ReviewPage(
        game=game,
        mine=mine,
        stretches=tuple((where, tuple(_decided(game, known, names, numbers))) for where, numbers in by_phase),
        now=decisions.address_now(game, mine, known[-1].state),
    )


def _decided(game: Game, known: list[Position], names: Names, numbers: Iterator[int]) -> Iterator[Decided]:
    for number in numbers:
        move = known[number].move
        if move is not None and not isinstance(move.action, TakenBack):
            told = words(move.action, known[number - 1].state, names)
            yield Decided(number, told, _address(game, number))
