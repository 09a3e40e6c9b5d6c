"""Players made of rules and arithmetic: pure, seeded, and honest, as they look only at what their seat may see."""

from typing import Literal, get_args

from rules.actions import Action
from rules.bots import easy, normal
from rules.state import Seat, State

__all__ = ["LEVELS", "Level", "decide"]

Level = Literal["easy", "normal"]
LEVELS: tuple[Level, ...] = get_args(Level)


def decide(state: State, seat: Seat, seed: str = "", level: Level = "easy") -> Action:
    """What a bot of this level does: always a legal action.

    :param seed: two seeds judge a little differently; the same seed always decides the same way.
    :raises RuleError: the seat is not asked.
    """
    match level:
        case "easy":
            return easy.decide(state, seat, seed)
        case "normal":
            return normal.decide(state, seat, seed)
