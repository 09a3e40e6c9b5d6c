"""Small parts of panels, each drawn from a value."""

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from django.http import HttpResponse
from django.template import engines
from jinja2 import Environment
from markupsafe import escape

import rules
from games.board.picture import Offer
from games.pages.panels.awaited import Clock
from games.pages.panels.cities import Cities, CityRow, Resident
from games.pages.panels.fuel_market import FuelMarket, FuelTrack, MarketBoard, Place, Refill, Space, Storage
from games.pages.panels.pieces import Company, FuelAmount, PlantCard
from games.pages.panels.plant_market import MarketPlant, Sign
from games.pages.panels.turn_order import PlayerRow, RowChange, TrustRow
from tests.pages import words_of

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
    is_start=False,
    toll=0,
    prices=(),
    note="",
    refusal="",
    choices=(),
)


def says(html: str) -> str:
    return words_of(HttpResponse(html))


def draw(panel: str, *, is_study: bool = False, **seen) -> str:
    """A panel of the game page, which shows this."""
    status = SimpleNamespace(direction="", is_over=seen.pop("is_over", False))
    page = SimpleNamespace(
        sitting=None,
        game=SimpleNamespace(pk=1, studied_by_id=1 if is_study else None),
        table_view=SimpleNamespace(status=status, auction=None, shows_presence=False, **seen),
        composed_in="",
    )
    engine: Any = engines["jinja2"]
    env: Environment = engine.env
    if panel in {"plant_market", "fuel_market"}:
        return str(getattr(env.get_template("games/_markets.html").module, panel)(page))
    return env.get_template(f"games/_{panel}.html").render(page=page)


def macro(name: str, *given, **named) -> str:
    engine: Any = engines["jinja2"]
    return str(engine.env.globals[name](*given, **named))


def rows(*rows: CityRow) -> str:
    return draw("cities", cities=Cities(rows, ())).partition("<tbody>")[2].partition("</tbody>")[0]


@pytest.mark.parametrize("number", [3, 5, 13, 44, 50])
def test_plant_says_in_words_what_its_icons_do(number):
    card = PlantCard(rules.PLANTS[number])
    for drawn in (macro("plant_in_text", card), macro("plant_card", card)):
        assert escape(card.words) in drawn
        assert re.search(rf">{card.label}</(b|text)>", drawn)


def test_names_are_shown_as_they_are_typed():
    house = Resident(10, Company(0, HOSTILE, is_bot=False, is_mine=False), "square", is_new=False)
    price = Offer("koln", slot=10, cost=13, text="", way=HOSTILE)
    drawn = rows(replace(ROW, residents=(house,), prices=(price,), choices=((HOSTILE, f"/?x={HOSTILE}"),)))
    assert "<script" not in drawn
    assert drawn.count(escape(HOSTILE)) == 5


def test_row_says_what_a_house_costs_and_leaves():
    price = Offer("koln", slot=10, cost=13, text="", way="by Essen", left=7)
    assert says(rows(replace(ROW, prices=(price,)))) == "Köln West 10 free 10 + 3 = 13 by Essen 7"
    missing = replace(price, left=-2)
    assert says(rows(replace(ROW, prices=(missing,)))).endswith("2 short")


def test_row_without_a_price_says_why_where_others_have_one():
    price = Offer("koln", slot=10, cost=13, text="", left=7)
    full = replace(ROW, id="essen", name="Essen", free=(), note="full")
    assert says(rows(replace(ROW, prices=(price,)), full)).endswith("Essen West full")
    assert says(rows(full)) == "Essen West"


def test_tokens_that_came_and_went_are_marked():
    places = (Place(False, is_other=True), Place(False), Place(True, 2, is_other=True), Place(True, 1, href="/?a&b"))
    track = replace(TRACK, spaces=(Space(1, places),), shared=1)
    drawn = str(engines["jinja2"].env.get_template("games/_composing.html").module.spaces(track))
    assert '<s class="went"></s><s></s><b class="token came">' in drawn
    assert 'id="token-coal-1" href="/?a&amp;b" hx-get="/?a&amp;b"' in drawn


COMPANY = Company(0, "Ana", is_bot=False, is_mine=False)
PLAYER = PlayerRow(
    company=COMPANY,
    money=8,
    plants=(),
    fuel=(),
    cities=5,
    capacity=4,
    powers=2,
    income=33,
    has_powered=False,
    has_acted=False,
    is_to_move=False,
    clock=None,
    succeeded="",
)
CHANGE = RowChange(
    money=-5,
    cities=1,
    new_plants=(PlantCard(rules.PLANTS[5]),),
    lost_plants=(PlantCard(rules.PLANTS[3]),),
    fuel=(FuelAmount("coal", -2, "coal"),),
    moved="up",
)
TRACK = FuelTrack(
    kind="coal",
    name="coal",
    spaces=(),
    on_sale=3,
    cheapest=6,
    ceiling=None,
    refills=(Refill(1, 5, is_next=True), Refill(2, 6, is_next=False)),
    due=5,
    refill=4,
    supply=4,
    storage=None,
    notes=(),
    shared=8,
)


def mat(row: PlayerRow | TrustRow, **settings) -> str:
    """The mat of a player, who is second."""
    drawn = draw("players", players=(PLAYER, row), **settings)
    return drawn[drawn.rindex('<li class="mat ') : drawn.index("</ol>")]


def row(row: PlayerRow | TrustRow, **settings) -> str:
    return says(mat(row, **settings))


def test_company_is_called_as_somebody_typed_it():
    hostile = replace(COMPANY, name=HOSTILE, profile=f"/players/{HOSTILE}/")
    for linked in (True, False):
        drawn = macro("company_name", hostile, linked=linked)
        assert "<script" not in drawn
        assert drawn.count(escape(HOSTILE)) == 1 + linked
    assert "<script" not in mat(replace(PLAYER, company=hostile))


def test_row_of_a_player_says_what_they_have():
    assert row(PLAYER) == "2 Ana Cities 5 Powers 2 /4 Pays +33 Elektro 8 no plants yet"
    assert "Elektro hidden" in row(replace(PLAYER, money=None))
    assert row(replace(PLAYER, is_to_move=True)).startswith("2 Ana to move Cities")
    done = row(replace(PLAYER, has_acted=True, has_powered=True))
    assert done == "2 Ana done Cities 5 Powered ✓ 2 Earned +33 Elektro 8 no plants yet"


def test_mat_shows_plants_with_fuel_and_says_how_much_there_is():
    owner = replace(
        PLAYER,
        plants=(PlantCard(rules.PLANTS[5]),),
        fuel=(FuelAmount("coal", 3, "coal"), FuelAmount("oil", 1, "oil")),
    )
    assert row(owner).endswith("Elektro 8 05 1 Plant 05 powers 1 city with 2 coal or oil Fuel: 3 coal, 1 oil")
    drawn = mat(owner)
    assert [drawn.count(f"#{kind}") for kind in ("coal", "oil")] == [3, 1]
    assert "hollow" not in drawn


@pytest.mark.parametrize(("capacity", "words"), [(1, "1 city"), (4, "4 cities")])
def test_row_says_how_many_cities_the_plants_are_good_for(capacity, words):
    drawn = mat(replace(PLAYER, capacity=capacity))
    assert f'title="The plants can power {words}"' in drawn


def test_row_says_what_is_other_than_before():
    changed = row(replace(PLAYER, plants=(PlantCard(rules.PLANTS[5]),), change=CHANGE))
    assert changed.startswith("2 ↑ earlier in the order than before Ana Cities +1 5 Powers 2")
    assert "Elektro −5 8 + new: 05" in changed
    assert "− gone: 03" in changed
    assert "−2 coal" in changed
    assert "↓ later in the order" in row(replace(PLAYER, change=replace(CHANGE, moved="down")))


def test_bots_are_told_from_people_but_not_in_studies():
    bot = replace(PLAYER, company=replace(COMPANY, is_bot=True))
    assert " bot " in row(bot)
    assert " bot " not in row(bot, is_study=True)


@pytest.mark.parametrize(("bank", "said"), [(90, "Bank 1 min"), (0, "Bank empty"), (None, "")])
def test_row_says_what_is_left_in_the_bank(bank, said):
    banked = row(replace(PLAYER, clock=Clock(bank=bank)))
    assert banked == row(PLAYER).replace("Cities", f"{said} Cities".strip(), 1)


def test_row_of_the_trust_says_what_it_has_and_can_still_place():
    company = Company(None, "The Trust", is_bot=False, is_mine=False)
    trust = TrustRow(company, (), (), cities=2, reserve=1, is_to_act=True, has_acted=False, change=CHANGE)
    said = row(trust)
    assert said.startswith("2 ↑ earlier in the order than before The Trust to come Houses +1 2")
    assert "1 house left no plants yet" in said
    assert "The Trust done" in row(replace(trust, is_to_act=False, has_acted=True))


def tracks(*tracks: FuelTrack, is_over: bool) -> str:
    market = FuelMarket((MarketBoard("", "", tracks),), notes=(), buyers=(), uranium=None)
    drawn = draw("fuel_market", fuel_market=market, is_over=is_over)
    return drawn[drawn.index('<div class="track coal"') :]


def test_track_says_in_words_what_it_shows():
    said = says(tracks(TRACK, is_over=False))
    assert said.startswith("coal +5 +6 4 3 on sale, the next for 6 Elektro. 4 in the supply.")
    assert said.endswith("The next refill is to bring 5. Now it would bring 4. In Step 2: 6.")
    assert 'class="is-next is-short"' in tracks(TRACK, is_over=False)
    assert "Sold out." in says(tracks(replace(TRACK, cheapest=None), is_over=False))
    assert "coal −3" in says(tracks(replace(TRACK, change=-3), is_over=False))


def test_track_says_that_there_is_no_refill_unless_the_game_is_over():
    track = replace(TRACK, refills=(), due=None)
    assert "no refill" in says(tracks(track, is_over=False))
    assert says(tracks(track, is_over=True)) == "coal 3 on sale, the next for 6 Elektro. 4 in the supply."


def test_storage_takes_the_place_of_the_supply_and_notes_are_shown_as_they_are():
    drawn = tracks(replace(TRACK, storage=Storage(2, 9), notes=(HOSTILE,)), is_over=False)
    assert "Coal storage: 2 for 9 Elektro each once the market is empty" in says(drawn)
    assert "in the supply" not in drawn
    assert escape(HOSTILE) in drawn
    assert "<script" not in drawn


def test_plants_of_the_market_have_signs_and_may_be_new_or_in_auction():
    plant = MarketPlant(PlantCard(rules.PLANTS[5]), (Sign("discount", HOSTILE),), is_new=True)
    offer = MarketPlant(PlantCard(rules.PLANTS[6]), href="/?a&b", is_chosen=True)
    shown = SimpleNamespace(actual=[plant, offer], future=(), to_step=None, cards_left=9)
    market = SimpleNamespace(
        **vars(shown),
        **dict.fromkeys(("back", "shows_step3_card", "notes", "buried", "set_aside", "pile", "removed", "went")),
    )
    drawn = draw("plant_market", plant_market=market)
    assert 'class="came"' in drawn
    assert "+ new" in says(drawn)
    assert 'id="plant-6" href="/?a&amp;b" hx-get="/?a&amp;b" aria-current="true"' in drawn
    assert escape(HOSTILE) in drawn
