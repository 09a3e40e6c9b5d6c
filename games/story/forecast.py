"""How long games last: measured on games between bots (``python -m tests.benchmarks.lengths``).

The rounds of each map are among its facts.
"""

from datetime import timedelta

from django.utils.translation import ngettext

import rules
from games.board.geometry import facts

ROUNDS_OF_FIRST_GAME = 5.2

WAITS = 2.0
"""How often the game waits in a round if all plan by what they know: in the auctions, and once for all the rest."""

ROUNDS_AT_LEAST = 0.52
ROUNDS_FOR_A_CITY = 0.36
"""What each city that the largest network still lacks at the end adds to that, once half of its cities stand."""

USUAL_PART = 1 / 3
"""How much of their time for a decision players use: an assumption."""

WITHOUT_CLOCK = timedelta(days=1)
"""How long players take for a decision without a clock: an assumption, too."""


def rounds(options: rules.Options, players: int) -> float:
    """How many rounds such a game usually has."""
    if options.first_game:
        return ROUNDS_OF_FIRST_GAME
    return facts(options.map).rounds[players - rules.MIN_PLAYERS]


def rounds_left(state: rules.State) -> float:
    """How many rounds a game may still have at the beginning of one, that one included."""
    end = state.thresholds.end
    left = max(1, ROUNDS_AT_LEAST + ROUNDS_FOR_A_CITY * (end - state.largest_network))
    if 2 * state.largest_network >= end:
        return left
    return max(left, rounds(state.options, state.setup.players) - (state.round - 1))


def waits(options: rules.Options, players: int) -> int:
    """How often such a game waits if more than one of the players is no bot, and all plan."""
    return round(rounds(options, players) * WAITS)


def usual_wait(move_time: timedelta | None) -> timedelta:
    """How long each wait takes with so much time for a decision; None where there is no clock."""
    return WITHOUT_CLOCK if move_time is None else move_time * USUAL_PART


def about(time: timedelta) -> str:
    """A long time, roughly: in days, or in hours where it is less than two of them."""
    hours = max(1, round(time / timedelta(hours=1)))
    if hours < 48:
        return ngettext("about {count} hour", "about {count} hours", hours).format(count=hours)
    days = round(hours / 24)
    return ngettext("about {count} day", "about {count} days", days).format(count=days)
