"""Lines that players try on a private board: from the present position on, with unseen cards drawn anew.

A line is its owner's alone. Nothing of it reaches the game, and no secret of the game reaches it: its deck has
nothing to do with the true one.
"""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

import msgspec
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from msgspec.structs import replace

import rules
import rules.bots
from accounts.belongings import Sheet
from accounts.models import User
from games.models import Game, Origin, Seat, WhatIf, levels
from games.replay import history
from games.replay.history import Position
from rules import events

MOST_MOVES = 200
"""How long a line may be: about two rounds of six players who bid for everything."""

MOST_ROUNDS = 2
"""In how many rounds a line may be, the first included."""

AMPLE = 9999
"""What others have at the start of a line where their money is hidden: they can pay for all that is tried."""

FORGOTTEN = ("games.WhatIf.user",)
KEPT = ()


class Changed(Exception):
    """The line has ended, or is no longer the one on the page; nothing was stored."""


class Try(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One move of a line. ``origin`` says who decided: its owner, a bot, or nobody, without a choice."""

    seat: Annotated[int, msgspec.Meta(ge=0, lt=rules.MAX_PLAYERS)]
    action: rules.Action
    origin: Origin = Origin.PLAYER


@dataclass(frozen=True, slots=True)
class Line:
    """What the owner of a seat tries. ``past`` are the positions of the game up to the one it begins with.

    ``states`` are those of the line, the start first: one more than its ``moves``. ``mine`` is the seat of the owner.
    Where money is hidden from them, others have plenty in all ``states``.
    """

    row: WhatIf
    mine: rules.Seat
    past: tuple[Position, ...]
    moves: tuple[Try, ...]
    states: tuple[rules.State, ...]

    @property
    def begins(self) -> int:
        """The position of the game that it begins with."""
        return self.row.sequence

    @property
    def version(self) -> int:
        return self.row.version

    def has_ended(self, state: rules.State, number: int) -> bool:
        """Whether nothing may follow on a position that so many moves led to."""
        return state.is_over or number >= MOST_MOVES or state.round >= self.states[0].round + MOST_ROUNDS

    def asked(self, number: int) -> rules.Seat | None:
        """Who decides after so many moves: the owner where they can. None where the line has ended."""
        state = self.states[number]
        if self.has_ended(state, number):
            return None
        return self.mine if self.mine in state.to_move else state.to_move[0]

    def hides_money_of(self, seat: rules.Seat | None) -> bool:
        """Whether the owner may not know what a seat has."""
        return seat not in {None, self.mine} and not self.states[0].options.money_visible

    def powered(self, number: int) -> dict[int, events.CitiesPowered]:
        """By seat, what was powered in the phase of the position after so many moves."""
        return history.powered(self._known(number))

    def purchases(self, number: int) -> history.Purchases:
        """By seat, what was bought in that phase, where turns go round."""
        return history.purchases(self._known(number))

    def _known(self, number: int) -> list[Position]:
        tried = enumerate(self.states[1 : number + 1], self.begins + 1)
        return [*self.past, *(Position(place, state, None) for place, state in tried)]


def read(game: Game, seat: Seat) -> Line:
    """What the owner of a seat tries in a game. Without a move it begins with the present position."""
    row = WhatIf.objects.filter(game=game, user=seat.user_id).first() or WhatIf(game=game, user_id=seat.user_id)
    if not row.moves:
        row.sequence, row.seed = game.sequence, secrets.token_hex(16)
    past, mine = tuple(history.positions(game, until=row.sequence)), rules.Seat(seat.number)
    moves = msgspec.convert(row.moves, tuple[Try, ...])
    states = _replayed(_start(past[-1].state, mine, row.seed), moves)
    return Line(row, mine, past, moves[: len(states) - 1], tuple(states))


def _start(state: rules.State, mine: rules.Seat, seed: str) -> rules.State:
    """A position of the game as a line begins with it."""
    start = rules.redrawn(state, seed)
    return start if start.options.money_visible else _with_money_of_others(start, mine, lambda _money: AMPLE)


def _with_money_of_others(state: rules.State, mine: rules.Seat, becomes: Callable[[int], int]) -> rules.State:
    for seat in map(rules.Seat, range(len(state.players))):
        if seat != mine:
            player = state.players[seat]
            state = state.with_player(seat, replace(player, money=becomes(player.money)))
    return state


def read_as_seen(game: Game, seat: Seat, *, begins: int, version: int, number: int) -> Line:
    """The line that a page shows, to go on after its first ``number`` moves.

    :raises Changed: it has changed.
    """
    line = read(game, seat)
    if (line.begins, line.version) != (begins, version) or number > len(line.moves):
        raise Changed
    return line


def _replayed(start: rules.State, moves: Sequence[Try]) -> list[rules.State]:
    """The positions that the moves lead to, as far as the rules take them: they may have been mended since."""
    states = [start]
    for move in moves:
        try:
            states.append(_after(states[-1], move))
        except rules.RuleError:
            break
    return states


def play(line: Line, number: int, action: rules.Action) -> None:
    """Let the seat that is asked after the first ``number`` moves act; what followed on them goes.

    :raises RuleError: the rules refuse it; nothing is stored.
    :raises Changed: the line has ended, or has changed.
    """
    _go_on(line, number, Try(_asked(line, number), action))


def let_decide(line: Line, number: int) -> None:
    """The same with a bot's decision."""
    _go_on(line, number, _by_a_bot(line, line.states[number], _asked(line, number)))


def let_others_decide(line: Line, number: int) -> None:
    """Let bots decide after the first ``number`` moves, until the owner's next decision."""

    def by_others(state: rules.State) -> Try | None:
        return _forced(state) or (None if line.mine in state.to_move else _by_a_bot(line, state, state.to_move[0]))

    following = _following(line, line.states[number], number, by_others)
    _store(line, [*line.moves[:number], *following])


def start_over(line: Line, game: Game) -> None:
    """Begin anew at the present position, with other cards."""
    line.row.sequence, line.row.seed = game.sequence, secrets.token_hex(16)
    _store(line, [])


@dataclass(frozen=True, slots=True)
class Carried:
    """A line that the game has overtaken, as it can be played from the present position on: its ``moves``.

    ``misfit`` is the number of the first move of the line that cannot be played there; None where there is none.
    """

    moves: tuple[Try, ...]
    misfit: int | None


def carried(line: Line, game: Game) -> Carried:
    """What can be carried on of a line.

    What a seat has done in the game meanwhile stands for the next move that the line has of it. The others are played
    in their order; what is forced between them may be something else now.
    """
    known = history.positions(game)
    ahead = dict(enumerate(line.moves, 1))
    for done in (position.move for position in history.in_force(known) if position.sequence > line.begins):
        ahead.pop(next((number for number, move in ahead.items() if done and move.seat == done.seat), 0), None)
    start = _start(known[-1].state, line.mine, line.row.seed)
    fresh = Line(line.row, line.mine, tuple(known), (), (start,))
    moves: list[Try] = []
    state = start
    for number, move in ahead.items():
        if move.origin is Origin.FORCED:
            continue
        found = _leading_to(fresh, state, len(moves), move)
        if found is None:
            return Carried(tuple(moves), number)
        moves += found
        state = _replayed(start, moves)[-1]
    return Carried(tuple(moves), None)


def _leading_to(line: Line, state: rules.State, number: int, move: Try) -> list[Try] | None:
    """A move with what is forced before it; None where it cannot be played."""
    forced: list[Try] = []
    while not line.has_ended(state, number + len(forced)):
        with suppress(rules.RuleError):
            _after(state, move)
            return [*forced, move]
        if (following := _forced(state)) is None:
            break
        forced.append(following)
        state = _after(state, following)
    return None


def carry_on(line: Line, game: Game) -> Carried:
    """Let a line begin with the present position, with all of it that fits.

    :raises Changed: it has changed since it was read.
    """
    found = carried(line, game)
    line.row.sequence = game.sequence
    _store(line, found.moves)
    return found


def _asked(line: Line, number: int) -> rules.Seat:
    asked = line.asked(number)
    if asked is None:
        raise Changed
    return asked


def _go_on(line: Line, number: int, move: Try) -> None:
    """Store a move and what it leaves no choice about."""
    state = _after(line.states[number], move)
    _store(line, [*line.moves[:number], move, *_following(line, state, number + 1, _forced)])


def _following(
    line: Line, state: rules.State, number: int, decide: Callable[[rules.State], Try | None]
) -> Iterator[Try]:
    """What is decided from a position on, until nothing is left to decide."""
    while not line.has_ended(state, number) and (move := decide(state)):
        yield move
        state, number = _after(state, move), number + 1


def _after(state: rules.State, move: Try) -> rules.State:
    return rules.apply(state, rules.Seat(move.seat), move.action)


def _forced(state: rules.State) -> Try | None:
    moves = ((seat, rules.forced(state, seat)) for seat in state.to_move)
    return next((Try(seat, action, Origin.FORCED) for seat, action in moves if action is not None), None)


def _by_a_bot(line: Line, state: rules.State, seat: rules.Seat) -> Try:
    """What a bot would do. It guesses that others began the line with as much money as its owner.

    For the owner an Easy one decides: nobody is to be told by a strong bot what to do while they play.
    """
    if line.hides_money_of(seat):
        less = AMPLE - line.states[0].players[line.mine].money
        state = _with_money_of_others(state, line.mine, lambda money: max(0, money - less))
    level = levels.FOR_NEWCOMERS if seat == line.mine else levels.USUAL
    return Try(seat, rules.bots.decide(state, seat, state.setup.seed, level), Origin.BOT)


def _store(line: Line, moves: Sequence[Try]) -> None:
    """Keep a line with these moves.

    :raises Changed: it has changed since it was read.
    """
    row, moves = line.row, msgspec.to_builtins(moves)
    changed = {"sequence": row.sequence, "seed": row.seed, "moves": moves, "version": row.version + 1}
    if not row._state.adding:
        if not WhatIf.objects.filter(pk=row.pk, version=row.version).update(**changed):
            raise Changed
        return
    try:
        with transaction.atomic():
            WhatIf.objects.create(game_id=row.game_id, user_id=row.user_id, **changed)
    except IntegrityError:  # it was begun on another page at the same moment
        raise Changed from None


def rename(user: User) -> None:
    """Nothing to do: lines carry no name."""


def pass_on(giver: User, receiver: User) -> None:
    """Give a person's lines to another, who keeps their own where they have one."""
    own = WhatIf.objects.filter(user=receiver).values("game")
    WhatIf.objects.filter(user=giver).exclude(game__in=own).update(user=receiver)


def export(user: User) -> Iterator[Sheet]:
    rows = WhatIf.objects.filter(user=user).select_related("game").defer("game__setup").order_by("pk").iterator()
    told = ({"game": row.game.name, "begins_after_action": row.sequence, "moves": row.moves} for row in rows)
    yield Sheet("what_ifs", _("The lines that you tried on private boards."), FORGOTTEN, told)


def erase(user: User, *, now: datetime) -> None:
    WhatIf.objects.filter(user=user).delete()
