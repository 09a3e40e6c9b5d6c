"""What holds for actions of every kind: who may act at all, and with what amounts."""

import pytest

import rules
from tests.rules.positions import MARKET, after, company, position, refused, three_players


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


def asked_for(phase):
    """A position in which seat 0 is asked for something of a phase."""
    fields, plants = {"order": (1, 2, 0)}, (5, 8, 15)
    if phase == "discard":
        phase, fields, plants = "auction", {"discarding": 0, "new_plant": 15, "acted": (0,)}, (5, 8, 12, 15)
    if phase == "auction":
        fields, plants = {"market": MARKET}, ()
    if phase == "bid":
        return after(position(3, order=(1, 2, 0), market=MARKET), "open 20 20", "pass")
    return position(
        [company(plants=plants, fuel="c3 o3" if plants else "-"), company(), company()], phase=phase, **fields
    )


MADE_BY_HAND = {
    "plant": ("auction", lambda value: rules.OpenAuction(value, 20)),
    "opening bid": ("auction", lambda value: rules.OpenAuction(20, value)),
    "bid": ("bid", rules.Bid),
    "scrapped plant": ("discard", rules.DiscardPlant),
    "fuel given back": ("discard", lambda value: rules.DiscardPlant(5, rules.Drop(coal=value))),
    "fuel": ("resources", lambda value: rules.BuyResources(oil=value)),
    "plant that runs": ("bureaucracy", lambda value: rules.RunPlants((rules.Run(value),))),
    "mix": ("bureaucracy", lambda value: rules.RunPlants((rules.Run(5, value, 0),))),
    "rest of a mix": ("bureaucracy", lambda value: rules.RunPlants((rules.Run(5, 0, value),))),
    "runs": ("bureaucracy", rules.RunPlants),
    "cities": ("building", rules.BuildCities),
    "city": ("building", lambda value: rules.BuildCities((value,))),
}
"""Every field of an action that can be made in Python, with something in it that is none of its values."""


@pytest.mark.rule("GEN-2")
@pytest.mark.parametrize("value", [5.5, 20.0, "20", None, True, -1, 10**30, [20], float("nan"), {20}], ids=str)
@pytest.mark.parametrize("field", MADE_BY_HAND)
def test_action_made_by_hand_that_could_not_be_written_down_is_refused(field, value):
    phase, made = MADE_BY_HAND[field]
    state = asked_for(phase)
    with refused("GEN-2"):
        rules.apply(state, rules.Seat(0), made(value))


@pytest.mark.parametrize("action", [None, "pass", {"kind": "pass_bid"}, 5, rules.Drop()], ids=str)
def test_what_is_no_action_is_refused(action):
    with refused("GEN-2"):
        rules.apply(asked_for("bid"), rules.Seat(0), action)


@pytest.mark.rule("GEN-2", "AUC-6")
def test_all_that_can_be_bid_can_be_written():
    rich = position([company(50), company(25_000), company(20_500)], order=(1, 2, 0), market=MARKET)
    opened = after(rich, "1: open 20 10000")
    assert rules.legal(opened, 2).most == 20_500
    bid = after(opened, "2: bid 20500", "0: pass")
    assert rules.legal(bid, 1).most == 25_000
    assert after(bid, "1: bid 25000", "2: pass").players[1].money == 0


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
