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
    [price] = row("essen", offers={"essen": OFFER}).prices
    assert (price.slot, price.cost) == (10, 32)
    assert (price.way, price.left) == ("from Köln", 6)


def test_what_is_missing_for_a_city_is_told():
    [price] = row("essen", offers={"essen": replace(OFFER, href="", left=-4)}).prices
    assert price.left == -4


def test_cities_can_be_added_and_taken_out_again():
    shown = table(offers={"essen": OFFER}, planned={"koln": replace(OFFER, city="koln", href="?")})
    choices = {row.id: (*row.choices, row.is_planned) for row in shown.rows if row.choices}
    assert choices == {"essen": (("Add", "?city=essen"), False), "koln": (("Take out", "?"), True)}
    assert (shown.have_prices, shown.have_choices) == (True, True)


def test_site_for_the_trust_is_chosen_and_has_no_price():
    essen = row("essen", offers={"essen": Offer("essen", 10, 0, "", href="?", is_for="trust")})
    assert (essen.choices, essen.prices) == ((("Choose", "?"),), ())


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


def of_board(map, name, **changes):
    board = rules.board(map, "classic", rules.NEWEST)
    areas = tuple(area.id for area in board.areas)
    return row(name, map=map, areas=areas, version=rules.NEWEST, **changes)


@pytest.mark.rule("MAP-JP-8")
def test_city_that_can_be_had_in_two_ways_has_a_choice_for_each():
    free = Offer("kobe", 10, 10, "", href="?free_start=kobe", free_start=True)
    kobe = of_board("japan", "kobe", offers={"kobe": Offer("kobe", 10, 13, "", href="?city=kobe", other=free)})
    assert [price.cost for price in kobe.prices] == [13, 10]
    assert [(str(words), href) for words, href in kobe.choices] == [
        ("Add", "?city=kobe"),
        ("Free start", "?free_start=kobe"),
    ]
    assert (kobe.is_start, kobe.free) == (True, (10, 10))


def test_city_that_is_refused_to_the_viewer_says_why():
    assert row("essen", refusals={"essen": "Kept for others."}).refusal == "Kept for others."


@pytest.mark.parametrize(
    ("map", "city", "free", "note", "toll"),
    [
        ("japan", "saitama", (), "opens in Step 2", 0),
        ("baden-wurttemberg", "basel", (), "opens in Step 2", 0),
        ("south-africa", "lesotho", (0,), "", 0),
        ("bremen", "mitte", (8,), "", 1),
        ("manhattan", "m01", (40,), "", 0),
    ],
)
def test_slots_are_those_of_the_city(map, city, free, note, toll):
    found = of_board(map, city)
    assert (found.free, found.note, found.toll) == (free, note, toll)


@pytest.mark.rule("MAP-NYC-1")
def test_areas_are_not_told_where_there_is_one():
    assert not table(map="manhattan", areas=("manhattan",), version=rules.NEWEST).have_areas
    assert table().have_areas


@pytest.mark.rule("MAP-NYC-4")
def test_blocked_city_is_free_for_nobody():
    m60 = of_board("manhattan", "m60", blocked=("m60",))
    assert (m60.free, m60.note) == ((), "blocked")
