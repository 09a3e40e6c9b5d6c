"""Taking turns: the one way in which a game begins, moves on and ends.

Everything an action brings about is one transaction: its row, the rows of what then needs no person, the columns that
lists read, the snapshot, and the alerts to those who are asked next. So a game that can be read is whole.
"""

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from prometheus_client import Counter
from structlog.contextvars import bind_contextvars

import rules
from accounts.calendars import load_vacations
from accounts.models import User
from accounts.statements import written_once
from games.clock import clocks, due
from games.models import Action, Game, Origin, PoweringRule, Seat, UndoRequest, Vote
from games.plans.active import Plans
from games.replay import action_rows, checkpoints, snapshots
from games.replay.position_index import Mark
from games.turns import decisions, drafts
from games.turns.autoplay import Taken, follow, take
from notifications import presence
from rules.bots import Level
from talk.models import Conversation

ALONE: Mapping[str, Any] = {"plans_answer_at_once": True}
"""The pace of one player against bots: nobody else waits, or could tell what they planned."""

ACTIONS = Counter(
    "powergrid_actions", "Actions that were stored, by kind and by where they came from", ["kind", "origin"]
)

_GAME = (
    *("sequence", "news", "phase", "round", "step", "moved_at", "finished_at"),
    *("ended_early", "paused_at", "resumes_at", "due_at", "thinks_at", "thinks_for"),
)
"""The columns of a game that follow its state."""


class Stale(Exception):
    """The game has moved on since the player looked; nothing was stored."""


class NotSeated(Exception):
    """A person has no seat in the game in which they want to act."""


@dataclass(frozen=True, slots=True)
class NewSeat:
    """A seat of a game that starts: a person's, or a bot's where ``user`` is None.

    ``share`` is what the person adds to the seed, as :func:`rules.seed_of` takes it; it may be empty.
    """

    name: str
    user: User | None
    share: str = ""


def start(
    options: rules.Options,
    seats: Sequence[NewSeat],
    *,
    name: str,
    is_public: bool,
    bot_level: Level,
    undo_by_consent: bool = False,
    pace: Mapping[str, Any] | None = None,
    conversation: Conversation | None = None,
    areas: tuple[str, ...] = (),
    seed: str | None = None,
    version: int = rules.VERSION,
    thinks_for: str = "",
) -> Game:
    """Begin a game and play on to the first decision of a person.

    :param seats: clockwise; at least one of them a person.
    :param bot_level: how well its bots play, if it has any.
    :param pace: as :attr:`Pace.pace` has it; one player against bots has :data:`ALONE` instead.
    :param conversation: that of the table, which goes on in the game.
    :param areas: the areas in play where ``options.areas`` is ``host``.
    :param seed: the site's part of it, which together with the shares of the seats fixes everything random; drawn
        where it is not given. Those who may add a share must have been shown its commitment before.
    :param version: of the rules.
    :param thinks_for: whose turn it is when workers think for its bots, if not that of its first person.
    :raises RuleError: the options, the areas or the number of seats are against the rules; nothing is stored.
    """
    people = sum(seat.user is not None for seat in seats)
    if not people:
        raise ValueError("A game needs at least one person.")
    now, secret = timezone.now(), seed or secrets.token_hex(16)
    whole = rules.seed_of(secret, (seat.share for seat in seats if seat.share))
    setup = rules.new_setup(options, players=len(seats), seed=whole, areas=areas, version=version)
    with transaction.atomic():
        game = Game.objects.create(
            name=name,
            setup=msgspec.to_builtins(setup),
            seed_hash=rules.commitment(secret),
            shares=[[number, seat.share] for number, seat in enumerate(seats) if seat.share],
            edition=options.edition,
            map=options.map,
            is_public=is_public,
            undo_by_consent=undo_by_consent,
            conversation=conversation,
            created_at=now,
            moved_at=now,
            thinks_for=thinks_for or next(f"user {seat.user.pk}" for seat in seats if seat.user),
            **(ALONE if people == 1 else pace or {}),
        )
        rule = PoweringRule.LEAST if people > 1 else PoweringRule.ASK  # who learns the game sees what powering is
        rows = Seat.objects.bulk_create(
            Seat(
                game=game,
                number=number,
                name=one.name,
                user=one.user,
                is_bot=not one.user,
                bot_level=bot_level,
                powering=rule,
            )
            for number, one in enumerate(seats)
        )
        go_on(game, rows, now, state=rules.start(setup))
        if people > 1:
            untold = [seat for seat in rows if not (seat.is_to_move or decisions.is_told_ahead(seat))]
            decisions.tell("game_began", game, untold, now)
    return game


def act(user: User, pk: int, action: rules.Action, *, expected: int) -> Game:
    """Take one action for the seat that a person has in a game, and everything that then needs no person.

    :param expected: how many actions the player had seen. In bureaucracy, where all decide at once, it may be fewer
        than were taken, if only others have powered their cities since, or have taken that back (GEN-10).
    :raises NotSeated: they have no seat there, or there is no such game.
    :raises Stale: the game has moved on since; nothing is stored.
    :raises RuleError: the rules refuse it, or the seat is not to move; nothing is stored.
    """
    with transaction.atomic():
        try:
            game = Game.objects.lock(pk)
        except Game.DoesNotExist:
            raise NotSeated from None
        rows = seats_of(game)
        mine = next((row for row in rows if row.user_id == user.pk), None)
        if mine is None:
            raise NotSeated
        _act(game, rows, mine, action, expected)
    return game


def play(game: Game, seat: Seat, action: rules.Action, *, expected: int) -> Game:
    """The same with the seat at hand. If it is another player's by now, that is stale as well."""
    with transaction.atomic():
        game, rows = lock(game, seat)
        if rows[seat.number].user_id != seat.user_id:
            raise Stale
        _act(game, rows, rows[seat.number], action, expected)
    return game


def _act(game: Game, rows: Sequence[Seat], mine: Seat, action: rules.Action, expected: int) -> None:
    state = snapshots.load(game)
    if game.ended_early:
        raise rules.RuleError("END-1", "The game is over.")
    if game.sequence != expected and not _is_unaffected(game, mine, state, expected):
        raise Stale
    if drafts.is_on(game, state):  # the others would see the area before they have wished
        raise rules.RuleError("SET-4", "All choose areas at the same time here: say which ones you wish for.")
    first = take(state, rules.Seat(mine.number), action, Origin.PLAYER)
    go_on(game, rows, timezone.now(), [first], actor=mine.number)


def lock(game: Game, seat: Seat) -> tuple[Game, list[Seat]]:
    """The game of a seat, locked, and all its seats. The seat may be another player's by now."""
    if seat.game_id != game.pk:
        raise ValueError(f"Seat {seat.pk} is not of game {game.pk}.")
    game = Game.objects.lock(game.pk)
    return game, seats_of(game)


def seats_of(game: Game) -> list[Seat]:
    """All seats of a game that is locked, with what a change of it needs of their people."""
    seats = _seats(game.pk)
    if game.has_clock:
        load_vacations({seat.user for seat in seats if seat.user})
    for seat in seats:
        seat.game = game
    return seats


@written_once
def _seats(game: int) -> QuerySet[Seat]:
    return Seat.objects.filter(game=game).select_related("user")


def _is_unaffected(game: Game, seat: Seat, state: rules.State, expected: int) -> bool:
    """Whether the decision is the same as ``expected`` actions into the game, as the seat was not asked since."""
    if state.phase is not rules.Phase.BUREAUCRACY or seat.asked_sequence is None:
        return False
    return seat.asked_sequence <= expected < game.sequence


def go_on(
    game: Game,
    seats: Sequence[Seat],
    now: datetime,
    first: Sequence[Taken] = (),
    *,
    state: rules.State | None = None,
    plans: Plans | None = None,
    done_at: datetime | None = None,
    actor: int | None = None,
    undone: Collection[int] = (),
    by_hand: Collection[int] = (),
) -> None:
    """Take what follows on the present position of a locked game, and store all that it brings about.

    :param seats: all of the game, as :func:`seats_of` finds them; their columns are stored in any case.
    :param first: what is done first; nothing where a seat has changed in another way.
    :param state: the present position, where it is at hand.
    :param plans: all of the game, likewise.
    :param done_at: when what is done counts as done, if not now.
    :param actor: the seat whose player is at the page, and is alerted later if at all.
    :param undone: the seats whose actions were taken back, so that they are asked anew.
    :param by_hand: the seats whose plans are not to answer now.
    :raises Stale: the same sequence has been stored meanwhile; nothing is stored.
    """
    plans, done_at = plans or Plans.of(game), done_at or now
    for step in first:
        if step.is_decision:
            plans.resume(step.seat)
    state = first[-1].state if first else state or snapshots.load(game)
    steps = [*first, *follow(game, seats, plans, state, by_hand=by_hand)]
    state = steps[-1].state if steps else state
    _add_actions(game, seats, steps, done_at)
    if steps:
        UndoRequest.objects.filter(game=game).delete()
    before = decisions.sitting(game.round, game.phase)
    game.sequence += len(steps)
    decisions.credit(seats, steps)
    asked = decisions.ask(game, seats, plans, state, steps, now, done_at=done_at, undone=undone, by_hand=by_hand)
    decisions.invite(seats, plans, state, now)
    _store(game, seats, state, steps, now, done_at)
    if game.sequence >= Game.MOST_ACTIONS and not game.is_over:
        end_early(game, seats, now)
    if game.ended_early or decisions.is_alone(seats):
        return
    decisions.tell_asked(game, asked, now, actor=actor)
    if decisions.sitting(game.round, game.phase) != before:
        decisions.tell_invited(game, seats, now, actor=actor)
    if state.is_over:
        decisions.tell("game_over", game, seats, now, actor=actor)


def _add_actions(game: Game, seats: Sequence[Seat], steps: Sequence[Taken], done_at: datetime) -> None:
    """Add the rows. Only the first has taken a player's time, as the others follow on it at once."""
    clock = clocks.noted(game, seats[steps[0].seat], done_at) if steps else None
    rows = [
        Action(
            game=game,
            sequence=sequence,
            seat=step.seat,
            body=action_rows.write(step.action),
            origin=step.origin,
            digest=rules.digest(step.state),
            created_at=done_at,
            clock=clock if step is steps[0] else None,
        ).seal()
        for sequence, step in enumerate(steps, game.sequence + 1)
    ]
    try:
        with transaction.atomic():
            Action.objects.bulk_create(rows)
            checkpoints.keep(zip(rows, (step.state for step in steps), strict=True))
    except IntegrityError:  # the lock was no lock
        raise Stale from None
    # What a plan did, or what was forced, must look like a player's own action.
    theirs = {step.seat for step in steps if step.origin not in (Origin.TIMEOUT, Origin.BOT)}
    people = [seat.user for seat in seats if seat.user is not None and seat.number in theirs]
    if acted := [person.pk for person in people if person.shows_presence]:
        transaction.on_commit(partial(presence.acted, acted, at=done_at), robust=True)


def _store(
    game: Game, seats: Sequence[Seat], state: rules.State, steps: Sequence[Taken], now: datetime, done_at: datetime
) -> None:
    for standing in state.standing:
        seats[standing.seat].rank, seats[standing.seat].powered = standing.rank, standing.powered
    decisions.store(seats)
    game.news += 1
    game.phase, game.round, game.step = state.phase, state.round, state.step
    game.finished_at = now if state.is_over else None
    if state.is_over:
        _close(game)
    game.due_at = due.moment(game, seats)
    game.thinks_at = _thinks_at(game, seats, steps, now)
    if steps:
        game.moved_at = done_at
        bind_contextvars(sequence=game.sequence)
        transaction.on_commit(partial(_count, steps))
        snapshots.store(
            game, state, [Mark.of(step.state, step.seat, step.origin, done_at, step.action) for step in steps]
        )
    game.save(update_fields=_GAME)


def _thinks_at(game: Game, seats: Sequence[Seat], steps: Sequence[Taken], now: datetime) -> datetime | None:
    """Where nothing was done, a worker that thinks already goes on."""
    if not any(seat.is_thinking for seat in seats):
        return None
    return now if steps or game.thinks_at is None else game.thinks_at


def _count(steps: Sequence[Taken]) -> None:
    for step in steps:
        ACTIONS.labels(step.action.__struct_config__.tag, step.origin).inc()


def end_early(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """End a locked game where it stands, without a winner. Its players are told, but not one alone with bots."""
    game.finished_at, game.ended_early, game.due_at, game.thinks_at = now, True, None, None
    game.news += 1
    _close(game)
    game.save(update_fields=_GAME)
    for seat in seats:
        clocks.forget(seat)
        decisions.be_asked_no_more(seat)
        seat.may_plan_since = None
    decisions.store(seats)
    UndoRequest.objects.filter(game=game).delete()
    if not decisions.is_alone(seats):
        decisions.tell("game_over", game, seats, now)


def _close(game: Game) -> None:
    """Forget the pause and the votes of a game that is over, and for whom its bots thought."""
    game.paused_at = game.resumes_at = None
    game.thinks_for = ""
    Vote.objects.filter(game=game).delete()


def is_deserted(seats: Sequence[Seat]) -> bool:
    """Whether only bots would play on."""
    return all(seat.plays_itself for seat in seats)
