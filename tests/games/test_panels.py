import pytest
from msgspec.structs import replace

import rules
from games import panels

TABLE = tuple(
    panels.Company(seat, name, is_bot=False, is_mine=False) for seat, name in enumerate(("Ana", "Bob", "Cid"))
)


def at_start(players: int = 3) -> rules.State:
    return rules.start(rules.new_setup(rules.Options(), players=players, seed="1"))


def view_with(**changes) -> rules.View:
    """What a spectator sees of a start that was changed in some places."""
    return replace(rules.view(at_start()), **changes)


def standing(*results: tuple[int, int, int, int]) -> rules.View:
    """A finished game; for each seat in this order its rank, cities powered, money and network."""
    entries = (rules.Standing(rules.Seat(seat), *result) for seat, result in enumerate(results))
    return view_with(standing=tuple(entries), phase=rules.Phase.FINISHED)


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ((1, 15, 3, 15), (2, 14, 90, 17), "Ana powered the most cities: 15, and Bob 14."),
        ((1, 15, 30, 15), (2, 15, 9, 17), "Ana and Bob both powered 15 cities. Money decided: 30 Elektro to 9."),
        (
            (1, 15, 30, 17),
            (2, 15, 30, 16),
            "Ana and Bob both powered 15 cities and have 30 Elektro. The larger network decided: 17 cities to 16.",
        ),
        ((1, 15, 30, 17), (1, 15, 30, 17), "Ana and Bob share the victory: nothing that counts sets them apart."),
    ],
)
def test_result_says_what_decided(first, second, reason):
    result = panels.result(standing(first, second, (3, 0, 0, 0)), TABLE)
    assert result is not None
    assert result.reason == reason


@pytest.mark.parametrize(
    ("mine", "ranks", "headline", "own"),
    [
        (0, (1, 2, 3, 4), "You win", ""),
        (1, (1, 2, 3, 4), "Ana wins", "You came second."),
        (3, (1, 1, 3, 4), "Ana and Bob share the victory", "You came fourth."),
        (None, (1, 2, 3, 4), "Ana wins", ""),
    ],
)
def test_result_says_who_won_and_how_the_viewer_fared(mine, ranks, headline, own):
    table = [
        panels.Company(seat, name, is_bot=False, is_mine=seat == mine)
        for seat, name in enumerate(("Ana", "Bob", "Cid", "Dan"))
    ]
    result = panels.result(standing(*((rank, 9 - rank, 0, 0) for rank in ranks)), table)
    assert result is not None
    assert (result.headline, result.own) == (headline, own)


def test_running_game_has_no_result():
    assert panels.result(rules.view(at_start()), TABLE) is None


def test_tokens_lie_on_the_dearest_spaces():
    view = view_with(resources=rules.Fuel(coal=4, uranium=2))
    coal, _oil, _garbage, uranium = panels.fuel_market(view, rules.NO_FUEL, rules.NO_FUEL)
    assert [space.places for space in coal.spaces[-2:]] == [(False, False, True), (True, True, True)]
    assert [(space.price, space.places) for space in uranium.spaces[-3:]] == [
        (12, (False,)),
        (14, (True,)),
        (16, (True,)),
    ]


def test_fuel_that_is_sold_out_has_no_cheapest_token():
    assert panels.fuel_market(view_with(resources=rules.NO_FUEL), rules.NO_FUEL, rules.NO_FUEL)[0].cheapest is None


def test_cards_are_counted_down_to_the_step_3_card_and_buried_ones_not():
    market = panels.plant_market(view_with(deck_size=10, buried=(40, 33)), rules.Options())
    assert market.to_step3 == 7
    assert [card.number for card in market.buried] == [33, 40]


def test_nothing_is_counted_down_once_the_step_3_card_is_out():
    market = panels.plant_market(view_with(step3_card=rules.Step3Card.OUT, deck_size=5), rules.Options())
    assert (market.to_step3, market.cards_left) == (None, 5)


def test_nothing_is_counted_down_after_the_end():
    market = panels.plant_market(view_with(phase=rules.Phase.FINISHED), rules.Options())
    assert (market.to_step3, market.cards_left) == (None, None)


@pytest.mark.parametrize(
    ("phase", "states"),
    [
        (rules.Phase.SETUP, ["next", "next", "next", "next", "next"]),
        (rules.Phase.AUCTION, ["done", "now", "next", "next", "next"]),
        (rules.Phase.BUREAUCRACY, ["done", "done", "done", "done", "now"]),
        (rules.Phase.FINISHED, ["done", "done", "done", "done", "done"]),
    ],
)
def test_chips_show_how_far_the_round_is(phase, states):
    thresholds = rules.thresholds(rules.Options(), 3)
    assert [chip.state for chip in panels.status(view_with(phase=phase), thresholds, None).chips] == states


def test_step_2_is_not_in_sight_any_more_once_it_began():
    thresholds = rules.thresholds(rules.Options(), 3)
    assert panels.status(view_with(step=1), thresholds, None).step2_at == 7
    assert panels.status(view_with(step=2), thresholds, None).step2_at is None


def test_first_game_leads_to_seven_cities_and_no_step_2():
    thresholds = rules.thresholds(rules.Options(first_game=True), 3)
    status = panels.status(view_with(), thresholds, None)
    assert (status.step2_at, status.end_at) == (None, 7)
    assert [pip.mark for pip in status.pips] == ["", "", "", "", "", "", "end"]


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (3, "Plant 03 powers 1 city with 2 oil"),
        (46, "Plant 46 powers 7 cities with 3 coal or oil"),
        (50, "Plant 50 powers 6 cities without fuel"),
    ],
)
def test_plant_cards_can_be_read_aloud(number, words):
    assert panels.plant_card(number).words == words


def test_player_who_can_power_nothing_is_paid_all_the_same():
    row = panels.players(rules.view(at_start(), rules.Seat(0)), TABLE)[0]
    assert (row.powers, row.capacity, row.income) == (0, 0, 10)
