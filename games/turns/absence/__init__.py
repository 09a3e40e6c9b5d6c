"""People who do not play on: what is done for them meanwhile, who stands in, how they come back, who takes over.

An absent person keeps the seat, and a bot decides for it, until they come back or somebody else takes it over. Each
such time is an :class:`~games.models.Absence`.
"""

from games.turns.absence.caution import cautious
from games.turns.absence.comings import AbsenceRefused, come_back, leave, take_over
from games.turns.absence.misses import miss

__all__ = ["AbsenceRefused", "cautious", "come_back", "leave", "miss", "take_over"]
