"""What is sold on boards with other markets, spaces and prices than most."""

import pytest

import rules
from games.pages.panels.fuel_market import FuelMarket, FuelTrack, Supply, fuel_market
from games.pages.panels.pieces import Company
from tests.rules.positions import after, company, position

TABLE = tuple(Company(seat, name, is_bot=False, is_mine=False) for seat, name in enumerate(("Ana", "Bob", "Cid")))


def market_of(state: rules.State, purchases=None) -> FuelMarket:
    return fuel_market(rules.view(state), Supply.of(state), TABLE, {}, purchases or {})


def tracks_of(state: rules.State, market: int = 0) -> dict[str, FuelTrack]:
    return {track.kind: track for track in market_of(state).boards[market].tracks}


def places(track: FuelTrack) -> dict[int, int]:
    return {space.price: len(space.places) for space in track.spaces}


@pytest.mark.rule("MAP-KR-2", "MAP-KR-6")
def test_each_market_has_a_name_and_tracks_of_its_own():
    north, south = market_of(position(map="korea")).boards
    assert [(board.id, board.name) for board in (north, south)] == [("north", "North"), ("south", "South")]
    assert [track.kind for track in north.tracks] == ["coal", "oil", "garbage"]
    assert [track.kind for track in south.tracks] == ["coal", "oil", "garbage", "uranium"]
    assert places(north.tracks[0]) == {1: 2, 2: 2, 3: 2, 4: 2, 5: 1, 6: 1, 7: 1, 8: 1}


@pytest.mark.rule("MAP-KR-8", "CC-KR-6")
def test_refill_is_that_of_each_market():
    state = position(6, map="korea", step=2, markets=("c12 o7 g2", "c12 o10 g4 u2"))
    oil = [tracks_of(state, market)["oil"] for market in (0, 1)]
    assert [(track.due, track.refill, track.supply) for track in oil] == [(2, 1, 7), (4, 4, 7)]


@pytest.mark.rule("MAP-EU-2")
def test_market_has_a_box_for_each_price_that_several_kinds_have():
    (board,) = market_of(position(map="europe")).boards
    assert board.prices == (1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert places(board.tracks[2])[9] == 0
    assert not any(track.further_spaces for track in board.tracks)


@pytest.mark.rule("MAP-HB-9")
def test_kind_that_is_not_sold_has_no_track():
    assert [*tracks_of(position(map="bremen"))] == ["coal", "oil", "garbage"]


@pytest.mark.rule("MAP-ME-7", "CC-ME-8")
def test_moved_oil_lies_at_the_cheap_end_and_its_places_at_the_other_are_gone():
    oil = tracks_of(position(map="middle-east", resources="c21 o24 g3 u3", oil_moved=7))["oil"]
    assert places(oil) == {1: 10, 2: 3, 3: 3, 4: 3, 5: 3, 6: 2, 7: 0, 8: 0}
    assert [space.price for space in oil.spaces if space.is_crowded] == [1]
    assert oil.notes[0].startswith("7 tokens moved to the cheap end")


@pytest.mark.rule("MAP-IN-9")
@pytest.mark.parametrize(("step", "dear"), [(1, {4, 5, 6, 7, 8}), (2, {6, 7, 8}), (3, set())])
def test_tokens_that_are_too_dear_in_a_step_are_marked(step, dear):
    state = position(map="india", step=step)
    coal = tracks_of(state)["coal"]
    assert {space.price for space in coal.spaces if any(place.is_too_dear for place in space.places)} == dear
    assert any("up to" in note for note in market_of(state).notes) == bool(dear)


@pytest.mark.rule("MAP-IN-9", "CC-IN-3")
def test_kind_of_which_all_is_too_dear_says_so():
    assert tracks_of(position(map="india", resources="c24 o21 g20 u5"))["uranium"].is_too_dear
    assert not tracks_of(position(map="india", resources="c24 o21 g20 u6"))["uranium"].is_too_dear


@pytest.mark.rule("MAP-IN-7")
def test_buyers_stand_in_the_order_of_their_turns_with_what_they_have_bought():
    state = after(
        position([company(100, [number]) for number in (20, 25, 31)], phase="resources", map="india"), "buy"
    )
    buyers = market_of(state, {1: (rules.Fuel(coal=2), 2)}).buyers
    assert [(buyer.company.name, buyer.is_to_move, buyer.is_out) for buyer in buyers] == [
        ("Cid", False, True),
        ("Bob", True, False),
        ("Ana", False, False),
    ]
    assert [buyer.price for buyer in buyers] == [0, 2, 0]


def test_nobody_is_listed_where_each_player_has_one_turn():
    assert market_of(position(phase="resources")).buyers == ()


@pytest.mark.rule("MAP-AUS-16")
def test_prices_of_step_3_are_those_with_the_tax():
    dear, cheap = position(map="australia", step=3), position(map="australia", step=2)
    assert [market_of(state).boards[0].prices[::7] for state in (cheap, dear)] == [(1, 8), (3, 10)]
    assert market_of(cheap).notes == ("From Step 3 on, coal, oil and garbage cost 2 Elektro more.",)
    assert market_of(dear).notes == ("In Step 3 coal, oil and garbage cost 2 Elektro more.",)


@pytest.mark.rule("MAP-AUS-9", "MAP-AUS-12")
def test_uranium_market_says_what_mines_will_sell_for_and_in_which_order():
    state = position([company(plants=[11]), company(), company(plants=[23])], map="australia", uranium_market=9)
    uranium = market_of(state).uranium
    assert [(space.price, sum(space.places)) for space in uranium.spaces][:3] == [(2, 0), (3, 1), (4, 2)]
    assert uranium.price == 3
    assert [sale.split(",")[0] for sale in uranium.sales] == [
        "Cid: 9 Elektro for mine 23",
        "Ana: 4 Elektro for mine 11",
    ]
    assert uranium.used == "Then 1 token leaves, the cheapest."


@pytest.mark.rule("MAP-AUS-10")
def test_full_uranium_market_buys_nothing():
    uranium = market_of(
        position([company(plants=[11]), company(), company()], map="australia", uranium_market=12)
    ).uranium
    assert (uranium.price, uranium.sales) == (None, ())
    assert uranium.used == "At the end of the round 1 token leaves, the cheapest."


@pytest.mark.rule("MAP-ZA-10", "MAP-ZA-11")
def test_coal_storage_of_south_africa_is_shown_as_that_of_the_usa():
    assert tracks_of(position(map="south-africa", resources="c19"))["coal"].storage.tokens == 5
