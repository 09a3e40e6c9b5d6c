"""What the page of a board in docs/rules/ prints of it, held against its data: what is alike for all boards."""

import re
from collections import Counter

import pytest
from msgspec.structs import replace

import rules
from rules.boards import first_version
from rules.editions import edition_on
from rules.fuel_market import on_sale
from tests.rules.boards.building import builders, price
from tests.rules.positions import first_with, refused, tokens
from tests.rules.random_play import EDITIONS, later_boards
from tests.rules.rule_book import BOOK

BOARDS = [(map, edition) for edition in EDITIONS for map in later_boards(edition)]
MAPS = later_boards("classic")
KIND = "coal|oil|garbage|uranium"
IN_ENGLISH = {"Ciudad": "Mexico City"}
COUNTS = {"One": 1, "Two": 2, "Five": 5, "Six": 6, "Seven": 7}


def page(map):
    return (BOOK.with_suffix("") / f"{map}.md").read_text(encoding="utf-8")


def line_of(map, words):
    """The first rule of a page that has these words."""
    return next(line for line in page(map).splitlines() if line.startswith("- **MAP-") and re.search(words, line))


def board(map, edition="classic"):
    return rules.board(map, edition, first_with(map, edition))


def begun(map, edition="classic", players=4, **options):
    chosen = rules.Options(edition, map, **options)
    return rules.start(rules.new_setup(chosen, players, "5eed", version=first_with(map, edition)))


# The board ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-AUS-1", "MAP-BW-1", "MAP-BR-1", "MAP-HB-1", "MAP-CN-1", "MAP-EU-1", "MAP-IN-1", "MAP-JP-1")
@pytest.mark.rule("MAP-KR-1", "MAP-NYC-1", "MAP-ME-1", "MAP-NAM-1", "MAP-NE-1", "MAP-QC-1", "MAP-RU-1", "MAP-ZA-1")
@pytest.mark.rule("MAP-ES-1")
@pytest.mark.parametrize("map", MAPS)
def test_areas_cities_and_links_are_as_many_as_the_page_says(map):
    line, on = line_of(map, r"\d+ (links|borders)"), board(map)
    assert len(on.connections) == int(re.search(r"(\d+) (?:links|borders)", line)[1])
    areas = re.search(r"(\w+) areas? of (\w+) (?:cities|districts|places)", line)
    if areas:
        each = COUNTS[areas[2].capitalize()]
        assert {area.id: each for area in on.areas} == Counter(city.area for city in on.cities.values())
        assert len(on.areas) == COUNTS[areas[1]]
    else:
        assert len(on.cities) == int(re.search(r"(\d+) (?:cities|spaces)", line)[1])


@pytest.mark.rule("MAP-EU-1", "MAP-ME-1", "MAP-NE-1", "MAP-ES-1", "MAP-HB-1", "MAP-BR-1", "MAP-CN-1", "MAP-IN-1")
@pytest.mark.rule("MAP-QC-1", "MAP-RU-1", "MAP-BW-1", "MAP-KR-1", "MAP-JP-1")
@pytest.mark.parametrize("map", MAPS)
def test_links_of_cost_0_join_cities_that_the_page_names(map):
    line, on = line_of(map, r"\d+ (links|borders)"), board(map)
    named = [on.cities[city].name.split()[0] for *link, cost in on.connections if not cost for city in link]
    if on.rules.networks.transit_cost or on.cities[on.connections[0][0]].node_cost:
        assert {cost for *_, cost in on.connections} == {0}
    else:
        assert bool(named) is not bool(re.search(r"(none|no link) of cost 0", line))
        assert [name for name in named if IN_ENGLISH.get(name, name) not in line] == []


@pytest.mark.rule("MAP-QC-1", "MAP-RU-1", "CC-QC-10", "SET-3")
def test_area_that_touches_one_other_only_is_not_in_play_without_it():
    with refused("SET-3"):
        rules.new_setup(
            rules.Options(map="quebec", areas="host"), 3, "0", ("gaspesie", "mauricie", "outaouais"), version=3
        )
    assert board("quebec").neighbours["gaspesie"] == {"capitale"}
    assert board("quebec").neighbours["outaouais"] == {"mauricie"}
    assert board("russia").neighbours["east-siberia"] == {"west-siberia"}


@pytest.mark.rule("CC-BR-7", "CC-QC-9", "CC-EU-7", "BLD-7", "BLD-13")
@pytest.mark.parametrize(
    ("map", "network", "cities", "cost"),
    [
        ("brazil", "", "sao-paulo guarulhos campinas", 10 + 10 + 10),
        ("quebec", "", "laval longueuil montreal pointe-claire", 4 * 10),
        ("europe", "kobenhavn", "warszawa", 10 + 25),
        ("europe", "helsinki", "tallinn", 10 + 11 + 9),
    ],
)
def test_cities_cost_what_the_page_works_out(map, network, cities, cost):
    areas = areas_with(map, f"{network} {cities}".split())
    assert price(builders(network, map=map, areas=areas), cities) == cost


def areas_with(map, cities):
    """Five areas that hang together, those of some cities first."""
    on = board(map)
    areas = tuple(dict.fromkeys(on.cities[city].area for city in cities))
    while len(areas) < 5:
        areas += next((area.id,) for area in on.areas if area.id not in areas and on.are_connected((*areas, area.id)))
    return areas


# Resource markets ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-BW-2", "MAP-BR-2", "MAP-CN-2", "MAP-QC-2", "MAP-RU-2", "MAP-ES-2", "MAP-NYC-14")
@pytest.mark.parametrize(("map", "edition"), BOARDS)
def test_start_market_is_that_of_the_page(map, edition):
    line, state = line_of(map, r"^- \*\*MAP-[A-Z]+-\d+\*\* `C R` Start"), begun(map, edition)
    if "base game" in line:
        base = begun("germany", edition)
        assert (state.resources, state.supply) == (base.resources, base.supply)
        return
    printed = Counter()
    for kind, tokens_there in re.findall(rf"({KIND}) [^(;.]*?\((\d+)", line):
        printed[kind] += int(tokens_there)
    assert dict(state.resources.items()) == {kind: printed[kind] for kind in rules.KINDS}


@pytest.mark.rule("MAP-AUS-15", "MAP-BW-2", "MAP-BR-3", "MAP-CN-3", "MAP-QC-3", "MAP-RU-3", "MAP-ZA-9", "MAP-ES-3")
@pytest.mark.rule("MAP-NYC-15", "MAP-EU-5", "MAP-NAM-6", "MAP-IN-4", "MAP-ME-5", "MAP-NE-3", "MAP-KR-9", "BUR-8")
@pytest.mark.parametrize(("map", "edition"), BOARDS)
def test_refill_is_that_of_the_page(map, edition):
    on = board(map, edition)
    base, printed = board("germany", edition), printed_refills(map)
    for players in range(2, 7):
        for step in (1, 2, 3):
            for place, market in enumerate(on.markets):
                due = market.refill(players, step)
                table = {kind: printed.get((place, kind, players, step), 0) for kind in rules.KINDS}
                assert dict(due.items()) == (table if printed else dict(base.refill(players, step).items()))


def printed_refills(map):
    """The tokens by market, kind, players and Step; nothing where the page has no figures."""
    found = {}
    for kind, market, cells in re.findall(
        rf"^\| ({KIND}) \|(?: ([NS]) \|)?((?: [\d /]+ \|)+)$", page(map), re.MULTILINE
    ):
        for players, cell in enumerate(cells.strip(" |").split("|"), start=2):
            for step, amount in enumerate(cell.split("/"), start=1):
                found["NS".find(market) if market else 0, kind, players, step] = int(amount)
    in_every_step = re.search(r"Refill in every round, 2 to 6 players: (.*?)\.", page(map))
    for kind, amounts in re.findall(rf"({KIND}) ([\d, ]+)", in_every_step[1] if in_every_step else ""):
        for players, amount in enumerate(amounts.split(", "), start=2):
            found |= {(0, kind, players, step): int(amount) for step in (1, 2, 3)}
    return found


@pytest.mark.rule("CC-BR-5", "CC-CN-11", "CC-QC-8", "CC-RU-10", "BUR-8")
@pytest.mark.parametrize(
    ("map", "players", "refill", "market", "cheapest"),
    [
        ("brazil", 4, "o5 g3 u1", "c24 o23 g9 u3", {"oil": 1, "garbage": 6, "uranium": 12}),
        ("china", 4, "c6 o4 g3 u2", "c18 o16 g9 u2", {"uranium": 14}),
        ("quebec", 3, "c3 o2 g1 u1", "c24 o23 g7 u3", {"garbage": 6, "uranium": 12}),
        ("russia", 2, "c2 g2 u1", "c20 o24 g2 u8", {"garbage": 8, "uranium": 5}),
    ],
)
def test_refill_of_a_first_round_without_purchase(map, players, refill, market, cheapest):
    state = begun(map, players=players)
    assert rules.refill_of(state) == tokens(refill)
    state = replace(state, resources=state.resources + rules.refill_of(state))
    assert on_sale(state) == (tokens(market),)
    assert {kind: rules.market_prices(state, kind)[0] for kind in cheapest} == cheapest


@pytest.mark.rule("CC-ES-6", "MAP-ES-3")
def test_uranium_of_spain_and_portugal_comes_from_step_2_on():
    state = begun("spain-portugal", players=5)
    assert [rules.refill_of(replace(state, step=step)).uranium for step in (1, 2)] == [0, 4]


@pytest.mark.rule("CC-ES-7", "CC-RU-11", "MAP-ES-2", "MAP-RU-2")
def test_prices_at_the_start():
    state = begun("spain-portugal")
    assert [rules.market_prices(state, kind)[:2] for kind in ("uranium", "garbage")] == [(5, 6), (6, 6)]
    assert rules.market_prices(begun("russia"), "garbage") == ()


# What is as in the edition ------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-AUS-17", "MAP-EU-12", "MAP-KR-10", "MAP-ME-16", "MAP-NAM-9", "MAP-IN-13", "MAP-CN-17")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    "map", ["australia", "europe", "korea", "middle-east", "north-america", "india", "china", "russia"]
)
def test_settings_are_those_of_the_edition(map, edition):
    for players in range(2, 7):
        base = rules.thresholds(rules.Options(edition), players)
        assert rules.thresholds(rules.Options(edition, map), players, first_version(map, edition)) == base


@pytest.mark.rule("MAP-KR-10", "MAP-NAM-7", "MAP-NAM-8", "MAP-NE-5", "MAP-BW-13")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("map", ["korea", "north-america", "northern-europe", "baden-wurttemberg"])
def test_plants_are_dealt_as_in_the_edition(map, edition):
    played = edition_on(board(map, edition), 3)
    base = edition_on(board("germany", edition), 3)
    for players in range(2, 7):
        dealt = board(map, edition).hooks.recipe(played, board(map, edition), players)
        assert dealt == base.recipe(players, board("germany", edition).rules)


@pytest.mark.rule(
    "MAP-KR-10", "MAP-HB-13", "MAP-AUS-17", "MAP-NAM-7", "MAP-NE-9", "MAP-BR-7", "MAP-QC-10", "MAP-ES-11"
)
@pytest.mark.rule("MAP-IN-13")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    "map",
    [
        "korea",
        "bremen",
        "australia",
        "north-america",
        "northern-europe",
        "brazil",
        "quebec",
        "spain-portugal",
        "india",
    ],
)
def test_rows_obsolete_plants_and_discount_token_are_as_in_the_edition(map, edition):
    assert edition_on(board(map, edition), 3) == rules.edition(edition, 3)
    assert board(map, edition).rules.rows == board("germany", edition).rules.rows


@pytest.mark.rule("CC-HB-10", "MAP-HB-13")
def test_thirteen_districts_are_paid_like_thirteen_cities():
    assert rules.income(begun("bremen"), 13, 13) == rules.payment(13) == 124


# Variants -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-BR-7", "MAP-QC-10", "MAP-NAM-10", "MAP-NE-9", "MAP-ES-11", "MAP-EU-13", "TRU-1", "EXP-1")
@pytest.mark.parametrize("map", ["brazil", "quebec", "north-america", "northern-europe", "spain-portugal", "europe"])
def test_the_trust_and_start_cities_are_offered(map):
    options = rules.Options("recharged", map, start_cities=True)
    assert rules.has_trust(options, 2, 3)
    assert begun(map, "recharged", 2, start_cities=True).trust is not None


@pytest.mark.rule("MAP-IN-14", "MAP-KR-12", "MAP-CN-17", "MAP-RU-14", "MAP-BW-13", "MAP-ZA-13", "MAP-ME-17")
@pytest.mark.parametrize(
    ("map", "rule", "options"),
    [
        ("india", "MAP-IN-14", {"edition": "recharged", "two_player_mode": "trust"}),
        ("korea", "MAP-KR-12", {"edition": "recharged", "two_player_mode": "trust"}),
        ("china", "MAP-CN-17", {"edition": "recharged", "two_player_mode": "trust"}),
        ("china", "MAP-CN-17", {"edition": "classic", "first_game": True}),
        ("russia", "MAP-RU-14", {"edition": "recharged", "two_player_mode": "trust"}),
        ("baden-wurttemberg", "MAP-BW-13", {"edition": "recharged", "two_player_mode": "trust"}),
        ("south-africa", "MAP-ZA-13", {"edition": "recharged", "two_player_mode": "trust"}),
        ("middle-east", "MAP-ME-17", {"edition": "classic", "first_game": True}),
    ],
)
def test_variant_that_goes_badly_with_a_board_is_refused(map, rule, options):
    with refused(rule):
        rules.check_options(rules.Options(map=map, **options), 3)
    assert not rules.has_trust(rules.Options(map=map, edition="recharged"), 2, 3)
