"""What the tests of panels look at."""

from msgspec.structs import replace

import rules
from games.pages import panels

TABLE = tuple(
    panels.Company(seat, name, is_bot=False, is_mine=False) for seat, name in enumerate(("Ana", "Bob", "Cid"))
)


def view_with(**changes) -> rules.View:
    """What a spectator sees of a start that was changed in some places."""
    return replace(rules.view(rules.start(rules.new_setup(rules.Options(), players=3, seed="1"))), **changes)
