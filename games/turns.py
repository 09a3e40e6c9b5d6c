"""Taking turns: the one way in which a game begins and moves on.

Everything an action brings about is one transaction: its row, the rows of what then needs no person, the columns that
lists read, the snapshot, and the alerts owed to whoever is asked next. So a game that can be read is whole.
"""

import hashlib
import secrets
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec
from django.db import IntegrityError, transaction
from django.utils import timezone

import rules
import rules.bots
from accounts.models import User
from games import deeds, snapshots
from games.deeds import Deed
from games.models import Action, Game, Origin, Seat, UndoRequest
from games.questions import question_of
from notifications import outbox
from talk.models import Conversation

MOST_AT_ONCE = 1000
"""Far more than any game takes without a person: beyond it is a bug, which must not hold the lock for ever."""


class Stale(Exception):
    """The game has moved on since the player looked; nothing was stored.

    ``game`` is as it stands now, ``expected`` the number of actions the player had seen:
    ``story.of(game).after(stale.expected)`` says what happened meanwhile.
    """

    def __init__(self, game: Game, expected: int) -> None:
        super().__init__(game, expected)
        self.game = game
        self.expected = expected


@dataclass(frozen=True, slots=True)
class NewSeat:
    """Who takes a place in a game that starts: a person, or a bot where ``user`` is None."""

    name: str
    user: User | None


@dataclass(frozen=True, slots=True)
class Step:
    """One row to be, and the state after it."""

    seat: rules.Seat
    deed: Deed
    origin: Origin
    state: rules.State


def start(
    options: rules.Options,
    seats: Sequence[NewSeat],
    *,
    name: str,
    is_public: bool,
    undo_by_consent: bool = False,
    conversation: Conversation | None = None,
    areas: tuple[str, ...] = (),
    seed: str | None = None,
) -> Game:
    """Begin a game and play on to the first decision of a person.

    :param seats: clockwise; at least one of them a person.
    :param undo_by_consent: whether players can take back anything that all others let them.
    :param conversation: that of the table, which goes on in the game.
    :param areas: the areas in play where ``options.areas`` is ``host``.
    :param seed: fixes everything random; drawn where it is not given.
    :raises RuleError: the options, the areas or the number of seats are against the rules; nothing is stored.
    """
    if all(seat.user is None for seat in seats):
        raise ValueError("A game needs at least one person.")
    now = timezone.now()
    setup = rules.new_setup(options, players=len(seats), seed=seed or secrets.token_hex(16), areas=areas)
    with transaction.atomic():
        game = Game.objects.create(
            name=name,
            setup=msgspec.to_builtins(setup),
            seed_hash=hashlib.sha256(setup.seed.encode()).hexdigest(),
            edition=options.edition,
            map=options.map,
            is_public=is_public,
            undo_by_consent=undo_by_consent,
            conversation=conversation,
            created_at=now,
        )
        rows = Seat.objects.bulk_create(
            Seat(game=game, number=number, name=seat.name, user=seat.user, is_bot=seat.user is None)
            for number, seat in enumerate(seats)
        )
        state = rules.start(setup)
        steps = list(_follow(state, rows))
        _add_actions(game, steps, now)
        _settle(game, rows, steps[-1].state if steps else state, steps, now)
    return game


def play(game: Game, seat: Seat, action: rules.Action, *, expected: int) -> Game:
    """Take one action, and everything that then needs no person.

    Whoever acted is not alerted where the next question is for them again: the answer to the action shows it.

    :param expected: how many actions the player had seen. In bureaucracy, where all decide at once, it may be fewer
        than were taken, as long as only others have powered their cities since, or have taken that back (GEN-10).
    :raises Stale: the game has moved on since; nothing is stored.
    :raises RuleError: the rules refuse it, or the seat is not to move; nothing is stored.
    """
    if seat.game_id != game.pk:
        raise ValueError(f"Seat {seat.pk} is not of game {game.pk}.")
    now = timezone.now()
    with transaction.atomic():
        game = Game.objects.lock(game.pk)
        state = snapshots.load(game)
        rows = list(game.seats.select_related("user"))
        if game.sequence != expected and not _is_unaffected(game, rows[seat.number], state, expected):
            raise Stale(game, expected)
        first = _step(state, rules.Seat(seat.number), action, Origin.PLAYER)
        steps = [first, *_follow(first.state, rows)]
        add(game, rows, steps, actor=seat.number, now=now)
    return game


def _is_unaffected(game: Game, seat: Seat, state: rules.State, expected: int) -> bool:
    """Whether a decision that a seat made ``expected`` actions into the game is still the same one.

    It is where the seat was not asked anew since: only others have powered their cities, or have taken that back.
    """
    if state.phase is not rules.Phase.BUREAUCRACY or seat.asked_sequence is None:
        return False
    return seat.asked_sequence <= expected < game.sequence


def _step(state: rules.State, seat: rules.Seat, action: rules.Action, origin: Origin) -> Step:
    return Step(seat, action, origin, rules.apply(state, seat, action))


def _follow(state: rules.State, seats: Sequence[Seat]) -> Iterator[Step]:
    """What bots decide and what is forced, up to the next decision of a person or the end of the game."""
    bots = {seat.number for seat in seats if seat.is_bot}
    for _ in range(MOST_AT_ONCE):
        try:
            step = _next_without_person(state, bots)
        except rules.RuleError as error:
            raise RuntimeError(f"What needs no person was refused: {error}") from error  # not for the player to hear
        if step is None:
            return
        yield step
        state = step.state
    raise RuntimeError(f"The game went on for {MOST_AT_ONCE} actions without a person.")


def _next_without_person(state: rules.State, bots: Container[int]) -> Step | None:
    for seat in state.to_move:
        if seat in bots:
            return _step(state, seat, rules.bots.decide(state, seat, state.setup.seed), Origin.BOT)
        forced = rules.forced(state, seat)
        if forced is not None:
            return _step(state, seat, forced, Origin.FORCED)
    return None


def add(
    game: Game,
    seats: Sequence[Seat],
    steps: Sequence[Step],
    now: datetime,
    *,
    actor: int,
    undone: Iterable[int] = (),
) -> None:
    """Store what follows on the present position of a game that is locked, and all that it brings about.

    :param actor: the seat that is at the page, and is not alerted.
    :param undone: the seats whose actions were taken back, so that they are asked anew.
    :raises Stale: somebody else has stored the same sequence; nothing is stored.
    """
    try:
        with transaction.atomic():
            _add_actions(game, steps, now)
    except IntegrityError:  # the lock was no lock
        raise Stale(game, game.sequence) from None
    UndoRequest.objects.filter(game=game).delete()
    _settle(game, seats, steps[-1].state, steps, now, actor=actor, undone=undone)


def _add_actions(game: Game, steps: Sequence[Step], now: datetime) -> None:
    Action.objects.bulk_create(
        Action(
            game=game,
            sequence=sequence,
            seat=step.seat,
            body=deeds.write(step.deed),
            origin=step.origin,
            digest=rules.digest(step.state),
            created_at=now,
        )
        for sequence, step in enumerate(steps, game.sequence + 1)
    )


def _settle(
    game: Game,
    seats: Sequence[Seat],
    state: rules.State,
    steps: Sequence[Step],
    now: datetime,
    *,
    actor: int | None = None,
    undone: Iterable[int] = (),
) -> None:
    """Bring everything that repeats the state up to it, and tell whoever has to know."""
    game.sequence += len(steps)
    game.news += 1
    game.phase, game.round, game.step, game.moved_at = state.phase, state.round, state.step, now
    game.finished_at = now if state.is_over else None
    game.save(update_fields=["sequence", "news", "phase", "round", "step", "moved_at", "finished_at"])
    asked = _ask(game, seats, state, {step.seat for step in steps}.union(undone), now)
    _rank(seats, state)
    Seat.objects.bulk_update(seats, ["is_to_move", "asked_at", "asked_sequence", "question", "rank", "powered"])
    if steps:
        snapshots.store(game, state)
    if sum(not seat.is_bot for seat in seats) == 1:
        return  # Alone against bots, the person looks on while they answer: there is nothing to tell.
    _tell("your_turn", game, [seat for seat in asked if seat.number != actor], now)
    if state.is_over:
        _tell("game_over", game, seats, now)


def _ask(game: Game, seats: Sequence[Seat], state: rules.State, acted: Container[int], now: datetime) -> list[Seat]:
    """Note who is to move; those asked anew are returned, those who still owe an answer keep their time of asking."""
    asked = []
    for seat in seats:
        if seat.number not in state.to_move:
            seat.is_to_move, seat.asked_at, seat.asked_sequence, seat.question = False, None, None, ""
        elif not seat.is_to_move or seat.number in acted:
            seat.is_to_move, seat.asked_at, seat.asked_sequence = True, now, game.sequence
            seat.question = question_of(state)
            asked.append(seat)
    return asked


def _rank(seats: Sequence[Seat], state: rules.State) -> None:
    for standing in state.standing:
        seat = seats[standing.seat]
        seat.rank, seat.powered = standing.rank, standing.powered


def _tell(kind: str, game: Game, seats: Sequence[Seat], now: datetime) -> None:
    people = [seat.user for seat in seats if seat.user is not None]
    outbox.tell(people, kind, game.pk, game.sequence, now=now)
