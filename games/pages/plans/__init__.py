"""The Plans part of the game page: what its owner wants done, what they can plan, and the forms for it.

All of it is for the owner of the seat alone: what others are shown never passes through here.
"""

from games.pages.plans.auction import AlongForm
from games.pages.plans.panel import PlansPanel, StandingRow, plans_of
from games.pages.plans.plan_form import NoSuchPlan, Opened, Planned, opened
from games.pages.plans.planner import Desk

__all__ = ["AlongForm", "Desk", "NoSuchPlan", "Opened", "Planned", "PlansPanel", "StandingRow", "opened", "plans_of"]
