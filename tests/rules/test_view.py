"""What a seat, or a spectator, may see of a position (GEN-7)."""

import msgspec
import pytest

import rules
from rules.plants import PLANTS
from rules.state import Step3Card
from tests.rules.positions import (
    RECHARGED,
    after,
    company,
    marks,
    position,
    stated_setup,
    the_trust,
    three_players,
)


def start_views(deck):
    """All views of a game of three that starts with this deck."""
    state = rules.start(stated_setup(3, deck=deck))
    return [rules.view(state, seat) for seat in (None, 0, 1, 2)]


def moneys(view):
    return [each.money for each in view.companies]


@pytest.mark.rule("GEN-7")
def test_games_that_differ_in_the_order_of_the_deck_look_the_same_at_the_start():
    assert start_views((13, 20, 21, 22, 23, "step3")) == start_views((13, 23, 22, 21, 20, "step3"))


@pytest.mark.rule("GEN-7", "SET-13")
def test_games_that_differ_in_the_plants_removed_unseen_look_the_same_at_the_start():
    assert start_views((13, 20, 21, "step3")) == start_views((13, 30, 31, "step3"))


@pytest.mark.rule("GEN-7")
def test_size_of_the_deck_is_public():
    assert rules.view(three_players()).deck_size == 27


@pytest.mark.rule("GEN-7")
def test_company_market_and_supply_are_public():
    state = position([company(plants=(10, 15), fuel="c3", cities="essen koln"), company(), company()])
    view = rules.view(state, 2)
    assert (view.companies[0].plants, view.companies[0].fuel) == ((10, 15), rules.Fuel(coal=3))
    assert [house.city for house in view.companies[0].cities] == ["essen", "koln"]
    assert (view.resources, view.supply, view.order) == (state.resources, state.supply, state.order)
    assert view.houses("koln") == ((0, 10),)


def test_houses_of_a_city_are_told_cheapest_slot_first():
    state = position(
        [company(cities="koln essen"), company(cities="trier"), company(cities="koln")], step=2, order=(2, 1, 0)
    )
    assert state.houses("koln") == rules.view(state).houses("koln") == ((0, 10), (2, 15))


def test_houses_of_the_trust_are_told_without_a_seat():
    trust = the_trust((10,), "c2", cities="koln", beside="essen")
    state = position([company(cities="essen"), company()], options=RECHARGED, trust=trust, step=2, phase="building")
    view = rules.view(state, 1)
    assert view.houses("koln") == state.houses("koln") == ((None, 10),)
    assert view.houses("essen") == state.houses("essen") == ((0, 10), (None, 15))
    assert view.trust == trust


@pytest.mark.rule("GEN-7", "EXP-1")
@pytest.mark.parametrize("seat", [None, 0, 2])
def test_marked_cities_are_public(seat):
    state = position(3, options=RECHARGED | {"start_cities": True}, marked=marks("essen koln", with_token=1))
    view = rules.view(state, seat)
    assert view.marked == (rules.Marker("essen", token=True), rules.Marker("koln", token=False))
    assert view.options == state.options


@pytest.mark.rule("GEN-7", "MAP-CE-4")
@pytest.mark.parametrize(("seat", "barred"), [(0, (11,)), (1, ()), (None, ())])
@pytest.mark.parametrize("phase", ["auction", "building"])
def test_view_names_the_plants_that_its_seat_may_not_acquire(phase, seat, barred):
    companies = [company(), company(cities="praha"), company()]
    state = position(companies, phase=phase, map="central-europe", market=(9, 10, 11, 12, 13, 14, 15, 17))
    assert rules.view(state, seat).barred == barred


@pytest.mark.rule("GEN-7")
@pytest.mark.parametrize(("seat", "seen"), [(0, [7, None, None]), (2, [None, None, 9]), (None, [None, None, None])])
def test_money_of_others_is_hidden(seat, seen):
    state = position([company(7), company(8), company(9)])
    assert moneys(rules.view(state, seat)) == seen


@pytest.mark.rule("GEN-7")
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_option_shows_all_money(seat):
    state = position([company(7), company(8), company(9)], options={"money_visible": True})
    assert moneys(rules.view(state, seat)) == [7, 8, 9]


@pytest.mark.rule("GEN-7")
def test_plants_that_left_the_game_face_up_are_public():
    state = position(3, market=(6, 8, 9, 10, 11, 12, 14, 15), deck=(13, "step3"))
    state = after(state, "decline", "decline", "decline")
    assert 6 in rules.view(state).removed


@pytest.mark.rule("GEN-7", "SET-13")
def test_plants_removed_unseen_are_not_among_the_removed():
    state = three_players()
    unseen = set(PLANTS) - set(state.setup.market) - set(state.setup.deck)
    assert not unseen & set(rules.view(state).removed)


@pytest.mark.rule("STEP-11", "STEP-12")
def test_step_3_card_in_the_market_is_seen():
    state = position(3, step=2, market=(36, 38), deck=(), step3_card=Step3Card.MARKET)
    assert rules.view(state).market.step3_card


def test_view_knows_for_whom_it_is():
    assert rules.view(three_players(), 1).seat == 1


def test_view_can_be_written_as_json():
    view = rules.view(three_players(), 1)
    assert msgspec.json.decode(msgspec.json.encode(view), type=rules.View) == view
