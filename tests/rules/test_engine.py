"""Who may act at all."""

import pytest

import rules
from tests.rules.positions import position, refused


@pytest.mark.rule("GEN-6")
@pytest.mark.parametrize("seat", [3, -1, 10**30, True, 1.0, "1", None])
def test_seat_that_is_not_at_the_table_is_refused(seat):
    state = position(3, order=(1, 2, 0))
    with refused("GEN-6"):
        rules.legal(state, seat)
    with refused("GEN-6"):
        rules.forced(state, seat)
    with refused("GEN-6"):
        rules.apply(state, seat, rules.DeclineAuction())
