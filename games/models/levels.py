"""How well bots play, in words: the levels that the rules have."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from games.models.terms import Term
from rules.bots import LEVELS, Level

USUAL: Level = "normal"
"""What bots play where nobody has said anything else."""

FOR_NEWCOMERS: Level = "easy"

THINKING: Level = "hard"
"""What a bot plays that takes its time: a worker thinks for it."""

_EASY = _("For newcomers. Plays by rules of thumb.")
_NORMAL = _(
    "For players who know the game. Weighs what plants, fuel and houses bring until the end, and mostly beats Easy."
)
_HARD = _("For a real contest. Tries out what could follow, thinks for some seconds, and mostly beats Normal.")

ONE: Mapping[Level, Term] = {
    "easy": Term(_("Easy bot"), _EASY),
    "normal": Term(_("Normal bot"), _NORMAL),
    "hard": Term(_("Hard bot"), _HARD),
}
SEVERAL: Mapping[Level, Term] = {
    "easy": Term(_("Easy bots"), _EASY),
    "normal": Term(_("Normal bots"), _NORMAL),
    "hard": Term(_("Hard bots"), _HARD),
}

CAUTION = _(
    "It enters no auction unless it has to, buys only the fuel that your cities need, and builds nothing. Without a"
    " tick it plays as a Normal bot."
)
"""What a bot does that plays with caution for its player, beside a box to tick."""


def known(level: str) -> Level:
    """A level as rows have it. One that only a newer release knows is played, and shown, as the usual one."""
    return next((one for one in LEVELS if one == level), USUAL)
