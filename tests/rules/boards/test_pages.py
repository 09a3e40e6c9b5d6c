"""What the pages of the boards in docs/rules/ say of areas, connections and tables, against the data."""

import re
from itertools import combinations

import pytest

import rules
from tests.rules.boards.building import builders, price
from tests.rules.positions import (
    RECHARGED,
    after,
    company,
    dealt,
    offered_plants,
    pass_on,
    position,
    price_of,
    refused,
    stated_setup,
    tokens,
)
from tests.rules.rule_book import BOOK

EDITIONS = ("classic", "recharged")
PLAYERS = range(2, 7)
NUMBERS = {"Five": 5, "Six": 6, "Seven": 7, "five": 5, "seven": 7}
REFILL = re.compile(r"^\| (coal|oil|garbage|uranium) (\|[ \d/|]+)\|$", re.MULTILINE)


def page(map):
    return (BOOK.with_suffix("") / f"{map}.md").read_text(encoding="utf-8")


def begun(map, players=3, **options):
    return rules.start(stated_setup(players, map=map, **options))


# Areas and connections ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-BR-1", "MAP-BW-1", "MAP-CN-1", "MAP-EU-1", "MAP-HB-1", "MAP-IN-1")
@pytest.mark.rule("MAP-ME-1", "MAP-NE-1", "MAP-QC-1", "MAP-RU-1", "MAP-ES-1")
@pytest.mark.parametrize(
    ("map", "free"),
    [
        ("baden-wurttemberg", ["ludwigshafen mannheim"]),
        ("brazil", ["campinas guarulhos", "guarulhos sao-paulo", "rio-de-janeiro sao-goncalo"]),
        ("china", ["fushun shenyang", "tangshan tianjin"]),
        ("europe", []),
        ("india", ["bangalore-north bangalore-south", "delhi-north delhi-south", "mumbai-north mumbai-south"]),
        ("middle-east", []),
        ("northern-europe", []),
        (
            "quebec",
            [
                "beauport charlesbourg",
                "beauport quebec",
                "charlesbourg quebec",
                "chicoutimi jonquiere",
                "gatineau hull",
                "laval longueuil",
                "laval pointe-claire",
                "longueuil montreal",
                "montreal pointe-claire",
            ],
        ),
        ("russia", ["ryazan tula"]),
        ("spain-portugal", []),
        ("bremen", None),
    ],
)
def test_areas_and_connections_are_those_of_the_page(map, free):
    board = rules.board(map)
    areas, cities, links = re.search(r"(\w+) areas of (\w+) \w+, (\d+) (?:links|borders)", page(map)).groups()
    in_area = [city.area for city in board.cities.values()]
    assert [in_area.count(area.id) for area in board.areas] == [NUMBERS[cities]] * NUMBERS[areas]
    assert len(board.connections) == int(links)
    if free is not None:
        assert sorted(" ".join(sorted(pair)) for *pair, cost in board.connections if not cost) == free


@pytest.mark.rule("MAP-QC-1", "MAP-RU-1")
@pytest.mark.parametrize(
    ("map", "area", "only"),
    [
        ("quebec", "gaspesie", "capitale"),
        ("quebec", "outaouais", "mauricie"),
        ("russia", "east-siberia", "west-siberia"),
    ],
)
def test_area_at_the_edge_touches_one_other_only(map, area, only):
    assert rules.board(map).neighbours[area] == {only}


@pytest.mark.rule("CC-QC-10", "SET-3")
def test_areas_of_quebec_that_do_not_touch_are_refused():
    with refused("SET-3"):
        areas = ("gaspesie", "mauricie", "outaouais")
        rules.new_setup(rules.Options(map="quebec", areas="host"), 3, "5eed", areas)


@pytest.mark.rule("CC-BR-7", "CC-QC-9", "BLD-13")
@pytest.mark.parametrize(
    ("map", "built", "paid"),
    [
        ("brazil", "sao-paulo guarulhos campinas", 10 + 10 + 10),
        ("quebec", "laval longueuil montreal pointe-claire", 4 * 10),
    ],
)
def test_neighbours_are_connected_for_nothing(map, built, paid):
    assert price(builders(map=map, areas=areas_of_five(map, built)), built) == paid


@pytest.mark.rule("CC-EU-7", "MAP-EU-1")
@pytest.mark.parametrize(
    ("start", "city", "paid"), [("kobenhavn", "warszawa", 10 + 25), ("helsinki", "tallinn", 10 + 11 + 9)]
)
def test_connections_of_europe(start, city, paid):
    areas = areas_of_five("europe", f"kobenhavn {start} {city}")
    assert price(builders(start, map="europe", areas=areas), city) == paid


def areas_of_five(map, cities):
    """Areas of five players, among them those of some cities."""
    board = rules.board(map)
    named = dict.fromkeys(board.cities[city].area for city in cities.split())
    return next(
        chosen
        for chosen in combinations([area.id for area in board.areas], 5)
        if named.keys() <= {*chosen} and board.are_connected(chosen)
    )


# The resource market ------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-BR-2", "MAP-CN-2", "MAP-QC-2", "MAP-RU-2", "MAP-ES-2", "MAP-NYC-14")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("map", "market", "supply"),
    [
        ("brazil", "c24 o18 g6 u2", "o6 g18 u10"),
        ("china", "c12 o12 g6", "c12 o12 g18 u12"),
        ("quebec", "c21 o21 g6 u2", "c3 o3 g18 u10"),
        ("russia", "c18 o24 u7", "c6 g24 u5"),
        ("spain-portugal", "c24 o18 g9 u8", "o6 g15 u4"),
        ("manhattan", "c18 o18 g9 u4", "c6 o6 g15 u8"),
    ],
)
def test_start_market_is_that_of_the_page(map, edition, market, supply):
    state = begun(map, edition=edition)
    assert (state.resources, state.supply) == (tokens(market), tokens(supply))


@pytest.mark.rule("MAP-BW-2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_fuel_of_baden_wurttemberg_is_that_of_the_base_game(edition):
    assert begun("baden-wurttemberg", edition=edition).resources == begun("germany", edition=edition).resources
    board, base = (rules.board(map, edition) for map in ("baden-wurttemberg", "germany"))
    assert all(board.refill(players, step) == base.refill(players, step) for players in PLAYERS for step in (1, 2, 3))


@pytest.mark.rule("MAP-AUS-15", "MAP-BR-3", "MAP-CN-3", "MAP-QC-3", "MAP-RU-3", "MAP-ZA-9", "MAP-ES-3")
@pytest.mark.parametrize(
    "map",
    [
        *("australia", "brazil", "bremen", "china", "europe", "india", "middle-east", "north-america"),
        *("northern-europe", "quebec", "russia", "south-africa", "spain-portugal", "uk-ireland"),
    ],
)
def test_refill_is_that_of_the_page(map):
    printed = dict(REFILL.findall(page(map)))
    assert printed
    for kind, cells in printed.items():
        amounts = [[int(amount) for amount in cell.split("/")] for cell in cells.strip("| ").split("|")]
        found = [[rules.board(map).refill(players, step)[kind] for step in (1, 2, 3)] for players in PLAYERS]
        assert found == amounts, kind


@pytest.mark.rule("MAP-NYC-15")
def test_refill_of_manhattan_is_the_same_in_every_round():
    due = [rules.board("manhattan").refill(players, 1) for players in PLAYERS]
    assert [fuel.coal for fuel in due] == [4, 4, 5, 6, 7]
    assert [fuel.oil for fuel in due] == [3, 3, 4, 5, 6]
    assert [fuel.garbage for fuel in due] == [2, 2, 3, 4, 5]
    assert [fuel.uranium for fuel in due] == [1, 1, 2, 2, 3]


@pytest.mark.rule("BUR-8", "CC-BR-5", "CC-CN-11", "CC-QC-8", "CC-RU-10")
@pytest.mark.parametrize(
    ("map", "players", "market", "cheapest"),
    [
        ("brazil", 4, "c24 o23 g9 u3", {"oil": 1, "garbage": 6, "uranium": 12}),
        ("china", 4, "c18 o16 g9 u2", {"uranium": 14}),
        ("quebec", 3, "c24 o23 g7 u3", {"garbage": 6, "uranium": 12}),
        ("russia", 2, "c20 o24 g2 u8", {"garbage": 8, "uranium": 5}),
    ],
)
def test_first_refill_if_nothing_was_bought(map, players, market, cheapest):
    state = pass_on(position(players, phase="bureaucracy", map=map))
    assert state.resources == tokens(market)
    assert {kind: rules.market_prices(state, kind)[0] for kind in cheapest} == cheapest


@pytest.mark.rule("CC-RU-11", "MAP-RU-2")
def test_russia_sells_no_garbage_before_its_first_refill():
    assert begun("russia").resources.garbage == 0


@pytest.mark.rule("CC-ES-6", "BUR-8")
@pytest.mark.parametrize(("step", "uranium"), [(1, 8), (2, 8 + 4)])
def test_spain_and_portugal_refill_uranium_from_step_2_on_as_long_as_there_is_some(step, uranium):
    deck = {"deck": (30, 31, "step3")} if step == 1 else {}
    state = pass_on(
        position(5, phase="bureaucracy", step=step, map="spain-portugal", resources="c9 o9 g9 u8", **deck)
    )
    assert state.resources.uranium == uranium


@pytest.mark.rule("CC-ES-7")
def test_prices_at_the_start_in_spain_and_portugal():
    companies = [company(100, (30, 11)), company(), company()]
    state = position(companies, phase="resources", map="spain-portugal", order=(1, 2, 0))
    assert (price_of(state, "u2"), price_of(state, "g2")) == (5 + 6, 6 + 6)


@pytest.mark.rule("MAP-KR-7")
def test_any_token_runs_any_plant_of_its_kind_wherever_the_network_lies():
    north = [area.id for area in rules.board("korea").areas][:3]
    companies = [company(100, (4,), cities=rules.board("korea").cities_in(north)[0]), company(), company()]
    state = position(companies, phase="resources", map="korea", areas=north, order=(1, 2, 0))
    for market in ("north", "south"):
        assert after(state, f"buy {market} c2").players[0].fuel == tokens("c2")


# As in the edition --------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "MAP-AUS-17", "MAP-CN-17", "MAP-EU-12", "MAP-IN-13", "MAP-KR-10", "MAP-ME-16", "MAP-NAM-9", "MAP-RU-14"
)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    "map", ["australia", "china", "europe", "india", "korea", "middle-east", "north-america", "russia"]
)
def test_settings_are_those_of_the_edition(map, edition):
    for players in PLAYERS:
        usual = rules.thresholds(rules.Options(edition), players)
        assert rules.thresholds(rules.Options(edition, map), players) == usual


@pytest.mark.rule("MAP-KR-10", "MAP-NAM-7", "MAP-NAM-8")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("map", ["korea", "north-america"])
def test_deal_is_that_of_the_edition(map, edition):
    for players in PLAYERS:
        assert dealt(players, map, edition) == dealt(players, "germany", edition)


@pytest.mark.rule("MAP-BR-7", "MAP-HB-13", "MAP-NAM-7", "MAP-NE-9", "MAP-QC-10", "MAP-ES-11", "RCH-8")
@pytest.mark.parametrize("map", ["brazil", "bremen", "north-america", "northern-europe", "quebec", "spain-portugal"])
def test_rows_and_discount_token_are_those_of_the_edition(map):
    for edition, has_token in (("classic", False), ("recharged", True)):
        state = begun(map, edition=edition)
        assert len(rules.view(state).market.actual) == len(rules.view(state).market.future) == 4
        assert (state.discount is not None) is has_token


@pytest.mark.rule("CC-HB-10", "MAP-HB-13")
def test_thirteen_cities_or_districts_bring_124():
    assert rules.payment(13) == 124


@pytest.mark.rule("MAP-BR-7", "MAP-NAM-10", "MAP-NE-9", "MAP-QC-10", "MAP-ES-11", "TRU-1", "EXP-1")
@pytest.mark.parametrize("map", ["brazil", "north-america", "northern-europe", "quebec", "spain-portugal"])
def test_start_cities_and_the_trust_are_offered(map):
    state = rules.start(rules.new_setup(rules.Options("recharged", map, start_cities=True), 2, "5eed"))
    assert state.trust is not None
    assert isinstance(rules.legal(state, state.to_move[0]), rules.TrustHouseDecision)


@pytest.mark.parametrize(
    ("map", "options"),
    [
        pytest.param("china", {"edition": "classic", "first_game": True}, marks=pytest.mark.rule("MAP-CN-17")),
        pytest.param("china", {"two_player_mode": "trust"}, marks=pytest.mark.rule("MAP-CN-17")),
        pytest.param("india", {"two_player_mode": "trust"}, marks=pytest.mark.rule("MAP-IN-14")),
        pytest.param("korea", {"two_player_mode": "trust"}, marks=pytest.mark.rule("MAP-KR-12")),
        pytest.param("russia", {"two_player_mode": "trust"}, marks=pytest.mark.rule("MAP-RU-14")),
    ],
)
def test_variant_is_not_offered(map, options):
    chosen = rules.options_from_data({"edition": "recharged", "map": map, **options})
    with refused(rules.board(map).rules.not_offered.rule):
        rules.check_options(chosen)
    assert not rules.has_trust(rules.Options("recharged", map), 2)


@pytest.mark.rule("MAP-IN-14", "EXP-2")
def test_sixth_mark_in_india_is_without_a_token():
    state = rules.start(rules.new_setup(rules.Options("recharged", "india", start_cities=True), 6, "5eed"))
    while state.phase == "setup":
        state = after(state, f"start {rules.legal(state, state.to_move[0]).cities[0]}")
    assert [marker.token for marker in state.marked].count(True) == 5


@pytest.mark.rule("TRU-28", "MAP-NE-9", "MAP-ES-11")
@pytest.mark.parametrize(("map", "cities"), [("northern-europe", ""), ("spain-portugal", "lisboa")])
def test_rule_on_nuclear_plants_does_not_bind_the_trust(map, cities):
    companies = [company(cities=cities), company()]
    state = position(companies, map=map, options=RECHARGED, market=(8, 9, 12, 17, 18, 20, 24, 27))
    assert 17 not in offered_plants(state)
    assert after(state, "decline").trust.plants == (17,)


@pytest.mark.rule("MAP-AUS-11")
def test_mines_sell_without_a_question():
    companies = [company(plants=(11,)), company(), company()]
    areas = ("victoria", "new-south-wales", "queensland")
    state = position(companies, phase="bureaucracy", map="australia", areas=areas, acted=(1, 2), uranium_market=9)
    ended = after(state, "run")
    assert ended.phase == "auction"
    assert ended.players[0].money > state.players[0].money + rules.payment(0)
