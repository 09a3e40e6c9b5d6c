"""Baden-Württemberg: cities across the border, and Step 2 with fewer cities."""

import pytest

import rules
from rules.selfplay import play_game
from tests.rules.boards.building import builders, offered, paid, price
from tests.rules.positions import after, refused

ABROAD = {"augsburg", "basel", "ludwigshafen", "nurnberg", "strasbourg"}


def bw(*networks, **fields):
    return builders(*networks, map="baden-wurttemberg", **fields)


@pytest.mark.rule("MAP-BW-8", "CC-BW-6")
def test_cities_across_the_border_open_in_step_2():
    with refused("BLD-9", says="You can build in Basel from Step 2 on."):
        after(bw("lorrach"), "build basel")
    assert paid(bw("lorrach", step=2), "basel") == (15 + 2, [15])
    with refused("BLD-9", says="in Step 3"):
        after(bw("lorrach", "basel", step=2), "build basel")
    assert paid(bw("lorrach", "basel", step=3), "basel") == (20 + 2, [20])
    with refused("BLD-9", says="no free slot left"):
        after(bw("lorrach", "basel", "basel", step=3), "build basel")


@pytest.mark.rule("MAP-BW-8", "FIRST-1")
def test_first_game_never_opens_cities_across_the_border():
    with refused("BLD-9", says="Basel is closed in Step 1, in which a first game stays."):
        after(bw("lorrach", edition="classic", options={"first_game": True}), "build basel")


@pytest.mark.rule("MAP-BW-9", "CC-BW-7")
@pytest.mark.parametrize(
    ("start", "city", "connection"),
    [
        ("mannheim", "ludwigshafen", 0),
        ("ulm", "augsburg", 16),
        ("ellwangen", "nurnberg", 18),
        ("offenburg", "strasbourg", 5),
    ],
)
def test_they_cost_the_slot_and_the_connection(start, city, connection):
    assert price(bw(start, step=2), city) == 15 + connection


@pytest.mark.rule("MAP-BW-8", "CC-BW-8")
def test_first_house_across_the_border_costs_15_in_step_3():
    assert paid(bw("offenburg", step=3), "strasbourg")[1] == [15]


@pytest.mark.rule("MAP-BW-10")
def test_network_starts_across_the_border_from_step_2_on():
    with refused("BLD-9"):
        after(bw(), "build strasbourg")
    assert paid(bw(step=2), "strasbourg") == (15, [15])
    with refused("BLD-9"):
        after(bw("", "strasbourg", step=2), "build strasbourg")


@pytest.mark.rule("MAP-BW-10")
def test_they_are_no_start_cities():
    options = rules.Options("recharged", "baden-wurttemberg", start_cities=True)
    state = rules.start(rules.new_setup(options, 5, "0", version=3))
    (seat,) = state.to_move
    assert ABROAD.isdisjoint(rules.legal(state, seat).cities)
    with refused("EXP-1"):
        after(state, "start basel")


@pytest.mark.rule("MAP-BW-11", "CC-BW-9")
def test_step_2_begins_one_city_earlier():
    for edition, needed in (("classic", [9, 6, 6, 6, 5]), ("recharged", [6, 6, 6, 6, 5])):
        plain = rules.Options(edition, "baden-wurttemberg", two_player_mode="plain")
        germany = rules.Options(edition, "germany", two_player_mode="plain")
        found = [rules.thresholds(plain, players, 3) for players in range(2, 7)]
        assert [settings.step2 for settings in found] == needed
        assert [settings.end for settings in found] == [rules.thresholds(germany, n).end for n in range(2, 7)]


@pytest.mark.rule("MAP-BW-12", "CC-BW-10")
def test_two_players_have_18_cities_in_step_1():
    areas = ("kurpfalz", "neckar", "upper-swabia")
    state = bw(areas=areas, players=2, edition="classic")
    assert len(state.board.cities_in(areas)) == 21
    assert len(offered(state)) == 18


@pytest.mark.rule("FIRST-6", "MAP-BW-8")
def test_first_game_ends_when_every_open_city_has_a_house():
    board = rules.board("baden-wurttemberg", "classic", 3)
    open_cities = [city for city in board.cities if city not in ABROAD]
    networks = [" ".join(open_cities[seat::6]) for seat in range(6)]
    state = bw(*networks, players=6, edition="classic", options={"first_game": True})
    assert after(state, "build").is_over


@pytest.mark.rule("MAP-BW-13")
def test_trust_is_not_offered():
    with refused("MAP-BW-13"):
        rules.check_options(rules.Options("recharged", "baden-wurttemberg", two_player_mode="trust"), 3)
    assert not rules.has_trust(rules.Options("recharged", "baden-wurttemberg"), 2, 3)


@pytest.mark.rule("MAP-BW-8")
def test_bots_finish_a_game():
    _record, last = play_game(rules.Options("recharged", "baden-wurttemberg"), 4, "bots", version=3, check=True)
    assert last.is_over
