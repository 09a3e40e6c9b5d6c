"""What is sent from the Plans part of the page, and what it shows."""

import re

from games import planning, standing
from games.models import Game
from games.plans.language import Plan
from tests.games.pages import html_of
from tests.games.taking import seat_of

PRESSED = {"HX-Request": "true", "HX-Target": "plans"}
OPENED = {"HX-Request": "true", "HX-Target": "planning"}
PURCHASE = {
    "coal": 2,
    "coal-most": 4,
    "oil": 0,
    "oil-most": 5,
    "purchase_floor": 6,
    "purchase_otherwise": "less",
}


def plans_of(game: Game, name: str) -> dict[str, Plan]:
    return {row.slot: standing.read(row) for row in planning.of(seat_of(game, name))}


def plans_part(response) -> str:
    """The words of the Plans part."""
    part = re.search(r'<section class="game-panel plans".*?</section>', html_of(response), re.S)
    assert part
    return " ".join(re.sub(r"<[^>]+>", " ", part[0]).split())
