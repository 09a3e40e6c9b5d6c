"""What is sent from the Plans part of the page, and what it shows."""

import re

from games.models import Game
from games.plans import active
from games.plans.language import Plan
from games.turns import edit_plans
from tests.games.taking import seat_of
from tests.pages import html_of

PRESSED = {"HX-Request": "true", "HX-Target": "plans"}
SENT = {"HX-Request": "true", "HX-Target": "action-panel"}
"""How htmx sends the rest of a round."""
PURCHASE = {"coal": 2, "coal-most": 4, "oil": 0, "floor": 6, "otherwise": "less"}


def plans_of(game: Game, name: str) -> dict[str, Plan]:
    return {row.slot: active.read(row) for row in edit_plans.of(seat_of(game, name))}


def plans_part(response) -> str:
    """The words of the Plans part."""
    part = re.search(r'<section class="game-panel plans".*?</section>', html_of(response), re.S)
    assert part
    return " ".join(re.sub(r"<[^>]+>", " ", part[0]).split())


def action_panel(response) -> str:
    """The words of the action panel."""
    part = re.search(r'<section class="action-panel.*?</section>', html_of(response), re.S)
    assert part
    return " ".join(re.sub(r"<[^>]+>", " ", part[0]).split())
