import pytest
from msgspec.structs import replace

import rules
from games.pages import panels
from tests.games.pages.panels.views import TABLE
from tests.rules.positions import RECHARGED, after, company, position, the_trust

COMPANIES = [company(plants=[5, 7, 10], cities="essen"), company(plants=[4], cities="kassel")]


def against_the_trust(phase: str, fuel: str = "-") -> rules.State:
    trust = the_trust([8, 12, 20], fuel, cities="koln aachen trier", beside="essen")
    return position(COMPANIES, phase=phase, options=RECHARGED, trust=trust)


def row_of_trust(state: rules.State) -> panels.TrustRow:
    (row,) = (row for row in panels.players(rules.view(state), TABLE) if isinstance(row, panels.TrustRow))
    return row


def test_player_who_can_power_nothing_is_paid_all_the_same():
    row = panels.players(rules.view(position(), rules.Seat(0)), TABLE)[0]
    assert (row.powers, row.capacity, row.income) == (0, 0, 10)


@pytest.mark.rule("TRU-4")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_trust_is_second_whoever_is_first(order):
    state = position(COMPANIES, options=RECHARGED, order=order, trust=the_trust(cities="koln"))
    names = [row.company.name for row in panels.players(rules.view(state), TABLE)]
    assert names == [TABLE[order[0]].name, "The Trust", TABLE[order[1]].name]


def test_trust_shows_its_plants_its_fuel_and_its_houses():
    row = row_of_trust(against_the_trust("building", fuel="c4 o1"))
    assert [card.number for card in row.plants] == [8, 12, 20]
    assert [(fuel.amount, fuel.kind) for fuel in row.fuel] == [(4, "coal"), (1, "oil")]
    assert (row.cities, row.reserve) == (4, 12)


def test_there_is_no_trust_where_none_plays():
    assert all(isinstance(row, panels.PlayerRow) for row in panels.players(rules.view(position()), TABLE))


@pytest.mark.rule("TRU-10")
def test_trust_is_to_act_until_the_first_player_is_done_with_the_auctions():
    state = against_the_trust("auction")
    assert (row_of_trust(state).is_to_act, row_of_trust(state).has_acted) == (True, False)
    bought = after(state, "open 3 1", "pass")
    assert bought.discarding == 0
    assert row_of_trust(bought).is_to_act
    scrapped = after(bought, "discard 5")
    assert (row_of_trust(scrapped).is_to_act, row_of_trust(scrapped).has_acted) == (False, True)


@pytest.mark.rule("TRU-8")
def test_trust_is_to_take_fuel_after_the_last_player():
    state = against_the_trust("resources")
    assert row_of_trust(state).is_to_act
    assert row_of_trust(after(state, "buy")).has_acted


@pytest.mark.parametrize("phase", ["building", "bureaucracy"])
def test_trust_has_nothing_to_do_in_other_phases(phase):
    row = row_of_trust(against_the_trust(phase))
    assert (row.is_to_act, row.has_acted) == (False, False)


@pytest.mark.rule("MAP-CE-4")
def test_who_may_not_have_the_plant_in_auction_has_not_passed():
    companies = [company(cities="praha"), company(cities="wien"), company(cities="budapest")]
    areas = ("czechia", "austria", "hungary")
    state = position(companies, map="central-europe", areas=areas, market=[11, 12, 14, 15, 16, 18, 19, 20])
    view = rules.view(after(state, "open 11 11"))
    box = panels.auction(view, TABLE, barred=[rules.Seat(1)])
    assert box is not None
    assert [company.name for company in box.bidders] == ["Ana", "Cid"]
    assert [company.name for company in box.barred] == ["Bob"]
    assert box.passed == ()


@pytest.mark.rule("MAP-JP-6")
def test_free_start_is_told_until_it_is_used_and_on_no_other_board():
    companies = [company(cities="osaka tokyo"), company(cities="osaka"), company()]
    on_japan = position(companies, map="japan", round=2)
    on_japan = on_japan.with_player(rules.Seat(0), replace(on_japan.players[0], free_start="tokyo"))
    assert [row.has_free_start for row in panels.players(rules.view(on_japan), TABLE)] == [False, True, True]
    elsewhere = panels.players(rules.view(position()), TABLE)
    assert not any(row.has_free_start for row in elsewhere)
