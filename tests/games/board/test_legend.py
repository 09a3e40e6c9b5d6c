import rules
from games.board.legend import map_key
from games.board.picture import House, Offer
from tests.games.board.pictures import every_board, houses, picture


def sentences(**changes):
    return [line.text for line in map_key(picture(**changes))]


def all_areas(board):
    return tuple(area.id for area in board.areas)


@every_board
def test_key_tells_of_each_badge(board):
    said = sentences(map=board.map, edition=board.edition, areas=all_areas(board))
    assert any("nuclear" in line for line in said) == bool(board.rules.nuclear_areas)
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
