from dataclasses import replace

import pytest

import rules
from games.board.picture import MARK_SLOT, House, Offer
from games.pages.panels.cities import cities
from games.pages.panels.pieces import Company
from tests.games.board.pictures import every_board, houses, picture

COMPANIES = tuple(Company(seat, name, is_bot=False, is_mine=seat == 0) for seat, name in enumerate(("Ana", "Bob")))

OFFER = Offer("essen", 10, 32, "", ("koln", "dusseldorf", "essen"), "?city=essen", way="from Köln", left=6)


def table(**changes):
    return cities(picture(**changes), COMPANIES)


def row(name, **changes):
    return next(row for row in table(**changes).rows if row.id == name)


@every_board
def test_all_cities_in_play_are_listed_by_name(board):
    areas = tuple(area.id for area in board.areas)[:3]
    shown = table(map=board.map, edition=board.edition, areas=areas)
    assert [row.name for row in shown.rows] == sorted(board.cities[city].name for city in board.cities_in(areas))
    assert shown.out == tuple(area.name for area in board.areas[3:])


def test_city_tells_who_is_in_which_slot_and_what_is_free():
    koln = row("koln", houses=houses(koln=[(1, 10)]), step=2)
    [resident] = koln.residents
    assert (resident.company.name, resident.slot, resident.shape) == ("Bob", 10, "square")
    assert (koln.area, koln.free) == ("South-west", (15,))


def test_house_of_the_trust_is_named_and_leaves_the_first_slot_free():
    koln = row("koln", houses=houses(koln=[(None, 15)]), step=2)
    assert [resident.company.name for resident in koln.residents] == ["The Trust"]
    assert koln.free == (10,)


def test_mark_of_a_start_city_takes_its_slot():
    koln = row("koln", marked={"koln": True}, step=3)
    assert koln.is_marked
    assert MARK_SLOT not in koln.free


def test_offer_is_told_as_slot_connection_and_what_it_leaves():
    price = row("essen", offers={"essen": OFFER}).price
    assert (price.slot, price.cost) == (10, 32)
    assert (price.way, price.left) == ("from Köln", 6)


def test_what_is_missing_for_a_city_is_told():
    price = row("essen", offers={"essen": replace(OFFER, href="", left=-4)}).price
    assert price.left == -4


def test_cities_can_be_added_and_taken_out_again():
    shown = table(offers={"essen": OFFER}, planned={"koln": replace(OFFER, city="koln", href="?")})
    choices = {row.id: (str(row.choice), row.href, row.is_planned) for row in shown.rows if row.href}
    assert choices == {"essen": ("Add", "?city=essen", False), "koln": ("Take out", "?", True)}
    assert (shown.have_prices, shown.have_choices) == (True, True)


def test_site_for_the_trust_is_chosen_and_has_no_price():
    essen = row("essen", offers={"essen": Offer("essen", 10, 0, "", href="?", is_for="trust")})
    assert (str(essen.choice), essen.price) == ("Choose", None)


@pytest.mark.parametrize(
    ("standing", "step", "note"),
    [
        ([(0, 10)], 1, "yours"),
        ([(1, 10)], 1, "full until Step 2"),
        ([(1, 10)], 2, ""),
        ([(1, 10), (2, 15), (3, 20)], 3, "full"),
    ],
)
def test_why_a_city_has_no_price_is_told(standing, step, note):
    names = ("Ana", "Bob", "Cid", "Dan")
    everybody = tuple(Company(seat, name, is_bot=False, is_mine=seat == 0) for seat, name in enumerate(names))
    shown = cities(picture(houses=houses(koln=standing), step=step), everybody)
    assert next(row.note for row in shown.rows if row.id == "koln") == note


def test_cities_of_areas_that_may_still_come_into_play_are_listed():
    west, rest = ("west",), tuple(area.id for area in rules.board("germany").areas if area.id != "west")
    berlin = row("berlin", areas=west, open_areas=rest)
    assert (berlin.note, berlin.free) == ("not chosen yet", ())


def test_new_houses_are_marked():
    koln = row("koln", houses={"koln": (House(0, 10, is_new=True),)})
    assert koln.residents[0].is_new
