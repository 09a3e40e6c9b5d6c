"""The Plans part of the game page: what its owner wants done, what they can plan, and the forms for it.

All of it is for the owner of the seat alone: what others are shown never passes through here.
"""

from games.pages.plans.auction import AlongForm
from games.pages.plans.panel import PlansPanel, StandingRow, plans_of
from games.pages.plans.plan_form import NoSuchPlan, OpenPlan, Planned, open_plan
from games.pages.plans.planner import Planner

__all__ = [
    "AlongForm",
    "NoSuchPlan",
    "OpenPlan",
    "Planned",
    "Planner",
    "PlansPanel",
    "StandingRow",
    "open_plan",
    "plans_of",
]
