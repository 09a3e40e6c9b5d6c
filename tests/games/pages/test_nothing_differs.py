"""What must not be told while a game runs, all of it together: hidden money, and who decides by plans or by hand.

A game is played twice, with the same actions at the same times. The first time Bob decides by plans, and Cid has so
little money that he is often left without a choice; the second time both decide by hand, and Cid is rich. Whatever
anybody else can fetch or is sent, on the way and at the end, is the same to the byte.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass, field
from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace

import rules
import rules.bots
import rules.setup
from games.models import Game, Origin, Seat, Snapshot
from games.plans import hindsight
from games.records import personal_data
from games.replay import history, snapshots
from games.replay.action_rows import TakenBack
from games.turns import edit_plans, play
from tests.extent import EVERYTHING, later
from tests.factories import CAST, GameFactory, person_called
from tests.games.planned import come_due
from tests.games.test_secrecy import Asked, Seen, deliver_all, fetch, sent, walk
from tests.games.test_secrecy import clients as clients
from tests.games.test_secrecy import clock as clock

pytestmark = pytest.mark.django_db

Clock = Callable[[datetime], None]

PACE = {"move_time": 86400, "bank_time": 7200, "bank_cap": 14400, "increment": 60}
PLANNER, SHORT = "Bob", "Cid"
"""Whose secrets it is about: who plans, and who is short of money."""

POOR, RICH = 26, 90
ROUNDS = 3

SECOND = timedelta(seconds=1)
LOOKS = 9 if EVERYTHING else 3
"""So often, for each kind of secret, others look on while one is about to be done."""


@dataclass
class Course:
    """All that was done in a game; before which of it others looked, as what was about to be done; what they saw."""

    done: list[history.Move] = field(default_factory=list)
    looked: dict[int, Origin] = field(default_factory=dict)
    seen: dict[tuple[object, ...], str] = field(default_factory=dict)

    def note(self, found: Seen, *when: object) -> None:
        self.seen.update({(*when, *key): told for key, told in found.items()})


Look = Callable[[Course, Game], None]


@contextmanager
def money_of(name: str, amount: int) -> Iterator[None]:
    """Have one of the players begin with another amount; positions that are kept in memory do not know of it."""
    number = CAST.index(name)
    with pytest.MonkeyPatch.context() as patch:

        def with_money(setup: rules.Setup) -> rules.State:
            state = rules.setup.opening(setup)
            player = replace(state.players[number], money=amount)
            return state.with_player(rules.Seat(number), player)

        patch.setattr("rules.engine.opening", with_money)
        history._replayed.cache_clear()
        yield
    history._replayed.cache_clear()


@contextmanager
def course(pk: int, amount: int) -> Iterator[Game]:
    """One of the two ways to play on from the start, which knows nothing of the other."""
    mail.outbox.clear()
    with money_of(SHORT, amount), transaction.atomic():
        Snapshot.objects.filter(game=pk).delete()
        yield Game.objects.get(pk=pk)
        transaction.set_rollback(True)


def play_in_secret(game: Game, chance: random.Random, clock: Clock, look: Look) -> Course:
    """Play the first rounds as bots would, the one by plans; and note all of it."""
    course, now = Course(), timezone.now()
    while game.round <= ROUNDS:
        asked = list(game.seats.filter(is_to_move=True))
        answering = [seat for seat in asked if seat.answers_at]
        seat = min(answering or asked, key=lambda seat: (seat.answers_at or now, seat.number))
        action = rules.bots.decide(snapshots.load(game), rules.Seat(seat.number), "differs")
        if seat.answers_at is None:
            now += timedelta(minutes=chance.randint(5, 300))
            clock(now)
            if seat.name == PLANNER:
                seat = plan_that(game, seat, action, now)
        now = seat.answers_at or now
        ahead = what_is_ahead(seat)
        if ahead and [*course.looked.values()].count(ahead) < LOOKS:
            course.looked[game.sequence + 1] = ahead
            clock(now - SECOND)
            look(course, game)
        clock(now)
        ring = now + SECOND  # workers come a little late
        game = come_due(game, now=ring) if seat.answers_at else play.play(game, seat, action, expected=game.sequence)
        course.done = history.moves(game)
    return course


def plan_that(game: Game, seat: Seat, action: rules.Action, now: datetime) -> Seat:
    """Have somebody who is asked give the plans that answer so."""
    decided = hindsight.Decided(snapshots.load(game), rules.Seat(seat.number), action)
    for plan in hindsight.fit_decided([decided]):
        edit_plans.give(game, seat, plan, now=now)
    return Seat.objects.get(pk=seat.pk)


def what_is_ahead(seat: Seat) -> Origin | None:
    """What is about to be done without one of those with a secret, if anything is."""
    if seat.answers_at is None:
        return None
    return {PLANNER: Origin.PLAN, SHORT: Origin.FORCED}.get(seat.name)


def play_by_hand(game: Game, noted: Course, clock: Clock, look: Look) -> Course:
    """Play the same once more, these two by hand. What followed by itself does so again."""
    course = Course()
    for move in noted.done:
        if move.sequence <= game.sequence:
            continue
        if move.sequence in noted.looked:
            clock(move.made_at - SECOND)
            look(course, game)
        clock(move.made_at)
        seat = game.seats.get(number=move.seat)
        if seat.name in (PLANNER, SHORT) or seat.answers_at is None:
            assert not isinstance(move.action, TakenBack)
            game = play.play(game, seat, move.action, expected=game.sequence)
        else:
            game = ring_at(move.made_at, seat)
        course.done = history.moves(game)
    return course


def ring_at(moment: datetime, seat: Seat) -> Game:
    """Have a seat that is left no choice in either course go on at the same moment in both."""
    Seat.objects.filter(pk=seat.pk).update(answers_at=moment)
    Game.objects.filter(pk=seat.game_id).update(due_at=moment)
    return come_due(seat.game, now=moment)


@pytest.mark.parametrize("edition", [pytest.param("classic", marks=pytest.mark.long), later("recharged")])
def test_neither_hidden_money_nor_plans_can_be_told_by_anything_that_others_see(clients, clock, edition):
    start = timezone.now()
    clock(start)
    pk = GameFactory.create(options=rules.Options(edition=edition), pace=PACE).pk

    def look(course: Course, game: Game) -> None:
        deliver_all()
        at = game.sequence
        course.note(glance(game, clients), at)
        course.seen[at, "mails"] = repr(sent(PLANNER, SHORT))

    def look_at_all(course: Course) -> None:
        clock(course.done[-1].made_at + timedelta(hours=1))
        game = Game.objects.get(pk=pk)
        look(course, game)
        course.note(walk(game, clients, everywhere=True))
        course.note(fetch(clients, [*past(game), (reverse("games:profile", args=[SHORT]), {})]))
        course.seen["taken along",] = repr([[*sheet.rows] for sheet in personal_data.export(person_called("Ana"))])

    with course(pk, POOR) as game:
        secret = play_in_secret(game, random.Random(edition), clock, look)
        look_at_all(secret)
    clock(start)
    with course(pk, RICH) as game:
        by_hand = play_by_hand(game, secret, clock, look)
        look_at_all(by_hand)
    origins = [{(move.seat, move.origin) for move in played.done} for played in (secret, by_hand)]
    assert {(1, Origin.PLAN), (2, Origin.FORCED)} <= origins[0], "There was something to hide."
    assert (1, Origin.PLAN) not in origins[1]
    assert [move[:3] for move in map(astuple, secret.done)] == [move[:3] for move in map(astuple, by_hand.done)]
    keys = secret.seen.keys() | by_hand.seen.keys()
    differing = [key for key in keys if secret.seen.get(key) != by_hand.seen.get(key)]
    assert not differing, differing


def glance(game: Game, clients: dict[str, Client]) -> Seen:
    """What of a game shows what is going on in it."""
    game = Game.objects.get(pk=game.pk)
    updates = f"{reverse('games:updates', args=[game.pk])}?seen={max(0, game.sequence - 3)}&news=0&have="
    asked: list[Asked] = [
        (game.get_absolute_url(), {}),
        (updates, {"HX-Request": "true"}),
        (reverse("games:dashboard"), {}),
    ]
    return fetch(clients, asked)


def past(game: Game) -> list[Asked]:
    """All positions of its last round, by the turns of those with a secret and compared with the one before."""
    numbers = range(max(0, game.sequence - 12), game.sequence + 1)
    addresses = (reverse("games:history", args=[game.pk, number]) for number in numbers)
    return [
        (f"{address}?turns={1 + place % 2}&since={game.sequence - 20}", {}) for place, address in enumerate(addresses)
    ]
