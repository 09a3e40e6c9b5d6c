"""Small parts of panels, put together without templates."""

from dataclasses import replace
from html import escape

import pytest
from django.http import HttpResponse

from games.panels import Cities, CityRow, Company, FuelTrack, Place, Space, plant_card
from games.panels.cities import CityPrice, Resident
from games.panels.drawing import draw_city_rows, draw_plant, draw_plant_card, draw_spaces
from tests.games.pages import words_of

HOSTILE = '"><script>alert(1)</script>'

ROW = CityRow(
    id="koln",
    name="Köln",
    area="West",
    colour="west",
    residents=(),
    free=(10,),
    is_own=False,
    is_planned=False,
    is_marked=False,
    price=None,
    note="",
    choice="",
    href="",
)


def says(html: str) -> str:
    return words_of(HttpResponse(html))


def rows(*rows: CityRow) -> str:
    return draw_city_rows(Cities(rows, ()))


@pytest.mark.parametrize("number", [3, 5, 13, 44, 50])
def test_plant_says_in_words_what_its_icons_do(number):
    card = plant_card(number)
    for drawn in (draw_plant(card), draw_plant_card(card)):
        assert escape(card.words) in drawn
        assert f">{card.label}</b>" in drawn


def test_names_are_shown_as_they_are_typed():
    house = Resident(10, Company(0, HOSTILE, is_bot=False, is_mine=False), "square", is_new=False)
    price = CityPrice(slot=10, connection=3, cost=13, way=HOSTILE, left=None, missing=0)
    drawn = rows(replace(ROW, residents=(house,), price=price, href=f"/?x={HOSTILE}", choice=HOSTILE))
    assert "<script" not in drawn
    assert drawn.count(escape(HOSTILE)) == 5


def test_row_says_what_a_house_costs_and_leaves():
    price = CityPrice(slot=10, connection=3, cost=13, way="by Essen", left=7, missing=0)
    assert says(rows(replace(ROW, price=price))) == "Köln West 10 free 10 + 3 = 13 by Essen 7"
    missing = replace(price, left=None, missing=2)
    assert says(rows(replace(ROW, price=missing))).endswith("2 short")


def test_row_without_a_price_says_why_where_others_have_one():
    price = CityPrice(slot=10, connection=3, cost=13, way="", left=7, missing=0)
    full = replace(ROW, id="essen", name="Essen", free=(), note="full")
    assert says(rows(replace(ROW, price=price), full)).endswith("Essen West full")
    assert says(rows(full)) == "Essen West"


def test_tokens_that_came_and_went_are_marked():
    places = (Place(False, is_other=True), Place(False), Place(True, 2, is_other=True), Place(True, 1, href="/?a&b"))
    track = FuelTrack("coal", "Coal", (Space(1, places),), 2, 1, (), None, 0, 0, None, ())
    drawn = draw_spaces(track)
    assert '<s class="went"></s><s></s><b class="token came">' in drawn
    assert 'id="token-coal-1" href="/?a&amp;b" hx-get="/?a&amp;b"' in drawn
