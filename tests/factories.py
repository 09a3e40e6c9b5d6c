"""Rows to test with: people with good defaults, and whatever else the rooms' tests share."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import factory
from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone
from factory.django import DjangoModelFactory, Password

import rules
from accounts.models import User
from games.models import Game, Origin, PoweringRule, StandingPlan
from games.plans.active import Plans
from games.replay import snapshots
from games.turns import play
from games.turns.autoplay import Taken, follow, take
from matchmaking import tables
from matchmaking.models import Table
from rules import arena
from rules.bots import Level
from tests.rules.positions import first_with

PASSWORD = "correct horse battery staple"

CAST = ("Ana", "Bob", "Cid", "Dan", "Eva", "Flo")

Choose = Callable[[rules.State], rules.Action | None]
"""What the lowest seat to move does in a position; None where that is the one to reach."""

Turn = list[Taken]
"""What somebody decided, and all that then needs no person."""

_SEEDS = {2: "0", 3: "0", 4: "7", 5: "72", 6: "154"}
"""For each number of players a seed with which the order of round 1 is that of the seats."""


class EmailAddressFactory(DjangoModelFactory[EmailAddress]):
    class Meta:
        model = EmailAddress

    verified = True
    primary = True


class UserFactory(DjangoModelFactory[User]):
    """Somebody who has confirmed their address: ``UserFactory(name="Ana")`` reads ana@example.org.

    They are not told what they can say before they are asked, as others are by default: most tests are about other
    alerts.
    """

    class Meta:
        model = User
        skip_postgeneration_save = True

    name = factory.Sequence(lambda n: f"Player {n}")
    email = factory.LazyAttribute(lambda user: f"{user.name.lower().replace(' ', '.')}@example.org")
    password = Password(PASSWORD)
    is_invited_to_plan = False
    address = factory.RelatedFactory(
        EmailAddressFactory, factory_related_name="user", email=factory.SelfAttribute("..email")
    )


class GuestFactory(DjangoModelFactory[User]):
    """Somebody who plays without having registered."""

    class Meta:
        model = User

    name = factory.Sequence(lambda n: f"Guest {n}")
    is_guest = True


class GameFactory(factory.Factory[Game]):
    """A game that was started by the real function and brought to a position that can be reached.

    ``GameFactory(players=3, bots=1, after=["open 4 4", "pass"])`` seats Ana, Bob and a bot, Ana first in the order of
    round 1, and has whoever is to move (the lowest seat first) take those actions. What is forced happens by itself.
    A map of newer rules is played by the first version that has it. ``pace`` is that of the game, as in
    ``pace={"move_time": 3600}``; somebody against bots alone has none. With ``powering``, seats power their cities by
    that rule.
    """

    class Meta:
        model = Game

    players = 3
    bots = 0
    name = "Friday round"
    is_public = True
    undo_by_consent = False
    bot_level: Level = "easy"
    pace: Mapping[str, Any] = {}
    plans_answer_at_once = False
    powering = PoweringRule.ASK
    options = rules.Options()
    after: tuple[str, ...] = ()

    @classmethod
    def _create(
        cls,
        model_class: type[Game],
        *args: Any,
        players: int,
        bots: int,
        name: str,
        is_public: bool,
        undo_by_consent: bool,
        bot_level: Level,
        pace: Mapping[str, Any],
        plans_answer_at_once: bool,
        powering: PoweringRule,
        options: rules.Options,
        after: Sequence[str],
    ) -> Game:
        people = [play.NewSeat(person, person_called(person)) for person in CAST[: players - bots]]
        machines = [play.NewSeat(f"Bot {number}", None) for number in range(1, bots + 1)]
        seats, seed = people + machines, _SEEDS[players]
        game = play.start(
            options,
            seats,
            name=name,
            is_public=is_public,
            undo_by_consent=undo_by_consent,
            bot_level=bot_level,
            pace={**pace, "plans_answer_at_once": plans_answer_at_once},
            seed=seed,
            version=first_with(options.map, options.edition),
        )
        game.seats.update(powering=powering)
        script = map(rules.parse_action, after)
        return play_ahead(game, lambda state: next(script, None))


def person_called(name: str) -> User:
    """The user with a name, registered if need be."""
    return User.objects.filter(name=name).first() or UserFactory.create(name=name)


def play_on(game: Game, *actions: str) -> Game:
    """Have whoever is to move take these actions, one after the other; the lowest seat where several are."""
    for text in actions:
        seat = game.seats.filter(is_to_move=True)[0]
        game = play.play(game, seat, rules.parse_action(text), expected=game.sequence)
    return game


class TableFactory(factory.Factory[Table]):
    """A table opened and taken seats at through the real functions.

    ``TableFactory(players=3, people=[bob])`` is Ana's with Bob at it and one seat free; whatever else a table has can
    be given by its name, such as ``is_public=False``.
    """

    class Meta:
        model = Table

    host = factory.LazyFunction(lambda: person_called("Ana"))
    name = "Friday grid"
    map = "germany"
    players = 3
    bots = 0
    people: tuple[User, ...] = ()

    @classmethod
    def _create(cls, model_class: type[Table], *args: Any, bots: int, people: Sequence[User], **terms: Any) -> Table:
        table = tables.create(Table(**terms), bots=bots, now=timezone.now())
        for person in people:
            table = tables.join(table, person)
        return table


as_ever = arena.named("today")
"""A bot that never changes, and with it the games that tests play."""


def play_as_a_bot_would(game: Game, state: rules.State | None = None) -> Game:
    """Have whoever is to move decide once; the lowest seat where several are."""
    state = state or snapshots.load(game)
    return play_on(game, str(as_ever(state, state.to_move[0], "")))


def play_until(game: Game, is_reached: Callable[[rules.State], bool]) -> Game:
    """Have everybody decide as a bot would, until a position is reached.

    :raises AssertionError: the game is over before.
    """

    def choose(state: rules.State) -> rules.Action | None:
        if is_reached(state):
            return None
        assert not state.is_over, "The game is over, and the position was not reached."
        return as_ever(state, min(state.to_move), "")

    return play_ahead(game, choose)


def play_to_the_end(game: Game) -> Game:
    """Have everybody decide as a bot would, until the game is over."""
    return play_until(game, lambda state: state.is_over)


def play_ahead(game: Game, choose: Choose) -> Game:
    """Bring a game to a position, with all rows that lead there, but store most of them at once.

    This takes 40 ms for a whole game instead of 1.4 s. Of turns that are stored together, the last alone tells those
    whom it asks. The last turn of all, and powering before it, are taken one by one, as they may still ask somebody.
    So are all turns of a game whose areas are wished for, or in which clocks or plans look at each turn as it comes.
    """
    if game.has_clock or game.areas_at_once or StandingPlan.objects.filter(seat__game=game).exists():
        return _play_slowly(game, choose)
    taken = list(_turns(game, choose))
    together = max(len(taken) - _at_the_end(taken), 0)
    if together:
        game = _store(game, taken[:together])
    return play_on(game, *(str(turn[0].action) for turn in taken[together:]))


def _play_slowly(game: Game, choose: Choose) -> Game:
    while (action := choose(snapshots.load(game))) is not None:
        game = play_on(game, str(action))
    return game


def _turns(game: Game, choose: Choose) -> Iterator[Turn]:
    """What is done from the present position on; nothing is stored."""
    state, seats, plans = snapshots.load(game), list(game.seats.all()), Plans.of(game)
    while (action := choose(state)) is not None:
        decided = take(state, min(state.to_move), action, Origin.PLAYER)
        turn = [decided, *follow(game, seats, plans, decided.state)]
        yield turn
        state = turn[-1].state


def _at_the_end(taken: Sequence[Turn]) -> int:
    """How many turns at the end are to be taken one by one: in powering all are asked side by side."""
    powered = [isinstance(turn[0].action, rules.RunPlants) for turn in reversed(taken)]
    return max(1, powered.index(False) if False in powered else len(powered))


@transaction.atomic
def _store(game: Game, taken: Sequence[Turn]) -> Game:
    """Add the rows of many turns as those of one, which goes on without asking anybody."""
    game = Game.objects.lock(game.pk)
    play.go_on(game, play.seats_of(game), timezone.now(), list(chain.from_iterable(taken)))
    game.news += len(taken) - 1
    game.save(update_fields=["news"])
    return game
