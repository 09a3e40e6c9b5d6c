"""Browsers that send conflicting actions to one game of a real site: one is let through, the others are told."""

import msgspec
import pytest

from tests.extent import later
from tests.services.contended import Outcome
from tests.services.sites import large_site, small_site

CLIENTS = 64
POSITIONS = 4


@pytest.mark.long
@pytest.mark.parametrize("start", [large_site, later(small_site)])
def test_of_many_who_act_in_one_position_one_is_let_through(start, tmp_path):
    with start(tmp_path) as site:
        site.prepare()
        site.start_web()
        said = site.call("tests.services.conflicts", site.address, str(CLIENTS), str(POSITIONS))
    found = msgspec.json.decode(said, type=Outcome, strict=False)
    assert found.wrong() == []
