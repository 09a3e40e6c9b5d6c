"""Games as rows. The state of a game is always a function of its setup and its actions."""

from games.models.agreement import Agreement, UndoRequest, Vote
from games.models.game import Absence, Game, GameQuerySet, Seat, visible_to
from games.models.kinds import PHASES, Origin, PoweringRule, Question, Slot
from games.models.past import Action, Checkpoint, Snapshot
from games.models.private import Note, PositionNote, StandingPlan, WhatIf
from games.models.thinking_time import ThinkingTime

__all__ = [
    "PHASES",
    "Absence",
    "Action",
    "Agreement",
    "Checkpoint",
    "Game",
    "GameQuerySet",
    "Note",
    "Origin",
    "PositionNote",
    "PoweringRule",
    "Question",
    "Seat",
    "Slot",
    "Snapshot",
    "StandingPlan",
    "ThinkingTime",
    "UndoRequest",
    "Vote",
    "WhatIf",
    "visible_to",
]
