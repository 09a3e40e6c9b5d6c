import pytest

import rules
from games.story.digest import Digest
from games.story.names import Names
from rules import events


@pytest.mark.rule("MAP-IN-7")
def test_tokens_that_are_bought_one_by_one_are_told_together():
    names = Names(("Ana", "Bob"), rules.board("india", version=3))
    digest = Digest(names)
    for seat, text in [(0, "c1"), (1, ""), (0, "c1"), (0, "o1"), (0, "")]:
        fuel = rules.parse_action(f"buy {text}".strip()).fuel
        digest.add([events.ResourcesBought(seat, fuel, 1)], {1: "%(item)s (out of time)"}, names)
    assert digest.lines() == ["Fuel bought by Ana: 2 coal and 1 oil; Bob: nothing (out of time)."]
