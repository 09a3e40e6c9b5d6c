"""Whole games played by bots."""

from collections.abc import Callable

from rules import bots, invariants
from rules.actions import Action
from rules.engine import apply, start
from rules.options import Options
from rules.record import Record, result_of
from rules.setup import new_setup
from rules.state import Seat, State
from rules.versions import VERSION

MOST_ACTIONS = 5000
"""No sensible game comes near; one that does is stuck."""


class EndlessGame(RuntimeError):
    """Bots that do not finish a game: a bug in them."""


def play_game(
    options: Options,
    players: int,
    seed: str,
    areas: tuple[str, ...] = (),
    *,
    version: int = VERSION,
    check: bool = False,
    decide: Callable[[State, Seat, str], Action] = bots.decide,
) -> tuple[Record, State]:
    """Let bots play a game to its end.

    :param areas: those in play, where ``options.areas`` is ``host``.
    :param version: of the rules.
    :param decide: the bot, an Easy one if nobody says otherwise.
    :param check: check every position, and the money that every action moved (slower).
    :raises RuleError: options, players and areas do not go together.
    :raises EndlessGame: the bots do not come to an end.
    """
    setup = new_setup(options, players, seed, areas, version=version)
    state = start(setup)
    moves = []
    while not state.is_over:
        seat = state.to_move[0]
        action = decide(state, seat, seed)
        before, state = state, apply(state, seat, action)
        moves.append((seat, action))
        if check:
            invariants.check(state)
            invariants.check_money(before, state)
        if len(moves) > MOST_ACTIONS:
            raise EndlessGame(f"{players} bots on {options.map} with seed {seed} do not finish")
    names = tuple(f"P{seat}" for seat in range(players))
    return Record(names, setup, tuple(moves), result_of(state)), state
