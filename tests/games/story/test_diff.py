"""What differs between two positions, in words, and no more than their viewer may know."""

import pytest

import rules
from games.pages.past.page import look_back
from games.replay import history
from games.story import diff
from games.story.names import Names
from tests.factories import GameFactory, person_called
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES, ROUND, TRUST_AUCTIONS

pytestmark = pytest.mark.django_db

OPEN = rules.Options(money_visible=True)


def between(game, earlier: int, later: int, seat: rules.Seat | None = None) -> diff.Differences:
    known = history.positions(game)
    former, present = (rules.view(known[number].state, seat) for number in (earlier, later))
    return diff.between(former, present)


def words(game, earlier: int, later: int, seat: rules.Seat | None) -> str:
    found = between(game, earlier, later).of(seat)
    assert found is not None
    return " ".join(diff.sentences_of_company(found, Names.of(game)))


def words_of_game(game, earlier: int, later: int) -> str:
    return " ".join(diff.sentences_of_game(between(game, earlier, later), Names.of(game)))


def test_money_plants_cities_and_fuel_of_each_company_are_told():
    game = GameFactory(options=OPEN, after=BUILDINGS)
    told = words(game, 0, len(BUILDINGS), 0)
    assert told == "16 Elektro less. New plant: 04. New city: Leipzig. More fuel: 2 coal."


def test_markets_order_and_phase_are_told():
    game = GameFactory(options=OPEN, after=BUILDINGS)
    told = words_of_game(game, 0, len(PURCHASES))
    assert "The phase changed from Auction to Building." in told
    assert "The order of play is now Cid, Ana and Bob." in told
    assert "Plants 03, 04 and 05 left the market." in told
    assert "Less on sale: 3 coal and 3 oil." in told


def test_next_round_is_told():
    assert "from round 1 to round 2, Auction." in words_of_game(GameFactory(options=OPEN, after=ROUND), 0, len(ROUND))


def test_nothing_differs_from_itself():
    game = GameFactory(options=OPEN, after=ROUND)
    assert not words_of_game(game, 5, 5)
    assert not any(company.differs for company in between(game, 5, 5).companies)


def test_what_was_taken_back_is_gone_again():
    game = GameFactory(options=OPEN, after=BUILDINGS)
    told = words(game, len(BUILDINGS), len(PURCHASES), 0)
    assert "Cities taken back: Leipzig." in told
    assert "Elektro more" in told


def test_hidden_money_stays_hidden():
    game = GameFactory(after=BUILDINGS)
    found = between(game, 0, len(BUILDINGS), seat=0)
    assert [company.money for company in found.companies] == [-16, None, None]
    assert "Elektro" not in words(game, 0, len(BUILDINGS), 1)


@pytest.mark.rule("TRU-3")
def test_trust_is_told_of_as_a_company():
    game = GameFactory(players=2, options=rules.Options(edition="recharged"), after=TRUST_AUCTIONS)
    found = between(game, 0, game.sequence).of(None)
    assert found.gained == (9,)
    assert "6 new cities: Hannover" in words(game, 0, game.sequence, None)


def test_page_marks_what_the_last_action_changed():
    game = GameFactory(options=OPEN, after=BUILDINGS)
    page = look_back(game, None, len(PURCHASES) + 1)
    change = next(row.change for row in page.table_view.players if row.company.seat == 1)
    assert (change.money, change.cities) == (-10, 1)
    assert not page.table_view.plant_market.went
    bought = look_back(game, None, len(AUCTIONS) + 1)
    (oil,) = (track for track in bought.table_view.fuel_market.boards[0].tracks if track.kind == "oil")
    assert oil.change == -2
    assert sum(place.is_other for space in oil.spaces for place in space.places) == 2


def test_page_marks_all_that_came_since_a_position():
    game = GameFactory(options=OPEN, after=ROUND)
    page = look_back(game, None, len(BUILDINGS), since=0)
    new = [city for city, houses in page.table_view.map.houses.items() if houses[0].is_new]
    assert sorted(new) == ["hannover", "koln", "leipzig"]
    assert [card.number for card in page.table_view.plant_market.went] == [3, 4, 5]


def test_houses_stay_unmarked_beside_a_later_position():
    game = GameFactory(options=OPEN, after=BUILDINGS)
    page = look_back(game, None, len(PURCHASES), since=len(BUILDINGS))
    assert (page.comparison.earlier, page.comparison.later) == (len(PURCHASES), len(BUILDINGS))
    assert not page.table_view.map.houses


def test_money_of_others_is_no_change_on_the_page_of_a_player():
    game = GameFactory(after=BUILDINGS)
    page = look_back(game, game.seat_of(person_called("Ana")), len(BUILDINGS), since=0)
    assert [(row.company.name, row.change.money) for row in page.table_view.players if row.change.money] == [
        ("Ana", -16)
    ]
