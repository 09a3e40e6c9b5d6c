"""What holds for actions of every kind: who may act at all, and with what amounts."""

import pytest

import rules
from tests.rules.positions import after, company, position, refused, three_players


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


@pytest.mark.rule("PLT-5", "AUC-18", "RES-2")
@pytest.mark.parametrize(
    ("phase", "action", "rule"),
    [
        ("auction", rules.DiscardPlant(5, rules.Drop(coal=-1)), "AUC-18"),
        ("resources", rules.BuyResources(coal=-1), "RES-2"),
        ("bureaucracy", rules.RunPlants((rules.Run(5, coal=-1, oil=3),)), "PLT-5"),
    ],
)
def test_amounts_below_zero_are_refused_in_actions_made_by_hand(phase, action, rule):
    asked, plants = {"order": (1, 2, 0)}, (5, 8, 15)
    if phase == "auction":
        asked, plants = {"discarding": 0, "new_plant": 15, "acted": (0,)}, (5, 8, 12, 15)
    state = position([company(plants=plants, fuel="c3 o3"), company(), company()], phase=phase, **asked)
    with refused(rule):
        rules.apply(state, rules.Seat(0), action)


START = three_players()


@pytest.mark.parametrize(
    ("value", "field"),
    [
        (START, "round"),
        (START.setup, "deck"),
        (START.setup.options, "map"),
        (START.players[0], "money"),
        (after(START, "open 4 4").auction, "bid"),
        (rules.House("essen", 10), "slot"),
        (rules.view(START), "market"),
        (rules.view(START).companies[0], "money"),
        (rules.parse_action("bid 5"), "amount"),
    ],
    ids=lambda part: type(part).__name__ if not isinstance(part, str) else part,
)
def test_nobody_can_edit_a_value(value, field):
    with pytest.raises(AttributeError):
        setattr(value, field, None)
