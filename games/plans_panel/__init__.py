"""The Plans part of the game page: what its owner wants done, what they can plan, and the forms for it.

All of it is for the owner of the seat alone: what others are shown never passes through here.
"""

from games.plans_panel.auction import AlongForm
from games.plans_panel.desk import Desk
from games.plans_panel.opened import NoSuchPlan, Opened, Planned, opened
from games.plans_panel.panel import PlansPanel, StandingRow, plans_of

__all__ = ["AlongForm", "Desk", "NoSuchPlan", "Opened", "Planned", "PlansPanel", "StandingRow", "opened", "plans_of"]
