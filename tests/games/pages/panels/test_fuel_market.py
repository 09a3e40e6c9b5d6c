import msgspec
import pytest

import rules
from games.pages.panels.fuel_market import Basket, FuelTrack, Space, Storage, Supply, tracks
from tests.games.pages.panels.views import view_with
from tests.rules.positions import RECHARGED, company, marks, position, some_cities, the_trust

NONE_DUE = Supply(due=((rules.NO_FUEL,),) * 3, now=(rules.NO_FUEL,))


def market_of(state: rules.State, seat: int | None = None) -> dict[str, FuelTrack]:
    view = rules.view(state, None if seat is None else rules.Seat(seat))
    return {track.kind: track for track in tracks(view, Supply.of(state))}


def are_full(space: Space) -> tuple[bool, ...]:
    return tuple(place.is_full for place in space.places)


def test_tokens_lie_on_the_dearest_spaces():
    view = view_with(resources=rules.Fuel(coal=4, uranium=2))
    coal, _oil, _garbage, uranium = tracks(view, NONE_DUE)
    assert [are_full(space) for space in coal.spaces[-2:]] == [(False, False, True), (True, True, True)]
    assert [(space.price, are_full(space)) for space in uranium.spaces[-3:]] == [
        (12, (False,)),
        (14, (True,)),
        (16, (True,)),
    ]


def test_fuel_that_is_sold_out_has_no_cheapest_token():
    assert tracks(view_with(resources=rules.NO_FUEL), NONE_DUE)[0].cheapest is None


def test_refill_is_short_where_the_supply_lacks_some_of_it():
    market = market_of(position(resources="c24 o3"))
    assert (market["coal"].due, market["coal"].refill, market["coal"].is_short) == (4, 0, True)
    assert not market["oil"].is_short


def test_refill_of_each_step_is_told():
    refills = market_of(position(step=2))["coal"].refills
    assert [(refill.step, refill.tokens, refill.is_next) for refill in refills] == [
        (1, 4, False),
        (2, 5, True),
        (3, 3, False),
    ]


@pytest.mark.rule("STEP-4", "STEP-5", "STEP-14")
@pytest.mark.parametrize("options", [{}, RECHARGED])
@pytest.mark.parametrize(
    ("phase", "network", "fields", "step"),
    [
        ("building", 6, {}, 1),
        ("building", 7, {}, 2),
        ("resources", 6, {}, 1),
        ("building", 6, {"next_step": 3}, 3),
    ],
)
def test_refill_is_that_of_the_step_that_begins_before_it(options, phase, network, fields, step):
    state = position([company(cities=some_cities(network)), company(), company()], phase=phase, options=options)
    coal = market_of(msgspec.structs.replace(state, **fields))["coal"]
    assert [refill.step for refill in coal.refills if refill.is_next] == [step]
    assert coal.due == coal.refills[step - 1].tokens


@pytest.mark.rule("MAP-NYC-6", "MAP-NYC-15")
def test_refill_is_told_once_where_there_are_no_steps():
    options = rules.Options(edition="recharged", map="manhattan")
    state = rules.start(rules.new_setup(options, 4, "1"))
    refills = market_of(state)["coal"].refills
    assert [(refill.tokens, refill.is_next) for refill in refills] == [(5, True)]


def test_tokens_that_are_wanted_stand_out_and_lead_on_to_the_next():
    view = view_with(resources=rules.Fuel(coal=5))
    coal, *_others = tracks(view, NONE_DUE, baskets={"coal": Basket(2, ("?1", "?2", "?3"))})
    tokens = [place for space in coal.spaces for place in space.places if place.is_full]
    assert [token.is_wanted for token in tokens] == [True, True, False, False, False]
    assert [token.href for token in tokens] == ["?1", "?2", "?3", "", ""]


def test_there_is_no_refill_after_the_end():
    assert market_of(position(phase="finished"))["oil"].due is None


@pytest.mark.rule("MAP-USA-2", "MAP-USA-3")
def test_coal_storage_of_the_usa_shows_its_tokens_and_their_price():
    state = position(map="usa", options=RECHARGED, resources="c19")
    assert market_of(state)["coal"].storage == Storage(tokens=5, price=8)
    assert market_of(state)["oil"].storage is None
    assert market_of(position(map="usa", resources="c19"))["coal"].storage is None


@pytest.mark.rule("MAP-DE-2")
def test_uranium_says_that_it_is_not_refilled_any_more():
    track = market_of(position(options=RECHARGED, phased_out=True))["uranium"]
    assert (track.notes, track.due) == (("Nuclear phase-out: uranium is no longer refilled.",), None)


@pytest.mark.rule("MAP-DE-2", "MAP-DE-3", "MAP-DE-4")
@pytest.mark.parametrize(
    ("fields", "is_said"),
    [
        ({"options": RECHARGED}, True),
        ({"options": RECHARGED, "deck": [40, "step3"]}, False),
        ({"options": RECHARGED, "companies": 2, "trust": the_trust([39], cities="koln")}, False),
        ({"options": RECHARGED, "map": "usa"}, False),
        ({}, False),
    ],
    ids=["to come", "39 out of the game", "39 taken by the Trust", "another map", "another edition"],
)
def test_uranium_says_what_would_end_its_refill_where_that_can_happen(fields, is_said):
    words = "Once a player buys plant 39, uranium is no longer refilled."
    assert (words in market_of(position(**fields))["uranium"].notes) == is_said


@pytest.mark.rule("MAP-CE-7")
def test_whoever_has_vienna_is_told_of_the_discount_on_garbage_and_others_whose_it_is():
    areas = ("czechia", "slovakia", "hungary", "austria")
    companies = [company(cities="wien"), company(), company(), company()]
    state = position(companies, map="central-europe", areas=areas)
    assert market_of(state, 0)["garbage"].notes == (
        "You have a house in Wien. Each token costs you 1 Elektro less, but at least 1.",
    )
    other = ("A player with a house in Wien pays 1 Elektro less for each token.",)
    assert market_of(state, 1)["garbage"].notes == market_of(state)["garbage"].notes == other


def test_nothing_is_said_of_vienna_where_it_is_out_of_play():
    areas = ("czechia", "slovakia", "hungary")
    assert market_of(position(map="central-europe", areas=areas))["garbage"].notes == ()


@pytest.mark.rule("EXP-2")
def test_tokens_that_mark_start_cities_are_accounted_for():
    options = {**RECHARGED, "start_cities": True}
    marked = position(map="usa", options=options, marked=marks("seattle boise denver", with_token=2))
    (note,) = market_of(marked)["uranium"].notes
    assert note == "2 more tokens mark start cities, and come back to the supply from there."
    assert market_of(marked)["uranium"].supply == 12 - 2 - 2


@pytest.mark.rule("TRU-26")
def test_refill_as_for_three_is_shown_where_the_table_agreed_on_it():
    trust = the_trust(cities="koln")
    assert market_of(position(2, options=RECHARGED, trust=trust))["coal"].due == 3
    options = {**RECHARGED, "trust_refill": "three"}
    assert market_of(position(2, options=options, trust=trust))["coal"].due == 4


@pytest.mark.rule("TRU-23")
def test_fuel_of_the_trust_counts_for_the_refill():
    trust = the_trust([8, 20], "c6", cities="koln")
    coal = market_of(position(2, phase="building", options=RECHARGED, trust=trust, resources="c18"))["coal"]
    assert (coal.supply, coal.refill) == (0, 3)
