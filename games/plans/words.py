"""Plans and reasons in sentences."""

from games.cast import Cast
from games.plans.language import Plan
from games.plans.reasons import Reason


def told(plan: Plan, cast: Cast, for_round: int | None) -> str:
    """A plan read back to its owner in whole sentences, what it is for first.

    :param for_round: the round it is for; None where it is for the rest of the game.
    """
    raise NotImplementedError


def asking(reason: Reason, cast: Cast) -> str:
    """What is the matter with a plan, and what to do."""
    raise NotImplementedError
