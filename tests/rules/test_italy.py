"""Italy: little fuel at the start, and in Recharged an end to uranium."""

from itertools import combinations

import pytest

import rules
import rules.bots
from rules.events import UraniumPhasedOut
from tests.boards import FIRST
from tests.rules.positions import (
    after,
    company,
    events,
    offered_cities,
    pass_on,
    pass_on_to,
    position,
    refused,
    stated_setup,
    tokens,
)

MARKET = (36, 37, 38, 39, 40, 42)

CUTTING = {"centre", "northeast", "northwest"}
"""The areas that are not in play without a fourth."""

EDITIONS = pytest.mark.parametrize("edition", ["classic", "recharged"])


def sale_of_39(edition, **options):
    """Phase 2 of Step 3: three companies with 200 Elektro, and plant 39 on offer."""
    options = {"edition": edition, **options}
    return position([company(200)] * 3, map="italy", step=3, market=MARKET, resources="u4", deck=(), options=options)


@pytest.mark.rule("MAP-IT-1", "TV-41")
@EDITIONS
def test_cheapest_tokens_at_the_start(edition):
    state = rules.start(stated_setup(4, map="italy", edition=edition))
    assert [rules.market_prices(state, kind)[0] for kind in rules.KINDS] == [3, 4, 5, 14]


@pytest.mark.rule("MAP-IT-1", "MAP-IT-2", "CC-134", "BUR-8")
@EDITIONS
def test_first_refill_for_four(edition):
    state = rules.start(stated_setup(4, map="italy", edition=edition))
    assert state.supply == tokens("c6 o9 g12 u10")
    state = position(4, map="italy", phase="bureaucracy", options={"edition": edition})
    assert pass_on(state).supply == tokens("c6 o9 g12 u10") - tokens("c5 o3 g2 u1")


@pytest.mark.rule("CC-135", "MAP-IT-3", "MAP-DE-2")
def test_uranium_is_refilled_no_more_after_plant_39_was_bought():
    state = after(sale_of_39("recharged"), "open 39 39", "pass", "pass")
    assert events(state, UraniumPhasedOut) == [UraniumPhasedOut(39)]
    for _ in range(3):
        state = pass_on_to(pass_on_to(state, "bureaucracy"), "resources")
        assert state.resources.uranium == 4


@pytest.mark.rule("MAP-IT-3", "MAP-DE-2")
def test_uranium_in_the_market_stays_for_sale():
    state = pass_on(after(sale_of_39("recharged"), "open 39 39", "pass", "pass"))
    state = after(state, "buy", "buy", "buy u2")
    assert state.players[0].fuel == tokens("u2")


@pytest.mark.rule("MAP-IT-3", "MAP-DE-3")
def test_plant_39_that_nobody_buys_ends_nothing():
    state = position(3, map="italy", step=3, market=MARKET[3:], resources="u4", options={"edition": "recharged"})
    state = pass_on_to(state, "bureaucracy")
    assert 39 in state.removed
    assert pass_on(state).resources.uranium == 5


@pytest.mark.rule("MAP-IT-3")
def test_classic_edition_has_no_phase_out():
    state = pass_on_to(after(sale_of_39("classic"), "open 39 39", "pass", "pass"), "bureaucracy")
    assert pass_on(state).resources.uranium == 5


@pytest.mark.rule("MAP-IT-3", "MAP-DE-4")
@pytest.mark.parametrize(("option", "ended"), [(False, False), (True, True)])
def test_trust_that_takes_plant_39_ends_uranium_only_where_the_table_says_so(option, ended):
    options = {"edition": "recharged", "trust_triggers_phase_out": option}
    state = position(
        2, map="italy", step=3, market=(31, 32, 33, 36, 38, 39), deck=(), resources="u4", options=options
    )
    state = after(state, "decline")
    assert state.trust.plants == (39,)
    assert state.phased_out is ended


@pytest.mark.rule("MAP-IT-5")
@EDITIONS
@pytest.mark.parametrize("players", [2, 3])
def test_areas_that_cut_livorno_off_are_not_drawn(edition, players):
    options = rules.Options(edition=edition, map="italy")
    drawn = [set(rules.new_setup(options, players, f"{number:04}").areas) for number in range(200)]
    assert CUTTING not in drawn
    assert len(set(map(frozenset, drawn))) > 5


@pytest.mark.rule("MAP-IT-5")
def test_two_players_of_the_classic_edition_cannot_choose_areas_in_which_their_game_cannot_end():
    with refused("MAP-IT-5"):
        rules.new_setup(rules.Options(map="italy", areas="host"), 2, "5eed", tuple(sorted(CUTTING)))


@pytest.mark.rule("MAP-IT-5")
@pytest.mark.parametrize(
    ("players", "options"), [(3, {}), (2, {"first_game": True}), (2, {"edition": "recharged"})], ids=str
)
def test_hosts_of_other_games_may_choose_them(players, options):
    areas = tuple(sorted(CUTTING))
    setup = rules.new_setup(rules.Options(map="italy", areas="host", **options), players, "5eed", areas)
    assert rules.start(setup).areas == areas


@pytest.mark.rule("MAP-IT-5")
def test_last_pick_of_two_players_of_the_classic_edition_leaves_the_game_an_end():
    state = after(draft(2), "area centre", "area northeast")
    assert rules.legal(state, 0).areas == ("southeast", "emilia")
    with refused("MAP-IT-5"):
        after(state, "area northwest")


@pytest.mark.rule("MAP-IT-5")
@pytest.mark.parametrize("map", FIRST)
def test_no_other_choice_of_areas_cuts_a_city_off(map):
    board = rules.board(map)
    for count in (3, 4, 5):
        for areas in combinations([area.id for area in board.areas], count):
            if board.are_connected(areas) and set(areas) != CUTTING:
                assert board.largest_network(areas) == len(board.cities_in(areas)), areas


def draft(players):
    return rules.start(rules.new_setup(rules.Options(map="italy", areas="draft"), players, "5eed"))


@pytest.mark.rule("MAP-IT-4", "BLD-13")
def test_three_links_cost_nothing():
    free = {(one, other) for one, other, cost in rules.board("italy").connections if not cost}
    assert free == {("livorno", "pisa"), ("mestre", "venezia"), ("rimini", "san-marino")}


# A city that no connection leads out of -----------------------------------------------------------------------------


def to_start(*, must_be_empty=False, areas=CUTTING, **fields):
    """Phase 4 with a seat that has no city yet; the first company is in Livorno in Step 2."""
    options = {"start_city_must_be_empty": must_be_empty, **fields.pop("options", {})}
    first = company(50, cities="livorno" if fields.get("step") == 2 else "")
    companies = [first, company(50), company(50)]
    areas = tuple(sorted(areas))
    return position(companies, phase="building", map="italy", areas=areas, options=options, **fields)


@pytest.mark.rule("BLD-3", "MAP-IT-5")
@EDITIONS
@pytest.mark.parametrize("step", [1, 2])
def test_no_network_starts_where_it_could_never_grow_if_all_could_start_there(edition, step):
    state = to_start(step=step, options={"edition": edition})
    assert "livorno" not in offered_cities(state)
    with refused("BLD-3", "From Livorno you could reach no other city in play"):
        after(state, "build livorno")
    with refused("BLD-3"):
        after(state, "build livorno genova")
    assert after(state, "build genova").players[2].cities


@pytest.mark.rule("BLD-3")
def test_network_may_start_there_if_one_company_only_can_or_connections_lead_on():
    assert "livorno" in offered_cities(to_start(must_be_empty=True))
    assert "livorno" in offered_cities(to_start(areas={*CUTTING, "emilia"} - {"northeast"}))


@pytest.mark.rule("BLD-3")
@pytest.mark.parametrize("version", [1, 3])
def test_network_started_there_in_games_of_versions_before(version):
    state = to_start(options={"version": version})
    assert after(state, "build livorno").players[2].cities[0].city == "livorno"


@pytest.mark.rule("BLD-3")
def test_bots_do_not_start_there():
    state = to_start()
    for level in ("easy", "normal"):
        assert "livorno" not in rules.bots.decide(state, rules.Seat(2), "5eed", level).cities
