import pytest

import rules
from games.board.picture import House, Offer
from games.board.words import about_map, caption, describe, map_key
from tests.games.board.pictures import every_board, houses, picture


def test_empty_map_is_told_by_its_name():
    assert describe(picture()) == "Map of Germany."


def test_viewer_is_told_where_they_are_in_the_order_of_the_board():
    built = houses(essen=[(0, 10)], kiel=[(0, 10)], koln=[(1, 10)])
    assert describe(picture(houses=built)) == "Map of Germany. You are in Kiel and Essen."


def test_what_is_new_is_told_for_each_who_built():
    built = {
        "kiel": (House(0, 10, is_new=True), House(2, 15, is_new=True)),
        "koln": (House(None, 10, is_new=True),),
        "essen": (House(1, 10),),
    }
    assert describe(picture(houses=built, seat=None)) == (
        "Map of Germany. New since your last turn, Ana: Kiel. New since your last turn, Cid: Kiel."
        " New since your last turn, The Trust: Köln."
    )


def test_viewer_is_not_called_by_name():
    built = {"kiel": (House(0, 10, is_new=True),)}
    assert describe(picture(houses=built)) == "Map of Germany. You are in Kiel. New since your last turn, you: Kiel."


def test_names_are_taken_as_they_are():
    built = {"kiel": (House(1, 10, is_new=True),)}
    words = describe(picture(houses=built, names=("Ana", "{cities} <b>", "Cid"), seat=None))
    assert words == "Map of Germany. New since your last turn, {cities} <b>: Kiel."


def test_caption_tells_whose_shapes_are_whose():
    assert caption(picture()) == "●\u00a0you · ■\u00a0\u2068Bob\u2069 · ▲\u00a0\u2068Cid\u2069"


def test_caption_explains_rings_and_the_trust_where_there_are_any():
    built = {"koln": (House(None, 10),), "kiel": (House(1, 10, is_new=True),)}
    words = caption(picture(houses=built, names=("Ana", "Bob"), seat=None))
    assert (
        words
        == "●\u00a0\u2068Ana\u2069 · ■\u00a0\u2068Bob\u2069 · ⧗\u00a0The Trust · Ringed: new since your last turn"
    )


def sentences(**changes):
    return [line.text for line in map_key(picture(**changes))]


def all_areas(board):
    return tuple(area.id for area in board.areas)


@every_board
def test_key_tells_of_each_badge(board):
    said = sentences(map=board.map, edition=board.edition, areas=all_areas(board))
    assert any("nuclear" in line for line in said) == bool(board.rules.nuclear.areas)
    assert any("garbage" in line for line in said) == bool(board.rules.garbage_discount_city)


def test_key_keeps_silent_about_what_is_out_of_play():
    assert sentences(map="central-europe", areas=("poland-west", "poland-east")) == []
    assert len(sentences(map="central-europe", areas=("austria",))) == 1


def test_key_tells_of_what_may_still_come_into_play():
    board = rules.board("central-europe")
    assert len(sentences(map="central-europe", areas=(), open_areas=all_areas(board))) == 2


def test_key_tells_of_start_cities():
    assert "marked city: Essen and Köln." in sentences(marked={"essen": True, "koln": False})[0]


def test_key_tells_what_is_new_and_what_the_next_house_costs():
    offer = Offer("koln", 10, 10, "", href="?")
    said = sentences(houses={"essen": (House(0, 10, is_new=True),)}, offers={"koln": offer})
    assert [line.split(",")[0] for line in said] == [
        "What a house there costs you",
        "A house that is new since your last turn",
    ]


def test_key_is_empty_where_a_map_shows_nothing_special():
    assert sentences(houses=houses(essen=[(0, 10)])) == []


def of_board(map, **changes):
    board = rules.board(map, "classic", rules.NEWEST)
    return picture(map=map, areas=all_areas(board), version=rules.NEWEST, **changes)


ORDINARY = "three houses: one for 10 Elektro, from Step 2 on one for 15, from Step 3 on one for 20."
LINES = "The numbers on the lines are the costs of the connections."


def test_cities_are_told_as_they_are_on_most_boards():
    assert about_map(picture()) == f"Each city has room for {ORDINARY} {LINES}"


@pytest.mark.parametrize(
    ("map", "says", "has_costs"),
    [
        ("baden-wurttemberg", "and Strasbourg: one for 15 from Step 2 on and one for 20 from Step 3 on.", True),
        ("japan", "and Fukuoka: 2 houses for 10 and one for 20 from Step 3 on.", True),
        ("south-africa", "and Namibia: one house, for what its connection costs.", True),
        (
            "bremen",
            "Each other city has room for three houses: one for 8 Elektro, from Step 2 on one for 14, from",
            False,
        ),
        ("bremen", ": one house for 8 and one for 14 from Step 2 on.", False),
        ("bremen", "The number beside a city is what a path costs that enters it", False),
        ("manhattan", "Each city has room for one house in the whole game, at the price that it shows.", False),
        ("manhattan", "A path costs 5 for each city between your network and the new one.", False),
        ("australia", "No path costs more than 20", True),
        ("uk-ireland", "your first city on the second one costs 20 instead", True),
    ],
)
def test_other_cities_and_paths_are_told_of(map, says, has_costs):
    told = about_map(of_board(map))
    assert says in told
    assert (LINES in told) == has_costs


@pytest.mark.rule("MAP-JP-5", "MAP-NYC-4")
def test_key_tells_of_cities_in_which_networks_begin_and_of_blocked_ones():
    [line] = map_key(of_board("japan"))
    assert "Sapporo, Tōkyō, Yokohama, Ōsaka, Kōbe and Fukuoka" in line.text
    [line] = map_key(of_board("manhattan", blocked=("m60",)))
    assert "nobody can build" in line.text
