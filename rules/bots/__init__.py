"""Players made of rules and arithmetic: pure, seeded, and honest, as they look only at what their seat may see."""

from itertools import islice
from typing import Literal, get_args

from rules.actions import Action
from rules.bots import easy, normal
from rules.bots.coach import (
    Advice,
    AuctionFigures,
    BuildingFigures,
    DiscardFigures,
    FuelFigures,
    Option,
    PlantWorth,
    advice,
)
from rules.bots.hard import choices, thoughts
from rules.state import Seat, State

__all__ = [
    "LEVELS",
    "PLAYOUTS",
    "Advice",
    "AuctionFigures",
    "BuildingFigures",
    "DiscardFigures",
    "FuelFigures",
    "Level",
    "Option",
    "PlantWorth",
    "advice",
    "choices",
    "decide",
    "thoughts",
]

Level = Literal["easy", "normal", "hard"]
LEVELS: tuple[Level, ...] = get_args(Level)

PLAYOUTS = 64
"""How often the hard bot tries things out where nobody says otherwise: a second or two for a decision."""


def decide(state: State, seat: Seat, seed: str = "", level: Level = "easy", *, playouts: int = PLAYOUTS) -> Action:
    """What a bot of this level does: always a legal action.

    :param seed: the same seed always decides the same way; with another one some levels decide otherwise.
    :param playouts: how often the hard bot tries things out at most.
    :raises RuleError: the seat is not asked.
    """
    match level:
        case "easy":
            return easy.decide(state, seat, seed)
        case "normal":
            return normal.decide(state, seat)
        case "hard":
            *_, last = islice(thoughts(state, seat, seed), playouts)
            return last
